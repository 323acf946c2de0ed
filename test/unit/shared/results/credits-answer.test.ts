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
