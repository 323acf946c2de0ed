/**
 * The user's changes of a list: corrections by row and field, and excluded rows. The stored rows never change; the edits are stored in
 * order, so that each can be undone and redone.
 */
import { z } from 'zod';
import { FIELD_INDEX, FIELD_KEYS } from '../../../shared/fields/table.ts';
import { Field } from '../../../shared/mapping/plan.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import { PARSE_ORDER } from '../../../shared/mapping/parsing.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { ServiceMessages } from './service-messages.ts';

/** Why rows are excluded: by the user, or as the less complete rows of their households. Stored. */
const LeftOutAs = z.enum(['byHand', 'household']);
export type LeftOutAs = z.infer<typeof LeftOutAs>;

const Edit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('correct'), label: z.string(), corrections: z.array(z.tuple([z.int(), Field, z.string()])) }),
  z.object({
    kind: z.literal('leaveOut'),
    label: z.string(),
    rows: z.array(z.int()),
    leaveOut: z.boolean(),
    as: LeftOutAs.default('byHand'),
  }),
]);
export type Edit = z.infer<typeof Edit>;
export type Correction = Extract<Edit, { kind: 'correct' }>['corrections'][number];

const Pointer = z.object({ applied: z.int(), kept: z.int() });

/** Label of the corrections that a merge adds with the results of derived rows: the list itself was sent without them. Stored. */
export const MERGED = 'the corrections of rows that were sent apart';

/** Copies which of the stored edits apply; the edits themselves are copied with their stream. */
export function copyEdits(from: Pick<ProjectFile, 'getValue'>, to: Pick<ProjectFile, 'putValue'>): void {
  const pointer = Pointer.safeParse(from.getValue('edits'));
  if (pointer.success) to.putValue('edits', pointer.data);
}

const FIELD_COUNT = FIELD_KEYS.length;
const cellOf = (row: number, field: number): number => row * FIELD_COUNT + field;

/** What one edit replaced, per cell or row; undefined for nothing. */
type Replaced = readonly (string | undefined)[];

export class Edits {
  readonly serviceMessages: ServiceMessages;
  private applied = 0;
  private stored = 0;
  /** Corrected texts by cell. */
  private readonly texts = new Map<number, string>();
  /** Number of corrected cells by row. */
  private readonly corrected = new Map<number, number>();
  /** Number of corrected cells by field. */
  private readonly byField: number[] = FIELD_KEYS.map(() => 0);
  private readonly excluded = new Map<number, LeftOutAs>();
  private readonly labels: (string | null)[] = [];
  private readonly replaced: Replaced[] = [];
  /** Changes when the ID of a row is corrected or such a correction is undone. */
  idChanges = 0;
  private readonly withMerged: boolean;
  private readonly merged = new Set<number>();

  /**
   * The edits in a project's file; none without a file. `withMerged` false: without the corrections that merges added, as when the list
   * was sent.
   */
  constructor(file: ProjectFile | null, withMerged = true) {
    this.withMerged = withMerged;
    this.serviceMessages = new ServiceMessages(file);
    if (file === null) return;
    const pointer = Pointer.safeParse(file.getValue('edits'));
    if (!pointer.success) return;
    this.stored = pointer.data.kept;
    while (this.applied < pointer.data.applied) this.replay(file);
    if (this.applied < this.stored) this.labels[this.applied] = editAt(file, this.applied)?.label ?? null;
  }

  /** Applies the next stored edit and returns it. */
  private replay(file: ProjectFile): Edit | null {
    const edit = editAt(file, this.applied);
    const isOmitted = edit?.label === MERGED && !this.withMerged;
    if (isOmitted) for (const row of rowsOf(edit)) this.merged.add(row);
    this.replaced[this.applied] = edit === null || isOmitted ? [] : this.applyEdit(edit);
    this.labels[this.applied] = edit?.label ?? null;
    this.applied += 1;
    return edit;
  }

  private applyEdit(edit: Edit): Replaced {
    if (edit.kind === 'correct')
      return edit.corrections.map(([row, field, value]) => this.setText(row, cellOf(row, FIELD_INDEX[field]), value));
    return edit.rows.map((row) => this.setExcluded(row, edit.leaveOut ? edit.as : undefined));
  }

  private setText(row: number, cell: number, text: string | undefined): string | undefined {
    const before = this.texts.get(cell);
    if (text === undefined) this.texts.delete(cell);
    else this.texts.set(cell, text);
    const field = cell % FIELD_COUNT;
    const change = (text === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    if (field === FIELD_INDEX.constituentId) this.idChanges += 1;
    this.byField[field]! += change;
    const cells = (this.corrected.get(row) ?? 0) + change;
    if (cells === 0) this.corrected.delete(row);
    else this.corrected.set(row, cells);
    return before;
  }

  private setExcluded(row: number, as: LeftOutAs | undefined): LeftOutAs | undefined {
    const before = this.excluded.get(row);
    if (as === undefined) this.excluded.delete(row);
    else this.excluded.set(row, as);
    return before;
  }

  private storePointer(file: ProjectFile): void {
    file.putValue('edits', { applied: this.applied, kept: this.stored } satisfies z.infer<typeof Pointer>);
  }

  /** Adds and stores an edit; undone edits cannot be redone afterwards. Returns the rows that it changes. */
  add(file: ProjectFile, edit: Edit): Iterable<number> {
    const count = edit.kind === 'correct' ? edit.corrections.length : edit.rows.length;
    const place = { seq: this.applied, first: this.applied, count, low: 0, high: 0 };
    file.write('edits', place, Buffer.from(JSON.stringify(edit), 'utf8'));
    this.replaced[this.applied] = this.applyEdit(edit);
    this.labels[this.applied] = edit.label;
    this.applied += 1;
    this.stored = this.applied;
    this.labels.length = this.applied;
    this.replaced.length = this.applied;
    this.storePointer(file);
    return rowsOf(edit);
  }

  /** Undoes the last edit. Returns the rows that it changed. */
  undo(file: ProjectFile): Iterable<number> {
    if (this.applied === 0) return [];
    this.applied -= 1;
    this.storePointer(file);
    const edit = editAt(file, this.applied);
    const replaced = this.replaced.pop() ?? [];
    if (edit === null) return [];
    // Backwards: an edit may have set a cell twice.
    for (let at = replaced.length - 1; at >= 0; at--) {
      if (edit.kind === 'correct') {
        const [row, field] = edit.corrections[at]!;
        this.setText(row, cellOf(row, FIELD_INDEX[field]), replaced[at]);
      } else this.setExcluded(edit.rows[at]!, replaced[at] as LeftOutAs | undefined);
    }
    return rowsOf(edit);
  }

  /** Redoes the last undone edit. Returns the rows that it changes. */
  redo(file: ProjectFile): Iterable<number> {
    if (this.applied === this.stored) return [];
    const edit = this.replay(file);
    if (this.applied < this.stored) this.labels[this.applied] ??= editAt(file, this.applied)?.label ?? null;
    this.storePointer(file);
    return edit === null ? [] : rowsOf(edit);
  }

  /** Label of the edit that undo would undo; null for none. */
  get canUndo(): string | null {
    return this.labels[this.applied - 1] ?? null;
  }

  get canRedo(): string | null {
    return this.applied < this.stored ? (this.labels[this.applied] ?? null) : null;
  }

  /** True when any row has a correction of the field with this index. */
  corrects(field: number): boolean {
    return this.byField[field]! > 0;
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

  /** True for a row with merged corrections that `withMerged` leaves out. */
  isMerged(row: number): boolean {
    return this.merged.has(row);
  }

  /** Why a row is excluded, or null. */
  leftOutAs(row: number): LeftOutAs | null {
    return this.excluded.get(row) ?? null;
  }

  /** The corrections of a row. */
  correctionsOf(row: number): Correction[] {
    if (!this.corrected.has(row)) return [];
    const corrections: Correction[] = [];
    for (const field of PARSE_ORDER) {
      const text = this.texts.get(cellOf(row, field));
      if (text !== undefined) corrections.push([row, FIELD_KEYS[field]!, text]);
    }
    return corrections;
  }

  /** Overrides the fields of a record with the corrections of its row. */
  apply(row: number, record: MappedRecord, override: (mapped: MappedRecord, field: number, text: string) => void): void {
    if (this.corrected.size === 0 || !this.corrected.has(row)) return;
    for (const field of PARSE_ORDER) {
      const text = this.texts.get(cellOf(row, field));
      if (text !== undefined) override(record, field, text);
    }
  }
}

function editAt(file: ProjectFile, number: number): Edit | null {
  const bytes = file.read('edits', number);
  return bytes === null ? null : Edit.parse(JSON.parse(bytes.toString('utf8')));
}

function rowsOf(edit: Edit): number[] {
  return edit.kind === 'correct' ? edit.corrections.map(([row]) => row) : edit.rows;
}
