/** The result of a check, its rows, and their corrections. */
import { z } from 'zod';
import { Field, MappingPlan } from '../mapping/index.ts';
import { NOT_SENT } from '../rows/index.ts';
import { SEVERITIES } from '../rules/index.ts';
import { Id, Page, PAGE_ROWS, SheetRow, Text } from './basics.ts';
import { answerOf, ById, command, projectQuery, query, same } from './method.ts';

export const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;

export const RuleCount = z.strictObject({
  code: z.string(),
  severity: Severity,
  title: z.string(),
  /** Rows with the issue in any field, without those that are left out. */
  rows: z.int(),
  /** Rows with the issue that are left out. */
  leftOut: z.int(),
  /**
   * The fields with the issue, most rows first; empty for rules about the whole row. A row can have it in several fields. If only rows that
   * are left out have the issue, the fields and the example come from them.
   */
  fields: z.array(z.strictObject({ field: Field, rows: z.int() })),
  example: z.strictObject({ field: Field.nullable(), before: z.string(), after: z.string().nullable() }).nullable(),
  /**
   * The fix for all of these rows, with the label of its button. Without `bulk`, it is a guess that the user confirms row by row. A `safe`
   * fix has only one sensible result.
   */
  fix: z.strictObject({ id: z.string(), label: z.string(), bulk: z.boolean(), safe: z.boolean() }).nullable(),
  /** The label of the button that leaves the rows out; null if the rule has none. */
  leaveOut: z.string().nullable(),
  /** The label of the button that sends rows which are left out because of this rule. */
  sendAnyway: z.string().nullable(),
  /** Rows that become ready if only the safe fix of this rule is applied. */
  gain: z.int(),
});
export type RuleCount = z.infer<typeof RuleCount>;

export const CheckView = z.strictObject({
  rows: z.int(),
  ready: z.int(),
  fixable: z.int(),
  incomplete: z.int(),
  /** Rows with errors, which the service would refuse. */
  invalid: z.int(),
  leftOut: z.int(),
  /** Rows that are not sent because they were screened already, under the current send options. */
  alreadyScreened: z.int(),
  /** Rows with an error or a warning, without those that are left out. `withWarnings`: rows with a warning. */
  withIssues: z.int(),
  withWarnings: z.int(),
  /** Rows to which a rule about earlier screenings applies. */
  compared: z.int(),
  rules: z.array(RuleCount),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
});
export type CheckView = z.infer<typeof CheckView>;

/** Whether the service can use a row. `fixable`: ready once the safe fixes are applied. */
export const Readiness = z.enum(['ready', 'fixable', 'incomplete', 'invalid']);
export type Readiness = z.infer<typeof Readiness>;

export const CheckFilter = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('issues') }),
  z.strictObject({ kind: z.literal('leftOut') }),
  /** Rows with this readiness, as the check counts them. */
  z.strictObject({ kind: z.literal('readiness'), readiness: Readiness }),
  /** `field` null: in any field, or about the whole row. `leftOut`: true for the rows that are left out, otherwise all others. */
  z.strictObject({ kind: z.literal('rule'), code: z.string(), field: Field.nullable(), leftOut: z.boolean().optional() }),
]);
export type CheckFilter = z.infer<typeof CheckFilter>;

/** The field that orders the rows of the check; empty values are last in both directions. */
export const CheckSort = z.strictObject({ field: Field, descending: z.boolean() });
export type CheckSort = z.infer<typeof CheckSort>;

/**
 * A filter of one column. `codes`: rows with one of these issues in the column. `causes`: only for a certain cause. `values`: rows with one
 * of these values. `contains`: rows whose value contains this text; '' for any value.
 */
export const ColumnFilter = z.strictObject({
  field: Field,
  codes: z.array(z.string().max(40)).max(50),
  causes: z.array(z.strictObject({ code: z.string().max(40), key: z.string().max(20) })).max(50),
  values: z.array(Text(2000)).max(20),
  contains: Text(200),
  /** Only empty or only filled values; null for both. */
  filled: z.boolean().nullable(),
});
export type ColumnFilter = z.infer<typeof ColumnFilter>;

/** Why values break a rule, by field, most rows first. `fixed` and `blanked`: how many cells the fix changes and clears. */
const RuleCauses = z.strictObject({
  /** Rows with the issue that have an error, so the service would refuse them. */
  invalid: z.int(),
  fixed: z.int(),
  blanked: z.int(),
  fields: z.array(z.strictObject({ field: Field, causes: z.array(z.strictObject({ key: z.string(), title: z.string(), rows: z.int() })) })),
});

/** The most frequent values of a field. */
const FrequentValues = z.array(z.strictObject({ value: z.string(), rows: z.int() }));

/** Which rows a page of the check lists, and in which order. */
const ListedRows = {
  filter: CheckFilter,
  find: Text(200),
  column: ColumnFilter.nullable().optional(),
  /** Null or missing: in the order of the file. */
  sort: CheckSort.nullable().optional(),
};

/** A row of a page of the check. */
export const CheckRow = z.strictObject({
  row: SheetRow,
  leftOut: z.boolean(),
  /** Why the row is not sent, if the user can change that neither by marking the row nor by correcting it; otherwise null. */
  notSent: z.enum(NOT_SENT).nullable(),
  /** The readiness of the row; for a row that is left out, as if it were sent. Null for people on the do-not-screen list. */
  readiness: Readiness.nullable(),
  /** The record's values, in the order of the page's `fields`. */
  values: z.array(z.string()),
  /** `serviceMessage`: the message of the service for a row that it refused earlier. */
  issues: z.array(
    z.strictObject({ field: Field.nullable(), code: z.string(), severity: Severity, serviceMessage: z.string().nullable().optional() }),
  ),
  /** The cell of the column `cells` in the input. */
  cell: z.string().optional(),
});
export type CheckRow = z.infer<typeof CheckRow>;

export const CheckPage = z.strictObject({ total: z.int(), fields: z.array(Field), rows: z.array(CheckRow) });
export type CheckPage = z.infer<typeof CheckPage>;

/**
 * Groups of rows that are duplicates of each other according to one rule. Undecided groups come first, and among them the most similar
 * ones.
 */
export const DuplicateGroups = z.strictObject({
  /** The number of groups in the list. `kept`: how many the user keeps as they are. */
  total: z.int(),
  kept: z.int(),
  fields: z.array(Field),
  /**
   * `rows`: the first rows of the group in sheet order. `count`: the number of all rows. `merged`: the values of the single row that they
   * can become; null if they cannot be merged.
   */
  groups: z.array(
    z.strictObject({
      count: z.int(),
      rows: z.array(CheckRow),
      isKept: z.boolean(),
      merged: z.strictObject({ kind: z.enum(['samePerson', 'couple']), values: z.array(z.string()) }).nullable(),
    }),
  ),
});
export type DuplicateGroups = z.infer<typeof DuplicateGroups>;

/** Maximum number of rows that can be merged. */
export const MAX_MERGED = 20;

/**
 * One decision about all duplicates of a rule. `fuller`: keeps the row with the most values. `identical`: merges rows with the same values.
 */
export const SettleHow = z.enum(['fuller', 'identical']);
export type SettleHow = z.infer<typeof SettleHow>;

/** What such a decision would do: `groups` that it decides, `left` for the user to decide, and `rows` that are then not sent. */
export const RepeatsPlan = z.strictObject({
  groups: z.int(),
  left: z.int(),
  rows: z.int(),
  examples: z.array(z.strictObject({ name: z.string(), kept: SheetRow, others: z.array(SheetRow) })),
});
export type RepeatsPlan = z.infer<typeof RepeatsPlan>;

/** New texts of cells; one undo reverts them together. */
export const CellEdits = z
  .array(z.strictObject({ row: SheetRow, field: Field, value: Text(2000) }))
  .min(1)
  .max(10_000);
export type CellEdits = z.infer<typeof CellEdits>;

/** Find and replace in the values of one field. */
export const Replacement = z.strictObject({
  field: Field,
  find: Text(255),
  replace: Text(255),
  /** `whole`: the entire value; an empty `find` matches empty values. `part`: anywhere in a value. */
  how: z.enum(['whole', 'part']),
  matchCase: z.boolean(),
});
export type Replacement = z.infer<typeof Replacement>;

/** The number of affected rows, and examples before and after. */
export const ReplacePreview = z.strictObject({
  rows: z.int(),
  examples: z.array(z.strictObject({ row: SheetRow, before: z.string(), after: z.string() })),
});
export type ReplacePreview = z.infer<typeof ReplacePreview>;

/** What the safe fixes would change. */
export const SafeFixes = z.strictObject({
  /** By rule, most rows first. `cells`: values that the fix changes. A row can have several fixes. */
  fixes: z.array(
    z.strictObject({
      code: z.string(),
      title: z.string(),
      description: z.string(),
      cells: z.int(),
      rows: z.int(),
      examples: z.array(z.strictObject({ before: z.string(), after: z.string() })),
    }),
  ),
  cells: z.int(),
  rows: z.int(),
  /** Numbers of rows now, and with the fixes. */
  ready: z.strictObject({ before: z.int(), after: z.int() }),
  withIssues: z.strictObject({ before: z.int(), after: z.int() }),
  invalid: z.strictObject({ before: z.int(), after: z.int() }),
});
export type SafeFixes = z.infer<typeof SafeFixes>;

/** An unmapped column that may contain a field without a column. */
export const ColumnOffer = z.strictObject({
  column: z.int(),
  header: z.string(),
  to: MappingPlan.shape.columns.element.shape.to,
  samples: z.array(z.string()),
  /** Whether its values look right. */
  isLikely: z.boolean(),
});
export type ColumnOffer = z.infer<typeof ColumnOffer>;

/** The effect of another mapping. `one` and `two`: rows of the tried column with one person, and with two. */
export const ColumnTrial = z.strictObject({ ready: z.int(), one: z.int(), two: z.int() });
export type ColumnTrial = z.infer<typeof ColumnTrial>;

/** Corrections in the baseline list that can be applied to this list. */
export const CarriedCorrectionsView = z.strictObject({
  /** Name of the baseline list. */
  name: z.string(),
  corrections: z.int(),
  rows: z.int(),
  /** Rows that were merged into another row of the earlier list, and can be merged again. */
  merged: z.int(),
  /** Rows of people whom the user left out of the earlier list. */
  leftOut: z.int(),
  /** Counts by field, highest first. */
  fields: z.array(z.strictObject({ field: Field, corrections: z.int() })),
  examples: z.array(z.strictObject({ row: SheetRow, field: Field, before: z.string(), after: z.string() })),
});
export type CarriedCorrectionsView = z.infer<typeof CarriedCorrectionsView>;

const RuleCodes = z.array(z.string().max(40)).min(1).max(100).nullable();

/** Sheet rows that stay in a listing after an edit, even if they no longer match. */
const KeepListed = z.array(SheetRow).max(PAGE_ROWS).optional();

const CHECK_ANSWERED = { answers: answerOf('check.get'), changes: same('check', 'cost') } as const;

const CHECK_NEEDED = { reads: ['check'], needs: 'check' } as const;

export const CHECK_METHODS = {
  'check.get': query(ById, CheckView, { reads: ['check'] }),
  /** `cells`: a column of the file whose cells are returned too. */
  'check.page': projectQuery(
    z.strictObject({ id: Id, ...ListedRows, keepListed: KeepListed, cells: z.int().min(0).optional(), ...Page }),
    CheckPage,
    CHECK_NEEDED,
  ),
  /**
   * Finds the next row that `issues` matches, beginning with index `from` itself. `index`: its index among the listed rows; null for none.
   * `back`: searches backward.
   */
  'check.nextIssue': projectQuery(
    z.strictObject({ id: Id, ...ListedRows, keepListed: KeepListed, issues: CheckFilter, from: z.int().min(0), back: z.boolean() }),
    z.strictObject({ index: z.int().nullable() }),
    CHECK_NEEDED,
  ),
  /** The fields without a value in any row. */
  'check.emptyFields': projectQuery(ById, z.array(Field), CHECK_NEEDED),
  'check.causes': projectQuery(z.strictObject({ id: Id, code: z.string() }), RuleCauses, CHECK_NEEDED),
  'check.values': projectQuery(z.strictObject({ id: Id, field: Field }), FrequentValues, CHECK_NEEDED),
  /** Unmapped columns that may contain a field, best first. */
  'check.columnOffers': projectQuery(z.strictObject({ id: Id, field: Field }), z.array(ColumnOffer), CHECK_NEEDED),
  /** Checks the list under another mapping, which is not saved. `column`: the column that is tried. */
  'check.tryColumns': projectQuery(z.strictObject({ id: Id, plan: MappingPlan, column: z.int().min(0) }), ColumnTrial, CHECK_NEEDED),
  /** `code`: a rule that compares rows. An answer can have fewer groups than `limit`. */
  'check.duplicates': projectQuery(
    z.strictObject({ id: Id, code: z.string(), offset: z.int().min(0), limit: z.int().min(1).max(50) }),
    DuplicateGroups,
    CHECK_NEEDED,
  ),
  'check.settling': projectQuery(z.strictObject({ id: Id, code: z.string(), how: SettleHow }), RepeatsPlan, CHECK_NEEDED),
  /**
   * Keeps a group of `check.duplicates` as it is. `rows`: the rows of the group that are shown. `keep` false: makes the group undecided
   * again.
   */
  'check.keepRepeats': command(
    z.strictObject({
      id: Id,
      code: z.string().max(40),
      rows: z
        .array(SheetRow)
        .min(2)
        .max(PAGE_ROWS / 2),
      keep: z.boolean(),
    }),
    CheckView,
    CHECK_ANSWERED,
  ),
  /** Decides all duplicates of a rule as `check.settling` shows. One undo reverts it. */
  'check.settle': command(z.strictObject({ id: Id, code: z.string(), how: SettleHow }), CheckView, CHECK_ANSWERED),
  'check.edit': command(z.strictObject({ id: Id, row: SheetRow, field: Field, value: Text(2000) }), CheckView, CHECK_ANSWERED),
  /** `anyway`: also sends the rows that are left out because they name no living person. */
  'check.editCells': command(z.strictObject({ id: Id, cells: CellEdits, anyway: z.boolean().optional() }), CheckView, CHECK_ANSWERED),
  /** `reading`: the index of the reading to apply, if the fix of the rule has several. `listed`: only fixes these rows. */
  'check.fix': command(
    z.strictObject({
      id: Id,
      code: z.string(),
      field: Field.nullable(),
      reading: z.int().min(0).optional(),
      listed: z.strictObject(ListedRows).omit({ sort: true }).optional(),
    }),
    CheckView,
    CHECK_ANSWERED,
  ),
  /** `codes`: the rules to fix; null for all with a safe fix. */
  'check.safeFixes': projectQuery(z.strictObject({ id: Id, codes: RuleCodes }), SafeFixes, CHECK_NEEDED),
  'check.fixSafe': command(z.strictObject({ id: Id, codes: RuleCodes }), CheckView, CHECK_ANSWERED),
  'check.leaveOut': command(
    z.strictObject({ id: Id, rows: z.union([z.array(SheetRow).min(1).max(PAGE_ROWS), CheckFilter]), leaveOut: z.boolean() }),
    CheckView,
    CHECK_ANSWERED,
  ),
  /**
   * Sends the people who are left out only because they asked not to be screened. `reason`: stored with the project; null: leaves them out
   * again. The organization rules can forbid it.
   */
  'check.sendObjected': command(z.strictObject({ id: Id, reason: Text(500).nullable() }), CheckView, CHECK_ANSWERED),
  /** Sends the rows with the constituent ID of an earlier row, each under its own new ID. `send` false: no longer sends them. */
  'check.sendRepeats': command(z.strictObject({ id: Id, send: z.boolean() }), CheckView, CHECK_ANSWERED),
  /** Sends the rows as one: the first row with the values that the others add. The others get its scores. */
  'check.merge': command(z.strictObject({ id: Id, rows: z.array(SheetRow).min(2).max(MAX_MERGED) }), CheckView, CHECK_ANSWERED),
  'check.replacing': projectQuery(Replacement.extend({ id: Id }), ReplacePreview, CHECK_NEEDED),
  'check.replace': command(Replacement.extend({ id: Id }), CheckView, CHECK_ANSWERED),
  /** Null for a list without a baseline, and for a list that was sent. */
  'check.carriedCorrections': projectQuery(ById, CarriedCorrectionsView.nullable(), { ...CHECK_NEEDED, adds: ['baseline'] }),
  'check.applyCarriedCorrections': command(ById, CheckView, CHECK_ANSWERED),
  'check.undo': command(ById, CheckView, CHECK_ANSWERED),
  /**
   * Restores the cells that an earlier step corrected, except those that changed again later. `label`: the label of `undo` right after that
   * step. One undo reverts it.
   */
  'check.takeBack': command(z.strictObject({ id: Id, label: Text(200) }), CheckView, CHECK_ANSWERED),
  'check.redo': command(ById, CheckView, CHECK_ANSWERED),
};
