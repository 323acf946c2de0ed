/** Runs of profiles read: who each of them is, and its scores as columns. Any thread can do it; what comes of it goes to a sink. */
import { readProfileKeys } from '../../../shared/results/answers.ts';
import { type Json, parseJson } from '../../../shared/results/json.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { ChunkSink } from '../../store/project-file/project-file.ts';
import type { ScoreColumns } from './result-file.ts';
import { ScoreBlocks } from './score-blocks.ts';

const NEWLINE = 0x0a;

/** What the profiles of a run tell of their rows, in their order, null where they tell nothing: ID, row number, name (`nameKey`). */
export interface RunKeys {
  readonly ids: readonly (string | null)[];
  readonly rows: readonly (number | null)[];
  readonly names: readonly (string | null)[];
}

/** The value of one entry of an answer. `parse` may be faster than `parseJson`. @throws ANSWER_TRUNCATED when it is not JSON. */
export function parseElement(bytes: Buffer, parse: (text: string) => Json = parseJson): Json {
  try {
    return parse(bytes.toString('utf8'));
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
    const names: (string | null)[] = [];
    for (let from = 0, number = first; from < lines.length; number++) {
      const newline = lines.indexOf(NEWLINE, from);
      const end = newline < 0 ? lines.length : newline;
      const line = lines.subarray(from, end);
      const profile = parseElement(line, JSON.parse);
      this.scores.add(number, profile);
      const found = readProfileKeys(profile);
      const { constituentId, row, name } = found.exact ? found : readProfileKeys(parseElement(line));
      ids.push(constituentId);
      rows.push(row);
      names.push(name);
      from = end + 1;
    }
    return { ids, rows, names };
  }

  /** Writes what is left; `count` is the number of the last profile. Answers what was found of the columns. */
  finish(count: number): ScoreColumns {
    return this.scores.finish(count);
  }
}
