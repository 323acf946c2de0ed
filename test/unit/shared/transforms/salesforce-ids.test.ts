import { describe, expect, it } from 'vitest';
import { longSalesforceId, shortSalesforceId } from '../../../../shared/transforms/salesforce-ids.ts';

describe('the two forms of a Salesforce ID', () => {
  it.each([
    ['001A0000006Vm9r', '001A0000006Vm9rIAC'],
    ['003a0000006vm9r', '003a0000006vm9rAAA'],
    ['003D000001AbCdE', '003D000001AbCdEIAV'],
  ])('%s and %s are one record', (short, long) => {
    expect([longSalesforceId(short), shortSalesforceId(long)]).toEqual([long, short]);
    expect([longSalesforceId(long), shortSalesforceId(short)]).toEqual([long, short]);
  });

  it.each([
    '',
    '12345',
    '001A0000006Vm9rIAD',
    '001a0000006vm9rIAC',
    '001A0000006VM9RIAC',
    '001000000000015',
    'ABCDEFGHIJKLMNO',
    '001A0000006Vm9',
  ])('%j stays as it is', (id) => {
    expect([longSalesforceId(id), shortSalesforceId(id)]).toEqual([id, id]);
  });
});
