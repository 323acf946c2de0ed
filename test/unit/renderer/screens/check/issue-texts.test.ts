import { describe, expect, it } from 'vitest';
import type { RuleCount } from '../../../../../shared/contract/index.ts';
import type { FieldKey } from '../../../../../shared/fields/table.ts';
import { RULES } from '../../../../../shared/rules/table.ts';
import {
  alsoLeftOut,
  bestGain,
  consequenceOf,
  countOf,
  filterOfRule,
  issueGroups,
  ruleChips,
} from '../../../../../renderer/screens/check/issue-texts.ts';

const chipsOf = (code: string, ...fields: FieldKey[]) =>
  ruleChips({
    code,
    title: RULES.find((one) => one.code === code)!.title,
    fields: fields.map((field, at) => ({ field, rows: 1_200 - at })),
  });

describe('the chips of a rule', () => {
  it('name its field exactly when the title does not make it clear', () => {
    expect(chipsOf('FIELD_REQUIRED', 'personalPhone')).toEqual([{ label: 'Phone', rows: null }]);
    expect(chipsOf('MATCH_PART_MISSING', 'postalCode')).toEqual([{ label: 'Postal code', rows: null }]);
    expect(chipsOf('EMAIL_FORMAT', 'businessEmail')).toEqual([{ label: 'Business email', rows: null }]);
    expect(chipsOf('EMAIL_FORMAT', 'personalEmail')).toEqual([]);
    expect(chipsOf('ZIP_FOUR_DIGITS', 'postalCode')).toEqual([]);
    expect(chipsOf('FIRST_AND_STREET_MISSING', 'street')).toEqual([]);
    expect(chipsOf('SERVICE_REFUSED')).toEqual([]);
  });

  it('name each of several fields with its rows', () => {
    expect(chipsOf('EMAIL_FORMAT', 'personalEmail', 'businessEmail')).toEqual([
      { label: 'Email', rows: 1_200 },
      { label: 'Business email', rows: 1_199 },
    ]);
  });
});

const rule = (code: string, field: FieldKey, gain: number, safe = true): RuleCount => ({
  code,
  severity: 'warning',
  title: code,
  rows: gain,
  leftOut: 0,
  fields: [{ field, rows: gain }],
  example: null,
  fix: { id: 'fix', label: 'Fix', bulk: true, safe },
  leaveOut: null,
  sendAnyway: null,
  gain,
});

describe('the gain in the strip', () => {
  it('belongs to the safe fix with the most rows, and the sum of all stays visible', () => {
    const rules = [rule('NAME_TITLE', 'primaryFirst', 40), rule('ZIP_FOUR_DIGITS', 'postalCode', 482)];
    const text = '482 more with a safe fix (ZIPs)';
    expect(bestGain({ rules, fixable: 482 }, null)).toMatchObject({ rule: { code: 'ZIP_FOUR_DIGITS' }, text });
    expect(bestGain({ rules, fixable: 530 }, null)?.text).toBe('530 more with safe fixes (482 ZIPs)');
  });

  it('is what the fixes make ready, once they were tried', () => {
    const couples = [rule('TWO_PEOPLE', 'primaryFirst', 44)];
    const tried = { ready: { before: 100, after: 160 } };
    expect(bestGain({ rules: couples, fixable: 59 }, tried)?.text).toBe('60 more with safe fixes (44 couples)');
    expect(bestGain({ rules: couples, fixable: 59 }, { ready: { before: 100, after: 100 } })).toBeNull();
  });

  it('has no rule if only several fixes together help, and is missing if none helps', () => {
    const alone = bestGain({ rules: [rule('NAME_TITLE', 'primaryFirst', 0)], fixable: 3 }, null);
    expect(alone).toEqual({ rule: null, text: '3 more with safe fixes' });
    expect(bestGain({ rules: [], fixable: 0 }, null)).toBeNull();
  });

  it('opens the fix if only a trial shows its rows', () => {
    const rules = [rule('TWO_PEOPLE', 'primaryLast', 0)];
    expect(bestGain({ rules, fixable: 0 }, { ready: { before: 1, after: 3 } })).toEqual({ rule: rules[0], text: '2 more with safe fixes' });
  });
});

it('an issue states what it means for the match and the charge', () => {
  expect(consequenceOf({ code: 'EMAIL_FORMAT', severity: 'error' })).toContain('not sent');
  expect(consequenceOf({ code: 'ZIP_FOUR_DIGITS', severity: 'warning' })).toContain('you still pay');
  expect(consequenceOf({ code: 'SPACES_REMOVED', severity: 'note' })).toBe('');
});

describe('the groups of the issues', () => {
  const found = (code: string, severity: RuleCount['severity'], rows: number, ...fields: FieldKey[]): RuleCount => ({
    ...rule(code, 'street', 0),
    severity,
    rows,
    fields: fields.map((field) => ({ field, rows })),
  });
  const sums = (rules: readonly RuleCount[]) =>
    issueGroups({ rules: [...rules], invalid: 4, withWarnings: 1, leftOut: 20, compared: 37 }).map(({ name, rules: own, sum }) => [
      name,
      own.map(({ code }) => code),
      sum,
    ]);

  it('count each row once, however many rules it has', () => {
    expect(
      sums([
        found('EMAIL_FORMAT', 'error', 3, 'personalEmail'),
        found('DATE_FUTURE', 'error', 3, 'rfmMostRecentGiftDate'),
        found('ZIP_FOUR_DIGITS', 'warning', 1, 'postalCode'),
      ]),
    ).toEqual([
      ['Errors', ['EMAIL_FORMAT', 'DATE_FUTURE'], '4 rows'],
      ['Warnings', ['ZIP_FOUR_DIGITS'], '1 row'],
    ]);
  });

  it('do not show earlier screenings as cleaned cells, nor a rule that an organization made a note of', () => {
    expect(
      sums([
        found('SCREENED_BEFORE', 'note', 33, 'constituentId'),
        found('SCREENED_CHANGED', 'note', 4, 'constituentId'),
        found('SPACES_REMOVED', 'note', 5, 'street', 'city'),
        found('HOUSEHOLD_TWICE', 'note', 2, 'street'),
      ]),
    ).toEqual([
      ['Earlier screenings', ['SCREENED_BEFORE', 'SCREENED_CHANGED'], '37 rows'],
      ['Cleaned on import', ['SPACES_REMOVED'], '10 cells'],
      ['Other notes', ['HOUSEHOLD_TWICE'], '2 notes'],
    ]);
  });

  it('show left-out rows separately from open ones', () => {
    const out = { ...found('DECEASED', 'warning', 0, 'primaryLast'), leftOut: 14, sendAnyway: 'Send 14 anyway' };
    expect(
      sums([
        { ...found('DO_NOT_SCREEN', 'error', 0, 'constituentId'), leftOut: 6 },
        out,
        { ...out, code: 'ORGANIZATION', rows: 2, leaveOut: 'Leave out 2' },
        // No row that is sent has the issue, so it is done.
        { ...found('MATCH_PART_MISSING', 'warning', 0, 'street'), leftOut: 25 },
        { ...found('SPACES_REMOVED', 'note', 0, 'street'), leftOut: 3 },
      ]),
    ).toEqual([
      ['Warnings', ['ORGANIZATION'], '1 row'],
      ['Left out', ['DO_NOT_SCREEN', 'DECEASED'], '20 rows'],
    ]);
  });

  it('count the left-out rows of a rule separately', () => {
    const incomplete = { ...found('MATCH_PART_MISSING', 'warning', 53, 'street'), leftOut: 25 };
    expect([countOf(incomplete), alsoLeftOut(incomplete)]).toEqual(['53', 'and 25 left out']);
    expect(filterOfRule(incomplete)).toEqual({ kind: 'rule', code: 'MATCH_PART_MISSING', field: null });
    const out = { ...incomplete, rows: 0 };
    expect([countOf(out), alsoLeftOut(out)]).toEqual(['25', '']);
    expect(filterOfRule(out)).toEqual({ kind: 'rule', code: 'MATCH_PART_MISSING', field: null, leftOut: true });
  });

  it('are none for a list without issues', () => {
    expect(sums([])).toEqual([]);
  });
});
