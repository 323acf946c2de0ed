/** Adds profiles to the stored results of a file. */
import { parseJson } from '../../../shared/results/json.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { rebuildColumnCache } from './column-cache.ts';
import { ResultFile } from './result-file.ts';
import { ProfileTexts } from './result-writer.ts';
import { ScoreBlocks } from './score-blocks.ts';

export class MoreProfiles {
  private readonly file: ProjectFile;
  private readonly texts: ProfileTexts;
  private readonly scores: ScoreBlocks;

  /** `results`: what the file holds so far. */
  constructor(file: ProjectFile, results: ResultFile) {
    this.file = file;
    this.texts = new ProfileTexts(file, results.profiles);
    this.scores = new ScoreBlocks(file, { columns: results.columns, profiles: results.profiles, blocks: file.places('scores').length });
  }

  /** Adds the JSON text of a profile, on one line; returns its number. */
  add(json: string): number {
    const number = this.texts.add(json);
    this.scores.add(number, parseJson(json));
    return number;
  }

  /** Writes what is left and rebuilds the whole columns. */
  finish(): void {
    this.texts.finish();
    this.file.putValue('scoreColumns', this.scores.finish(this.texts.count));
    const results = new ResultFile(this.file);
    rebuildColumnCache(this.file, results.columns, results.scoreBlocks());
  }
}
