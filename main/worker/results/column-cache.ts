/**
 * Score columns that are looked at first, kept whole beside the blocks of scores while the profiles come in: a list of a
 * million is sorted by them, and its pages shown, without a block being read.
 *
 * Each is a run of numbers by profile, NaN for none: of a column of numbers its values, of any other one the place of its text
 * in the column's texts.
 */
import { z } from 'zod';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { isShownFirst } from '../../../shared/results/scores.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ChunkSink, ProjectFile } from '../../store/project-file/project-file.ts';
import type { ScoreColumns } from './result-file.ts';

/** Values of a chunk. */
const A_PART = 65_536;
/** Numbers of chunks between one column and the next: a column has fewer. */
const PARTS = 1 << 16;
/** Columns that are kept: those that are shown at first, or where a service has names of its own the first that come. */
const MOST_SHOWN = 16;
const MOST_FIRST = 12;
/** A column with more texts, or longer ones, is no rating. */
const MOST_TEXTS = 2000;
const LONGEST_TEXT = 100;

const NOTE = 'keptColumns';
const KeptNote = z.array(z.object({ key: z.string(), seq: z.int(), texts: z.array(z.string()).nullable() }));
type KeptNote = z.infer<typeof KeptNote>;

/** One column in the making. */
export class Keeping {
  readonly values = new Float64Array(A_PART).fill(Number.NaN);
  readonly seq: number;
  texts: Map<string, number> | null = null;
  hasNumbers = false;
  /** False once it turned out to be no column to keep. */
  wanted = true;

  constructor(seq: number) {
    this.seq = seq;
  }

  set(at: number, value: string | number | boolean, text: string): void {
    if (typeof value === 'number') {
      this.hasNumbers = true;
      this.wanted = this.texts === null;
      this.values[at] = value;
      return;
    }
    this.texts ??= new Map();
    let number = this.texts.get(text);
    if (number === undefined) this.texts.set(text, (number = this.texts.size));
    this.values[at] = number;
    this.wanted = !this.hasNumbers && text.length <= LONGEST_TEXT && this.texts.size <= MOST_TEXTS;
  }
}

/** Keeps columns while profiles come in, in the order of their numbers from 1 on. */
export class KeptColumnsWriter {
  private readonly file: ChunkSink;
  private readonly columns = new Map<string, Keeping>();
  private shown = 0;
  private first = 0;
  /** Number of the profile that the first value of the part in the making belongs to. */
  private from = 1;

  constructor(file: ChunkSink) {
    this.file = file;
    file.clear('columns');
    file.keep(NOTE, []);
  }

  /** Where the values of a column are put; null for one that is not kept. Asked once for a column, when its first value comes. */
  column(key: string): Keeping | null {
    const isShown = isShownFirst(key);
    if (isShown ? this.shown >= MOST_SHOWN : this.first >= MOST_FIRST) return null;
    if (isShown) this.shown += 1;
    else this.first += 1;
    const column = new Keeping(this.columns.size * PARTS);
    this.columns.set(key, column);
    return column;
  }

  /** Says that the values of this profile are next; answers where they are to be set. */
  begin(profile: number): number {
    while (profile - this.from >= A_PART) this.flush();
    return profile - this.from;
  }

  private flush(): void {
    const part = (this.from - 1) / A_PART;
    for (const { wanted, seq, values } of this.columns.values()) {
      if (!wanted) continue;
      const packed = zstdCompressSync(new Uint8Array(values.buffer), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
      this.file.write('columns', { seq: seq + part, first: this.from, count: A_PART, low: 0, high: 0 }, packed);
      values.fill(Number.NaN);
    }
    this.from += A_PART;
  }

  /** Writes what is left. */
  finish(): void {
    this.flush();
    const note: KeptNote = [];
    for (const [key, { wanted, seq, texts, hasNumbers }] of this.columns)
      if (wanted && (hasNumbers || texts !== null)) note.push({ key, seq, texts: texts === null ? null : [...texts.keys()] });
    this.file.keep(NOTE, note);
  }
}

/** Keeps the columns of a file whose scores were added to, out of its blocks. `columns` tells of the cells of a block in their order. */
export function keepColumnsAgain(file: ProjectFile, columns: ScoreColumns, blocks: Iterable<RowBlock>): void {
  const writer = new KeptColumnsWriter(file);
  const keeping: (Keeping | null | undefined)[] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount; row++) {
      const at = writer.begin(block.rowNumber(row));
      for (const [index, { key, type }] of columns.entries()) {
        if (keeping[index] === null) continue;
        const text = block.text(row, index);
        if (text === '') continue;
        const column = (keeping[index] ??= writer.column(key));
        if (column?.wanted === true) column.set(at, type === 'number' ? Number(text) : text, text);
      }
    }
  writer.finish();
}

/** A column as it was kept. */
export interface KeptColumn {
  /** By the number of the profile; NaN for none. */
  readonly values: Float64Array;
  /** Null for a column of numbers. */
  readonly texts: readonly string[] | null;
}

/** The columns that a file has kept. A project of an earlier version has none. */
export class KeptColumns {
  private readonly file: ProjectFile;
  private readonly note: ReadonlyMap<string, KeptNote[number]>;

  constructor(file: ProjectFile) {
    this.file = file;
    this.note = new Map(KeptNote.parse(file.recall(NOTE) ?? []).map((column) => [column.key, column]));
  }

  has(key: string): boolean {
    return this.note.has(key);
  }

  /** Reads the column of so many profiles; null when it was not kept. */
  read(key: string, profiles: number): KeptColumn | null {
    const column = this.note.get(key);
    if (column === undefined) return null;
    const values = new Float64Array(profiles + 1).fill(Number.NaN);
    for (let first = 1, seq = column.seq; first <= profiles; first += A_PART, seq++) {
      const bytes = this.file.read('columns', seq);
      // A column that came later than others has no parts from before it.
      if (bytes === null) continue;
      const part = new Float64Array(new Uint8Array(zstdDecompressSync(bytes)).buffer);
      values.set(part.subarray(0, profiles + 1 - first), first);
    }
    return { values, texts: column.texts };
  }
}

/** Forgets the columns of a file whose scores are about to be added to: they are read out of the blocks again. */
export function forgetKeptColumns(file: ChunkSink): void {
  file.clear('columns');
  file.keep(NOTE, []);
}
