/** The texts about rows that are not sent, and where the page leads for each reason. */
import { expect, it } from 'vitest';
import { isAlreadyScreened, type NotSent } from '../../../../shared/rows/disposition.ts';
import { dispositionText, NOT_SENT, whyNotSent } from '../../../../shared/rows/disposition-text.ts';

it.each<[NotSent, label: string, action: string, query: Record<string, string>]>([
  ['invalid', 'Won’t be accepted', 'Fix', { show: 'errors' }],
  ['leftOutByHand', 'Left out by you', 'See', { show: 'leftOut' }],
  ['merged', 'Merged', 'See', { show: 'leftOut' }],
  ['otherRowSent', 'Same person or household', 'See', { show: 'leftOut' }],
  ['deceased', 'Deceased', 'See', { show: 'leftOut', rule: 'DECEASED' }],
  ['duplicateId', 'Same person twice', 'See', { rule: 'ID_DUPLICATE', field: 'constituentId' }],
  ['suppressed', 'Do not screen', 'See', { show: 'leftOut' }],
  ['unchanged', 'Not changed', 'See', { rule: 'UNCHANGED_SINCE', field: 'constituentId' }],
  ['unchangedUnscored', 'Same as before', 'See', { rule: 'UNSCORED_SINCE', field: 'constituentId' }],
  ['inProgress', 'In another list', 'See', { rule: 'ON_ITS_WAY', field: 'constituentId' }],
  ['recentlyScreened', 'Screened recently', 'See', { rule: 'SCREENED_BEFORE', field: 'constituentId' }],
  ['notChosen', 'Not chosen this time', 'See', { rule: 'NOT_CHOSEN', field: 'constituentId' }],
])('%s reads “%s” and leads to its rows', (reason, label, action, query) => {
  expect(dispositionText(reason)).toMatchObject({ label, action, query });
});

it('has one text for each reason, and no two reasons read the same', () => {
  for (const key of ['label', 'phrase', 'sentence'] as const) {
    const texts = NOT_SENT.map((reason) => dispositionText(reason)[key]);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts).not.toContain('');
  }
  expect(NOT_SENT.map((reason) => whyNotSent(reason))).toEqual(NOT_SENT.map((reason) => dispositionText(reason).sentence));
  expect(whyNotSent(null)).toBe('Left out before sending, and not charged');
});

it('distinguishes rows that were screened already from all others', () => {
  expect(NOT_SENT.filter(isAlreadyScreened).toSorted((a, b) => a.localeCompare(b))).toEqual([
    'inProgress',
    'recentlyScreened',
    'unchanged',
    'unchangedUnscored',
  ]);
});
