/** The headings of a list in CSV, and what a refusal says about them. */
import { describe, expect, it } from 'vitest';
import { FIELD_KEYS, FIELDS } from '../../../../shared/fields/table.ts';
import { changedHeadings, csvHeader, headingProblems, readHeadingAnswer } from '../../../../shared/mapping/csv-headings.ts';

describe('the first line', () => {
  it('has the field names if no heading is changed', () => {
    expect(csvHeader({})).toBe(FIELD_KEYS.join(','));
  });

  it('quotes a heading with a comma or a quote', () => {
    expect(csvHeader({ street2: 'Street, "2"' })).toContain(',street,"Street, ""2""",city,');
  });

  it('keeps only headings that differ', () => {
    expect(changedHeadings({ city: ' city ', state: ' Province ', country: '  ' })).toEqual({ state: 'Province' });
  });
});

describe('the problem of a heading', () => {
  it.each([
    ['none', { city: 'Town' }, {}],
    ['none when two fields exchange their headings', { city: 'state', state: 'city' }, {}],
    ['a heading of another field, in any case', { city: 'STATE' }, { state: 'City already has this heading.' }],
    ['a line break', { city: 'To\nwn' }, { city: 'A heading cannot contain a line break or another control character.' }],
    ['a long heading', { city: 'x'.repeat(101) }, { city: 'A heading can have at most 100 characters.' }],
  ])('is %s', (_, headings, problems) => {
    expect(headingProblems(headings)).toEqual(problems);
  });
});

describe('a refusal', () => {
  const labels = FIELDS.map(({ label }) => label);
  it.each([
    ['for another reason', ['The list has no records. Nothing was stored.', 'list_empty'], {}, null],
    ['with the missing field', ['Last name: is missing'], {}, { notUnderstood: ['primaryLast'], expected: { primaryLast: 'Last name' } }],
    ['with a heading that was sent', ['Unknown column “Town”.'], { city: 'Town' }, { notUnderstood: ['city'], expected: {} }],
    [
      'with details as JSON',
      ['surname_old', 'is unknown', 'Surname', 'is missing'],
      { primaryLast: 'surname_old' },
      { notUnderstood: ['primaryLast'], expected: { primaryLast: 'Surname' } },
    ],
    [
      'with a list of mostly known headings',
      [`The headings are: ${FIELD_KEYS.map((key) => (key === 'postalCode' ? 'Zip Code' : key)).join(', ')}`],
      {},
      { notUnderstood: ['postalCode'], expected: { postalCode: 'Zip Code' } },
    ],
    [
      'with a list of other headings',
      [`They are: ${labels.join('; ')}.`],
      {},
      { notUnderstood: FIELD_KEYS, expected: Object.fromEntries(FIELDS.map(({ key, label }) => [key, label])) },
    ],
  ] as const)('%s', (_, texts, sent, answer) => {
    expect(readHeadingAnswer(texts, sent)).toEqual(answer);
  });
});
