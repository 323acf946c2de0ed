import { describe, expect, it } from 'vitest';
import { suggest, nameOf, FIRST, LAST } from '../../../kit/suggested-mapping.ts';

describe('the amounts of single gifts', () => {
  const total = (columns: Readonly<Record<string, readonly string[]>>) =>
    suggest(columns).suggestions.find(({ header }) => /total/i.test(header))!;
  const reasonOf = (columns: Readonly<Record<string, readonly string[]>>) => {
    const { to, reason, alternatives } = total(columns);
    return nameOf(to) === 'none' && alternatives.some((one) => nameOf(one).startsWith('rfmTotalGift')) ? reason : nameOf(to);
  };
  const BY_PERSON = 'The rows of one person have different amounts: single gifts, not a total';

  it('are no total where rows of one person differ', () => {
    const amounts = ['25', '50', '25', '100'];
    expect(reasonOf({ 'Constituent ID': ['A1', 'A1', 'A2', 'A2'], 'Total Giving': amounts })).toBe(BY_PERSON);
    const names = { 'First Name': ['Ines', 'Ines', 'Otto', 'Rhea'], 'Last Name': ['Marlowe', 'Marlowe', 'Brandvold', 'Castellan'] };
    expect(reasonOf({ ...names, Street: ['3 Elm St', '3 Elm St', '5 Oak St', '7 Ash St'], 'Gift Total': amounts })).toBe(BY_PERSON);
  });

  it.each([
    ['a couple shares an email', ['poe@example.org', 'poe@example.org', 'otto@example.org', 'rhea@example.org']],
    ['a remark is in place of the email', ['ask her', 'ask her', 'ask her', 'rhea@example.org']],
  ])('are a total where each row has an ID of its own and %s', (_, emails) => {
    const people = { 'Constituent ID': ['A1', 'A2', 'A3', 'A4'], 'First Name': FIRST.slice(0, 4), 'Last Name': LAST.slice(0, 4) };
    expect(reasonOf({ ...people, Email: emails, 'Total Giving': ['25', '50', '75', '100'] })).toBe('rfmTotalGiftValue');
  });

  it('are a total where only a remark repeats in place of the email', () => {
    const emails = ['ask her', 'ask her', 'none', 'none'];
    expect(reasonOf({ 'Last Name': LAST.slice(0, 4), Email: emails, 'Total Giving': ['25', '50', '75', '100'] })).toBe('rfmTotalGiftValue');
  });

  it.each([
    [1, 'rfmTotalGiftValue'],
    [2, BY_PERSON],
  ])('%i of 100 people with a second row and another amount: %s', (repeated, expected) => {
    const ids = Array.from({ length: 100 + repeated }, (_, row) => `A${row % 100}`);
    expect(reasonOf({ 'Constituent ID': ids, 'Total Giving': ids.map((_, row) => String(100 + row)) })).toBe(expected);
  });

  it('are no total where each has a fee', () => {
    const columns = { donation_total: ['25', '26', '40'], donation_fee: ['0.5', '0.5', '1'], donation_net: ['24.5', '25.5', '39'] };
    expect(reasonOf({ 'Last Name': LAST.slice(0, 3), ...columns })).toBe('With a fee in each row: single gifts, not a total');
  });

  it.each([
    [
      ['A1', 'A1', 'A2', 'A2'],
      ['75', '75', '125', '125'],
    ],
    [
      ['A1', 'A2', 'A3', 'A4'],
      ['25', '50', '25', '100'],
    ],
  ])('a total is still a total: IDs %j with %j', (ids, amounts) => {
    expect(reasonOf({ 'Constituent ID': ids, 'Total Giving': amounts })).toBe('rfmTotalGiftValue');
  });

  it('a total of gifts and soft credits is still a total', () => {
    const columns = { 'Total Giving': ['25', '26', '40'], 'Hard Credits': ['20', '25', '39'], 'Soft Credits': ['5', '1', '1'] };
    expect(reasonOf({ 'Last Name': LAST.slice(0, 3), ...columns })).toBe('rfmTotalGiftValue');
  });
});
