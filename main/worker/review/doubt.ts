/** How uncertain the match of each scored row is, 0 to 1. */
import { matchColumn, parseJson, readEchoedFields } from '../../../shared/results/index.ts';
import { doubtByEcho, showsPerson } from './comparison.ts';
import type { Output } from '../../../shared/contract/index.ts';
import { FIRST_INDEX, type ListIndex, NO_PROFILE } from '../list/ordinals.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import { PairReader } from './pair-reader.ts';

type ReviewView = Output<'review.get'>;

/** Number of profiles to read to find out whether the service echoes names or addresses. */
const SAMPLED = 200;
/** Rows to compare in one step, when all profiles must be read. */
const ROWS_PER_STEP = 256;
/** The doubt of a match without a number, and of a profile without a name or address. */
const UNKNOWN = 1;

/** Values by list index. */
export interface Doubts {
  readonly by: ReviewView['doubtBy'];
  readonly values: Float64Array;
  /** The match numbers, NaN where there is none; null if the service returns none. */
  readonly matches: Float64Array | null;
}

function echoes({ results }: ScreeningReader): boolean {
  let seen = 0;
  for (const profile of results.matches) {
    if (profile === NO_PROFILE) continue;
    const json = results.profileJson(profile);
    if (json !== null && showsPerson(readEchoedFields(parseJson(json)))) return true;
    if (++seen >= SAMPLED) return false;
  }
  return false;
}

function byMatch(screening: ScreeningReader, key: string): Doubts | null {
  const { columns, results } = screening;
  const column = columns.column(key);
  if (column.type !== 'number') return null;
  const values = new Float64Array(results.matches.length);
  const matches = new Float64Array(values.length);
  for (let index = FIRST_INDEX; index < values.length; index++) {
    const match = column.values[results.matches[index]!]!;
    matches[index] = match;
    values[index] = Number.isNaN(match) ? UNKNOWN : Math.min(1, Math.max(0, (100 - match) / 100));
  }
  return { by: 'match', values, matches };
}

/** When all profiles must be read, yields once per `ROWS_PER_STEP` rows. */
export function* findDoubts(screening: ScreeningReader): Generator<void, Doubts> {
  const { results } = screening;
  const key = matchColumn(results.columns)?.key ?? null;
  const matched = key === null ? null : byMatch(screening, key);
  if (matched !== null) return matched;
  const values = new Float64Array(results.matches.length).fill(UNKNOWN);
  if (!echoes(screening)) return { by: 'none', values, matches: null };
  const pairs = new PairReader(screening);
  for (let index = 0 as ListIndex; index < values.length; index++) {
    if (index % ROWS_PER_STEP === 0) yield;
    const present = pairs.at(index);
    if (present !== null) values[index] = doubtByEcho(present.ours, readEchoedFields(present.profile)) ?? UNKNOWN;
  }
  return { by: 'echo', values, matches: null };
}
