/** Collects score columns from the values of each profile and writes them as row blocks, in the format of the sheet. */
import {
  type Json,
  type Leaf,
  ValuePath,
  type ValueType,
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
import type { ScoreColumns } from './result-file.ts';

interface Column {
  readonly key: string;
  type: ValueType | null;
  filled: number;
  min: number | null;
  max: number | null;
  /** False for values that are no scores, such as IDs and dates. */
  readonly canBeScore: boolean;
  /** The whole column that also stores the values; null for none. */
  readonly whole: ColumnBuilder | null;
}

const KINDS: Readonly<Record<ValueType, CellKind>> = {
  number: CellKind.Number,
  date: CellKind.DateTime,
  flag: CellKind.Boolean,
  text: CellKind.Text,
};

export class ScoreBlocks {
  private readonly file: ChunkSink;
  /** The tree of value paths with the column number of each; equal paths share a column. */
  private readonly paths = new ValuePath();
  private readonly byKey = new Map<string, number>();
  private readonly columns: Column[] = [];
  private readonly builder = new RowBlockBuilder();
  /** Null when scores are added to a file that already has some. */
  private readonly columnCache: ColumnCacheWriter | null;
  /** Position of the current profile in the whole columns. */
  private position = 0;
  private seq = 0;
  private first = 1;
  /** Columns that the profile fills: a profile may fill a few of thousands. */
  private filled: number[] = [];
  private inOrder = true;
  private lastFilled = -1;
  private hasScore = false;
  private readonly cells: string[] = [];
  private readonly kinds: CellKind[] = [];
  private readonly addValue = (path: ValuePath, value: Leaf): void => {
    if (path.column < 0) path.column = this.columnOf(path.path);
    const index = path.column;
    const text = valueText(value);
    if (text === '') return;
    const column = this.columns[index]!;
    const type = typeOfValue(value);
    column.filled += 1;
    if (!this.hasScore && column.canBeScore && isScoreValue(text, type)) this.hasScore = true;
    // A column with mixed values becomes text; the values are stored unchanged.
    if (column.type === null) column.type = type;
    else if (column.type !== type) column.type = 'text';
    if (type === 'number') {
      const number = Number(value);
      if (column.min === null || number < column.min) column.min = number;
      if (column.max === null || number > column.max) column.max = number;
    }
    if (index <= this.lastFilled) this.inOrder = false;
    this.lastFilled = index;
    this.filled.push(index);
    if (column.whole?.isCacheable === true) column.whole.set(this.position, value, text);
    this.cells[index] = text;
    this.kinds[index] = type === 'date' && text.length === 10 ? CellKind.Date : KINDS[type];
  };

  /** `present`: the columns, profiles and score blocks that the file already holds. */
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

  /** Adds the values of the profile with this number, from 1. Returns whether one of them is a score. */
  add(number: number, profile: Json): boolean {
    this.hasScore = false;
    this.filled.length = 0;
    this.inOrder = true;
    this.lastFilled = -1;
    this.position = this.columnCache?.begin(number) ?? 0;
    walkValues(profile, this.paths, this.addValue);
    if (!this.inOrder) this.filled = [...new Set(this.filled)].sort((a, b) => a - b);
    this.builder.beginRow(number);
    for (const column of this.filled) this.builder.cellText(column, this.kinds[column]!, this.cells[column]!);
    if (this.builder.endRow()) this.flush(number);
    return this.hasScore;
  }

  private flush(last: number): void {
    const block = this.builder.finish();
    if (block === null) return;
    this.file.write('scores', blockPlace(block, this.seq, this.first), compress(block.bytes));
    this.seq += 1;
    this.first = last + 1;
  }

  /** Writes what is left and returns the columns found. */
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
