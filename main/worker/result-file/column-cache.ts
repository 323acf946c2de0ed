/**
 * Stores the score columns that are shown first as whole columns, in addition to the score blocks, so that sorting and paging a million
 * rows reads no blocks. A column has one number per profile, NaN for no value: the value itself, or for text columns an index into the
 * column's texts.
 */
import { z } from 'zod';
import { freeBytes, mappedSize } from '../../../shared/base/index.ts';
import { type Leaf, WrittenNumber, isShownFirst, valueText } from '../../../shared/results/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { ChunkSink, NamedPart, ProjectFile } from '../../store/project-file/index.ts';
import { compress, decompress } from './compression.ts';
import type { ScoreColumns } from './result-file.ts';

/** Number of values per chunk. The last chunk of a column has only as many as there are profiles. */
const CHUNK_VALUES = 16_384;
/** Number of values per column for which there is memory at first, and by how much it grows. Most lists are short. */
const FIRST_VALUES = 256;
const GROWTH = 4;
/** Distance between the first chunk numbers of two columns, which is more than the number of chunks of a column. */
const COLUMN_STRIDE = 1 << 16;
/** Maximum number of columns that are shown first, and, for a service with its own names, of the first columns that arrive. */
const MAX_SHOWN = 16;
const MAX_FIRST = 12;
/** A column with more texts, or longer ones, does not contain ratings. */
const MAX_TEXTS = 2000;
const MAX_TEXT_LENGTH = 100;

/** Name of the index in the project file. */
const INDEX_NAME = 'keptColumns' satisfies NamedPart;
const ColumnIndex = z.array(z.object({ key: z.string(), seq: z.int(), texts: z.array(z.string()).nullable() }));
type ColumnIndex = z.infer<typeof ColumnIndex>;

const memoryFor = (values: number) => new ArrayBuffer(mappedSize((MAX_SHOWN + MAX_FIRST) * values * Float64Array.BYTES_PER_ELEMENT));

/** One column that is being written. */
export class ColumnBuilder {
  /** One number for each profile of the chunk; NaN until it has a value. */
  values: Float64Array;
  readonly seq: number;
  texts: Map<string, number> | null = null;
  hasNumbers = false;
  /** False once the column turns out not to be worth storing. */
  isCacheable = true;
  /** Index of the text that was set most recently. */
  private last = 0;

  constructor(seq: number, values: Float64Array) {
    this.seq = seq;
    this.values = values.fill(Number.NaN);
  }

  /** Continues in larger memory. */
  moveTo(values: Float64Array): void {
    values.fill(Number.NaN).set(this.values);
    this.values = values;
  }

  set(at: number, value: Leaf, text: string): void {
    // The column stores doubles, which would change the digits of such a number.
    if (value instanceof WrittenNumber) {
      this.isCacheable = false;
      return;
    }
    if (typeof value === 'number') {
      this.hasNumbers = true;
      this.isCacheable = this.texts === null;
      this.values[at] = value;
      return;
    }
    this.texts ??= new Map();
    let number = this.texts.get(text);
    if (number === undefined) this.texts.set(text, (number = this.texts.size));
    this.values[at] = this.last = number;
    this.isCacheable = !this.hasNumbers && text.length <= MAX_TEXT_LENGTH && this.texts.size <= MAX_TEXTS;
  }

  /** Sets the text that was set most recently. */
  repeat(at: number): void {
    this.values[at] = this.last;
  }
}

/** Stores columns as profiles arrive, in ascending order of their numbers, from 1. */
export class ColumnCacheWriter {
  private readonly file: ChunkSink;
  private readonly columns = new Map<string, ColumnBuilder>();
  /** Number of values per column for which there is memory. */
  private capacity = FIRST_VALUES;
  /** The current chunk of every column in one piece of memory, because the C library would not return the memory of separate ones. */
  private memory = memoryFor(FIRST_VALUES);
  private shown = 0;
  private first = 0;
  /** Profile number of the first value in the current chunk. */
  private from = 1;
  /** Number of profiles in the current chunk. */
  private used = 0;

  constructor(file: ChunkSink) {
    this.file = file;
    file.clear('columns');
    file.putValue(INDEX_NAME, []);
  }

  /** The builder for a column; null when the column is not stored. Called once per column, when its first value arrives. */
  column(key: string): ColumnBuilder | null {
    const isShown = isShownFirst(key);
    if (isShown ? this.shown >= MAX_SHOWN : this.first >= MAX_FIRST) return null;
    if (isShown) this.shown += 1;
    else this.first += 1;
    const number = this.columns.size;
    const column = new ColumnBuilder(number * COLUMN_STRIDE, this.valuesOf(number));
    this.columns.set(key, column);
    return column;
  }

  /** Memory for the values of the column with this number. */
  private valuesOf(number: number): Float64Array {
    return new Float64Array(this.memory, number * this.capacity * Float64Array.BYTES_PER_ELEMENT, this.capacity);
  }

  /** Starts the values of this profile. Returns the index at which to set them. */
  begin(profile: number): number {
    while (profile - this.from >= CHUNK_VALUES) {
      this.reserve(CHUNK_VALUES);
      this.flush();
    }
    const at = profile - this.from;
    this.reserve(at + 1);
    return at;
  }

  /** Makes room for this many profiles in the current chunk. */
  private reserve(used: number): void {
    this.used = used;
    if (used <= this.capacity) return;
    while (this.capacity < used) this.capacity = Math.min(this.capacity * GROWTH, CHUNK_VALUES);
    this.memory = memoryFor(this.capacity);
    for (const [number, column] of [...this.columns.values()].entries()) column.moveTo(this.valuesOf(number));
  }

  private flush(): void {
    const part = (this.from - 1) / CHUNK_VALUES;
    for (const { isCacheable, seq, values } of this.columns.values()) {
      if (!isCacheable) continue;
      const packed = compress(new Uint8Array(values.buffer, values.byteOffset, this.used * Float64Array.BYTES_PER_ELEMENT));
      this.file.write('columns', { seq: seq + part, first: this.from, count: this.used, low: 0, high: 0 }, packed);
      values.fill(Number.NaN);
    }
    this.from += CHUNK_VALUES;
  }

  /** Writes the last chunk and the index of columns. */
  finish(): void {
    this.flush();
    const index: ColumnIndex = [];
    for (const [key, { isCacheable, seq, texts, hasNumbers }] of this.columns)
      if (isCacheable && (hasNumbers || texts !== null)) index.push({ key, seq, texts: texts === null ? null : [...texts.keys()] });
    this.file.putValue(INDEX_NAME, index);
  }
}

function numberOf(text: string): number | WrittenNumber {
  const value = Number(text);
  return valueText(value) === text ? value : new WrittenNumber(text);
}

/** Rebuilds the stored columns from the score blocks, after scores were added. `columns`: the columns of the blocks, in order. */
export function rebuildColumnCache(file: ProjectFile, columns: ScoreColumns, blocks: Iterable<RowBlock>): void {
  const writer = new ColumnCacheWriter(file);
  const builders: (ColumnBuilder | null | undefined)[] = [];
  for (const block of blocks)
    for (let row = 0; row < block.rowCount; row++) {
      const at = writer.begin(block.rowNumber(row));
      for (const [index, { key, type }] of columns.entries()) {
        if (builders[index] === null) continue;
        const text = block.text(row, index);
        if (text === '') continue;
        const column = (builders[index] ??= writer.column(key));
        if (column?.isCacheable === true) column.set(at, type === 'number' ? numberOf(text) : text, text);
      }
    }
  writer.finish();
}

/** A stored column. */
export interface CachedColumn {
  /** Indexed by profile number; NaN for no value. */
  readonly values: Float64Array;
  /** Null for a column of numbers. */
  readonly texts: readonly string[] | null;
}

/** Reads stored columns. */
export class ColumnCache {
  private readonly file: ProjectFile;
  private readonly index: ReadonlyMap<string, ColumnIndex[number]>;

  constructor(file: ProjectFile) {
    this.file = file;
    this.index = new Map(ColumnIndex.parse(file.getValue(INDEX_NAME) ?? []).map((column) => [column.key, column]));
  }

  has(key: string): boolean {
    return this.index.has(key);
  }

  /** Reads the column for this many profiles; null when it is not stored. */
  read(key: string, profiles: number): CachedColumn | null {
    const column = this.index.get(key);
    if (column === undefined) return null;
    const values = new Float64Array(profiles + 1).fill(Number.NaN);
    for (let first = 1, seq = column.seq; first <= profiles; first += CHUNK_VALUES, seq++) {
      const bytes = this.file.read('columns', seq);
      // A column that first appeared in a later profile has no earlier chunks.
      if (bytes === null) continue;
      const plain = decompress(bytes, this.file, 'columns');
      // Damaged: the score blocks have the same values.
      if (plain === null) return null;
      const part = new Float64Array(new Uint8Array(plain).buffer);
      freeBytes(plain);
      values.set(part.subarray(0, profiles + 1 - first), first);
      freeBytes(new Uint8Array(part.buffer));
    }
    return { values, texts: column.texts };
  }
}

/** Removes the stored columns before scores are added. Until they are rebuilt, columns are read from the score blocks. */
export function clearColumnCache(file: ChunkSink): void {
  file.clear('columns');
  file.putValue(INDEX_NAME, []);
}
