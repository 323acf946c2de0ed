/** The streams of a project file and the position of their chunks. */

/** Each stream is a sequence of chunks, numbered from 0. */
export type Stream =
  /** Row blocks of the sheet, with its header and titles. */
  | 'rows'
  /** The check. Each chunk has the facts and issues of the rows in eight consecutive chunks of `rows`. */
  | 'check'
  /** Match-key hashes of the same rows, in the same chunks. */
  | 'keys'
  /** Counts of each chunk of `check`, in one chunk. */
  | 'counts'
  /** The user's corrections, in order. */
  | 'edits'
  /** Of each row of the order of people: its decile, and whether it is sent this time; by sheet row (`main/worker/list/best-rows.ts`). */
  | 'order'
  /** Positions of the rows that were sent, in the order of the list. */
  | 'list'
  /** Profiles as the service sent them. */
  | 'profiles'
  /** The values of the profiles as row blocks. The row number is the list index, from 1, or 0 for a profile without a row. */
  | 'scores'
  /** The score columns that are shown first, each stored whole (`main/worker/result-file/column-cache.ts`). */
  | 'columns'
  /** For each list index the number of its profile, from 1. */
  | 'matches'
  /** List indexes by the hash of their ID. */
  | 'ids'
  /** Row errors, parsed. */
  | 'rowErrors'
  /** The service's messages about rows that are sent again. */
  | 'said'
  /** Match-key hashes of the people who were sent, for later lists. */
  | 'people'
  /** Digests of the sent records, for comparing a newer list (`main/worker/prior/baseline-index.ts`). */
  | 'sent'
  /** The values that did not arrive in the other system, as found by the last proof. */
  | 'proof';

/** `first` and `count` are positions in the stream, `low` and `high` the sheet rows of the chunk. */
export interface ChunkPlace {
  readonly seq: number;
  readonly first: number;
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** What a stream holds, for the user. */
const STREAM_NAMES: Readonly<Record<Stream, string>> = {
  rows: 'the rows of the list',
  check: 'the findings of the check',
  keys: 'the keys that find duplicates',
  counts: 'the counts of the check',
  edits: 'the corrections',
  order: 'the order of the people',
  list: 'the record of the rows that were sent',
  profiles: 'the profiles as received',
  scores: 'the scores',
  columns: 'the index of scores',
  matches: 'the record of whose scores they are',
  ids: 'the index of IDs',
  rowErrors: 'the errors of the service',
  said: 'the errors of the service',
  people: 'the index of the people who were scored',
  sent: 'the index of the records that were sent',
  proof: 'the last proof of the write back',
};

const PART_NAMES = {
  ...STREAM_NAMES,
  body: STREAM_NAMES.list,
  scoreColumns: STREAM_NAMES.scores,
  keptColumns: STREAM_NAMES.columns,
  manifest: 'the record of what the file holds',
  changes: 'the latest changes',
};

/** A stream or a value that has a name for the user. */
export type NamedPart = keyof typeof PART_NAMES;

/** `part`: a stream or a value. */
export const nameOfPart = (part: string): string =>
  (PART_NAMES as Readonly<Record<string, string>>)[part] ?? 'what the program notes about the list';
