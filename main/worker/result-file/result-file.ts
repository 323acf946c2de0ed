/** Reads the stored results of a project for pages, distributions and exports. */
import { z } from 'zod';
import { freeBytes } from '../../../shared/base/index.ts';
import type { Counts } from '../../../shared/project/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import type { ChunkPlace, NamedPart, ProjectFile } from '../../store/project-file/index.ts';
import {
  FIRST_INDEX,
  FIRST_PROFILE,
  type ListIndex,
  type Matches,
  NO_INDEX,
  NO_PROFILE,
  byListIndex,
  numbersOf,
  type ProfileNumber,
  type AnySheetRow,
  type SheetRows,
} from '../list/ordinals.ts';
import { readSentRows } from '../submit/sent-rows.ts';
import { decompress } from './compression.ts';
import { lastAnswer, lastByOrder, linkedOrderRows, type ProfileFlaws, profileFlaws } from './result-values.ts';
import { type BlockRow, placeWith, rowIn } from '../list/stored-rows.ts';

/** The score columns that were found as the profiles arrived. */
export const ScoreColumns = z.array(
  z.object({
    key: z.string(),
    type: z.enum(['number', 'date', 'flag', 'text']),
    filled: z.int(),
    min: z.number().nullable(),
    max: z.number().nullable(),
  }),
);
export type ScoreColumns = z.infer<typeof ScoreColumns>;

/** An error that the service reported for a row. */
export const StoredRowError = z.object({
  /** `NO_INDEX` when the answer does not prove which row it is. */
  index: z.int() as unknown as z.ZodType<ListIndex>,
  /** The row number and constituent ID from the service. */
  row: z.int().nullable(),
  id: z.string().nullable(),
  field: z.string().nullable(),
  code: z.string().nullable(),
  message: z.string(),
  value: z.string().nullable(),
});
export type StoredRowError = z.infer<typeof StoredRowError>;

/** Number of profiles per chunk: few enough to open one person at once, and enough to compress well. */
export const PROFILES_PER_CHUNK = 256;
/** Number of entries per chunk of the matches. */
export const MATCH_CHUNK = 65_536;

/**
 * The JSON texts of a chunk of profiles; null when the file does not have it, or when it is damaged and the file is tolerant.
 * @throws PROJECT_PART_DAMAGED
 */
export function readProfiles(file: ProjectFile, seq: number): string[] | null {
  const packed = file.read('profiles', seq);
  const bytes = packed === null ? null : decompress(packed, file, 'profiles');
  return bytes === null ? null : bytes.toString('utf8').split('\n');
}

/** First four bytes of every zstd frame. */
const ZSTD_MAGIC = 0xfd2fb528;

/** Same as `readProfiles`, for a score block. */
export function unpackScores(file: ProjectFile, packed: Buffer): RowBlock | null {
  const bytes = packed.readUInt32LE(0) === ZSTD_MAGIC ? decompress(packed, file, 'scores') : packed;
  return bytes === null ? null : new RowBlock(bytes);
}

const CACHED_BLOCKS = 64;

/** The name of the value that a project file has once it has results. */
const COLUMNS = 'scoreColumns' satisfies NamedPart;

/** Stores the score columns, which marks the file as one with results. */
export function storeScoreColumns(file: ProjectFile, columns: ScoreColumns): void {
  file.putValue(COLUMNS, columns);
}

export const hasResults = (file: ProjectFile): boolean => file.getValue(COLUMNS) !== undefined;

/** @throws PROJECT_FILE_DAMAGED when the file has no results, because it is a copy from before they were stored */
export class ResultFile {
  readonly rows: SheetRows;
  /** The profile of each list index. Profiles without scores are left out. */
  readonly matches: Matches;
  readonly columns: ScoreColumns;
  /** Number of profiles, including unmatched ones. */
  readonly profiles: number;
  readonly flaws: ProfileFlaws;
  /** Number of entries of the last answer that were neither profiles nor row errors. */
  readonly notRead: number;
  /** By profile number; null if there are no flaws. */
  private readonly isFlawed: Uint8Array | null;
  private readonly file: ProjectFile;
  private readonly scorePlaces: readonly ChunkPlace[];
  /** The place of the score block that was read last, because most callers read in order. */
  private lastPlace: ChunkPlace | null = null;
  private readonly blocks = new Map<number, RowBlock>();
  /** The chunk of profiles that was read last, because most callers read in order. */
  private lastChunk: { readonly seq: number; readonly texts: readonly string[] } | null = null;
  private errorsByIndex: Map<ListIndex, StoredRowError[]> | null = null;
  private byOrder: { readonly last: number; readonly linked: ReadonlySet<number> } | null = null;

  constructor(file: ProjectFile) {
    this.file = file;
    // Checked before `hold`, because a writer must not wait for a reader of a file without results.
    if (!hasResults(file) && !file.isTolerant) throw file.damaged('is an older copy without the saved results');
    file.hold();
    this.rows = readSentRows(file);
    this.matches = byListIndex<ProfileNumber>(this.rows.length);
    for (const { place, bytes } of file.passingChunks('matches')) {
      // Matches of rows whose sheet rows are lost cannot be used.
      if (file.isTolerant && place.first >= this.rows.length) break;
      this.matches.set(numbersOf(bytes), place.first);
    }
    this.columns = ScoreColumns.parse(file.getValue(COLUMNS) ?? []);
    this.scorePlaces = file.places('scores');
    this.profiles = file.places('profiles').reduce((sum, { count }) => sum + count, 0);
    this.flaws = profileFlaws(file);
    this.notRead = lastAnswer(file)?.notRead ?? 0;
    this.isFlawed = this.flawedProfiles();
    if (this.isFlawed !== null)
      this.matches.forEach((profile, index) => (this.matches[index] = this.isFlawed![profile] === 1 ? NO_PROFILE : profile));
  }

  private flawedProfiles(): Uint8Array | null {
    const { unreadable, withoutScores } = this.flaws;
    if (unreadable.length === 0 && withoutScores.length === 0) return null;
    const flawed = new Uint8Array(this.profiles + 1);
    for (const profile of unreadable) flawed[profile] = 1;
    for (const [first, last] of withoutScores) flawed.fill(1, first, last + 1);
    return flawed;
  }

  /** True for a profile that gives no scores to a row, because it is unreadable or has none. */
  hasNoResult(profile: ProfileNumber): boolean {
    return this.isFlawed !== null && this.isFlawed[profile] === 1;
  }

  /** Number of profiles without scores. */
  get withoutScores(): number {
    return this.flaws.withoutScores.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  }

  /** The score block that contains a profile, and the row in it; null for a profile without scores. */
  scores(profile: ProfileNumber): BlockRow | null {
    const last = this.lastPlace;
    const isInLast = last !== null && profile >= last.low && profile <= last.high;
    const place = isInLast ? last : placeWith(this.scorePlaces, profile);
    this.lastPlace = place;
    const block = place === null ? null : this.scoreBlock(place.seq);
    const row = block === null ? -1 : rowIn(block, profile);
    return block === null || row < 0 ? null : { block, row };
  }

  private scoreBlock(seq: number): RowBlock | null {
    const cached = this.blocks.get(seq);
    if (cached !== undefined) return cached;
    const bytes = this.file.read('scores', seq);
    if (bytes === null) return null;
    const block = unpackScores(this.file, bytes);
    if (block === null) return null;
    if (this.blocks.size >= CACHED_BLOCKS) this.blocks.delete(this.blocks.keys().next().value!);
    this.blocks.set(seq, block);
    return block;
  }

  /** All score blocks in order, to read a whole column. Each block is valid until the next iteration. */
  *scoreBlocks(): Generator<RowBlock> {
    for (const { bytes } of this.file.chunks('scores')) {
      const block = unpackScores(this.file, bytes);
      if (block === null) continue;
      yield block;
      freeBytes(block.bytes);
    }
  }

  /** The JSON text of a profile as received. */
  profileJson(profile: ProfileNumber): string | null {
    const seq = Math.floor((profile - 1) / PROFILES_PER_CHUNK);
    if (this.lastChunk?.seq !== seq) this.lastChunk = { seq, texts: readProfiles(this.file, seq) ?? [] };
    return this.lastChunk.texts[(profile - 1) % PROFILES_PER_CHUNK] ?? null;
  }

  /** Row errors by list index. Errors without a list index are under `NO_INDEX`. */
  errors(): ReadonlyMap<ListIndex, readonly StoredRowError[]> {
    if (this.errorsByIndex === null) {
      this.errorsByIndex = new Map();
      for (const { bytes } of this.file.chunks('rowErrors'))
        for (const stored of JSON.parse(bytes.toString('utf8')) as unknown[]) {
          const error = StoredRowError.parse(stored);
          const list = this.errorsByIndex.get(error.index);
          if (list === undefined) this.errorsByIndex.set(error.index, [error]);
          else list.push(error);
        }
    }
    return this.errorsByIndex;
  }

  /** Number of refused rows without a list index. Several errors of one row count once. */
  get unplaced(): number {
    return new Set((this.errors().get(NO_INDEX) ?? []).map(({ row, id }) => `${row ?? ''}\t${id ?? ''}`)).size;
  }

  /** The outcome of a list index. */
  outcome(index: ListIndex): 'scored' | 'refused' | 'unknown' {
    if (this.matches[index] !== 0) return 'scored';
    return this.errors().has(index) ? 'refused' : 'unknown';
  }

  /** True for a row whose profile was joined by order, in this project or in a linked project. */
  isByOrder(index: ListIndex): boolean {
    const { last, linked } = (this.byOrder ??= { last: lastByOrder(this.file), linked: linkedOrderRows(this.file) });
    const profile = this.matches[index]!;
    return profile !== 0 && (profile <= last || linked.has(this.rows[index]!));
  }

  /** Numbers of the profiles that match no row, except profiles without scores. */
  unmatchedProfiles(): ProfileNumber[] {
    const matched = new Uint8Array(this.profiles + 1);
    for (const [first, last] of this.flaws.withoutScores) matched.fill(1, first, last + 1);
    for (const profile of this.matches) matched[profile] = 1;
    const numbers: ProfileNumber[] = [];
    for (let profile = FIRST_PROFILE; profile <= this.profiles; profile++) if (matched[profile] === 0) numbers.push(profile);
    return numbers;
  }
}

/** The list index of a sheet row. `rows`: the rows that were sent, in sheet order. `NO_INDEX` for any other row. */
export function listIndexOf(rows: SheetRows, row: AnySheetRow): ListIndex {
  let low = FIRST_INDEX;
  let high = rows.length;
  while (low < high) {
    const middle = ((low + high) >> 1) as ListIndex;
    if (rows[middle]! < row) low = (middle + 1) as ListIndex;
    else high = middle;
  }
  return rows[low] === row ? low : NO_INDEX;
}

/** Number of rows by outcome, and of profiles that match no row. */
export function countsOf(results: ResultFile): Counts {
  const counts = { submitted: results.rows.length, scored: 0, refused: 0, unknown: 0, unmatched: 0 };
  for (let index = FIRST_INDEX; index < results.rows.length; index++) counts[results.outcome(index)] += 1;
  return { ...counts, unmatched: results.profiles - results.withoutScores - counts.scored };
}
