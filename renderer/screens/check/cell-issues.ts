/** The issues of a cell, their fixes for this cell alone, and what the status bar shows about it. */
import type { FieldKey } from '../../../shared/fields/index.ts';
import type { CheckRow, RuleCount } from '../../../shared/contract/index.ts';
import { type Correction, FIXES, bySeverity, causeOf, correctionsOf, isRuleCode, spouseInstead } from '../../../shared/rules/index.ts';
import { whyNotSent } from '../../../shared/rows/index.ts';
import { shownValue } from '../../format/index.ts';
import { mappedRecordOf } from './check-preview.ts';
import { consequenceOf, fieldName, ruleOf } from './issue-texts.ts';

export type Issue = CheckRow['issues'][number];

/** Longest value on a button, in characters. */
const MAX_VALUE_LENGTH = 28;

/** The issues on a cell, the chosen rule's first, then the most severe. `field` null: those about the whole row. */
export const issuesOn = (row: CheckRow, field: FieldKey | null, chosen: Pick<RuleCount, 'code'> | null): readonly Issue[] =>
  row.issues
    .filter((issue) => issue.field === field)
    .toSorted((a, b) => Number(b.code === chosen?.code) - Number(a.code === chosen?.code) || bySeverity(a, b));

/** The issue of a cell that its color shows: the chosen rule's, else the most severe. Notes appear only for their chosen rule. */
export function shownIssueOn(row: CheckRow, field: FieldKey | null, chosen: Pick<RuleCount, 'code'> | null): Issue | null {
  let worst: Issue | null = null;
  for (const issue of row.issues) {
    if (issue.field !== field) continue;
    if (chosen !== null && issue.code === chosen.code) return issue;
    if (issue.severity === 'note') continue;
    if (worst === null || bySeverity(issue, worst) < 0) worst = issue;
  }
  return worst;
}

export interface CellFix {
  readonly label: string;
  readonly corrections: readonly Correction[];
  /** True to send the row, too, although it was left out because of the person whom it names. */
  readonly anyway?: boolean;
}

/** The fixes of an issue for this cell alone: several if the value can be read in several ways, none if nothing would change. */
export function cellFixes(row: CheckRow, fields: readonly FieldKey[], { code, field }: Pick<Issue, 'code' | 'field'>): readonly CellFix[] {
  if (row.leftOut) return code === 'DECEASED' ? livingSpouse(row, fields) : [];
  const rule = ruleOf(code);
  const target = field ?? rule?.fields[0];
  if (rule === null || rule.fix === null || target === undefined) return [];
  const record = mappedRecordOf(row, fields);
  const only = cellFixOf(correctionsOf(rule.fix, record, target));
  return FIXES[rule.fix].choices?.(record, target) ?? (only === null ? [] : [only]);
}

function livingSpouse(row: CheckRow, fields: readonly FieldKey[]): readonly CellFix[] {
  const spouse = spouseInstead(mappedRecordOf(row, fields));
  return spouse === null ? [] : [{ label: `Send ${spouse.first} instead`, corrections: spouse.corrections, anyway: true }];
}

function cellFixOf(corrections: readonly Correction[]): CellFix | null {
  if (corrections.length === 0) return null;
  const text = corrections.map(({ value }) => shownValue(value)).join(' + ');
  const isCleared = corrections.every(({ value }) => value === '');
  const shown = text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
  return { label: isCleared ? 'Blank it out' : `Change to ${shown}`, corrections };
}

/** The two lines about an issue. */
export function issueTexts(
  row: CheckRow,
  fields: readonly FieldKey[],
  { code, field, severity, serviceMessage }: Issue,
): { readonly title: string; readonly why: string } {
  const rule = ruleOf(code);
  const message = serviceMessage == null ? '' : `: ${serviceMessage}`;
  const cause = isRuleCode(code) && field !== null ? causeOf(code, row.values[fields.indexOf(field)] ?? '') : null;
  const title = `${cause?.title ?? rule?.title ?? code}${message}`;
  if (row.leftOut) return { title, why: `${rule?.why ?? ''} The row is left out.`.trimStart() };
  return { title, why: [rule?.why ?? '', consequenceOf({ code, severity })].filter((text) => text !== '').join(' ') };
}

/** Whether a row is sent: a title and a sentence. `isOpen`: false once the list was submitted. */
function sendingTexts({ leftOut, notSent, readiness }: CheckRow, isOpen: boolean): { readonly title: string; readonly why: string } {
  if (notSent !== null && leftOut) return { title: 'Left out', why: `${whyNotSent(notSent)}.` };
  if (notSent !== null) return { title: 'Not sent again', why: `The row is not sent: ${whyNotSent(notSent)}.` };
  if (leftOut) return { title: 'Left out', why: 'The row is left out.' };
  if (readiness === 'invalid')
    return { title: 'Won’t be accepted', why: isOpen ? 'The row is not sent unless its errors are fixed.' : 'The row has errors.' };
  if (!isOpen) return { title: 'Sent', why: 'The row was sent with the list.' };
  return { title: 'Sent', why: 'The row is sent. Press Space to leave it out.' };
}

/** The two lines about a cell without an issue: its whole value, and how it is sent. `isOpen`: false once the list was submitted. */
export function plainTexts(
  row: CheckRow,
  fields: readonly FieldKey[],
  field: FieldKey | null,
  isOpen: boolean,
): { readonly title: string; readonly why: string } {
  const sent = sendingTexts(row, isOpen);
  if (field === null) return sent;
  const value = row.values[fields.indexOf(field)] ?? '';
  const name = fieldName(field);
  const isSent = sent.title === 'Sent';
  if (value === '') return { title: `${name} is empty`, why: isSent ? 'Nothing is sent for this field.' : sent.why };
  return { title: value, why: isSent ? `Sent as ${name}, unchanged.` : sent.why };
}
