/** Fixes by rule that are applied to a list together in one edit: the safe fixes, or the fixes of an earlier list. */
import { FIELD_INDEX, fieldOf } from '../../../shared/fields/index.ts';
import { type FixRule, type FixSteps, fixKey } from '../../../shared/recipe/index.ts';
import type { RecipeFix } from '../../../shared/contract/index.ts';
import { FIXES, RULES, RULE_INDEX, isRuleCode } from '../../../shared/rules/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import { matchingRows } from '../check/filter-rows.ts';
import type { Work } from '../../worker-protocol/index.ts';
import type { Correction, Edit } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import type { FixStep, IssueChoice } from './row-fixer.ts';

const EXAMPLES = 3;

export interface FixPlan {
  /** Sorted by number of rows, highest first; without fixes that change nothing. */
  readonly fixes: readonly (RecipeFix & Pick<FixRule, 'code'>)[];
  readonly rows: number;
  /** Null when there is nothing to fix. */
  readonly edit: Extract<Edit, { kind: 'correct' }> | null;
}

interface KnownFix extends FixRule {
  readonly rule: number;
  readonly index: number | null;
}

/** The fixes of one step whose rules have a fix and are turned on. */
function knownFixes(step: readonly FixRule[], { severities }: CheckedList): KnownFix[] {
  return step.flatMap((one) => {
    const rule = isRuleCode(one.code) ? RULE_INDEX[one.code] : null;
    if (rule === null || RULES[rule]!.fix === null || severities[rule] === null) return [];
    return [{ ...one, rule, index: one.field === null ? null : FIELD_INDEX[one.field] }];
  });
}

const isOf = ({ rule, index }: KnownFix, issue: { readonly rule: number; readonly field: number }): boolean =>
  issue.rule === rule && (index === null || index === issue.field);

function newFix({ rule, code, field, reading, ...one }: KnownFix): RecipeFix & Pick<FixRule, 'code'> {
  const { title, fix } = RULES[rule]!;
  const { description, safe, readings } = FIXES[fix!];
  return {
    key: fixKey({ code, field, reading, ...one }),
    code,
    title: field === null ? title : `${title}: ${fieldOf(field).label}`,
    description: reading === null ? description : (readings?.[reading]?.button ?? description),
    safe: safe && reading === null,
    cells: 0,
    rows: 0,
    examples: [],
  };
}

/** Chooses the issues that the fixes of a step apply to. */
function choiceOf(step: readonly KnownFix[]): IssueChoice {
  return (issue) => {
    const found = step.find((one) => isOf(one, issue));
    return found === undefined ? null : { reading: found.reading };
  };
}

/**
 * What the fixes change in a list. `labelOf`: returns the label of the edit. `on`: receives the corrections, one group of rows at a time.
 * @throws the reason of the signal
 */
export function planFixes(
  list: CheckedList,
  steps: FixSteps,
  labelOf: (plan: Pick<FixPlan, 'fixes' | 'rows'>) => string,
  work: Work,
  on: (corrections: readonly Correction[]) => void = () => undefined,
): FixPlan {
  const known = steps.map((step) => knownFixes(step, list)).filter((step) => step.length > 0);
  const all = known.flat();
  const choices = known.map(choiceOf);
  const rules = [...new Set(all.map(({ rule }) => rule))];
  const fixes = new Map(all.map((one) => [fixKey(one), newFix(one)]));
  const fixOf = (step: FixStep) => fixes.get(fixKey(all.find((one) => isOf(one, step))!))!;
  const reader = new CheckGroupReader(list.file);
  const corrections: Correction[] = [];
  let rows = 0;
  let done = 0;
  for (let at = 0; at < list.counts.length; at++) {
    work.progress(done, list.groups.rows, 'rows');
    work.signal.throwIfAborted();
    done += list.counts.rows(at, { kind: 'all' });
    if (!rules.some((rule) => list.counts.rows(at, { kind: 'rule', code: RULES[rule]!.code, field: null }) > 0)) continue;
    const before = corrections.length;
    const group = reader.group(at)!;
    const { blocks } = list.groups.group(at);
    const filters = rules.map((rule) => ({ kind: 'rule', code: RULES[rule]!.code, field: null }) as const);
    for (const row of [...new Set(filters.flatMap((filter) => matchingRows(group, filter)))].toSorted((a, b) => a - b)) {
      const block = blocks[group.blockOf(row)]!;
      const inBlock = row - group.start(group.blockOf(row));
      const fixed = list.fixer.fixInSteps(block, inBlock, choices);
      if (fixed === null) continue;
      rows += 1;
      for (const [field, value] of fixed.corrections) corrections.push([block.rowNumber(inBlock), field, value]);
      for (const fix of new Set(fixed.steps.map(fixOf))) fix.rows += 1;
      for (const step of fixed.steps) {
        const fix = fixOf(step);
        fix.cells += step.corrections.length;
        const after = step.corrections.map(({ value }) => (value === '' ? '(blank)' : value)).join(' + ');
        if (fix.examples.length < EXAMPLES && !fix.examples.some(({ before: known_ }) => known_ === step.before))
          fix.examples.push({ before: step.before, after });
      }
    }
    if (corrections.length > before) on(corrections.slice(before));
  }
  const found = [...fixes.values()].filter(({ cells }) => cells > 0).toSorted((a, b) => b.rows - a.rows);
  const label = labelOf({ fixes: found, rows });
  return { fixes: found, rows, edit: corrections.length === 0 ? null : { kind: 'correct', label, corrections, fixes: steps } };
}
