/** The check of a list as it is stored, and the forms in which earlier programs stored it. */
import { z } from 'zod';
import { Field } from '../../../../shared/mapping/plan.ts';
import { mergeHistograms, type RowHistogram } from '../../../../shared/rows/histogram.ts';
import { decodeFacts, encodeFacts, type FactsCode, isExcluded, type RowFacts } from '../../../../shared/rows/row-facts.ts';

const RuleHead = z.object({ code: z.string(), severity: z.enum(['error', 'warning', 'note']), title: z.string(), rows: z.int() });
const Example = z.object({ before: z.string(), after: z.string().nullable() });
const Fix = z.object({ id: z.string(), label: z.string(), bulk: z.boolean() });

const RuleCount = RuleHead.extend({
  fields: z.array(z.object({ field: Field, rows: z.int() })),
  example: Example.extend({ field: Field.nullable() }).nullable(),
  fix: Fix.extend({ safe: z.boolean() }).nullable(),
  leaveOut: z.string().nullable(),
  gain: z.int(),
});
type RuleCount = z.infer<typeof RuleCount>;

/** Earlier programs counted a rule for each field. */
const FormerRuleCount = RuleHead.extend({ field: Field.nullable(), example: Example.nullable(), fix: Fix.nullable() });

/** Rows with a rule on several fields count for each of them: the former counts do not tell them apart. */
function rulesOfFormer(former: readonly z.infer<typeof FormerRuleCount>[]): RuleCount[] {
  return [...Map.groupBy(former, ({ code }) => code).values()].map((counts) => {
    const [{ code, severity, title, field, example, fix }] = counts as [z.infer<typeof FormerRuleCount>];
    return {
      code,
      severity,
      title,
      rows: counts.reduce((sum, { rows }) => sum + rows, 0),
      fields: counts.flatMap((one) => (one.field === null ? [] : [{ field: one.field, rows: one.rows }])),
      example: example === null ? null : { ...example, field },
      fix: fix === null ? null : { ...fix, safe: false },
      leaveOut: null,
      gain: 0,
    };
  });
}

const Shown = z.object({
  rules: z.array(RuleCount).or(z.array(FormerRuleCount).transform(rulesOfFormer)),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
  /** The fields that are sent; null for a check of a program that did not store them. */
  fields: z.array(Field).nullable().default(null),
});

const Code = z.int().transform((code) => code as FactsCode);
const Summary = Shown.extend({ histogram: z.array(z.tuple([Code, z.int()]).readonly()).readonly() });

/** Everything that decides what a check finds in the rows of a list. */
const CheckKey = z.object({
  /** YYYY-MM-DD: gifts after it are in the future. */
  day: z.string(),
  /** Digest of the mapping. */
  mapping: z.string(),
  /** Digest of the other inputs. */
  inputs: z.string(),
  /** ID of the program's build. */
  build: z.string(),
});
export type CheckKey = z.infer<typeof CheckKey>;

export const StoredCheck = Summary.extend({ key: CheckKey });
export type StoredCheck = z.infer<typeof StoredCheck>;

/** Counts of a check before its histogram was stored. `…WithErrors`: rows that are invalid besides. */
const FormerCounts = z.object({
  byHand: z.int(),
  household: z.int(),
  doNotScreen: z.int(),
  errors: z.int(),
  sameId: z.int(),
  ready: z.int(),
  thin: z.int(),
  withIssues: z.int(),
  /** Screened recently or in progress; those in progress are counted in `onItsWay` too. */
  before: z.int(),
  beforeWithErrors: z.int(),
  onItsWay: z.int().default(0),
  onItsWayWithErrors: z.int().default(0),
  /** Screened recently with other details. */
  changed: z.int(),
  unchanged: z.int().default(0),
  unchangedWithErrors: z.int().default(0),
  unscored: z.int().default(0),
  unscoredWithErrors: z.int().default(0),
  /** Changed since the baseline, without and with those that are counted in `before`. */
  changedSince: z.int().default(0),
  changedSinceWithErrors: z.int().default(0),
  changedBefore: z.int().default(0),
  changedBeforeWithErrors: z.int().default(0),
});
export type FormerCounts = z.infer<typeof FormerCounts>;

/** The first value of each fact. */
const NO_FACTS = decodeFacts(0);

const isValid = ({ readiness }: RowFacts): boolean => readiness === 'ready' || readiness === 'incomplete';

/**
 * A histogram with the same counts. How facts that were counted apart fell together is not known; no view of a sent list shows it.
 */
function histogramOfFormer(counts: FormerCounts): RowHistogram {
  let parts: { readonly facts: RowFacts; readonly rows: number }[] = (
    [
      [counts.byHand, { excluded: 'manual' }],
      [counts.household, { excluded: 'household' }],
      [counts.doNotScreen, { suppressed: 'yes' }],
      [counts.errors, { readiness: 'invalid' }],
      [counts.sameId, { readiness: 'duplicateId' }],
      [counts.ready, {}],
      [counts.thin, { readiness: 'incomplete' }],
    ] as const
  ).map(([rows, facts]) => ({ facts: { ...NO_FACTS, ...facts }, rows }));
  /** Sets facts of so many rows, among those where `where` holds. */
  const set = (rows: number, facts: Partial<RowFacts>, where: (facts: RowFacts) => boolean) => {
    let left = rows;
    parts = parts.flatMap((part) => {
      if (!where(part.facts)) return [part];
      const taken = Math.min(left, part.rows);
      left -= taken;
      return [
        { facts: { ...part.facts, ...facts }, rows: taken },
        { facts: part.facts, rows: part.rows - taken },
      ];
    });
  };
  const compare = (rows: number, comparison: RowFacts['comparison'], recent: RowFacts['recent'], valid: boolean) => {
    set(rows, { comparison, recent }, (facts) => !isExcluded(facts) && isValid(facts) === valid && facts.comparison === 'none');
  };
  for (const [valid, suffix] of [
    [true, ''],
    [false, 'WithErrors'],
  ] as const) {
    compare(counts[`unchanged${suffix}`], 'unchanged', 'none', valid);
    compare(counts[`unscored${suffix}`], 'unchangedUnscored', 'none', valid);
    compare(counts[`changedSince${suffix}`], 'changed', 'none', valid);
    compare(counts[`changedBefore${suffix}`], 'changed', 'screened', valid);
    const isPlain = (facts: RowFacts) => !isExcluded(facts) && isValid(facts) === valid && facts.comparison === 'none';
    set(counts[`before${suffix}`] - counts[`changedBefore${suffix}`], { recent: 'screened' }, isPlain);
    const isScreened = (facts: RowFacts) => isValid(facts) === valid && facts.recent === 'screened';
    set(counts[`onItsWay${suffix}`], { recent: 'inProgress' }, isScreened);
  }
  const isNotScreened = ({ comparison, recent }: RowFacts) =>
    recent === 'none' && comparison !== 'unchanged' && comparison !== 'unchangedUnscored';
  set(counts.changed, { recent: 'screenedOtherDetails' }, isNotScreened);
  set(counts.withIssues, { hasIssue: 'yes' }, () => true);
  return mergeHistograms(parts.filter(({ rows }) => rows > 0).map(({ facts, rows }) => [[encodeFacts(facts), rows]]));
}

/** A check without its key: with a histogram, or with the counts of programs before it. */
export const FormerCheck = z.union([
  Summary,
  Shown.extend(FormerCounts.shape).transform(({ rules, undo, redo, fields, ...counts }) => ({
    rules,
    undo,
    redo,
    fields,
    histogram: histogramOfFormer(counts),
  })),
]);
