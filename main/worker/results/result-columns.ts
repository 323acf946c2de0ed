/** Whole columns of the results in typed arrays: score columns by profile number, sheet columns by sheet row. */
import type { ScoreColumn } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { hasValue } from '../../../shared/mapping/index.ts';
import {
  FLAGS_KEY,
  type ResultFilter,
  compareDecimals,
  fieldOfKey,
  headerOfKey,
  isDouble,
  sheetKey,
  valueText,
} from '../../../shared/results/index.ts';
import { CellKind, RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { ColumnCache } from '../result-file/column-cache.ts';
import { LruCache } from '../result-file/lru-cache.ts';
import type { ResultFile } from '../result-file/result-file.ts';
import { PersonFlags } from './person-flags.ts';

/** Most columns in memory: those shown first and some more for sorting and filtering. */
const CACHED_COLUMNS = 16;
/** Sheet blocks that are read to decide whether a column holds numbers. */
const SAMPLED_BLOCKS = 12;

const PLAIN_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

/**
 * A whole column. Texts are ranks of their sorted values, 0 for none. `written`: numbers that are not written as JavaScript writes them.
 * Numbers that a double cannot hold are texts, in the order of their values.
 */
export type Column = { readonly by: 'profile' | 'row' } & (
  | { readonly type: 'number'; readonly values: Float64Array; readonly written?: ReadonlyMap<number, string> }
  | { readonly type: 'text'; readonly ranks: Uint32Array; readonly texts: readonly string[] }
);

/** Collects texts by position and sorts them at the end. */
class TextColumnBuilder {
  private readonly numbers = new Map<string, number>();
  private readonly ranks: Uint32Array;

  constructor(length: number) {
    this.ranks = new Uint32Array(length);
  }

  set(index: number, text: string): void {
    let number = this.numbers.get(text);
    if (number === undefined) this.numbers.set(text, (number = this.numbers.size + 1));
    this.ranks[index] = number;
  }

  sorted(compare: (one: string, other: string) => number = new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare): {
    readonly ranks: Uint32Array;
    readonly texts: readonly string[];
  } {
    const { numbers, ranks } = this;
    const texts = [...numbers.keys()].sort(compare);
    const rankOf = new Uint32Array(numbers.size + 1);
    for (const [rank, text] of texts.entries()) rankOf[numbers.get(text)!] = rank + 1;
    for (let index = 0; index < ranks.length; index++) ranks[index] = rankOf[ranks[index]!]!;
    return { ranks, texts: ['', ...texts] };
  }
}

export class ResultColumns {
  private readonly file: ProjectFile;
  private readonly results: ResultFile;
  private readonly source: Pick<ListSource, 'plan' | 'sheetLayout'>;
  private readonly headers: readonly string[];
  private readonly cache = new LruCache<Column>(CACHED_COLUMNS);
  private readonly scoreAt: ReadonlyMap<string, number>;
  private readonly columnCache: ColumnCache;
  private sheetTypes: readonly ('number' | 'text')[] | null = null;

  constructor(file: ProjectFile, results: ResultFile, source: Pick<ListSource, 'plan' | 'sheetLayout'>) {
    this.file = file;
    this.results = results;
    this.source = source;
    this.headers = source.sheetLayout.headers;
    this.columnCache = new ColumnCache(file);
    this.scoreAt = new Map(results.columns.map(({ key }, index) => [key, index]));
  }

  /** Position of a score column by its path; -1 for none. */
  scoreIndex(key: string): number {
    return this.scoreAt.get(key) ?? -1;
  }

  /** Position of a sheet column by its key; -1 for none. */
  sheetIndex(key: string): number {
    const header = headerOfKey(key);
    return header === null ? -1 : this.headers.indexOf(header);
  }

  /** The sheet's own columns, for filtering and sorting. */
  ofSheet(): Pick<ScoreColumn, 'key' | 'title' | 'type'>[] {
    return this.headers.map((title, index) => ({ key: sheetKey(title), title, type: this.sheetType(index) }));
  }

  private sheetType(index: number): 'number' | 'text' {
    this.sheetTypes ??= this.findSheetTypes();
    return this.sheetTypes[index] ?? 'text';
  }

  private findSheetTypes(): ('number' | 'text')[] {
    const types = Array.from<'none' | 'number' | 'text'>({ length: this.headers.length }).fill('none');
    const first = this.results.rows[0] ?? 0;
    for (const { seq } of this.file.places('rows').slice(0, SAMPLED_BLOCKS)) {
      const block = new RowBlock(this.file.read('rows', seq)!);
      for (let row = 0; row < block.rowCount; row++) {
        if (block.rowNumber(row) < first) continue;
        for (const index of types.keys()) {
          const text = block.text(row, index);
          if (text === '' || types[index] === 'text') continue;
          types[index] = block.kind(row, index) !== CellKind.Boolean && PLAIN_NUMBER.test(text) ? 'number' : 'text';
        }
      }
    }
    return types.map((type) => (type === 'number' ? 'number' : 'text'));
  }

  /** The column for a key; an unknown key gives an empty column. */
  column(key: string): Column {
    return this.cache.getOrCreate(key, () => {
      const field = fieldOfKey(key);
      if (field !== null) return this.readField(field);
      if (key === FLAGS_KEY) return this.readFlags();
      return headerOfKey(key) === null ? this.readScores(key) : this.readSheet(key);
    });
  }

  private get lastRow(): number {
    return this.file.places('rows').at(-1)?.high ?? 0;
  }

  private readField(field: FieldKey): Column {
    const index = FIELD_INDEX[field];
    const { type } = fieldOf(field);
    const isNumber = type === 'amount' || type === 'count';
    const values = isNumber ? new Float64Array(this.lastRow + 1).fill(Number.NaN) : null;
    const texts = isNumber ? null : new TextColumnBuilder(this.lastRow + 1);
    const records = new RecordReader(this.source.plan, new Edits(this.file), new Set([index]));
    for (const { bytes } of this.file.chunks('rows')) {
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const record = records.of(block, row);
        if (!hasValue(record, index)) continue;
        if (values !== null) values[block.rowNumber(row)] = Number(record.values[index]);
        else texts!.set(block.rowNumber(row), record.values[index]!);
      }
    }
    return values === null ? { by: 'row', type: 'text', ...texts!.sorted() } : { by: 'row', type: 'number', values };
  }

  private readFlags(): Column {
    const texts = new TextColumnBuilder(this.lastRow + 1);
    const records = new RecordReader(this.source.plan, new Edits(this.file));
    const flags = new PersonFlags(this.source);
    for (const { bytes } of this.file.chunks('rows')) {
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const text = flags.of(records.of(block, row), { block, row }).join('; ');
        if (text !== '') texts.set(block.rowNumber(row), text);
      }
    }
    return { by: 'row', type: 'text', ...texts.sorted() };
  }

  /** True for a score column that can be loaded without reading score blocks. */
  isWhole(key: string): boolean {
    return this.columnCache.has(key);
  }

  private readScores(key: string): Column {
    const { results } = this;
    const index = this.scoreIndex(key);
    const whole = this.columnCache.read(key, results.profiles);
    if (whole !== null) {
      const { values, texts } = whole;
      if (texts === null) return { by: 'profile', type: 'number', values };
      const builder = new TextColumnBuilder(results.profiles + 1);
      for (let profile = 1; profile < values.length; profile++) if (values[profile]! >= 0) builder.set(profile, texts[values[profile]!]!);
      return { by: 'profile', type: 'text', ...builder.sorted() };
    }
    if (results.columns[index]?.type === 'number') {
      const values = new Float64Array(results.profiles + 1).fill(Number.NaN);
      const written = new Map<number, string>();
      let areDoubles = true;
      for (const block of results.scoreBlocks())
        for (let row = 0; row < block.rowCount; row++) {
          const text = block.text(row, index);
          if (text === '') continue;
          const value = (values[block.rowNumber(row)] = Number(text));
          if (valueText(value) === text) continue;
          written.set(block.rowNumber(row), text);
          areDoubles &&= isDouble(text);
        }
      if (areDoubles) return { by: 'profile', type: 'number', values, written };
      const exact = new TextColumnBuilder(results.profiles + 1);
      for (const [at, value] of values.entries()) if (!Number.isNaN(value)) exact.set(at, written.get(at) ?? valueText(value));
      return { by: 'profile', type: 'text', ...exact.sorted(compareDecimals) };
    }
    const texts = new TextColumnBuilder(results.profiles + 1);
    for (const block of index < 0 ? [] : results.scoreBlocks())
      for (let row = 0; row < block.rowCount; row++) {
        const text = block.text(row, index);
        if (text !== '') texts.set(block.rowNumber(row), text);
      }
    return { by: 'profile', type: 'text', ...texts.sorted() };
  }

  private readSheet(key: string): Column {
    const index = this.sheetIndex(key);
    const length = this.lastRow + 1;
    const isNumber = index >= 0 && this.sheetType(index) === 'number';
    const values = isNumber ? new Float64Array(length).fill(Number.NaN) : null;
    const texts = isNumber ? null : new TextColumnBuilder(length);
    for (const { bytes } of index < 0 ? [] : this.file.chunks('rows')) {
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const text = block.text(row, index);
        if (text === '') continue;
        if (values !== null) values[block.rowNumber(row)] = Number(text);
        else texts!.set(block.rowNumber(row), text);
      }
    }
    return values === null ? { by: 'row', type: 'text', ...texts!.sorted() } : { by: 'row', type: 'number', values };
  }
}

/** The text of a cell of a column; '' for none. */
export function cellOf(column: Column, index: number): string {
  if (column.type === 'text') return column.texts[column.ranks[index]!]!;
  const value = column.values[index]!;
  return column.written?.get(index) ?? (Number.isNaN(value) ? '' : valueText(value));
}

/** A predicate over positions of the column. Texts that are not numbers pass no range. */
export function predicateOf(column: Column, filter: ResultFilter): (index: number) => boolean {
  if (column.type === 'number') {
    const { values } = column;
    const test = numberTest(filter);
    return (index) => test(values[index]!);
  }
  const { ranks, texts } = column;
  const test = textTest(filter);
  const passes = Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
  return (index) => passes[ranks[index]!] === 1;
}

function numberTest(filter: ResultFilter): (value: number) => boolean {
  switch (filter.kind) {
    case 'range': {
      const { min, max } = filter;
      return (value) => !Number.isNaN(value) && (min === null || value >= min) && (max === null || value <= max);
    }
    case 'is': {
      const wanted = filter.value.trim() === '' ? Number.NaN : Number(filter.value);
      return (value) => value === wanted;
    }
    case 'contains':
      return (value) => !Number.isNaN(value) && String(value).includes(filter.text.trim());
    case 'days':
      return () => false;
    case 'empty':
      return (value) => Number.isNaN(value);
  }
}

function textTest(filter: ResultFilter): (text: string) => boolean {
  switch (filter.kind) {
    case 'range': {
      // A column with mixed values holds texts; compare those that are numbers.
      const test = numberTest(filter);
      return (text) => text !== '' && test(Number(text));
    }
    case 'is': {
      const wanted = filter.value.trim().toLowerCase();
      return (text) => text !== '' && text.trim().toLowerCase() === wanted;
    }
    case 'contains': {
      const wanted = filter.text.trim().toLowerCase();
      return (text) => text.toLowerCase().includes(wanted);
    }
    case 'days': {
      const { from, to } = filter;
      return (text) => {
        const day = text.slice(0, 10);
        return /^\d{4}-\d{2}-\d{2}$/.test(day) && (from === null || day >= from) && (to === null || day <= to);
      };
    }
    case 'empty':
      return (text) => text === '';
  }
}
