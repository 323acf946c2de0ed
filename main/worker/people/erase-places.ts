/**
 * Erases people from a project's file: their cells, corrections, profiles, scores and messages. Rows remain, but empty, so that row
 * numbers, list indexes and counts stay valid. Codes of people also remain, so that nobody pays for these people again (docs/adr/0071).
 */
import { FIELD_INDEX, type FieldKey } from '../../../shared/fields/index.ts';
import { PersonMarks, PersonText } from '../../matching/index.ts';
import { CellKind, RowBlock, RowBlockBuilder } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { EraseInput, ErasedTexts, ListSource } from '../../worker-protocol/index.ts';
import { forgetRecheckBasis } from '../check/recheck-basis.ts';
import { forgetNamed, markStale } from '../list/best-rows.ts';
import { Edits } from '../list/edits.ts';
import { type ProfileNumber, FIRST_INDEX } from '../list/ordinals.ts';
import { RecordReader } from '../list/record-reader.ts';
import { type Edit, editAt, editCounts, storeEdit, storeEditCounts } from '../list/stored-edits.ts';
import { ServiceMessages, writeServiceMessages } from '../list/service-messages.ts';
import { clearColumnCache } from '../result-file/column-cache.ts';
import { compress } from '../result-file/compression.ts';
import { ResultFile, type StoredRowError, hasResults, unpackScores } from '../result-file/result-file.ts';
import { changeProfileTexts, writeErrors } from '../result-file/result-writer.ts';
import { removeProof } from '../write-back/proof-store.ts';
import type { Task } from '../threads/task-context.ts';

/** A row without any cells would not be stored. */
const PLACEHOLDER = ' ';
/** Replaces the service's message. */
const ERASED = 'Erased';
/** Label of the edit that leaves out erased rows of a draft. Stored. */
const LEFT_OUT = 'erased people';
/** Shorter texts are contained in too many other texts. */
const SHORTEST_TEXT = 3;

/** The block, with the cells of the erased rows replaced by a placeholder in one column. `column`: null omits these rows. */
function blanked(block: RowBlock, isErased: (rowNumber: number) => boolean, column: number | null): RowBlock | null {
  const builder = new RowBlockBuilder();
  for (let row = 0; row < block.rowCount; row++) {
    builder.beginRow(block.rowNumber(row), block.rowHidden(row));
    if (isErased(block.rowNumber(row))) builder.cellText(column ?? 0, CellKind.Text, column === null ? '' : PLACEHOLDER);
    else
      for (let cell = 0; cell < block.columnCount; cell++) {
        const bytes = block.cellBytes(row, cell);
        if (bytes.length > 0) builder.cellBytes(cell, block.kind(row, cell), bytes, 0, bytes.length);
      }
    builder.endRow();
  }
  return builder.finish();
}

class Eraser {
  private readonly file: ProjectFile;
  private readonly list: ListSource;
  private readonly rows: ReadonlySet<number>;
  private readonly profiles: ReadonlySet<number>;

  constructor(file: ProjectFile, { list, rows, profiles }: EraseInput) {
    this.file = file;
    this.list = list;
    this.rows = new Set(rows);
    const results = hasResults(file) ? new ResultFile(file) : null;
    const matched = results === null ? [] : this.matchedBy(results);
    this.profiles = new Set([...profiles, ...matched]);
  }

  private matchedBy({ rows, matches }: ResultFile): number[] {
    const found: number[] = [];
    for (let index = FIRST_INDEX; index < rows.length; index++)
      if (this.rows.has(rows[index]!) && matches[index] !== 0) found.push(matches[index]!);
    return found;
  }

  private get edits(): { readonly seq: number; readonly edit: Edit }[] {
    // Includes edits that can no longer be redone.
    return this.file.places('edits').flatMap(({ seq }) => {
      const edit = editAt(this.file, seq);
      return edit === null ? [] : [{ seq, edit }];
    });
  }

  /** The stored rows of the people. */
  private *stored(): Generator<{ readonly block: RowBlock; readonly row: number }> {
    for (const { place, bytes } of this.file.chunks('rows')) {
      if (![...this.rows].some((row) => row >= place.low && row <= place.high)) continue;
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) if (this.rows.has(block.rowNumber(row))) yield { block, row };
    }
  }

  /** The values of the people in these fields: in their current records, and in all corrections. */
  private valuesOf(...fields: readonly FieldKey[]): string[] {
    const reader = new RecordReader(this.list.plan, new Edits(this.file));
    const found = new Set<string>();
    for (const { block, row } of this.stored()) {
      const { values } = reader.of(block, row);
      for (const field of fields) found.add(values[FIELD_INDEX[field]]!);
    }
    for (const { edit } of this.edits)
      if (edit.kind === 'correct')
        for (const [row, field, value] of edit.corrections) if (this.rows.has(row) && fields.includes(field)) found.add(value);
    found.delete('');
    return [...found];
  }

  private marks(): PersonMarks {
    const forms = {
      first: this.valuesOf('primaryFirst'),
      last: this.valuesOf('primaryLast', 'primaryMaiden'),
      ids: this.valuesOf('constituentId'),
      emails: this.valuesOf('personalEmail', 'businessEmail'),
      phones: this.valuesOf('personalPhone', 'businessPhone'),
      streets: this.valuesOf('street'),
    };
    return new PersonMarks(forms, new PersonText(''));
  }

  /** The texts of the people: their cells, and the values of corrections. */
  texts(): ErasedTexts {
    const found = new Set<string>();
    const add = (text: string) => void (text.trim().length >= SHORTEST_TEXT && found.add(text.trim()));
    for (const { block, row } of this.stored()) block.rowTexts(row).forEach(add);
    for (const { edit } of this.edits)
      if (edit.kind === 'correct') for (const [row, , value] of edit.corrections) if (this.rows.has(row)) add(value);
    return { texts: [...found], ids: this.valuesOf('constituentId') };
  }

  erase(isUnsent: boolean): void {
    const { texts, ids } = this.texts();
    const marks = this.marks();
    this.eraseRows();
    this.eraseEdits(texts, marks, isUnsent);
    this.eraseMessages();
    removeProof(this.file);
    forgetNamed(this.file, ids);
    if (isUnsent) markStale(this.file);
    // The basis contains the mapping, with the user's answers about values.
    forgetRecheckBasis(this.file);
    if (hasResults(this.file)) this.eraseResults(marks, ids);
  }

  private eraseRows(): void {
    for (const place of this.file.places('rows')) {
      if (![...this.rows].some((row) => row >= place.low && row <= place.high)) continue;
      const bytes = this.file.read('rows', place.seq);
      if (bytes !== null) this.file.write('rows', place, blanked(new RowBlock(bytes), (row) => this.rows.has(row), 0)!.bytes);
    }
    forgetRecheckBasis(this.file);
  }

  private eraseEdits(texts: readonly string[], marks: PersonMarks, isUnsent: boolean): void {
    const withoutTexts = (text: string) => (texts.some((one) => text.includes(one)) ? '' : text);
    for (const { seq, edit } of this.edits) storeEdit(this.file, seq, this.withoutPeople(edit, withoutTexts, marks));
    if (!isUnsent || this.rows.size === 0) return;
    const { applied } = editCounts(this.file) ?? { applied: 0 };
    const rows = [...this.rows];
    storeEdit(this.file, applied, { kind: 'leaveOut', label: LEFT_OUT, rows, leaveOut: true, as: 'byHand' });
    storeEditCounts(this.file, { applied: applied + 1, kept: applied + 1 });
  }

  private withoutPeople(edit: Edit, withoutTexts: (text: string) => string, marks: PersonMarks): Edit {
    const label = withoutTexts(edit.label);
    // A reason about the person is removed if it contains any of the person's texts, because it need not name the person fully. From other
    // reasons, only what names the person is removed.
    const reasonOf = (reason: string, objected: readonly number[]) =>
      objected.some((row) => this.rows.has(row)) ? withoutTexts(reason) : marks.without(reason);
    const isErased = ({ row, into }: { readonly row: number; readonly into: number }) => this.rows.has(row) || this.rows.has(into);
    switch (edit.kind) {
      case 'correct': {
        const merges = edit.merges?.map((merge) => (isErased(merge) ? { ...merge, corrections: [] } : merge));
        const corrections = edit.corrections.filter(([row]) => !this.rows.has(row));
        return { ...edit, label, corrections, ...(merges !== undefined && { merges }) };
      }
      case 'leaveOut':
        return { ...edit, label, ...(edit.reason !== undefined && { reason: reasonOf(edit.reason, edit.objected ?? []) }) };
      case 'merge':
        return { ...edit, label, rows: edit.rows.map((merge) => (isErased(merge) ? { ...merge, corrections: [] } : merge)) };
    }
  }

  private eraseMessages(): void {
    const kept = new ServiceMessages(this.file).all().filter(({ row }) => !this.rows.has(row));
    writeServiceMessages(this.file, kept);
  }

  private eraseResults(marks: PersonMarks, ids: readonly string[]): void {
    const { file, profiles } = this;
    const { columns } = new ResultFile(file);
    const isErased = (profile: number) => profiles.has(profile);
    changeProfileTexts(file, [...profiles].toSorted((a, b) => a - b) as ProfileNumber[], () => '{}');
    for (const place of file.places('scores')) {
      if (![...profiles].some((profile) => profile >= place.low && profile <= place.high)) continue;
      const packed = file.read('scores', place.seq);
      const block = packed === null ? null : unpackScores(file, packed);
      // Rows are omitted, because a text in a numeric column would be a score of 0. A block must not be empty: then the text is put after
      // the last column.
      const rest = block === null ? null : (blanked(block, isErased, null) ?? blanked(block, isErased, columns.length));
      if (rest !== null) file.write('scores', place, compress(rest.bytes));
    }
    // The stored columns contain values of all people. Without them, pages read the blocks.
    clearColumnCache(file);
    const { rows } = new ResultFile(file);
    const errors = [...new ResultFile(file).errors().values()].flat();
    const isTheirs = ({ index, id, message, value }: StoredRowError) =>
      this.rows.has(rows[index] ?? 0) ||
      (rows[index] === undefined &&
        ((id !== null && ids.includes(id)) || [id, message, value].some((text) => text !== null && marks.areIn(text))));
    writeErrors(
      file,
      errors.map((error) => (isTheirs(error) ? { ...error, id: null, message: ERASED, value: null } : error)),
    );
  }
}

export const erasePlaces: Task<'erasePlaces'> = (input) => {
  using file = new ProjectFile(input.list.file, input.mode === 'read' ? 'read' : 'write');
  const eraser = new Eraser(file, input);
  if (input.mode === 'read') return Promise.resolve(eraser.texts());
  file.transaction(() => eraser.erase(input.isUnsent));
  file.compact();
  return Promise.resolve({ texts: [], ids: [] });
};
