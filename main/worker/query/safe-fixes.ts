/** The fixes with one sensible result, applied to a list together in one edit. */
import { countText } from '../../../shared/base/index.ts';
import type { SafeFixes } from '../../../shared/contract/index.ts';
import { FIXES, RULES } from '../../../shared/rules/index.ts';
import { CheckGroupReader } from '../check/check-group-reader.ts';
import type { Work } from '../../worker-protocol/index.ts';
import type { Correction, Edit } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';

const EXAMPLES = 3;

type SafeFix = SafeFixes['fixes'][number];

export interface SafeFixPlan {
  /** By rule, most rows first; without rules whose fix changes nothing. */
  readonly fixes: readonly SafeFix[];
  readonly rows: number;
  /** Null when nothing is fixed. */
  readonly edit: Edit | null;
}

/** The rules with a safe fix and issues in the list. */
function safeRules({ counts, severities }: CheckedList, codes: readonly string[] | null): readonly number[] {
  return RULES.flatMap(({ fix, code }, rule) => {
    if (fix === null || !FIXES[fix].safe || severities[rule] === null || (codes !== null && !codes.includes(code))) return [];
    for (let group = 0; group < counts.length; group++) if (counts.rows(group, { kind: 'rule', code, field: null }) > 0) return [rule];
    return [];
  });
}

/**
 * What the safe fixes of a list change. `codes`: of these rules only; null: of all. `on`: receives the corrections of each group.
 * @throws the reason of the signal
 */
export function planSafeFixes(
  list: CheckedList,
  codes: readonly string[] | null,
  work: Work,
  on: (corrections: readonly Correction[]) => void = () => undefined,
): SafeFixPlan {
  const rules = safeRules(list, codes);
  const chosen = new Set(rules);
  const fixes = new Map(
    rules.map((rule) => {
      const { code, title, fix } = RULES[rule]!;
      return [rule, { code, title, description: FIXES[fix!].description, cells: 0, rows: 0, examples: [] as SafeFix['examples'] }];
    }),
  );
  const reader = new CheckGroupReader(list.file);
  const corrections: Correction[] = [];
  let rows = 0;
  let done = 0;
  for (let at = 0; at < list.counts.length; at++) {
    work.progress(done, list.groups.rows, 'rows');
    work.signal.throwIfAborted();
    done += list.counts.rows(at, { kind: 'all' });
    if (!rules.some((rule) => list.counts.rows(at, { kind: 'rule', code: RULES[rule]!.code, field: null }) > 0)) continue;
    const known = corrections.length;
    const group = reader.group(at)!;
    const { blocks } = list.groups.group(at);
    for (const row of [...new Set(rules.flatMap((rule) => group.rowsWithIssue(rule, null)))].toSorted((a, b) => a - b)) {
      const block = blocks[group.blockOf(row)]!;
      const inBlock = row - group.start(group.blockOf(row));
      const fixed = list.fixer.fix(block, inBlock, ({ rule }) => chosen.has(rule));
      if (fixed === null) continue;
      rows += 1;
      for (const [field, value] of fixed.corrections) corrections.push([block.rowNumber(inBlock), field, value]);
      for (const rule of new Set(fixed.steps.map((step) => step.rule))) fixes.get(rule)!.rows += 1;
      for (const step of fixed.steps) {
        const fix = fixes.get(step.rule)!;
        fix.cells += step.corrections.length;
        const after = step.corrections.map(({ value }) => (value === '' ? '(blank)' : value)).join(' + ');
        if (fix.examples.length < EXAMPLES && !fix.examples.some(({ before }) => before === step.before))
          fix.examples.push({ before: step.before, after });
      }
    }
    if (corrections.length > known) on(corrections.slice(known));
  }
  const found = [...fixes.values()].filter(({ cells }) => cells > 0).toSorted((a, b) => b.rows - a.rows);
  const label = `${found.length === 1 ? `“${found[0]!.title}”` : `${found.length} safe fixes`} in ${countText(rows, 'row')}`;
  return { fixes: found, rows, edit: corrections.length === 0 ? null : { kind: 'correct', label, corrections } };
}
