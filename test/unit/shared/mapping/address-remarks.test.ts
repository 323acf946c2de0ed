/** Remarks about an address, in the column of the street. */
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX } from '../../../../shared/fields/table.ts';
import { CHANGE, createMappedRecord } from '../../../../shared/mapping/mapped-record.ts';
import { compileMapping } from '../../../../shared/mapping/row-mapper.ts';
import { field, mapRow, planOf } from '../../../kit/mapped-rows.ts';

const PLAN = planOf([field('street'), field('street2')]);
const streetOf = (street: string, second = '', plan = PLAN) => {
  const { values, changes } = mapRow(plan, [street, second]);
  const at = FIELD_INDEX.street;
  return { street: values[at], street2: values[FIELD_INDEX.street2], isNoted: (changes[at]! & CHANGE.placeholder) !== 0 };
};

describe('a person has died if a remark in place of the street says so', () => {
  const plan = planOf([field('primaryLast'), field('street'), field('street2')]);
  const tellsOf = (street: string, second = '', cleaning = {}) => {
    const { values, changes } = mapRow({ ...plan, cleaning: { ...plan.cleaning, ...cleaning } }, ['Poe', street, second]);
    return { hasDied: (changes[FIELD_INDEX.primaryLast]! & CHANGE.deceased) !== 0, street: values[FIELD_INDEX.street] };
  };

  it.each([
    'Deceased',
    'DECEASED',
    '** DECEASED **',
    'Deceased 3/2021',
    'DECEASED - return to sender',
    'Bad address - deceased',
    "Dec'd 2019",
    'Passed away 5/1/20',
  ])('%s', (text) => {
    expect(tellsOf(text)).toEqual({ hasDied: true, street: '' });
  });

  it('a mapping of the name alone says so, and reads no street', () => {
    const record = createMappedRecord();
    const mapper = compileMapping(plan, new Set([FIELD_INDEX.primaryLast]));
    mapper.map((column) => ['Poe', '** Deceased **', ''][column]!, record);
    expect((record.changes[FIELD_INDEX.primaryLast]! & CHANGE.deceased) !== 0).toBe(true);
    expect(record.values[FIELD_INDEX.street]).toBe('');
  });

  it('a long text that only begins so takes no time', () => {
    expect(tellsOf(`Deceased${'-'.repeat(70)}x`).hasDied).toBe(false);
    expect(tellsOf(`Deceased ${'1/'.repeat(34)}x`).hasDied).toBe(false);
  });

  it('the second line says so', () => {
    expect(tellsOf('7 Elm St', 'Deceased')).toEqual({ hasDied: true, street: '7 Elm St' });
  });

  it.each(['7 Elm St', 'Deceased Creek Rd', 'Husband deceased', 'Dec. 7 Elm St', 'BAD ADDRESS'])('%s does not say so', (text) => {
    expect(tellsOf(text).hasDied).toBe(false);
  });

  it('words for nothing can stay unchanged', () => {
    expect(tellsOf('Deceased', '', { placeholders: false })).toEqual({ hasDied: false, street: 'Deceased' });
  });
});

describe('a remark is not part of a street', () => {
  it.each([
    'BAD ADDRESS - 7 Elm St',
    'Bad Address: 7 Elm St',
    '*BAD ADDRESS* 7 Elm St',
    '(bad) 7 Elm St',
    'DO NOT MAIL - 7 Elm St',
    'Do Not Mail 7 Elm St',
    'RETURNED MAIL 7 Elm St',
    'INVALID ADDRESS: 7 Elm St',
    'UNDELIVERABLE 7 Elm St',
    'Return to sender; 7 Elm St',
    '7 Elm St - BAD ADDRESS',
    '7 Elm St (bad address)',
    '7 Elm St *do not mail*',
    '7 Elm St (old)',
    '7 Elm St, returned mail',
  ])('%s', (text) => {
    expect(streetOf(text)).toEqual({ street: '7 Elm St', street2: '', isNoted: true });
  });

  it.each([
    'DO NOT MAIL',
    'Bad Address - Do Not Mail',
    '*** BAD ADDRESS ***',
    'Moved - no forwarding address',
    'MOVED, LEFT NO FORWARDING ADDRESS',
    'Mail returned',
    'See notes',
    'Email only',
    'Use e-mail only',
    'No address on file',
    'No known address',
    'NO LONGER AT THIS ADDRESS',
    'Address unknown',
    '** NEEDS NEW ADDRESS **',
  ])('%s is not a street', (text) => {
    expect(streetOf(text)).toEqual({ street: '', street2: '', isNoted: true });
  });

  it('the street of the second line takes the place of a remark', () => {
    expect(streetOf('DO NOT MAIL', '7 Elm St')).toMatchObject({ street: '7 Elm St', street2: '' });
    expect(streetOf('7 Elm St', 'Bad address!')).toMatchObject({ street: '7 Elm St', street2: '' });
    expect(streetOf('Bad address - P.O. Box 12')).toMatchObject({ street: 'P.O. Box 12' });
  });

  it.each([
    '7 Old Mail Rd',
    '12 Moved Creek Ln',
    'Badger Rd 7',
    'Old Mill House',
    'Old Post Rd - Unit 4',
    'Returned Soldiers Way',
    'Email Ln',
    'No Address Ln',
    'No Name Rd 7',
    'Addressing House',
    'One Notes Plaza',
    'c/o Bo Dunn, 7 Elm St',
    '7 Elm St, Apt 4',
    '7-9 Elm St',
    '7 Elm St (rear)',
    '*7 Elm St',
    'PO Box 12',
    'Undeliverable Plaza 4',
  ])('%s stays', (text) => {
    expect(streetOf(text)).toEqual({ street: text, street2: '', isNoted: false });
  });

  it('is unchanged if the user does not treat words for nothing as blank', () => {
    const plan = { ...PLAN, cleaning: { ...PLAN.cleaning, placeholders: false } };
    expect(streetOf('BAD ADDRESS - 7 Elm St', '', plan)).toMatchObject({ street: 'BAD ADDRESS - 7 Elm St', isNoted: false });
  });
});
