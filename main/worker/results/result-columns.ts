/** Whole columns of the results in typed arrays. Score columns are indexed by profile number, sheet columns by sheet row. */
import { freeBytes } from '../../../shared/base/index.ts';
import type { ScoreColumn } from '../../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey, fieldOf } from '../../../shared/fields/index.ts';
import { hasValue } from '../../../shared/mapping/index.ts';
import { FLAGS_KEY, compareDecimals, fieldOfKey, headerOfKey, isDouble, sheetKey, valueText } from '../../../shared/results/index.ts';
import { CellKind, RowBlock } from '../../spreadsheet/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { type ListSource, NO_OFFICE, type OfficeColumns } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { RecordReader } from '../list/record-reader.ts';
import { ColumnCache } from '../result-file/column-cache.ts';
import { LruCache } from '../result-file/lru-cache.ts';
import type { ResultFile } from '../result-file/result-file.ts';
import { isOfficeKey, OfficeReader } from './office-reader.ts';
import { PersonFlags } from './person-flags.ts';
import { type Column, TextColumnBuilder } from './whole-column.ts';

/** Maximum number of columns in memory: the columns shown first, and a few more for sorting and filtering. */
const CACHED_COLUMNS = 16;
/** Number of sheet blocks to read to decide whether a column contains numbers. */
const SAMPLED_BLOCKS = 12;

/** A blank text is not a value. As a number, it would be 0. */
const isBlank = (text: string): boolean => text.trim() === '';

const PLAIN_NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d+)?$/;

export class ResultColumns {
  private readonly file: ProjectFile;
  private readonly results: ResultFile;
  private readonly source: Pick<ListSource, 'plan' | 'sheetLayout'>;
  private readonly headers: readonly string[];
  private readonly cache = new LruCache<Column>(CACHED_COLUMNS);
  private readonly scoreAt: ReadonlyMap<string, number>;
  private readonly columnCache: ColumnCache;
  private sheetTypes: readonly ('number' | 'text')[] | null = null;
  private officeReader: OfficeReader;

  constructor(file: ProjectFile, results: ResultFile, source: Pick<ListSource, 'plan' | 'sheetLayout'>) {
    this.file = file;
    this.results = results;
    this.source = source;
    this.headers = source.sheetLayout.headers;
    this.columnCache = new ColumnCache(file);
    this.officeReader = new OfficeReader(source, NO_OFFICE);
    this.scoreAt = new Map(results.columns.map(({ key }, index) => [key, index]));
  }

  /** Index of a score column by its path; -1 if there is none. */
  scoreIndex(key: string): number {
    return this.scoreAt.get(key) ?? -1;
  }

  /** Index of a sheet column by its key; -1 if there is none. */
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
          if (isBlank(text) || types[index] === 'text') continue;
          types[index] = block.kind(row, index) !== CellKind.Boolean && PLAIN_NUMBER.test(text) ? 'number' : 'text';
        }
      }
    }
    return types.map((type) => (type === 'number' ? 'number' : 'text'));
  }

  /** The office's columns, as set by the last call of `useOffice`. */
  get office(): OfficeReader {
    return this.officeReader;
  }

  /** Must be called before columns are read, because the office may have changed its columns. */
  useOffice(office: OfficeColumns): void {
    if (office.revision !== this.officeReader.office.revision) this.officeReader = new OfficeReader(this.source, office);
  }

  /** The column for a key. For an unknown key, the column is empty. */
  column(key: string): Column {
    if (isOfficeKey(key))
      return this.cache.getOrCreate(`${key} ${this.office.office.revision}`, () =>
        this.office.whole(key, this.lastRow + 1, (other) => this.column(other)),
      );
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
    for (const { bytes } of this.file.passingChunks('rows')) {
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
    for (const { bytes } of this.file.passingChunks('rows')) {
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
      freeBytes(values);
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
    for (const { bytes } of index < 0 ? [] : this.file.passingChunks('rows')) {
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) {
        const text = block.text(row, index);
        if (isBlank(text)) continue;
        if (values !== null) values[block.rowNumber(row)] = Number(text);
        else texts!.set(block.rowNumber(row), text);
      }
    }
    return values === null ? { by: 'row', type: 'text', ...texts!.sorted() } : { by: 'row', type: 'number', values };
  }
}
