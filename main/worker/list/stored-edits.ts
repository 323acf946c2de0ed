/** The edits of a list as stored in its project file: one chunk per edit, and the number of edits that are applied. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Field } from '../../../shared/mapping/index.ts';
import { FixSteps } from '../../../shared/recipe/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

/**
 * Why rows are left out: by the user, or because another row of the person or the household is kept. Stored. Merged rows are left out, too.
 */
const LeftOutAs = z.enum(['byHand', 'otherRow']);
export type LeftOutAs = z.infer<typeof LeftOutAs> | 'merged';
/** Prefix of the mark of a row that the user sends although the person asked not to be screened. The reason follows. */
export const OBJECTED = 'objected: ';
/** `sentAnyway`: the user sends the row although it does not name a living person. */
export type RowMark = LeftOutAs | 'sentAnyway' | `${typeof OBJECTED}${string}`;

/** A row that is merged into another row, and the corrections that the other row gets from it. */
const MergedRow = z.object({ row: z.int(), into: z.int(), corrections: z.array(z.tuple([Field, z.string()])) });
export type MergedRow = z.infer<typeof MergedRow>;

const Edit = z.discriminatedUnion('kind', [
  /** After the corrections, in the same step, `merges` are merged, and then `leaveOut` are left out by hand. */
  z.object({
    kind: z.literal('correct'),
    label: z.string(),
    corrections: z.array(z.tuple([z.int(), Field, z.string()])),
    merges: z.array(MergedRow).optional(),
    leaveOut: z.array(z.int()).optional(),
    /** Rows that are then marked as sent anyway. */
    anyway: z.array(z.int()).optional(),
    /** The fixes that made the corrections, if they were applied to the whole list. */
    fixes: FixSteps.optional(),
  }),
  z.object({
    kind: z.literal('leaveOut'),
    label: z.string(),
    rows: z.array(z.int()),
    leaveOut: z.boolean(),
    as: LeftOutAs,
    /** Those rows that are left out without a mark. Including them marks them as sent anyway; leaving them out removes that mark. */
    anyway: z.array(z.int()).optional(),
    /** Those rows whose person asked not to be screened. They are included for the reason, or left out again. */
    objected: z.array(z.int()).optional(),
    reason: z.string().optional(),
  }),
  /** `merged`: false reverts the merges, with the corrections that the other rows got from them. */
  z.object({ kind: z.literal('merge'), label: z.string(), merged: z.boolean(), rows: z.array(MergedRow) }),
]);
export type Edit = z.infer<typeof Edit>;
export type Correction = Extract<Edit, { kind: 'correct' }>['corrections'][number];

/** Label of the corrections that come with the results of refused rows. The list itself was sent without these corrections. Stored. */
export const DERIVED_CORRECTIONS = 'the corrections of rows that were sent apart';

/** Label of the corrections that come with the results of rows that the list itself did not send. Stored. */
export const REST_CORRECTIONS = 'the corrections of rows that were sent later';

/** Label of the corrections that give repeats new IDs, so that each of them is sent. Stored. */
export const REPEATS_SENT = 'sending repeats as rows of their own';

/**
 * `applied`: number of edits that are applied. `kept`: number of stored edits; those that are not applied can be redone. `stamp`: changes
 * with every change of the edits; files of older versions do not have it.
 */
const EditCounts = z.object({ applied: z.int(), kept: z.int(), stamp: z.string().nullable().default(null) });
type EditCounts = z.infer<typeof EditCounts>;

/** Null for a list without edits. */
export const editCounts = (file: Pick<ProjectFile, 'getValue'>): EditCounts | null =>
  EditCounts.safeParse(file.getValue('edits')).data ?? null;

/** Returns the new stamp. */
export function storeEditCounts(file: Pick<ProjectFile, 'putValue'>, { applied, kept }: Omit<EditCounts, 'stamp'>): string {
  const stamp = randomUUID();
  file.putValue('edits', { applied, kept, stamp } satisfies EditCounts);
  return stamp;
}

/** Must be called in the transaction that clears the edits. */
export function storeNoEdits(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue('edits', { applied: 0, kept: 0, stamp: null } satisfies EditCounts);
}

/** Stores an edit under its number. */
export function storeEdit(file: ProjectFile, number: number, edit: Edit): void {
  const count = edit.kind === 'correct' ? edit.corrections.length : edit.rows.length;
  file.write('edits', { seq: number, first: number, count, low: 0, high: 0 }, Buffer.from(JSON.stringify(edit), 'utf8'));
}

/** Null if the file does not contain the edit. */
export function editAt(file: Pick<ProjectFile, 'read'>, number: number): Edit | null {
  const bytes = file.read('edits', number);
  return bytes === null ? null : Edit.parse(JSON.parse(bytes.toString('utf8')));
}

/** An edit that was applied or reverted. `from`, `to`: the number of applied edits before and after it. */
export interface EditStep {
  readonly kind: 'new' | 'undo' | 'redo';
  readonly from: number;
  readonly to: number;
}

/** True when a step reverts the previous step. */
export const isReverse = (step: EditStep, last: EditStep): boolean => step.kind !== 'new' && step.from === last.to && step.to === last.from;

/** The sheet rows that an edit changes. A row can be in both lists. */
interface RowsOfEdit {
  /** Rows with changed values. */
  readonly corrected: readonly number[];
  /** Rows that are left out or included again. */
  readonly leftOut: readonly number[];
}

export interface ChangedRows extends RowsOfEdit {
  readonly step: EditStep;
}

/** The rows that an edit changes. */
export function rowsOfEdit(edit: Edit): RowsOfEdit {
  switch (edit.kind) {
    case 'correct': {
      const { corrections, merges = [], leaveOut = [], anyway = [] } = edit;
      const merged = changedByMerges(merges);
      return {
        corrected: [...corrections.map(([row]) => row), ...merged.corrected],
        leftOut: [...merged.leftOut, ...leaveOut, ...anyway],
      };
    }
    case 'leaveOut':
      // Whether a row is left out because of an objection is decided by its check, so these rows are also checked again.
      return { corrected: edit.objected ?? [], leftOut: edit.rows };
    case 'merge':
      return changedByMerges(edit.rows);
  }
}

const changedByMerges = (rows: readonly MergedRow[]): RowsOfEdit => ({
  corrected: rows.map(({ into }) => into),
  leftOut: rows.map(({ row }) => row),
});
