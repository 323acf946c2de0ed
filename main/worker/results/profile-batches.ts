/** Reads batches of profiles: their keys, and their scores as columns. Runs in any thread; results go to a sink. */
import { readProfileKeys } from '../../../shared/results/profile-keys.ts';
import { isTooDeep, type Json, parseJson } from '../../../shared/results/json.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { ChunkSink } from '../../store/project-file/project-file.ts';
import type { ScoreColumns } from './result-file.ts';
import { ScoreBlocks } from './score-blocks.ts';

const NEWLINE = 0x0a;

/** The keys of the profiles of a batch, in order: ID, row number, and name as a `nameKey`; null where a profile has none. */
export interface BatchKeys {
  readonly ids: readonly (string | null)[];
  readonly rows: readonly (number | null)[];
  readonly names: readonly (string | null)[];
}

/** The value of one entry of an answer. `parse` may be faster than `parseJson`. @throws ANSWER_TRUNCATED when it is not JSON; RESPONSE_UNEXPECTED when it is nested too deeply */
export function parseElement(bytes: Buffer, parse: (text: string) => Json = parseJson): Json {
  const text = bytes.toString('utf8');
  if (isTooDeep(text))
    throw new AppError('RESPONSE_UNEXPECTED', 'One entry in the answer of the service is nested too deeply to be read.', { path: '[][]' });
  try {
    return parse(text);
  } catch {
    throw new AppError(
      'ANSWER_TRUNCATED',
      'One entry in the answer of the service is not well formed. Screening Desk requests the answer again.',
    );
  }
}

/** Reads batch after batch, in order from profile 1. */
export class BatchReader {
  private readonly scores: ScoreBlocks;

  /** `sink` receives score blocks and stored columns. */
  constructor(sink: ChunkSink) {
    this.scores = new ScoreBlocks(sink);
  }

  /** Reads newline-separated JSON profiles; `first` is the number of the first. @throws ANSWER_TRUNCATED when one is not JSON */
  read(first: number, lines: Buffer): BatchKeys {
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

  /** Writes what is left and returns the columns found. `count` is the number of the last profile. */
  finish(count: number): ScoreColumns {
    return this.scores.finish(count);
  }
}
