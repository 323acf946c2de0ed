/** The texts of findings on this screen, from their rules. */
import { isRuleCode, RULE_INDEX, RULE_SPECS } from '../../../shared/rules/index.ts';
import { fieldOf, type FieldKey } from '../../../shared/fields/table.ts';
import type { CheckView, RuleCount } from '../../../shared/contract/index.ts';
import { count, number } from '../../format/text.ts';

/** US spelling, which the shared texts do not have everywhere. */
export const usWords = (text: string): string => text.replaceAll('Email', 'Email').replaceAll('email', 'email');

/** Short names, as headings in a spreadsheet. */
const NAMES: Readonly<Partial<Record<FieldKey, string>>> = {
  constituentId: 'ID',
  spouseFirst: 'Spouse first',
  spouseMiddle: 'Spouse middle',
  spouseLast: 'Spouse last',
  spouseMaiden: 'Spouse maiden',
  street2: 'Street, line 2',
};

export const fieldName = (field: FieldKey): string => NAMES[field] ?? usWords(fieldOf(field).label);

export const titleOf = ({ title }: Pick<RuleCount, 'title'>): string => usWords(title);

const specOf = (code: string) => (isRuleCode(code) ? (RULE_SPECS[RULE_INDEX[code]] ?? null) : null);

export const reasonOf = (code: string): string => usWords(specOf(code)?.why ?? '');

/** What a finding means for the match or the charge; '' when it means nothing for either. */
export function consequenceOf({ code, severity }: Pick<RuleCount, 'code' | 'severity'>): string {
  if (severity === 'error') return 'The row is not sent unless it is fixed.';
  if (severity === 'warning' && specOf(code)?.weakens === true) return 'This weakens the match, and the row is charged anyway.';
  return severity === 'warning' ? 'The row is sent as it is.' : '';
}

/** Rules that compare rows: their rows are shown side by side. */
const COMPARED: ReadonlySet<string> = new Set(['ID_DUPLICATE', 'HOUSEHOLD_TWICE', 'EMAIL_SHARED']);
export const isCompared = (code: string): boolean => COMPARED.has(code);

/** Their titles name both fields. */
const NAMED_IN_TITLE: ReadonlySet<string> = new Set(['FIRST_AND_STREET_MISSING', 'LINES_PARTED']);

/** The fields of a rule with their rows; empty when the title makes the one field clear. */
export function ruleChips({
  code,
  title,
  fields,
}: Pick<RuleCount, 'code' | 'title' | 'fields'>): readonly { label: string; rows: number | null }[] {
  if (specOf(code)?.fields?.length === 1 || NAMED_IN_TITLE.has(code)) return [];
  if (fields.length > 1) return fields.map(({ field, rows }) => ({ label: fieldName(field), rows }));
  const [one] = fields;
  if (one === undefined || usWords(title).toLowerCase().includes(fieldName(one.field).toLowerCase())) return [];
  return [{ label: fieldName(one.field), rows: null }];
}

/** The count at the right of a rule. */
export const countOf = ({ code, rows }: Pick<RuleCount, 'code' | 'rows'>): string =>
  isCompared(code) ? count(rows, 'repeat') : number(rows);

const THINGS: Readonly<Record<string, string>> = {
  postalCode: 'ZIPs',
  state: 'states',
  email: 'emails',
  phone: 'phones',
  date: 'dates',
  amount: 'amounts',
  givenName: 'names',
  familyName: 'names',
};

/** The one safe fix that makes the most rows ready, and what the strip says of the rows that safe fixes make ready. */
export function bestGain({
  rules,
  fixable,
}: Pick<CheckView, 'rules' | 'fixable'>): { readonly rule: RuleCount | null; readonly text: string } | null {
  if (fixable === 0) return null;
  const best = rules.filter(({ fix, gain }) => fix?.safe === true && gain > 0).toSorted((a, b) => b.gain - a.gain)[0];
  if (best === undefined) return { rule: null, text: `+${number(fixable)} after safe fixes` };
  const kind = best.fields[0] === undefined ? null : fieldOf(best.fields[0].field).kind;
  const things = (kind === null ? undefined : THINGS[kind]) ?? 'these';
  const part = best.gain === fixable ? '' : `, ${number(best.gain)}`;
  return { rule: best, text: `+${number(fixable)}${part === '' ? '' : ` after safe fixes${part}`} when ${things} are fixed` };
}
