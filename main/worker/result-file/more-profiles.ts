/** Adds profiles to the stored results of a file, or replaces some of them. */
import { parseJson } from '../../../shared/results/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { FIRST_PROFILE, type ProfileNumber } from '../list/ordinals.ts';
import { rebuildColumnCache } from './column-cache.ts';
import { ResultFile, storeScoreColumns } from './result-file.ts';
import { ProfileFlawList, profileFlaws } from './result-values.ts';
import { ProfileTexts } from './result-writer.ts';
import { ScoreBlocks } from './score-blocks.ts';

export class MoreProfiles {
  private readonly file: ProjectFile;
  private readonly texts: ProfileTexts;
  private readonly scores: ScoreBlocks;
  private readonly flaws: ProfileFlawList;

  /** `results`: the current contents of the file. */
  constructor(file: ProjectFile, results: ResultFile) {
    this.file = file;
    this.flaws = new ProfileFlawList(profileFlaws(file));
    this.texts = new ProfileTexts(file, results.profiles);
    this.scores = new ScoreBlocks(file, { columns: results.columns, profiles: results.profiles, blocks: file.places('scores').length });
  }

  /** Adds the JSON text of a profile, which must be one line. Returns its number. */
  add(json: string): ProfileNumber {
    const number = this.texts.add(json);
    addScores(this.scores, this.flaws, number, json);
    return number;
  }

  /** Writes everything that remains, and rebuilds the whole columns. */
  finish(): void {
    finishProfiles(this.file, this.texts, this.scores, this.flaws);
  }
}

function addScores(scores: ScoreBlocks, flaws: ProfileFlawList, profile: ProfileNumber, json: string): void {
  const value = parseJson(json);
  const hasScore = scores.add(profile, value);
  if (typeof value === 'string') flaws.addUnreadable(profile);
  else if (!hasScore) flaws.addWithoutScores(profile);
}

/**
 * Replaces the texts and scores of profiles. Every profile keeps its number. `newer`: the JSON texts, each on one line, by profile number.
 * @throws the reason of `signal` when it is aborted.
 */
export function replaceProfiles(file: ProjectFile, newer: ReadonlyMap<ProfileNumber, string>, signal: AbortSignal | null = null): void {
  const results = new ResultFile(file);
  file.clear('scores');
  const texts = new ProfileTexts(file);
  const scores = new ScoreBlocks(file, { columns: [], profiles: 0, blocks: 0 });
  const flaws = new ProfileFlawList();
  for (let profile = FIRST_PROFILE; profile <= results.profiles; profile++) {
    signal?.throwIfAborted();
    // A chunk of texts is completely read before it is written again.
    const json = newer.get(profile) ?? results.profileJson(profile)!;
    addScores(scores, flaws, texts.add(json), json);
  }
  finishProfiles(file, texts, scores, flaws);
}

function finishProfiles(file: ProjectFile, texts: ProfileTexts, scores: ScoreBlocks, flaws: ProfileFlawList): void {
  texts.finish();
  flaws.store(file);
  storeScoreColumns(file, scores.finish(texts.count));
  const results = new ResultFile(file);
  rebuildColumnCache(file, results.columns, results.scoreBlocks());
}
