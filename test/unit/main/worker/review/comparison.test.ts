import { describe, expect, it } from 'vitest';
import { FIELD_KEYS } from '../../../../../shared/fields/index.ts';
import { type Json, readEchoedFields } from '../../../../../shared/results/index.ts';
import { compareFields } from '../../../../../main/worker/review/comparison.ts';
import { precisionOf, wilsonInterval } from '../../../../../shared/review/index.ts';

const OURS = {
  constituentId: '7',
  primaryFirst: 'Robert',
  primaryLast: 'Maddox',
  street: '1200 Pennsylvania Avenue',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  personalPhone: '(207) 555-0142',
};
const ours = FIELD_KEYS.map((key) => (OURS as Record<string, string>)[key] ?? '');
const states = (profile: Json) =>
  Object.fromEntries(compareFields(ours, readEchoedFields(profile)).map(({ field, state }) => [field, state]));

describe('a record and its profile', () => {
  it.each([
    ['as sent', { primaryFirst: 'Robert', primaryLast: 'Maddox', street: '1200 Pennsylvania Avenue' }],
    ['in another spelling', { First_Name: 'ROBERT', last_name: 'maddox', address: '1200 Pennsylvania Ave.' }],
    ['in an object', { person: { firstName: 'Robert', lastName: 'Maddox', address: { line: 1, addressLine1: '1200 Pennsylvania Ave' } } }],
    ['in a CSV answer', { 'record.primaryFirst': 'Robert', 'record.primaryLast': 'Maddox', 'record.street': '1200 Pennsylvania Avenue' }],
  ])('are the same %s', (_, profile) => {
    expect(states(profile)).toMatchObject({ primaryFirst: 'same', primaryLast: 'same', street: 'same', city: 'onlyOurs' });
  });

  it('forgive a ZIP+4, a state in words and a phone in digits, and not another street type or name', () => {
    const profile = { postalCode: '04101-2233', state: 'Maine', personalPhone: '12075550142', street: '1200 Pennsylvania Street' };
    expect(states({ ...profile, primaryLast: 'Maddox-Hale', spouseFirst: 'Peter' })).toMatchObject({
      postalCode: 'same',
      state: 'same',
      personalPhone: 'same',
      street: 'differs',
      primaryLast: 'differs',
      spouseFirst: 'onlyTheirs',
    });
  });

  it.each(['R.', 'Bob', 'Rob'])('%s fits Robert', (first) => {
    expect(states({ primaryFirst: first })['primaryFirst']).toBe('fits');
  });

  it('a score that has the name of a field is no echo', () => {
    expect(readEchoedFields({ mostRecentScore: { state: 'done', city: 'x' }, analytics: { zip: 3 } })).toEqual({});
  });
});

describe('how often a match is right', () => {
  it('has the interval of Wilson', () => {
    expect(precisionOf(48, 60)).toEqual({ share: 80, low: 68, high: 88 });
    expect(precisionOf(24, 24)).toEqual({ share: 100, low: 86, high: 100 });
    expect(precisionOf(14, 36)).toEqual({ share: 39, low: 25, high: 55 });
  });

  it('is no percentage under 20 verdicts', () => {
    expect([precisionOf(19, 19), precisionOf(20, 20)?.share, wilsonInterval(0, 0)]).toEqual([null, 100, null]);
  });
});
