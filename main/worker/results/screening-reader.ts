/** Reads a project that has results: its sheet, its records, its check and its scores. */
import { ProjectFile } from '../../store/project-file/index.ts';
import { FIRST_INDEX, type ListIndex, NO_INDEX, NO_PROFILE } from '../list/ordinals.ts';
import { Edits } from '../list/edits.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { NotSent, SendOptions } from '../../../shared/rows/index.ts';
import { idKey } from '../../../shared/rules/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { listIds, listIndexesOf } from '../result-file/id-index.ts';
import { RowBlocks, type StoredRow } from '../list/stored-rows.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { RecordReader } from '../list/record-reader.ts';
import { ResultColumns } from './result-columns.ts';
import { ResultFile } from '../result-file/result-file.ts';

export class ScreeningReader {
  readonly file: ProjectFile;
  readonly source: ListSource;
  readonly blocks: RowBlocks;
  readonly records: RecordReader;
  private readonly edits: Edits;
  readonly results: ResultFile;
  readonly columns: ResultColumns;
  private readonly checked: CheckGroupReader;
  private readonly owned: boolean;

  /**
   * `open`: the file of the source, if it is already open. Then the caller must close it. Null to open it here.
   * @throws what opening a project file throws.
   */
  constructor(source: ListSource, open: ProjectFile | null = null) {
    this.owned = open === null;
    this.file = open ?? new ProjectFile(source.file, 'read');
    this.source = source;
    try {
      this.blocks = new RowBlocks(this.file);
      this.edits = new Edits(this.file);
      this.records = new RecordReader(source.plan, this.edits);
      this.checked = new CheckGroupReader(this.file);
      this.results = new ResultFile(this.file);
      this.columns = new ResultColumns(this.file, this.results, source);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** A reader of records with only these fields, given by their indexes. */
  recordsOf(fields: ReadonlySet<number>): RecordReader {
    return new RecordReader(this.source.plan, this.edits, fields);
  }

  /** Whether the row with this list index was not part of the adopted project, and so was not sent with it. */
  isNotPart(index: ListIndex): boolean {
    return this.source.isPart === true && this.results.outcome(index) === 'unknown';
  }

  /** The IDs in the sheet, in list order; '' for none. */
  ids(): Generator<string> {
    return this.idsOf(this.results.rows);
  }

  /** The IDs of these rows in the sheet, in the same order; '' for none. */
  idsOf(rows: Uint32Array): Generator<string> {
    return listIds(this.file, this.source.plan, rows);
  }

  /** Sheet rows that were not sent: people who were already screened, and rows left out for another reason. Yields once per block. */
  *notSent(): Generator<void, { readonly alreadyScreened: Uint32Array; readonly leftOut: Uint32Array }> {
    const sent = this.results.rows;
    const checked = new CheckGroupReader(this.file);
    const alreadyScreened: number[] = [];
    const leftOut: number[] = [];
    let at = 0;
    for (const { seq, high } of this.blocks.places) {
      yield;
      const group = checked.block(seq);
      if (group === null) continue;
      const first = at;
      while (at < sent.length && sent[at]! <= high) at += 1;
      // Most lists send nearly all rows, so a block in which all rows were sent is not read.
      if (group.rowCount() === at - first) continue;
      at = first;
      const screened = new Set(group.alreadyScreened());
      const block = this.blocks.block(seq);
      for (let row = 0; row < block.rowCount; row++) {
        if (!group.isRow(row)) continue;
        const number = block.rowNumber(row);
        while (at < sent.length && sent[at]! < number) at += 1;
        if (sent[at] !== number) (screened.has(row) ? alreadyScreened : leftOut).push(number);
      }
    }
    return { alreadyScreened: Uint32Array.from(alreadyScreened), leftOut: Uint32Array.from(leftOut) };
  }

  /** The list index of this ID; -1 when no row has it, or several. */
  find(id: string): ListIndex {
    const wanted = idKeyOf(id);
    const [index, ...more] = this.indexesOf(wanted);
    return index === undefined || more.length > 0 ? NO_INDEX : index;
  }

  private *indexesOf(wanted: string): Generator<ListIndex> {
    const candidates = listIndexesOf(this.file, wanted);
    if (candidates === null) {
      let at = FIRST_INDEX;
      for (const listId of this.ids()) {
        if (idKeyOf(listId) === wanted) yield at;
        at++;
      }
      return;
    }
    for (const index of candidates) {
      const at = this.blocks.find(this.results.rows[index] ?? 0);
      if (at !== null && idKey(this.records.of(at.block, at.row)) === wanted) yield index;
    }
  }

  /** Why a row was not sent; null if it was sent, or if the stored list does not tell. */
  notSentAs({ seq, row }: Pick<StoredRow, 'seq' | 'row'>, options: SendOptions): NotSent | null {
    return this.checked.block(seq)?.notSentAs(row, options) ?? null;
  }

  /** True for a row that was not sent because it is unchanged and has scores in the baseline. */
  hasBaselineScores({ seq, row }: Pick<StoredRow, 'seq' | 'row'>): boolean {
    return this.checked.block(seq)?.hasBaselineScores(row) ?? false;
  }

  /** The texts in score columns for a list index; '' for none. */
  scores(index: ListIndex, keys: readonly string[]): string[] {
    const profile = this.results.matches[index] ?? NO_PROFILE;
    const at = profile === 0 ? null : this.results.scores(profile);
    return keys.map((key) => {
      const column = this.columns.scoreIndex(key);
      return at === null || column < 0 ? '' : at.block.text(at.row, column);
    });
  }

  close(): void {
    if (this.owned) this.file.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
