/**
 * The user's changes of a list: corrections by row and field, and rows that are left out. The stored rows never change. The edits are
 * stored in order, so that each of them can be undone and redone.
 */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/index.ts';
import { type MappedRecord, PARSE_ORDER } from '../../../shared/mapping/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { FixSteps } from '../../../shared/recipe/index.ts';
import { BestRows } from './best-rows.ts';
import { ServiceMessages } from './service-messages.ts';
import {
  type ChangedRows,
  type Correction,
  DERIVED_CORRECTIONS,
  type Edit,
  editAt,
  editCounts,
  type LeftOutAs,
  type RowMark,
  type EditStep,
  type MergedRow,
  OBJECTED,
  rowsOfEdit,
  storeEdit,
  storeEditCounts,
} from './stored-edits.ts';

const FIELD_COUNT = FIELD_KEYS.length;
/** The corrected fields of a row are stored as bits of one 32-bit number. */
if (FIELD_COUNT > 32) throw new RangeError('the fields of a record do not fit into 32 bits');
const cellOf = (row: number, field: number): number => row * FIELD_COUNT + field;

/** What an edit replaced, in its order: one value per cell or row; for a merge, per row, followed by its cells. undefined: none. */
export type Replaced = readonly (string | undefined)[];

/** `before`: the corrected text before the edit; undefined if the cell had no correction. */
interface CorrectedCell {
  readonly row: number;
  readonly field: FieldKey;
  readonly before: string | undefined;
}

/** A merge, with the corrected texts that it replaced. */
interface AppliedMerge extends MergedRow {
  readonly before: readonly (string | undefined)[];
}

/** Returns the mark of a row after the edit. */
function marksOf({ leaveOut, as, anyway = [], objected = [], reason = '' }: Extract<Edit, { kind: 'leaveOut' }>) {
  const [isAnyway, isObjected] = [new Set(anyway), new Set(objected)];
  return (row: number): RowMark | undefined => {
    // Without their mark, these rows are left out by the check.
    if (leaveOut) return isAnyway.has(row) || isObjected.has(row) ? undefined : as;
    if (isObjected.has(row)) return `${OBJECTED}${reason}`;
    return isAnyway.has(row) ? 'sentAnyway' : undefined;
  };
}

const changedBy = (kind: EditStep['kind'], edit: Edit | null, from: number, to: number): ChangedRows => ({
  ...(edit === null ? { corrected: [], leftOut: [] } : rowsOfEdit(edit)),
  step: { kind, from, to },
});

export class Edits {
  readonly serviceMessages: ServiceMessages;
  /** Who is sent this time. Undo does not apply to it. */
  readonly best: BestRows;
  private applied = 0;
  private stored = 0;
  /** Changes with every change of the edits, including changes by other programs; null before the first change. */
  stamp: string | null = null;
  /** Corrected texts by cell. */
  private readonly texts = new Map<number, string>();
  /** The corrected fields by row, as bits. */
  private readonly corrected = new Map<number, number>();
  /** Number of corrected cells by field. */
  private readonly byField: number[] = FIELD_KEYS.map(() => 0);
  private readonly marks = new Map<number, RowMark>();
  /** The merges, by merged row. */
  private readonly merges = new Map<number, AppliedMerge>();
  private readonly labels: (string | null)[] = [];
  private readonly replaced: Replaced[] = [];
  /** Changes when a correction of an ID is made or undone. */
  idChanges = 0;
  private readonly withDerived: boolean;
  /** Sheet rows whose corrections came with the results of derived rows and are ignored because `withDerived` is false. */
  private readonly omitted = new Set<number>();

  /**
   * The edits in a project's file; none if `file` is null. `withDerived`: false ignores the corrections that came with the results of
   * derived rows, to restore the state in which the list was sent.
   */
  constructor(file: ProjectFile | null, withDerived = true) {
    this.withDerived = withDerived;
    this.serviceMessages = new ServiceMessages(file);
    this.best = new BestRows(file);
    if (file === null) return;
    const counts = editCounts(file);
    if (counts === null) return;
    this.stored = counts.kept;
    this.stamp = counts.stamp;
    while (this.applied < counts.applied) this.replay(file);
    if (this.applied < this.stored) this.labels[this.applied] = editAt(file, this.applied)?.label ?? null;
  }

  /** Applies the next stored edit and returns it. */
  private replay(file: ProjectFile): Edit | null {
    const edit = editAt(file, this.applied);
    const isOmitted = edit?.label === DERIVED_CORRECTIONS && !this.withDerived;
    if (isOmitted) for (const row of rowsOfEdit(edit).corrected) this.omitted.add(row);
    this.replaced[this.applied] = edit === null || isOmitted ? [] : this.applyEdit(edit);
    this.labels[this.applied] = edit?.label ?? null;
    this.applied += 1;
    return edit;
  }

  private applyEdit(edit: Edit): Replaced {
    if (edit.kind === 'correct') {
      const replaced = edit.corrections.map(([row, field, value]) => this.setText(row, cellOf(row, FIELD_INDEX[field]), value));
      const merged = (edit.merges ?? []).flatMap((row) => this.merge(row));
      const out = (edit.leaveOut ?? []).map((row) => this.setMark(row, 'byHand'));
      return [...replaced, ...merged, ...out, ...(edit.anyway ?? []).map((row) => this.setMark(row, 'sentAnyway'))];
    }
    if (edit.kind === 'merge') return edit.rows.flatMap((row) => (edit.merged ? this.merge(row) : this.separate(row)));
    const markOf = marksOf(edit);
    return edit.rows.map((row) => this.setMark(row, markOf(row)));
  }

  private setText(row: number, cell: number, text: string | undefined): string | undefined {
    const before = this.texts.get(cell);
    if (text === undefined) this.texts.delete(cell);
    else this.texts.set(cell, text);
    const field = cell % FIELD_COUNT;
    const change = (text === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    if (field === FIELD_INDEX.constituentId) this.idChanges += 1;
    this.byField[field]! += change;
    const bits = this.corrected.get(row) ?? 0;
    const now = text === undefined ? bits & ~(1 << field) : bits | (1 << field);
    if (now === 0) this.corrected.delete(row);
    else if (now !== bits) this.corrected.set(row, now);
    return before;
  }

  private setMark(row: number, mark: RowMark | undefined): RowMark | undefined {
    const before = this.marks.get(row);
    if (mark === undefined) this.marks.delete(row);
    else this.marks.set(row, mark);
    return before;
  }

  private merge(merged: MergedRow): Replaced {
    const { row, into, corrections } = merged;
    const as = this.setMark(row, 'merged');
    const before = corrections.map(([field, value]) => this.setText(into, cellOf(into, FIELD_INDEX[field]), value));
    this.merges.set(row, { ...merged, before });
    return [as, ...before];
  }

  /** Reverts a merge, except cells edited afterwards. The last values of the result are the texts from before the merge. */
  private separate({ row, into, corrections }: MergedRow): Replaced {
    const before = this.merges.get(row)?.before ?? corrections.map(() => undefined);
    this.merges.delete(row);
    const as = this.setMark(row, undefined);
    const texts = corrections.map(([field, value], at) => {
      const cell = cellOf(into, FIELD_INDEX[field]);
      const text = this.texts.get(cell);
      if (text === value) this.setText(into, cell, before[at]);
      return text;
    });
    return [as, ...texts, ...before];
  }

  /** Undoes `merge` or `separate` of one row. */
  private undoMerge(merged: MergedRow, isMerge: boolean, [as, ...replaced]: Replaced): void {
    const { row, into, corrections } = merged;
    this.setMark(row, as as RowMark | undefined);
    for (let at = corrections.length - 1; at >= 0; at--) this.setText(into, cellOf(into, FIELD_INDEX[corrections[at]![0]]), replaced[at]);
    if (isMerge) this.merges.delete(row);
    else this.merges.set(row, { ...merged, before: replaced.slice(corrections.length) });
  }

  private storeCounts(file: ProjectFile): void {
    this.stamp = storeEditCounts(file, { applied: this.applied, kept: this.stored });
  }

  /** Applies corrections of an edit that will be passed to `add` once all of them are known. Returns what they replaced, for `add`. */
  applyAhead(corrections: readonly Correction[]): Replaced {
    return corrections.map(([row, field, value]) => this.setText(row, cellOf(row, FIELD_INDEX[field]), value));
  }

  /** The step that `add` will make. */
  get nextStep(): EditStep {
    return { kind: 'new', from: this.applied, to: this.applied + 1 };
  }

  /**
   * Adds and stores an edit. Edits that were undone before can no longer be redone. Returns the rows that the edit changes. `ahead`: the
   * results of `applyAhead`, if the corrections were already applied.
   */
  add(file: ProjectFile, edit: Edit, ahead: Replaced | null = null): ChangedRows {
    storeEdit(file, this.applied, edit);
    this.replaced[this.applied] = ahead ?? this.applyEdit(edit);
    this.labels[this.applied] = edit.label;
    this.applied += 1;
    this.stored = this.applied;
    this.labels.length = this.applied;
    this.replaced.length = this.applied;
    this.storeCounts(file);
    return changedBy('new', edit, this.applied - 1, this.applied);
  }

  /** Undoes the last edit. Returns the rows that it changed. */
  undo(file: ProjectFile): ChangedRows {
    if (this.applied === 0) return changedBy('undo', null, 0, 0);
    this.applied -= 1;
    this.storeCounts(file);
    const edit = editAt(file, this.applied);
    const replaced = this.replaced.pop() ?? [];
    if (edit !== null) this.takeBack(edit, replaced);
    return changedBy('undo', edit, this.applied + 1, this.applied);
  }

  /** Restores what an edit replaced, in reverse order because the edit may have set a cell twice. */
  private takeBack(edit: Edit, replaced: Replaced): void {
    if (edit.kind === 'merge') {
      this.takeBackMerges(edit.rows, edit.merged, replaced);
      return;
    }
    const { merges = [], leaveOut = [], anyway = [] } = edit.kind === 'correct' ? edit : {};
    const marked = [...leaveOut, ...anyway];
    const end = replaced.length - marked.length;
    for (let at = marked.length - 1; at >= 0; at--) this.setMark(marked[at]!, replaced[end + at] as RowMark | undefined);
    for (let at = this.takeBackMerges(merges, true, replaced.slice(0, end)) - 1; at >= 0; at--) {
      if (edit.kind === 'correct') {
        const [row, field] = edit.corrections[at]!;
        this.setText(row, cellOf(row, FIELD_INDEX[field]), replaced[at]);
      } else this.setMark(edit.rows[at]!, replaced[at] as RowMark | undefined);
    }
  }

  /** Reverts the merges at the end of `replaced`. Returns the index at which they begin. */
  private takeBackMerges(rows: readonly MergedRow[], isMerge: boolean, replaced: Replaced): number {
    let end = replaced.length;
    for (const merged of rows.toReversed()) {
      const start = end - 1 - merged.corrections.length * (isMerge ? 1 : 2);
      this.undoMerge(merged, isMerge, replaced.slice(start, end));
      end = start;
    }
    return end;
  }

  /** Redoes the last undone edit. Returns the rows that it changes. */
  redo(file: ProjectFile): ChangedRows {
    if (this.applied === this.stored) return changedBy('redo', null, this.applied, this.applied);
    const edit = this.replay(file);
    if (this.applied < this.stored) this.labels[this.applied] ??= editAt(file, this.applied)?.label ?? null;
    this.storeCounts(file);
    return changedBy('redo', edit, this.applied - 1, this.applied);
  }

  /** Label of the edit that undo would revert; null for none. */
  get canUndo(): string | null {
    return this.labels[this.applied - 1] ?? null;
  }

  get canRedo(): string | null {
    return this.applied < this.stored ? (this.labels[this.applied] ?? null) : null;
  }

  /**
   * The cells that the last edit with this label corrected and that still have its texts. `every`: considers all edits with the label.
   * `from`: number of the first edit to consider. Returns none if no such edit is applied.
   */
  correctedBy(file: Pick<ProjectFile, 'read'>, label: string, every = false, from = 0): readonly CorrectedCell[] {
    const cells: CorrectedCell[] = [];
    for (let at = this.applied - 1; at >= from; at--) {
      if (this.labels[at] !== label) continue;
      const edit = editAt(file, at);
      if (edit?.kind !== 'correct') continue;
      const before = this.replaced[at] ?? [];
      for (const [index, [row, field, value]] of edit.corrections.entries())
        if (this.texts.get(cellOf(row, FIELD_INDEX[field])) === value) cells.push({ row, field, before: before[index] });
      if (!every) break;
    }
    return cells;
  }

  /** The fixes that were applied to the whole list, in order, if at least one cell still has their result. */
  fixSteps(file: Pick<ProjectFile, 'read'>): FixSteps {
    const steps: FixSteps = [];
    for (let at = 0; at < this.applied; at++) {
      const edit = editAt(file, at);
      if (edit?.kind !== 'correct' || edit.fixes === undefined) continue;
      if (edit.corrections.some(([row, field, value]) => this.texts.get(cellOf(row, FIELD_INDEX[field])) === value))
        steps.push(...edit.fixes);
    }
    return steps;
  }

  /** True when any row has a correction of the field with this index. */
  corrects(field: number): boolean {
    return this.byField[field]! > 0;
  }

  /** True when any row has a correction. */
  get hasCorrections(): boolean {
    return this.corrected.size > 0;
  }

  isCorrected(row: number): boolean {
    return this.corrected.has(row);
  }

  /** Corrected sheet rows, ascending. */
  correctedRows(): Uint32Array {
    return Uint32Array.from(this.corrected.keys()).sort();
  }

  has(row: number, field: number): boolean {
    return this.texts.has(cellOf(row, field));
  }

  /** True for a row with corrections that are ignored because `withDerived` is false. */
  hasOmittedCorrections(row: number): boolean {
    return this.omitted.has(row);
  }

  /** Why a row is left out; null if it is not. */
  leftOutAs(row: number): LeftOutAs | null {
    const mark = this.marks.get(row);
    return mark === 'byHand' || mark === 'otherRow' || mark === 'merged' ? mark : null;
  }

  /** True for a row that the user sends although it does not name a living person, or although the person asked not to be screened. */
  isSentAnyway(row: number): boolean {
    return this.marks.get(row) === 'sentAnyway' || this.reasonOf(row) !== null;
  }

  /** The user's reason for sending a row whose person asked not to be screened; null for other rows. */
  reasonOf(row: number): string | null {
    const mark = this.marks.get(row);
    return mark?.startsWith(OBJECTED) === true ? mark.slice(OBJECTED.length) : null;
  }

  /** Sheet rows that the user sends although the person asked not to be screened, ascending. */
  rowsSentDespiteObjection(): number[] {
    return [...this.marks.keys()].filter((row) => this.reasonOf(row) !== null).toSorted((a, b) => a - b);
  }

  /** Sheet rows that the user left out by hand, ascending. Rows that are left out for another row depend on that row, and are not among them. */
  rowsLeftOutByHand(): Uint32Array {
    return Uint32Array.from([...this.marks].flatMap(([row, as]) => (as === 'byHand' ? [row] : []))).sort();
  }

  /** The merge of a row into another one; null if the row is not merged. */
  mergeOf(row: number): MergedRow | null {
    return this.merges.get(row) ?? null;
  }

  /**
   * The row that is sent in place of a merged row: the row that it was merged into, or the row that this one was merged into later. Null
   * for a row that is not merged.
   */
  mergedInto(row: number): number | null {
    let into = this.merges.get(row)?.into ?? null;
    for (let next = into; next !== null; next = this.merges.get(next)?.into ?? null) into = next;
    return into;
  }

  /** Every merge, in the order in which they were made. */
  allMerges(): readonly MergedRow[] {
    return [...this.merges.values()];
  }

  /** The corrections of a row. */
  correctionsOf(row: number): Correction[] {
    const bits = this.corrected.get(row) ?? 0;
    return PARSE_ORDER.filter((field) => (bits & (1 << field)) !== 0).map((field) => [
      row,
      FIELD_KEYS[field]!,
      this.texts.get(cellOf(row, field))!,
    ]);
  }

  /** Overrides fields of a record with the corrections of its row. */
  apply(row: number, record: MappedRecord, override: (mapped: MappedRecord, field: number, text: string) => void): void {
    if (this.corrected.size === 0) return;
    const bits = this.corrected.get(row) ?? 0;
    if (bits === 0) return;
    for (const field of PARSE_ORDER) if ((bits & (1 << field)) !== 0) override(record, field, this.texts.get(cellOf(row, field))!);
  }
}
