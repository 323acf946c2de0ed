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

/** The rules about rows that may be the same person but are sent. */
const REPEATS: readonly string[] = ['EMAIL_SHARED', 'HOUSEHOLD_TWICE'] satisfies readonly RuleCode[];

/**
 * The note in the line of duplicates about rows that may be the same person but are charged, because only rows with the same ID are left
 * out. Null without such rows. `byId`: whether there are rows with the same ID. `rule`: the rule with most of the rows.
 */
export function repeatsNote({ repeated, warnings }: Pick<CostIssues, 'repeated' | 'warnings'>, byId: boolean) {
  const rule = warnings.find(({ code }) => REPEATS.includes(code))?.code;
  if (repeated === 0 || rule === undefined) return null;
  const share = repeated === 1 ? 'shares' : 'share';
  return { rule, text: `${number(repeated)}${byId ? ' more' : ''} ${share} an email or a home, and will be charged` };
}

function causes([largest]: readonly RuleRows[], rows: number): string {
  if (largest === undefined) return '';
  const others = rows - largest.rows;
  return others <= 0 ? issuePhrase(largest) : `${issuePhrase(largest)}, ${count(others, 'other', 'others')}`;
}

/** The most frequent error of the rows that are not sent, and the number of rows with only other errors; '' without errors. */
export const errorCauses = ({ errors }: Pick<CostIssues, 'errors'>, rows: number): string => causes(errors, rows);
