/** The safe fixes, applied to a list together in one edit. */
import { countText } from '../../../shared/base/index.ts';
import { FIXES, RULES } from '../../../shared/rules/index.ts';
import type { FixSteps } from '../../../shared/recipe/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import type { Correction } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import { type FixPlan, planFixes } from './plan-fixes.ts';

/** The rules that have a safe fix, and issues in the list. */
function safeRules({ counts, severities }: CheckedList, codes: readonly string[] | null): FixSteps[number] {
  return RULES.flatMap(({ fix, code }, rule) => {
    if (fix === null || !FIXES[fix].safe || severities[rule] === null || (codes !== null && !codes.includes(code))) return [];
    for (let group = 0; group < counts.length; group++)
      if (counts.rows(group, { kind: 'rule', code, field: null }) > 0) return [{ code, field: null, reading: null }];
    return [];
  });
}

/**
 * What the safe fixes change in a list. `codes`: only of these rules; null for all. `on`: receives the corrections, one group of rows at a
 * time.
 * @throws the reason of the signal
 */
export function planSafeFixes(
  list: CheckedList,
  codes: readonly string[] | null,
  work: Work,
  on: (corrections: readonly Correction[]) => void = () => undefined,
): FixPlan {
  const labelOf = ({ fixes, rows }: Pick<FixPlan, 'fixes' | 'rows'>) =>
    `${fixes.length === 1 ? `“${fixes[0]!.title}”` : `${fixes.length} safe fixes`} in ${countText(rows, 'row')}`;
  return planFixes(list, [safeRules(list, codes)], labelOf, work, on);
}
