/** What of a project is sealed in the history because it may name people: headings, first rows, mapping, findings' examples. */
import { z } from 'zod';
import { CheckView, ImportView } from '../../shared/contract/index.ts';
import { ReadingChoice } from '../../shared/mapping/import-options.ts';
import type { CheckSummary } from '../worker-protocol/check.ts';
import type { ProjectFacts } from '../store/app-database/history.ts';
import type { SendChoice } from '../worker-protocol/list.ts';
import { ColumnSuggestion, Field, MappingPlan, SourceSystem } from '../../shared/mapping/plan.ts';

const ReadingShape = z.object({
  sheet: z.int(),
  sheetName: z.string(),
  headerRow: z.int().nullable(),
  headerReason: z.string(),
  headers: z.array(z.string()),
  totalsRows: z.array(z.int()),
  rows: z.int(),
});

/** What of a check does not hang on how the list would be sent. */
const FoundCheck = CheckView.omit({ heldBack: true });

/** What the check has found, as the worker tells it. */
const CheckShape = FoundCheck.extend({
  fields: z.array(Field).nullable().default(null),
  byHand: z.int(),
  household: z.int(),
  doNotScreen: z.int(),
  errors: z.int(),
  sameId: z.int(),
  before: z.int(),
  beforeWithErrors: z.int(),
  changed: z.int(),
  // A check of before lists on their way were looked at has none of them.
  onItsWay: z.int().default(0),
  onItsWayWithErrors: z.int().default(0),
  // A check of before new and changed rows were told apart has none of them.
  unchanged: z.int().default(0),
  unchangedWithErrors: z.int().default(0),
  unscored: z.int().default(0),
  unscoredWithErrors: z.int().default(0),
  changedSince: z.int().default(0),
  changedSinceWithErrors: z.int().default(0),
  changedBefore: z.int().default(0),
  changedBeforeWithErrors: z.int().default(0),
});

const ShownPart = z.object(FoundCheck.shape);

/** The part of it that a host is shown, with the rows that are held back where the list is sent so. */
export function shownCheck(check: CheckSummary, { sendErrors, again }: SendChoice): CheckView {
  const { unchanged, unscored, before } = check;
  const withErrors = check.unchangedWithErrors + check.unscoredWithErrors + (again ? 0 : check.beforeWithErrors);
  return { ...ShownPart.parse(check), heldBack: unchanged + unscored + (again ? 0 : before) + (sendErrors ? withErrors : 0) };
}

export const SealedFacts = z.object({
  import: ImportView.omit({ atHand: true }),
  reading: ReadingShape,
  /** What a person said of reading that outlasts another choice: rows at the end that are totals, how a text file is read, the source system. */
  asked: ReadingChoice.pick({ totalsRows: true, encoding: true, delimiter: true, system: true }).default({}),
  plan: MappingPlan,
  suggestions: z.array(ColumnSuggestion),
  system: SourceSystem.nullable(),
  /** The template that was laid over the columns, with the plan that stood before it. */
  template: z.object({ name: z.string(), changed: z.boolean(), before: MappingPlan }).nullable().default(null),
  check: CheckShape,
  /** The day on which the list is checked, YYYY-MM-DD. */
  today: z.string(),
  /** The name of the inputs that it was checked by, see `CheckInputs`. */
  basis: z.string(),
});
export type SealedFacts = z.infer<typeof SealedFacts>;

/** The counts of a check that the view of a project shows. */
export function readinessOf({ ready, thin, refused, leftOut }: CheckSummary): NonNullable<ProjectFacts['readiness']> {
  return { ready, thin, refused, leftOut };
}
