import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../shared/results/json.ts';
import { readCredits, readOrganization } from '../../../../shared/results/credits-answer.ts';

describe('credits', () => {
  it.each<[Json, number | null]>([
    [100, 100],
    ['2,500', 2500],
    [{ remaining: 7 }, 7],
    [{ credits: '8' }, 8],
    [{ account: { balance: 9.5 } }, 9.5],
    [{ message: null, account: { balance: 9.5 } }, 9.5],
    [{ organization: 'x', remaining: 0 }, 0],
    [{ creditsRemaining: 7 }, 7],
    [{ remaining_credits: '7' }, 7],
    [{ 'available-credits': 7, credits: 100 }, 7],
    [{ AvailableCredits: 7 }, 7],
    [{ credits: { total: 100, used: 93, remaining: 7 } }, 7],
    [{ data: { account: { 'credits-remaining': 7 } } }, 7],
    [{ data: { account: { inner: { remaining: 7 } } } }, null],
    [{ creditsUsed: 7 }, null],
    [{ remaining: '1,250' }, 1250],
    ['1,250 credits', 1250],
    ['1250 screening credits left.', 1250],
    ['Credits remaining: 1,250', 1250],
    [{ credits: '1,250.5 credits' }, 1250.5],
    ['1.250.000', 1_250_000],
    ['1.250,50', 1250.5],
    ['1250,5', 1250.5],
    ['1 250', 1250],
    ['1\u00A0250 Credits', 1250],
    ["1'250", 1250],
    ['-5 credits', -5],
    ['12.50', 12.5],
    // A point before three digits can separate thousands or decimals.
    ['1.250', null],
    [{ remaining: '1.250' }, null],
    // Not the balance, or more than one number.
    ['7 of 100 credits', null],
    ['100 credits used', null],
    ['1,25,0', null],
    ['12 34', null],
    ['$1,250', null],
    [{ organization: 'x' }, null],
    ['plenty', null],
    [null, null],
  ])('%j → %s', (answer, credits) => {
    expect(readCredits(answer)).toBe(credits);
  });
});

describe('the organization of a balance', () => {
  it.each<[Json, string | null]>([
    [{ remaining: 7, organization: ' Fernhollow ' }, 'Fernhollow'],
    [{ remaining: 7, organisation: 'Fernhollow' }, 'Fernhollow'],
    [{ remaining: 7, organization: { id: 12, name: 'Fernhollow' } }, 'Fernhollow'],
    [{ remaining: 7, org: { id: 12 } }, '12'],
    [{ remaining: 7, organization: { name: ' Fernhollow ' } }, 'Fernhollow'],
    [{ remaining: 7, accountName: 'Fernhollow' }, 'Fernhollow'],
    [{ remaining: 7, account_name: 'Fernhollow' }, 'Fernhollow'],
    [{ tenant: 'fern', remaining: 7 }, 'fern'],
    [{ instance: 'one', organization: 'Fernhollow' }, 'Fernhollow'],
    [{ data: { organization: 'Fernhollow', remaining: 7 } }, 'Fernhollow'],
    [{ meta: { page: 1 }, data: { organization: 'Fernhollow' } }, 'Fernhollow'],
    // A balance is not a name.
    [{ account: { balance: 9.5 } }, null],
    [{ account: 500 }, null],
    [{ organization: '' }, null],
    [{ organization: null }, null],
    [{ remaining: 7 }, null],
    [100, null],
    [null, null],
  ])('%j → %s', (answer, organization) => {
    expect(readOrganization(answer)).toBe(organization);
  });
});
