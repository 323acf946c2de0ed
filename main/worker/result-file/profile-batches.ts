/** Reads batches of profiles: their keys, and their scores as columns. Can run in any thread. Results are passed to a sink. */
import { type Json, readProfileKeys } from '../../../shared/results/index.ts';
import type { ChunkSink } from '../../store/project-file/index.ts';
import type { ProfileNumber } from '../list/ordinals.ts';
import { readEntry } from './answer-entry.ts';
import { ProfileScan } from './profile-scan.ts';
import type { ScoreColumns } from './result-file.ts';
import { ScoreBlocks } from './score-blocks.ts';

const NEWLINE = 0x0a;

/** The keys of the profiles of a batch, in order: ID, row number, and name as a `nameKey`; null if a profile has none. */
export interface BatchKeys {
  readonly ids: readonly (string | null)[];
  readonly rows: readonly (number | null)[];
  readonly names: readonly (string | null)[];
  /** Numbers of the unreadable profiles. */
  readonly unreadable: readonly ProfileNumber[];
  /** Numbers of the profiles without any score. */
  readonly withoutScores: readonly ProfileNumber[];
}

/** Reads batch after batch, in order from profile 1. */
export class BatchReader {
  private readonly scores: ScoreBlocks;
  private readonly scan = new ProfileScan();

  /** `sink` receives score blocks and stored columns. */
  constructor(sink: ChunkSink) {
    this.scores = new ScoreBlocks(sink);
  }

  /** Reads newline-separated JSON profiles. `first`: number of the first profile. */
  read(first: ProfileNumber, lines: Buffer): BatchKeys {
    const ids: (string | null)[] = [];
    const rows: (number | null)[] = [];
    const names: (string | null)[] = [];
    const unreadable: ProfileNumber[] = [];
    const withoutScores: ProfileNumber[] = [];
    for (let from = 0, number = first; from < lines.length; number++) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline < 0 ? lines.length : newline;
      let profile: Json;
      if (this.scan.scan(lines, from, end)) {
        profile = this.scan.keys;
        if (!this.scores.addScan(number, this.scan)) withoutScores.push(number);
      } else {
        const { value, problem } = readEntry(lines.toString('utf8', from, end));
        profile = value;
        const hasScore = this.scores.add(number, profile);
        // An unreadable entry was stored as a string.
        if (problem !== null || typeof profile === 'string') unreadable.push(number);
        else if (!hasScore) withoutScores.push(number);
      }
      const { constituentId, row, name } = readProfileKeys(profile);
      ids.push(constituentId);
      rows.push(row);
      names.push(name);
      from = end + 1;
    }
    return { ids, rows, names, unreadable, withoutScores };
  }

  /** Writes everything that remains, and returns the columns that were found. `count`: number of the last profile. */
  finish(count: number): ScoreColumns {
    return this.scores.finish(count);
  }
}
