/** What the check found, rows of it, and what may be changed. */
import { z } from 'zod';
import { Field } from '../mapping/plan.ts';
import { Id, Page, PAGE_ROWS, SheetRow, Text } from './basics.ts';
import { NotSent } from './cost.ts';
import { answerOf, ById, command, query, same } from './method.ts';

export const Severity = z.enum(['error', 'warning', 'note']);
export type Severity = z.infer<typeof Severity>;

export const RuleCount = z.strictObject({
  code: z.string(),
  severity: Severity,
  title: z.string(),
  /** The field that it was found on, null for rules about the whole row. */
  field: Field.nullable(),
  rows: z.int(),
  example: z.strictObject({ before: z.string(), after: z.string().nullable() }).nullable(),
  /** The fix that one click applies to all of them, with its button's words. Without `bulk` it is a guess to be looked at row by row. */
  fix: z.strictObject({ id: z.string(), label: z.string(), bulk: z.boolean() }).nullable(),
});
export type RuleCount = z.infer<typeof RuleCount>;

export const CheckView = z.strictObject({
  rows: z.int(),
  ready: z.int(),
  thin: z.int(),
  refused: z.int(),
  leftOut: z.int(),
  /** Rows that are not excluded but already screened, under the current send options. */
  heldBack: z.int(),
  withIssues: z.int(),
  rules: z.array(RuleCount),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});
export type CheckView = z.infer<typeof CheckView>;

/** What the service would make of a row. */
export const Readiness = z.enum(['ready', 'thin', 'refused']);
export type Readiness = z.infer<typeof Readiness>;

export const CheckFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('issues') }),
  z.strictObject({ kind: z.literal('leftOut') }),
  /** Rows that are not left out, as the check counts them. */
  z.strictObject({ kind: z.literal('readiness'), readiness: Readiness }),
  z.strictObject({ kind: z.literal('rule'), code: z.string(), field: Field.nullable() }),
]);
export type CheckFilter = z.infer<typeof CheckFilter>;

/** Why a row that could be sent is not sent a second time. */
export const AlreadyScreened = NotSent.extract(['unchanged', 'unchangedUnscored', 'inProgress', 'recentlyScreened']);
export type AlreadyScreened = z.infer<typeof AlreadyScreened>;

export const CheckRow = z.strictObject({
  row: SheetRow,
  leftOut: z.boolean(),
  /** Null for a row that is sent as the list would be sent now, and for one that is left out or not sent for its errors. */
  heldBack: AlreadyScreened.nullable(),
  /** As it is or would be if it were not left out; null for people on the do-not-screen list. */
  readiness: Readiness.nullable(),
  /** The record's values, in the order of `fields` of the page. */
  values: z.array(z.string()),
  /** `words`: the service's own, of a row that it refused before. */
  issues: z.array(
    z.strictObject({ field: Field.nullable(), code: z.string(), severity: Severity, words: z.string().nullable().optional() }),
  ),
});
export type CheckRow = z.infer<typeof CheckRow>;

export const CheckPage = z.strictObject({ total: z.int(), fields: z.array(Field), rows: z.array(CheckRow) });
export type CheckPage = z.infer<typeof CheckPage>;

/** Find and replace in the values of one field. */
export const Replacement = z.strictObject({
  field: Field,
  find: Text(255),
  replace: Text(255),
  /** `whole`: the value as a whole; an empty `find` finds rows without a value. `part`: wherever it stands in a value. */
  how: z.enum(['whole', 'part']),
  matchCase: z.boolean(),
});
export type Replacement = z.infer<typeof Replacement>;

/** What a replacement would change: rows, and some of them before and after. */
export const ReplacePreview = z.strictObject({
  rows: z.int(),
  examples: z.array(z.strictObject({ row: SheetRow, before: z.string(), after: z.string() })),
});
export type ReplacePreview = z.infer<typeof ReplacePreview>;

/** Corrections of the earlier list that can be made again in the one that is compared with it. */
export const MadeBefore = z.strictObject({
  /** The earlier list. */
  name: z.string(),
  corrections: z.int(),
  rows: z.int(),
  /** How many there are by field, the most first. */
  fields: z.array(z.strictObject({ field: Field, corrections: z.int() })),
  examples: z.array(z.strictObject({ row: SheetRow, field: Field, before: z.string(), after: z.string() })),
});
export type MadeBefore = z.infer<typeof MadeBefore>;

const CHECK_ANSWERED = { answers: answerOf('check.get'), changes: same('check', 'cost') } as const;

export const CHECK_METHODS = {
  'check.get': query(ById, CheckView, { reads: ['check'] }),
  'check.page': query(z.strictObject({ id: Id, filter: CheckFilter, find: Text(200), ...Page }), CheckPage, { reads: ['check'] }),
  'check.edit': command(z.strictObject({ id: Id, row: SheetRow, field: Field, value: Text(2000) }), CheckView, CHECK_ANSWERED),
  'check.fix': command(z.strictObject({ id: Id, code: z.string(), field: Field.nullable() }), CheckView, CHECK_ANSWERED),
  'check.leaveOut': command(
    z.strictObject({ id: Id, rows: z.union([z.array(SheetRow).min(1).max(PAGE_ROWS), CheckFilter]), leaveOut: z.boolean() }),
    CheckView,
    CHECK_ANSWERED,
  ),
  /** How many rows a replacement would change, and some of them before and after. */
  'check.replacing': query(Replacement.extend({ id: Id }), ReplacePreview, { reads: ['check'] }),
  'check.replace': command(Replacement.extend({ id: Id }), CheckView, CHECK_ANSWERED),
  /** The corrections of the earlier list that can be applied again; null for a list that is compared with none, or was sent. */
  'check.madeBefore': query(ById, MadeBefore.nullable(), { reads: ['check'] }),
  'check.makeAgain': command(ById, CheckView, CHECK_ANSWERED),
  'check.undo': command(ById, CheckView, CHECK_ANSWERED),
  'check.redo': command(ById, CheckView, CHECK_ANSWERED),
};
