/** Texts about issues and their rules, and the groups in which the rules are listed. */
import { FIXES, RULES, RULE_INDEX, RULE_SPECS, type Rule, isRuleCode, withholds } from '../../../shared/rules/index.ts';
import { type FieldKey, type FieldKind, fieldOf } from '../../../shared/fields/index.ts';
import type { CheckFilter, CheckView, RuleCount, SafeFixes } from '../../../shared/contract/index.ts';
import { count, number } from '../../format/index.ts';

/** Shorter names for headings than those in the field table. */
const SHORT_NAMES: Readonly<Partial<Record<FieldKey, string>>> = {
  constituentId: 'ID',
  spouseFirst: 'Spouse first',
  spouseMiddle: 'Spouse middle',
  spouseLast: 'Spouse last',
  spouseMaiden: 'Spouse maiden',
  street2: 'Street, line 2',
};

export const fieldName = (field: FieldKey): string => SHORT_NAMES[field] ?? fieldOf(field).label;

/** The rule of a code; null for a code that this page does not know. */
export const ruleOf = (code: string): Rule | null => (isRuleCode(code) ? (RULES[RULE_INDEX[code]] ?? null) : null);

const specOf = (code: string) => (isRuleCode(code) ? (RULE_SPECS[RULE_INDEX[code]] ?? null) : null);

export const reasonOf = (code: string): string => ruleOf(code)?.why ?? '';

/** True for a rule about people who asked not to be screened. The user must give a reason to send its rows. */
export const isObjection = ({ code, severity }: Pick<RuleCount, 'code' | 'severity'>): boolean =>
  severity === 'error' && (specOf(code)?.rowFacts ?? 0) !== 0;

/** The rules that need the user: all except notes, objections, and rules that only left-out rows have. */
export const openRules = ({ rules }: Pick<CheckView, 'rules'>): readonly RuleCount[] =>
  rules.filter((rule) => rule.severity !== 'note' && rule.rows > 0 && !isObjection(rule));

/** True for a rule with no open rows: all its rows are left out, and the user can only send them anyway. */
const leavesOut = (rule: RuleCount): boolean =>
  rule.severity !== 'note' && rule.leftOut > 0 && (isObjection(rule) || (rule.rows === 0 && rule.sendAnyway !== null));

/** True for a filter that selects the left-out rows of a rule. */
export const isOfLeftOut = (filter: CheckFilter): boolean => filter.kind === 'rule' && filter.leftOut === true;

/** The filter for the rows of a rule: its left-out rows if it has no other rows. */
export const filterOfRule = ({ code, rows, leftOut }: Pick<RuleCount, 'code' | 'rows' | 'leftOut'>): CheckFilter => ({
  kind: 'rule',
  code,
  field: null,
  ...(rows === 0 && leftOut > 0 && { leftOut: true }),
});

export const safeRules = ({ rules }: Pick<CheckView, 'rules'>): readonly RuleCount[] => rules.filter(({ fix }) => fix?.safe === true);

/** Rules about a part of the name or the address that is missing. */
const INCOMPLETE: ReadonlySet<string> = new Set(['MATCH_PART_MISSING', 'FIRST_AND_STREET_MISSING', 'LAST_MISSING']);

/** True for a warning about rows that the readiness strip counts as incomplete. */
export const isIncomplete = ({ code, severity }: Pick<RuleCount, 'code' | 'severity'>): boolean =>
  severity === 'warning' && INCOMPLETE.has(code);

/** The effect of an issue on the match or the charge; '' without an effect. */
export function consequenceOf({ code, severity }: Pick<RuleCount, 'code' | 'severity'>): string {
  if (severity === 'error') return 'The row is not sent unless it is fixed.';
  if (severity !== 'warning') return '';
  const { weakens, fields = [] } = specOf(code) ?? {};
  if (isRuleCode(code) && withholds(RULE_INDEX[code])) return 'The value is left out, and the row is sent without it.';
  if (weakens !== true && !INCOMPLETE.has(code)) return 'The row is sent as it is.';
  const isScored = fields.length > 0 && fields.every((field) => fieldOf(field).purpose === 'score');
  return `${isScored ? 'This can change the scores' : 'Harder to find'}, and you still pay.`;
}

/** Why the fix of a rule changes none of its rows. */
export function noEffectReason({ code, title, fix }: Pick<RuleCount, 'code' | 'title' | 'fix'>): string {
  if (fix?.id === 'addZipZeros')
    return 'A zero is added only where the state or the country shows that it fits: here it would put the ZIP in another state, or abroad.';
  const isCleared = ruleOf(code)?.fix === 'clearValue';
  return isCleared
    ? `The fix for “${title}” would leave each row without a value that it needs. Correct the cells, or leave the rows out.`
    : `No row with “${title}” has a certain fix: a name or address would be lost. Correct the cells, or leave the rows out.`;
}

/** Rules that compare rows. */
const COMPARING_RULES: ReadonlySet<string> = new Set(['ID_DUPLICATE', 'HOUSEHOLD_TWICE', 'EMAIL_SHARED']);

/** True for a rule whose rows are shown side by side. */
export const comparesRows = (code: string): boolean => COMPARING_RULES.has(code);

/** The ways in which all values of a rule can be read; empty if its fix has only one result. */
export function readingsOf({ code }: Pick<RuleCount, 'code'>) {
  const fix = ruleOf(code)?.fix ?? null;
  return fix === null ? [] : (FIXES[fix].readings ?? []);
}

/** Rules whose titles already name both fields. */
const NAMED_IN_TITLE: ReadonlySet<string> = new Set(['FIRST_AND_STREET_MISSING', 'LINES_PARTED']);

/** The fields of a rule with their numbers of rows; empty when the title makes the fields clear. */
export function ruleChips({
  code,
  title,
  fields,
}: Pick<RuleCount, 'code' | 'title' | 'fields'>): readonly { label: string; rows: number | null }[] {
  if (ruleOf(code)?.fields.length === 1 || NAMED_IN_TITLE.has(code)) return [];
  if (fields.length > 1) return fields.map(({ field, rows }) => ({ label: fieldName(field), rows }));
  const [one] = fields;
  if (one === undefined || title.toLowerCase().includes(fieldName(one.field).toLowerCase())) return [];
  return [{ label: fieldName(one.field), rows: null }];
}

/** The count at the right of a rule. */
export function countOf({ code, rows, leftOut }: Pick<RuleCount, 'code' | 'rows' | 'leftOut'>): string {
  const shown = rows === 0 ? leftOut : rows;
  return comparesRows(code) ? count(shown, 'repeat') : number(shown);
}

/** Text after the count of a rule: "and 25 left out"; '' for none. */
export const alsoLeftOut = ({ rows, leftOut }: Pick<RuleCount, 'rows' | 'leftOut'>): string =>
  rows > 0 && leftOut > 0 ? `and ${number(leftOut)} left out` : '';

export const ERRORS = 'Errors';
export const WARNINGS = 'Warnings';
export const LEFT_OUT = 'Left out';
const CLEANED = 'Cleaned on import';
const COMPARED_BEFORE = 'Earlier screenings';
const OTHER_NOTES = 'Other notes';

/** The rules of one kind under a heading. */
export interface IssueGroup {
  readonly name: string;
  readonly tone: RuleCount['severity'];
  readonly rules: readonly RuleCount[];
  /** The number of affected rows, cells or notes, with its unit. Rows count once, cells and notes once for each rule. */
  readonly sum: string;
}

/** The heading for a note. Not every note is about cleaning, because an organization can turn any rule into a note. */
function noteGroupOf({ code }: RuleCount): string {
  const spec = specOf(code);
  if (spec?.severity !== 'note') return OTHER_NOTES;
  return spec.change === undefined ? COMPARED_BEFORE : CLEANED;
}

/** Number of affected cells; a rule without a field counts one for each row. */
const cellsOf = (rules: readonly RuleCount[]): number =>
  rules.reduce(
    (sum, { rows, fields }) =>
      sum +
      Math.max(
        rows,
        fields.reduce((all, field) => all + field.rows, 0),
      ),
    0,
  );

/** The issues of a list by kind, without empty groups. */
export function issueGroups(check: Pick<CheckView, 'rules' | 'invalid' | 'withWarnings' | 'leftOut' | 'compared'>): readonly IssueGroup[] {
  const notes = Map.groupBy(
    check.rules.filter(({ severity, rows }) => severity === 'note' && rows > 0),
    noteGroupOf,
  );
  const notesOf = (name: string) => notes.get(name) ?? [];
  const ofSeverity = (wanted: RuleCount['severity']) => openRules(check).filter(({ severity }) => severity === wanted);
  const groups: readonly IssueGroup[] = [
    { name: ERRORS, tone: 'error', rules: ofSeverity('error'), sum: count(check.invalid, 'row') },
    { name: WARNINGS, tone: 'warning', rules: ofSeverity('warning'), sum: count(check.withWarnings, 'row') },
    { name: LEFT_OUT, tone: 'note', rules: check.rules.filter(leavesOut), sum: count(check.leftOut, 'row') },
    { name: COMPARED_BEFORE, tone: 'note', rules: notesOf(COMPARED_BEFORE), sum: count(check.compared, 'row') },
    { name: CLEANED, tone: 'note', rules: notesOf(CLEANED), sum: count(cellsOf(notesOf(CLEANED)), 'cell') },
    { name: OTHER_NOTES, tone: 'note', rules: notesOf(OTHER_NOTES), sum: count(cellsOf(notesOf(OTHER_NOTES)), 'note') },
  ];
  return groups.filter(({ rules }) => rules.length > 0);
}

/** Plurals of kinds of fields, for the rows that fixes make ready. */
const KIND_PLURALS: Readonly<Partial<Record<FieldKind, string>>> = {
  postalCode: 'ZIPs',
  state: 'states',
  email: 'emails',
  phone: 'phones',
  date: 'dates',
  amount: 'amounts',
  givenName: 'names',
  familyName: 'names',
};

/** The safe fix that makes the most rows ready, with a text about all rows that safe fixes make ready; null when there are none. */
export function bestGain(
  { rules, fixable: counted }: Pick<CheckView, 'rules' | 'fixable'>,
  tried: Pick<SafeFixes, 'ready'> | null,
): { readonly rule: RuleCount | null; readonly text: string } | null {
  // Safe fixes can also complete rows, but only a trial shows this.
  const fixable = tried === null ? counted : tried.ready.after - tried.ready.before;
  if (fixable <= 0) return null;
  const best = safeRules({ rules })
    .filter(({ gain }) => gain > 0)
    .toSorted((a, b) => b.gain - a.gain)[0];
  const more = `${number(fixable)} more with ${fixable === 1 ? 'a safe fix' : 'safe fixes'}`;
  // The counts by rule do not contain rows that only a trial has found.
  if (best === undefined) return { rule: counted > 0 ? null : (safeRules({ rules })[0] ?? null), text: more };
  const kind = best.fields[0] === undefined ? null : fieldOf(best.fields[0].field).kind;
  const things = best.code === 'TWO_PEOPLE' ? 'couples' : ((kind === null ? undefined : KIND_PLURALS[kind]) ?? 'values');
  return best.gain >= fixable
    ? { rule: best, text: `${number(fixable)} more with a safe fix (${things})` }
    : { rule: best, text: `${more} (${number(best.gain)} ${things})` };
}
