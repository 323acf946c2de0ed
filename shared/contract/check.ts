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
  /** Rows with the issue on any field, without those that are left out. */
  rows: z.int(),
  /** Rows with the issue that are left out. */
  leftOut: z.int(),
  /**
   * The fields with the issue, most rows first; empty for rules about the whole row. A row can have it on several fields. Of the rows that
   * are left out when no other row has it; so is the example.
   */
  fields: z.array(z.strictObject({ field: Field, rows: z.int() })),
  example: z.strictObject({ field: Field.nullable(), before: z.string(), after: z.string().nullable() }).nullable(),
  /**
   * The fix for all of these rows, with its button's label. Without `bulk` it is a guess to confirm row by row. A `safe` fix has one
   * sensible result.
   */
  fix: z.strictObject({ id: z.string(), label: z.string(), bulk: z.boolean(), safe: z.boolean() }).nullable(),
  /** The label of the button that leaves the rows out, where they should not be sent. */
  leaveOut: z.string().nullable(),
  /** The label of the button that sends rows which are left out because of this rule. */
  sendAnyway: z.string().nullable(),
  /** Rows that become ready by the safe fix of this rule alone. */
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
  /** Rows that are not left out but already screened, under the current send options. */
  alreadyScreened: z.int(),
  /** Rows with an error or a warning, and with a warning, without those that are left out. */
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
  /** Rows that are sent or would be, as the check counts them. */
  z.strictObject({ kind: z.literal('readiness'), readiness: Readiness }),
  /** `field` null: on any field, or about the row as a whole. `leftOut`: of the rows that are left out; otherwise of all others. */
  z.strictObject({ kind: z.literal('rule'), code: z.string(), field: Field.nullable(), leftOut: z.boolean().optional() }),
]);
export type CheckFilter = z.infer<typeof CheckFilter>;

/** The field that orders the rows of the check; empty values are last in both directions. */
export const CheckSort = z.strictObject({ field: Field, descending: z.boolean() });
export type CheckSort = z.infer<typeof CheckSort>;

/**
 * A filter of one column. `codes` and `causes`: rows with one of these issues on it, all of them or those with a cause. `values`: one of
 * these. `contains`: values with this text, '' for any value.
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

/** Why the values of a rule break it, by field, most rows first; what its fix does with them, in cells. */
const RuleCauses = z.strictObject({
  /** Rows of the rule that have an error, and so are not accepted. */
  invalid: z.int(),
  fixed: z.int(),
  blanked: z.int(),
  fields: z.array(z.strictObject({ field: Field, causes: z.array(z.strictObject({ key: z.string(), title: z.string(), rows: z.int() })) })),
});

/** The values of a field that most rows have. */
const FrequentValues = z.array(z.strictObject({ value: z.string(), rows: z.int() }));

/** Rows of the check as a page lists them. */
const ListedRows = {
  filter: CheckFilter,
  find: Text(200),
  column: ColumnFilter.nullable().optional(),
  /** Null and absent: in the order of the file. */
  sort: CheckSort.nullable().optional(),
};

/** Why a row that could be sent is not sent a second time. */
export const CheckRow = z.strictObject({
  row: SheetRow,
  leftOut: z.boolean(),
  /** Why the row is not sent, if neither its mark in Check nor a correction decides it; null for any other row. */
  notSent: z.enum(NOT_SENT).nullable(),
  /** For a row that is left out, its readiness if it were sent; null for people on the do-not-screen list. */
  readiness: Readiness.nullable(),
  /** The record's values, in the order of the page's `fields`. */
  values: z.array(z.string()),
  /** `serviceMessage`: what the service said, for a row that it refused earlier. */
  issues: z.array(
    z.strictObject({ field: Field.nullable(), code: z.string(), severity: Severity, serviceMessage: z.string().nullable().optional() }),
  ),
  /** The cell of the column that the page was asked for besides the sent ones. */
  cell: z.string().optional(),
});
export type CheckRow = z.infer<typeof CheckRow>;

export const CheckPage = z.strictObject({ total: z.int(), fields: z.array(Field), rows: z.array(CheckRow) });
export type CheckPage = z.infer<typeof CheckPage>;

/** Groups of rows that are duplicates of each other by one rule: those to decide first, the most similar ones of them first. */
export const DuplicateGroups = z.strictObject({
  /** Groups of the whole list, and those of them that are kept as they are. */
  total: z.int(),
  kept: z.int(),
  fields: z.array(Field),
  /**
   * `rows`: the first of them in sheet order, `count` all of them. `merged`: the values of the one row that they can become; null where they
   * cannot.
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

/** Most rows that can become one. */
export const MOST_MERGED = 20;

/** One decision for all repeats of a rule. `fuller`: the row with the most values stays. `identical`: rows that say the same become one. */
export const SettleHow = z.enum(['fuller', 'identical']);
export type SettleHow = z.infer<typeof SettleHow>;

/** What such a decision does: `groups` decided, `left` for a person to decide, and `rows` that are not sent any more. */
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
  /** By rule, most rows first. `cells`: values that the fix writes. A row can have several fixes. */
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
  /** Rows of the list, now and with the fixes. */
  ready: z.strictObject({ before: z.int(), after: z.int() }),
  withIssues: z.strictObject({ before: z.int(), after: z.int() }),
  invalid: z.strictObject({ before: z.int(), after: z.int() }),
});
export type SafeFixes = z.infer<typeof SafeFixes>;

/** A column that may hold a field which no column goes to. */
export const ColumnOffer = z.strictObject({
  column: z.int(),
  header: z.string(),
  to: MappingPlan.shape.columns.element.shape.to,
  samples: z.array(z.string()),
  /** Whether its values look right. */
  isLikely: z.boolean(),
});
export type ColumnOffer = z.infer<typeof ColumnOffer>;

/** What a mapping would make of the list. `one`, `two`: rows of the tried column with one person, and with two. */
export const ColumnTrial = z.strictObject({ ready: z.int(), one: z.int(), two: z.int() });
export type ColumnTrial = z.infer<typeof ColumnTrial>;

/** What the user changed in the baseline list and can be applied to this list. */
export const CarriedCorrectionsView = z.strictObject({
  /** Name of the baseline list. */
  name: z.string(),
  corrections: z.int(),
  rows: z.int(),
  /** Rows that the earlier list sent as one with another row, and that can be merged into it again. */
  merged: z.int(),
  /** Rows of people whom the user left out of the earlier list. */
  leftOut: z.int(),
  /** Counts by field, highest first. */
  fields: z.array(z.strictObject({ field: Field, corrections: z.int() })),
  examples: z.array(z.strictObject({ row: SheetRow, field: Field, before: z.string(), after: z.string() })),
});
export type CarriedCorrectionsView = z.infer<typeof CarriedCorrectionsView>;

const RuleCodes = z.array(z.string().max(40)).min(1).max(100).nullable();

const AlsoListed = z.array(SheetRow).max(PAGE_ROWS).optional();

const CHECK_ANSWERED = { answers: answerOf('check.get'), changes: same('check', 'cost') } as const;

const CHECK_NEEDED = { reads: ['check'], needs: 'check' } as const;

export const CHECK_METHODS = {
  'check.get': query(ById, CheckView, { reads: ['check'] }),
  /** `also`: rows that are listed whether or not they match. `cells`: a column of the file whose cells are returned too. */
  'check.page': projectQuery(
    z.strictObject({ id: Id, ...ListedRows, also: AlsoListed, cells: z.int().min(0).optional(), ...Page }),
    CheckPage,
    CHECK_NEEDED,
  ),
  /**
   * The next row with an issue: the index in the list, `from` itself included, of a row that `issues` matches; null when there is none.
   * `back`: the one before.
   */
  'check.nextIssue': projectQuery(
    z.strictObject({ id: Id, ...ListedRows, also: AlsoListed, issues: CheckFilter, from: z.int().min(0), back: z.boolean() }),
    z.strictObject({ index: z.int().nullable() }),
    CHECK_NEEDED,
  ),
  /** The fields without a value in any row. */
  'check.emptyFields': projectQuery(ById, z.array(Field), CHECK_NEEDED),
  'check.causes': projectQuery(z.strictObject({ id: Id, code: z.string() }), RuleCauses, CHECK_NEEDED),
  'check.values': projectQuery(z.strictObject({ id: Id, field: Field }), FrequentValues, CHECK_NEEDED),
  /** The columns that go nowhere and may hold a field, best first. */
  'check.columnOffers': projectQuery(z.strictObject({ id: Id, field: Field }), z.array(ColumnOffer), CHECK_NEEDED),
  /** Checks the list under another mapping, which is not kept. `column`: the one that is tried. */
  'check.tryColumns': projectQuery(z.strictObject({ id: Id, plan: MappingPlan, column: z.int().min(0) }), ColumnTrial, CHECK_NEEDED),
  /** `code`: a rule that compares rows. An answer can hold fewer groups than `limit`. */
  'check.duplicates': projectQuery(
    z.strictObject({ id: Id, code: z.string(), offset: z.int().min(0), limit: z.int().min(1).max(50) }),
    DuplicateGroups,
    CHECK_NEEDED,
  ),
  'check.settling': projectQuery(z.strictObject({ id: Id, code: z.string(), how: SettleHow }), RepeatsPlan, CHECK_NEEDED),
  /** Keeps a group of `check.duplicates` as it is, by the rows that are shown of it; `keep` false: it is to decide again. */
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
  /** Decides all repeats of a rule as `check.settling` says; one undo reverts it. */
  'check.settle': command(z.strictObject({ id: Id, code: z.string(), how: SettleHow }), CheckView, CHECK_ANSWERED),
  'check.edit': command(z.strictObject({ id: Id, row: SheetRow, field: Field, value: Text(2000) }), CheckView, CHECK_ANSWERED),
  /** `anyway`: also sends the rows that are left out by whom they name. */
  'check.editCells': command(z.strictObject({ id: Id, cells: CellEdits, anyway: z.boolean().optional() }), CheckView, CHECK_ANSWERED),
  /** `reading`: the position of the way to read all values, where the fix of the rule has several. `listed`: only in these rows. */
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
   * Sends the people who asked not to be screened and are left out only for that, for a reason that is kept; null: leaves them out again. The
   * rules of the organization can forbid it.
   */
  'check.sendObjected': command(z.strictObject({ id: Id, reason: Text(500).nullable() }), CheckView, CHECK_ANSWERED),
  /**
   * Sends the rows with the constituent ID of an earlier row, each once and under an ID of its own; `send` false: holds them back again.
   */
  'check.sendRepeats': command(z.strictObject({ id: Id, send: z.boolean() }), CheckView, CHECK_ANSWERED),
  /** Sends the rows as one: the first of them, with what the others add. The others receive its scores. */
  'check.merge': command(z.strictObject({ id: Id, rows: z.array(SheetRow).min(2).max(MOST_MERGED) }), CheckView, CHECK_ANSWERED),
  'check.replacing': projectQuery(Replacement.extend({ id: Id }), ReplacePreview, CHECK_NEEDED),
  'check.replace': command(Replacement.extend({ id: Id }), CheckView, CHECK_ANSWERED),
  /** Null for a list without a baseline, or one that was sent. */
  'check.carriedCorrections': projectQuery(ById, CarriedCorrectionsView.nullable(), { ...CHECK_NEEDED, adds: ['baseline'] }),
  'check.applyCarriedCorrections': command(ById, CheckView, CHECK_ANSWERED),
  'check.undo': command(ById, CheckView, CHECK_ANSWERED),
  /**
   * Restores the cells that an earlier step corrected, by the label that `undo` had right after it. Cells that changed again later stay. One
   * undo reverts it.
   */
  'check.takeBack': command(z.strictObject({ id: Id, label: Text(200) }), CheckView, CHECK_ANSWERED),
  'check.redo': command(ById, CheckView, CHECK_ANSWERED),
};
