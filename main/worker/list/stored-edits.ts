/** The edits of a list as its project file stores them: one chunk for each edit, and how many of them apply. */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Field } from '../../../shared/mapping/index.ts';
import { FixSteps } from '../../../shared/recipe/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';

/** Why rows are left out: by the user, as the less complete rows of their households, or merged into another row. Stored. */
const LeftOutAs = z.enum(['byHand', 'household']);
export type LeftOutAs = z.infer<typeof LeftOutAs> | 'merged';
/** The mark of a row whose person asked not to be screened, and that the user sends; the reason follows. */
export const OBJECTED = 'objected: ';
/** `sentAnyway`: the row names no living person, and the user sends it. */
export type RowMark = LeftOutAs | 'sentAnyway' | `${typeof OBJECTED}${string}`;

/** A row that is merged into another one, and what the other one receives from it. */
const MergedRow = z.object({ row: z.int(), into: z.int(), corrections: z.array(z.tuple([Field, z.string()])) });
export type MergedRow = z.infer<typeof MergedRow>;

const Edit = z.discriminatedUnion('kind', [
  /** `merges`: rows that are merged after the corrections, in the same step. `leaveOut`: rows that are left out by hand after that. */
  z.object({
    kind: z.literal('correct'),
    label: z.string(),
    corrections: z.array(z.tuple([z.int(), Field, z.string()])),
    merges: z.array(MergedRow).optional(),
    leaveOut: z.array(z.int()).optional(),
    /** Rows that are marked as sent anyway after that. */
    anyway: z.array(z.int()).optional(),
    /** The fixes that made the corrections, when they were applied to the whole list. */
    fixes: FixSteps.optional(),
  }),
  z.object({
    kind: z.literal('leaveOut'),
    label: z.string(),
    rows: z.array(z.int()),
    leaveOut: z.boolean(),
    as: LeftOutAs,
    /** Those of the rows that are left out without a mark: taken back, they are marked as sent anyway; left out, they lose that mark. */
    anyway: z.array(z.int()).optional(),
    /** Those of the rows whose person asked not to be screened: taken back for the reason, or left out again. */
    objected: z.array(z.int()).optional(),
    reason: z.string().optional(),
  }),
  /** `merged` false: takes the rows back, and what the other row received from them. */
  z.object({ kind: z.literal('merge'), label: z.string(), merged: z.boolean(), rows: z.array(MergedRow) }),
]);
export type Edit = z.infer<typeof Edit>;
export type Correction = Extract<Edit, { kind: 'correct' }>['corrections'][number];

/** Label of the corrections that come with the results of refused rows: the list itself was sent without them. Stored. */
export const DERIVED_CORRECTIONS = 'the corrections of rows that were sent apart';

/** Label of the corrections that come with the results of rows that the list itself did not send. Stored. */
export const REST_CORRECTIONS = 'the corrections of rows that were sent later';

/** Label of the corrections that give repeats IDs of their own, so that each is sent. Stored. */
export const REPEATS_SENT = 'sending repeats as rows of their own';

/**
 * `applied`: edits that apply. `kept`: edits that are stored; those after the applied ones can be redone. `stamp`: another one after each
 * change of the edits; files of older programs lack it.
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

/** Call it in the transaction that clears the edits. */
export function storeNoEdits(file: Pick<ProjectFile, 'putValue'>): void {
  file.putValue('edits', { applied: 0, kept: 0, stamp: null } satisfies EditCounts);
}

/** Stores an edit under its number. */
export function storeEdit(file: ProjectFile, number: number, edit: Edit): void {
  const count = edit.kind === 'correct' ? edit.corrections.length : edit.rows.length;
  file.write('edits', { seq: number, first: number, count, low: 0, high: 0 }, Buffer.from(JSON.stringify(edit), 'utf8'));
}

/** Null for an edit that the file does not hold. */
export function editAt(file: Pick<ProjectFile, 'read'>, number: number): Edit | null {
  const bytes = file.read('edits', number);
  return bytes === null ? null : Edit.parse(JSON.parse(bytes.toString('utf8')));
}

/** One edit that was applied or taken back: the number of applied edits before and after it. */
export interface EditStep {
  readonly kind: 'new' | 'undo' | 'redo';
  readonly from: number;
  readonly to: number;
}

/** True when a step takes back what the last one did. */
export const isReverse = (step: EditStep, last: EditStep): boolean => step.kind !== 'new' && step.from === last.to && step.to === last.from;

/** The sheet rows of an edit; a row can be in both lists. */
interface RowsOfEdit {
  /** Rows of which it changes values. */
  readonly corrected: readonly number[];
  /** Rows that it leaves out or takes back. */
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
      // Whether an objection holds a row back is a result of its check.
      return { corrected: edit.objected ?? [], leftOut: edit.rows };
    case 'merge':
      return changedByMerges(edit.rows);
  }
}

const changedByMerges = (rows: readonly MergedRow[]): RowsOfEdit => ({
  corrected: rows.map(({ into }) => into),
  leftOut: rows.map(({ row }) => row),
});
