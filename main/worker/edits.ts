/**
 * What a person changed of a list: corrections by row and field, rows left out. The original rows are never touched; every
 * change is kept in order, so that it can be undone and done again.
 */
import { z } from 'zod';
import { FIELD_INDEX, type FieldKey } from '../../shared/constituent.ts';
import { Field } from '../../shared/plan.ts';
import type { Draft } from '../../shared/mapping.ts';
import type { ProjectFile } from '../store/projectfile.ts';

const Edit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('correct'), label: z.string(), corrections: z.array(z.tuple([z.int(), Field, z.string()])) }),
  z.object({ kind: z.literal('leaveOut'), label: z.string(), rows: z.array(z.int()), leaveOut: z.boolean() }),
]);
export type Edit = z.infer<typeof Edit>;

const Pointer = z.object({ applied: z.int(), kept: z.int() });

export class Edits {
  private readonly file: ProjectFile;
  private applied = 0;
  private kept = 0;
  private readonly corrections = new Map<number, Map<number, string>>();
  private readonly out = new Set<number>();
  private undoLabel: string | null = null;
  private redoLabel: string | null = null;

  constructor(file: ProjectFile) {
    this.file = file;
    const pointer = Pointer.safeParse(file.recall('edits'));
    if (pointer.success) {
      this.applied = pointer.data.applied;
      this.kept = pointer.data.kept;
    }
    this.replay();
  }

  private at(number: number): Edit | null {
    const bytes = this.file.read('edits', number);
    return bytes === null ? null : Edit.parse(JSON.parse(bytes.toString('utf8')));
  }

  private replay(): void {
    this.corrections.clear();
    this.out.clear();
    this.undoLabel = null;
    for (let number = 0; number < this.applied; number++) {
      const edit = this.at(number);
      if (edit === null) continue;
      this.undoLabel = edit.label;
      if (edit.kind === 'correct') {
        for (const [row, field, value] of edit.corrections) {
          let fields = this.corrections.get(row);
          if (fields === undefined) this.corrections.set(row, (fields = new Map()));
          fields.set(FIELD_INDEX[field], value);
        }
      } else
        for (const row of edit.rows)
          if (edit.leaveOut) this.out.add(row);
          else this.out.delete(row);
    }
    this.redoLabel = this.applied < this.kept ? (this.at(this.applied)?.label ?? null) : null;
  }

  private remember(): void {
    this.file.keep('edits', { applied: this.applied, kept: this.kept } satisfies z.infer<typeof Pointer>);
    this.replay();
  }

  /** Adds a change; what was undone before it can not be done again. */
  add(edit: Edit): void {
    const count = edit.kind === 'correct' ? edit.corrections.length : edit.rows.length;
    this.file.write('edits', { seq: this.applied, first: this.applied, count, low: 0, high: 0 }, Buffer.from(JSON.stringify(edit), 'utf8'));
    this.applied += 1;
    this.kept = this.applied;
    this.remember();
  }

  undo(): void {
    if (this.applied === 0) return;
    this.applied -= 1;
    this.remember();
  }

  redo(): void {
    if (this.applied === this.kept) return;
    this.applied += 1;
    this.remember();
  }

  /** What undo would take back, in words; null when there is nothing. */
  get canUndo(): string | null {
    return this.undoLabel;
  }

  get canRedo(): string | null {
    return this.redoLabel;
  }

  leavesOut(row: number): boolean {
    return this.out.has(row);
  }

  get leftOut(): ReadonlySet<number> {
    return this.out;
  }

  /** Puts the corrections of a row over its draft. */
  apply(row: number, draft: Draft, override: (draft: Draft, field: number, text: string) => void): void {
    if (this.corrections.size === 0) return;
    const fields = this.corrections.get(row);
    if (fields !== undefined) for (const [field, value] of fields) override(draft, field, value);
  }

  /** True when the field of the row was corrected. */
  corrected(row: number, field: FieldKey): boolean {
    return this.corrections.get(row)?.has(FIELD_INDEX[field]) ?? false;
  }
}
