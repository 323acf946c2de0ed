/** Short phrases for the issues of rows, for the lines of the cost. */
import type { CostIssues } from '../../../shared/contract/index.ts';
import { type RuleCode, isRuleCode } from '../../../shared/rules/index.ts';
import { count, number } from '../../format/index.ts';

type RuleRows = CostIssues['errors'][number];

/** Rules with a shorter phrase than their title: for one row, for several. */
const PHRASES: Readonly<Partial<Record<RuleCode, readonly [one: string, several: string]>>> = {
  ZIP_FOUR_DIGITS: ['ZIP lacks a leading zero', 'ZIPs lack a leading zero'],
  ZIP_THREE_DIGITS: ['ZIP lacks two leading zeros', 'ZIPs lack two leading zeros'],
};

/** "482 ZIPs lack a leading zero", or "27 with “Two people in one name”". */
function issuePhrase({ code, title, rows }: RuleRows): string {
  const phrase = isRuleCode(code) ? PHRASES[code] : undefined;
  return phrase === undefined ? `${number(rows)} with “${title}”` : count(rows, ...phrase);
}

function causes([largest]: readonly RuleRows[], rows: number): string {
  if (largest === undefined) return '';
  const others = rows - largest.rows;
  return others <= 0 ? issuePhrase(largest) : `${issuePhrase(largest)}, ${count(others, 'other', 'others')}`;
}

/** The most frequent error of the rows that are not sent, and the rows with other errors only; '' without any. */
export const errorCauses = ({ errors }: Pick<CostIssues, 'errors'>, rows: number): string => causes(errors, rows);
