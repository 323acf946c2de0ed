/** Collects score columns from the values of the profiles, and writes them as row blocks, in the same format as rows of a sheet. */
import {
  type Json,
  type Leaf,
  ValuePath,
  type ValueType,
  canBeDate,
  canBeScore,
  isScoreValue,
  typeOfValue,
  valueText,
  walkValues,
} from '../../../shared/results/index.ts';
import { CellKind, RowBlockBuilder } from '../../spreadsheet/index.ts';
import type { ChunkSink } from '../../store/project-file/index.ts';
import { blockPlace } from '../list/stored-rows.ts';
import { clearColumnCache, ColumnCacheWriter, type ColumnBuilder } from './column-cache.ts';
import { compress } from './compression.ts';
import type { ProfileScan } from './profile-scan.ts';
import type { ScoreColumns } from './result-file.ts';

interface Column {
  readonly key: string;
  type: ValueType | null;
  filled: number;
  min: number | null;
  max: number | null;
  /** False for values that are not scores, such as IDs and dates. */
  readonly canBeScore: boolean;
  /** The whole column in which the values are also stored; null for none. */
  readonly whole: ColumnBuilder | null;
}

const KINDS: Readonly<Record<ValueType, CellKind>> = {
  number: CellKind.Number,
  date: CellKind.DateTime,
  flag: CellKind.Boolean,
  text: CellKind.Text,
};

/** In bytes. For texts from this length on, a native call copies faster than a loop. */
const LONG = 48;

function widen(column: Column, number: number): void {
  if (column.min === null || number < column.min) column.min = number;
  if (column.max === null || number > column.max) column.max = number;
}

export class ScoreBlocks {
  private readonly file: ChunkSink;
  /** The tree of value paths with their column numbers. Equal paths share a column. */
  private readonly paths = new ValuePath();
  private readonly byKey = new Map<string, number>();
  private readonly columns: Column[] = [];
  private readonly builder = new RowBlockBuilder();
  /** Null when scores are added to a file that already has scores. */
  private readonly columnCache: ColumnCacheWriter | null;
  /** Index of the current profile in the whole columns. */
  private position = 0;
  private seq = 0;
  private first = 1;
  /** Columns that the current profile fills. It may fill only a few of thousands. */
  private filled: number[] = [];
  private inOrder = true;
  private lastFilled = -1;
  private hasScore = false;
  /** The bytes that contain the texts of scanned profiles. */
  private bytes: Buffer = Buffer.alloc(0);
  /** The cell of each column; null if its text is in `bytes`, from `starts` to `ends`. */
  private readonly cells: (string | null)[] = [];
  private readonly starts: number[] = [];
  private readonly ends: number[] = [];
  private readonly kinds: CellKind[] = [];
  private readonly addValue = (path: ValuePath, value: Leaf): void => {
    if (path.column < 0) path.column = this.columnOf(path.path);
    this.addLeaf(path.column, value);
  };

  /** `present`: the columns, profiles and score blocks that the file already has. */
  constructor(
    file: ChunkSink,
    present: { readonly columns: ScoreColumns; readonly profiles: number; readonly blocks: number } | null = null,
  ) {
    this.file = file;
    this.columnCache = present === null ? new ColumnCacheWriter(file) : null;
    if (present === null) return;
    clearColumnCache(file);
    this.seq = present.blocks;
    this.first = present.profiles + 1;
    for (const column of present.columns) {
      this.byKey.set(column.key, this.columns.length);
      this.columns.push({ ...column, canBeScore: canBeScore(column.key), whole: null });
    }
  }

  private columnOf(key: string): number {
    const existing = this.byKey.get(key);
    if (existing !== undefined) return existing;
    const index = this.columns.length;
    this.byKey.set(key, index);
    this.columns.push({
      key,
      type: null,
      filled: 0,
      min: null,
      max: null,
      canBeScore: canBeScore(key),
      whole: this.columnCache?.column(key) ?? null,
    });
    return index;
  }

  /** Adds the values of the profile with this number, from 1. Returns whether any of them is a score. */
  add(number: number, profile: Json): boolean {
    this.begin(number);
    walkValues(profile, this.paths, this.addValue);
    return this.end(number);
  }

  /** Same as `add`, for a scanned profile. */
  addScan(number: number, scan: ProfileScan): boolean {
    this.begin(number);
    const { bytes, count, paths, values, starts, ends } = scan;
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.cells.fill('');
    }
    for (let leaf = 0; leaf < count; leaf++) {
      const path = paths[leaf]!;
      if (path.column < 0) path.column = this.columnOf(path.path);
      const value = values[leaf]!;
      const [start, end] = [starts[leaf]!, ends[leaf]!];
      if (value === null) this.addText(path.column, bytes, start, end);
      else if (typeof value === 'number' && end > 0) this.addNumber(path.column, value, start, end);
      else this.addLeaf(path.column, value);
    }
    return this.end(number);
  }

  private begin(number: number): void {
    this.hasScore = false;
    this.filled.length = 0;
    this.inOrder = true;
    this.lastFilled = -1;
    this.position = this.columnCache?.begin(number) ?? 0;
  }

  private end(number: number): boolean {
    if (!this.inOrder) this.filled = [...new Set(this.filled)].sort((a, b) => a - b);
    this.builder.beginRow(number);
    const { bytes } = this;
    for (const column of this.filled) {
      const text = this.cells[column]!;
      if (text === null) this.endBytes(column, bytes, this.starts[column]!, this.ends[column]!);
      else this.builder.cellText(column, this.kinds[column]!, text);
    }
    if (this.builder.endRow()) this.flush(number);
    return this.hasScore;
  }

  private endBytes(column: number, bytes: Buffer, start: number, end: number): void {
    const { builder } = this;
    const kind = this.kinds[column]!;
    if (end - start < LONG) {
      builder.cellBytes(column, kind, bytes, start, end);
      return;
    }
    const memory = builder.reserve(end - start);
    bytes.copy(memory, builder.textLength, start, end);
    builder.commit(column, kind, builder.textLength + end - start, true);
  }

  private addLeaf(index: number, value: Leaf): void {
    const text = valueText(value);
    if (text === '') return;
    const type = typeOfValue(value);
    const column = this.fill(index, type);
    if (!this.hasScore && column.canBeScore && isScoreValue(text, type)) this.hasScore = true;
    if (type === 'number') widen(column, Number(value));
    if (column.whole?.isCacheable === true) column.whole.set(this.position, value, text);
    this.cells[index] = text;
    this.kinds[index] = type === 'date' && text.length === 10 ? CellKind.Date : KINDS[type];
  }

  /** Adds an ASCII text that is in these bytes. */
  private addText(index: number, bytes: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (canBeDate(end - start, bytes[start + 4])) {
      this.addLeaf(index, bytes.toString('latin1', start, end));
      return;
    }
    const column = this.fill(index, 'text');
    const isCached = column.whole?.isCacheable === true;
    if (isCached && this.isAgain(index, bytes, start, end)) column.whole.repeat(this.position);
    else if (isCached) {
      const text = bytes.toString('latin1', start, end);
      column.whole.set(this.position, text, text);
    }
    if (!this.hasScore && column.canBeScore && isScoreValue(bytes.toString('latin1', start, end), 'text')) this.hasScore = true;
    this.putBytes(index, CellKind.Text, start, end);
  }

  /** Whether the column has the same text as in the previous profile that filled it, if that is still in the same bytes. */
  private isAgain(index: number, bytes: Buffer, start: number, end: number): boolean {
    if (this.cells[index] !== null || this.kinds[index] !== CellKind.Text) return false;
    const before = this.starts[index]!;
    if (this.ends[index]! - before !== end - start) return false;
    for (let at = start, other = before; at < end; at++, other++) if (bytes[at] !== bytes[other]) return false;
    return true;
  }

  /** Adds a number. Its text is in the scanned bytes. */
  private addNumber(index: number, value: number, start: number, end: number): void {
    const column = this.fill(index, 'number');
    this.hasScore ||= column.canBeScore;
    widen(column, value);
    if (column.whole?.isCacheable === true) column.whole.set(this.position, value, '');
    this.putBytes(index, CellKind.Number, start, end);
  }

  private putBytes(index: number, kind: CellKind, start: number, end: number): void {
    this.cells[index] = null;
    this.starts[index] = start;
    this.ends[index] = end;
    this.kinds[index] = kind;
  }

  /** Notes that the profile has a value of this type in the column. */
  private fill(index: number, type: ValueType): Column {
    const column = this.columns[index]!;
    column.filled += 1;
    // A column with values of different types becomes text. The values are stored unchanged.
    if (column.type === null) column.type = type;
    else if (column.type !== type) column.type = 'text';
    if (index <= this.lastFilled) this.inOrder = false;
    this.lastFilled = index;
    this.filled.push(index);
    return column;
  }

  private flush(last: number): void {
    const block = this.builder.finish();
    if (block === null) return;
    this.file.write('scores', blockPlace(block, this.seq, this.first), compress(block.bytes));
    this.seq += 1;
    this.first = last + 1;
  }

  /** Writes everything that remains, and returns the columns that were found. */
  finish(last: number): ScoreColumns {
    this.flush(last);
    this.columnCache?.finish();
    return this.columns.map(({ key, type, filled, min, max }) => ({
      key,
      type: type ?? 'text',
      filled,
      ...(type === 'number' ? { min, max } : { min: null, max: null }),
    }));
  }
}
