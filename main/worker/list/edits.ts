/**
 * What a person changed of a list: corrections by row and field, rows left out. The original rows are never touched; every
 * change is kept in order, so that it can be undone and done again.
 */
import { z } from 'zod';
import { FIELD_INDEX, FIELD_KEYS } from '../../../shared/fields/table.ts';
import { Field } from '../../../shared/mapping/plan.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import { PARSE_ORDER } from '../../../shared/mapping/parsing.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { ServiceMessages } from './service-messages.ts';

/** Why rows were left out: by hand, or as the thinner rows of their households. */
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

/** The label of the corrections that come back with the results of rows that were sent apart: the list itself was sent without them. */
export const JOINED = 'the corrections of rows that were sent apart';

const FIELD_COUNT = FIELD_KEYS.length;
const cellOf = (row: number, field: number): number => row * FIELD_COUNT + field;

/** What one change has replaced, cell by cell or row by row; undefined where nothing was before. */
type Before = readonly (string | undefined)[];

export class Edits {
  /** What the service said of rows when they were sent before. */
  readonly serviceMessages: ServiceMessages;
  private applied = 0;
  private kept = 0;
  /** Corrected texts by cell. */
  private readonly texts = new Map<number, string>();
  /** How many cells of a row are corrected. */
  private readonly corrected = new Map<number, number>();
  /** How many cells of a field are corrected. */
  private readonly byField: number[] = FIELD_KEYS.map(() => 0);
  private readonly out = new Map<number, LeftOutAs>();
  private readonly labels: (string | null)[] = [];
  private readonly before: Before[] = [];
  /** Another number once the id of some row was corrected, or was taken back. */
  idChanges = 0;
  private readonly withJoined: boolean;
  private readonly joined = new Set<number>();

  /**
   * The changes that a project's file holds; without a file there are none. `withJoined` false: as they stood when the list was
   * sent, without the corrections that came back with rows that were sent apart.
   */
  constructor(file: ProjectFile | null, withJoined = true) {
    this.withJoined = withJoined;
    this.serviceMessages = new ServiceMessages(file);
    if (file === null) return;
    const pointer = Pointer.safeParse(file.getValue('edits'));
    if (!pointer.success) return;
    this.kept = pointer.data.kept;
    while (this.applied < pointer.data.applied) this.replay(file);
    if (this.applied < this.kept) this.labels[this.applied] = editAt(file, this.applied)?.label ?? null;
  }

  /** Applies the next change that is kept; answers it. */
  private replay(file: ProjectFile): Edit | null {
    const edit = editAt(file, this.applied);
    const isLeftOut = edit?.label === JOINED && !this.withJoined;
    if (isLeftOut) for (const row of rowsOf(edit)) this.joined.add(row);
    this.before[this.applied] = edit === null || isLeftOut ? [] : this.make(edit);
    this.labels[this.applied] = edit?.label ?? null;
    this.applied += 1;
    return edit;
  }

  private make(edit: Edit): Before {
    if (edit.kind === 'correct')
      return edit.corrections.map(([row, field, value]) => this.setText(row, cellOf(row, FIELD_INDEX[field]), value));
    return edit.rows.map((row) => this.setOut(row, edit.leaveOut ? edit.as : undefined));
  }

  private setText(row: number, cell: number, text: string | undefined): string | undefined {
    const before = this.texts.get(cell);
    if (text === undefined) this.texts.delete(cell);
    else this.texts.set(cell, text);
    const field = cell % FIELD_COUNT;
    const more = (text === undefined ? 0 : 1) - (before === undefined ? 0 : 1);
    if (field === FIELD_INDEX.constituentId) this.idChanges += 1;
    this.byField[field]! += more;
    const cells = (this.corrected.get(row) ?? 0) + more;
    if (cells === 0) this.corrected.delete(row);
    else this.corrected.set(row, cells);
    return before;
  }

  private setOut(row: number, as: LeftOutAs | undefined): LeftOutAs | undefined {
    const before = this.out.get(row);
    if (as === undefined) this.out.delete(row);
    else this.out.set(row, as);
    return before;
  }

  private keepPointer(file: ProjectFile): void {
    file.putValue('edits', { applied: this.applied, kept: this.kept } satisfies z.infer<typeof Pointer>);
  }

  /** Adds a change, and keeps it in the file; what was undone before it cannot be done again. Answers the rows that it touches. */
  add(file: ProjectFile, edit: Edit): Iterable<number> {
    const count = edit.kind === 'correct' ? edit.corrections.length : edit.rows.length;
    const place = { seq: this.applied, first: this.applied, count, low: 0, high: 0 };
    file.write('edits', place, Buffer.from(JSON.stringify(edit), 'utf8'));
    this.before[this.applied] = this.make(edit);
    this.labels[this.applied] = edit.label;
    this.applied += 1;
    this.kept = this.applied;
    this.labels.length = this.applied;
    this.before.length = this.applied;
    this.keepPointer(file);
    return rowsOf(edit);
  }

  /** Takes the last change back; answers the rows that it touched. */
  undo(file: ProjectFile): Iterable<number> {
    if (this.applied === 0) return [];
    this.applied -= 1;
    this.keepPointer(file);
    const edit = editAt(file, this.applied);
    const before = this.before.pop() ?? [];
    if (edit === null) return [];
    // Backwards, so that a cell that one change has set twice ends as it began.
    for (let at = before.length - 1; at >= 0; at--) {
      if (edit.kind === 'correct') {
        const [row, field] = edit.corrections[at]!;
        this.setText(row, cellOf(row, FIELD_INDEX[field]), before[at]);
      } else this.setOut(edit.rows[at]!, before[at] as LeftOutAs | undefined);
    }
    return rowsOf(edit);
  }

  /** Does again what was taken back last; answers the rows that it touches. */
  redo(file: ProjectFile): Iterable<number> {
    if (this.applied === this.kept) return [];
    const edit = this.replay(file);
    if (this.applied < this.kept) this.labels[this.applied] ??= editAt(file, this.applied)?.label ?? null;
    this.keepPointer(file);
    return edit === null ? [] : rowsOf(edit);
  }

  /** What undo would take back, in words; null when there is nothing. */
  get canUndo(): string | null {
    return this.labels[this.applied - 1] ?? null;
  }

  get canRedo(): string | null {
    return this.applied < this.kept ? (this.labels[this.applied] ?? null) : null;
  }

  /** True when the field, by its index, is corrected in some row. */
  corrects(field: number): boolean {
    return this.byField[field]! > 0;
  }

  /** True when some field of the row is corrected. */
  isCorrected(row: number): boolean {
    return this.corrected.has(row);
  }

  /** The sheet rows of which some field is corrected, in order. */
  correctedRows(): Uint32Array {
    return Uint32Array.from(this.corrected.keys()).sort();
  }

  /** True when a field of a row, by its index, is corrected. */
  has(row: number, field: number): boolean {
    return this.texts.has(cellOf(row, field));
  }

  /** True for a row that was sent apart with corrections, which are left out here. */
  wasSentApart(row: number): boolean {
    return this.joined.has(row);
  }

  /** Why a row is left out, or null. */
  leftOutAs(row: number): LeftOutAs | null {
    return this.out.get(row) ?? null;
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

  /** Puts the corrections of a row over its record. */
  apply(row: number, draft: MappedRecord, override: (draft: MappedRecord, field: number, text: string) => void): void {
    if (this.corrected.size === 0 || !this.corrected.has(row)) return;
    for (const field of PARSE_ORDER) {
      const text = this.texts.get(cellOf(row, field));
      if (text !== undefined) override(draft, field, text);
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
