/** Runs of profiles read: who each of them is, and its scores as columns. Any thread can do it; what comes of it goes to a sink. */
import { type Json, readProfileKeys } from '../../../shared/results/answers.ts';
import { AppError } from '../../../shared/errors.ts';
import type { ChunkSink } from '../../store/projectfile.ts';
import type { ScoreColumns } from './resultfile.ts';
import { ScoreBlocks } from './scoreblocks.ts';

const NEWLINE = 0x0a;

/** Whom the profiles of a run are of, in their order: the id and the row number that each tells, null for none. */
export interface RunKeys {
  readonly ids: readonly (string | null)[];
  readonly rows: readonly (number | null)[];
}

/** The value of one entry of an answer. Ends in ANSWER_TRUNCATED when it is no JSON. */
export function parseElement(bytes: Buffer): Json {
  try {
    return JSON.parse(bytes.toString('utf8')) as Json;
  } catch {
    throw new AppError('ANSWER_TRUNCATED', 'One entry in the answer of the service is not well formed; it is asked for again.');
  }
}

/** Reads run after run, in their order from profile 1 on. */
export class RunReader {
  private readonly scores: ScoreBlocks;

  /** Blocks of scores and kept columns are written to `sink`. */
  constructor(sink: ChunkSink) {
    this.scores = new ScoreBlocks(sink);
  }

  /** Reads the JSON texts of profiles, parted by newlines; `first` is the number of the first. Ends in ANSWER_TRUNCATED. */
  read(first: number, lines: Buffer): RunKeys {
    const ids: (string | null)[] = [];
    const rows: (number | null)[] = [];
    for (let from = 0, number = first; from < lines.length; number++) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline < 0 ? lines.length : newline;
      const profile = parseElement(lines.subarray(from, end));
      this.scores.add(number, profile);
      const { constituentId, row } = readProfileKeys(profile);
      ids.push(constituentId);
      rows.push(row);
      from = end + 1;
    }
    return { ids, rows };
  }

  /** Writes what is left; `count` is the number of the last profile. Answers what was found of the columns. */
  finish(count: number): ScoreColumns {
    return this.scores.finish(count);
  }
}
