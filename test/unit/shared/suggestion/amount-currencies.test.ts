/** Columns of amounts in several currencies. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELD_INDEX } from '../../../../shared/fields/index.ts';
import { compileMapping, createMappedRecord, PARSE_ERROR } from '../../../../shared/mapping/index.ts';
import { causeOf } from '../../../../shared/rules/index.ts';
import { currencyOf } from '../../../../shared/numbers/index.ts';
import { suggest } from '../../../kit/suggested-mapping.ts';

const TOTAL = FIELD_INDEX.rfmTotalGiftValue;

/** Each amount as it is sent, or null, and the note on its column. `looked`: the number of rows from which the columns are suggested. */
function readColumn(values: readonly string[], currencies: readonly string[] = [], looked = values.length) {
  const columns = { 'Total Giving': values.slice(0, looked), ...(currencies.length > 0 && { Currency: currencies.slice(0, looked) }) };
  const { plan, suggestions } = suggest(columns, values.length);
  const mapper = compileMapping(plan);
  const sent = values.map((value, row) => {
    const record = createMappedRecord();
    mapper.map((column) => (column === 0 ? value : (currencies[row] ?? '')), record);
    return record.parseErrors[TOTAL] === PARSE_ERROR.none ? record.values[TOTAL]! : null;
  });
  return { sent, note: suggestions[0]!.remark };
}

describe('a column of amounts', () => {
  it.each<[values: string[], sent: (string | null)[], note: string | null]>([
    [['$500', '$70', '€900'], ['500', '70', null], '2 in $, 1 in EUR. Only amounts in $ are sent'],
    [['€500', '70 EUR', '900', '$5'], ['500', '70', '900', null], '2 in EUR, 1 in $. Only amounts in EUR are sent'],
    [['$500', 'USD 70', 'US$ 90'], ['500', '70', '90'], null],
    [['€500', '€70'], ['500', '70'], null],
    [['£500', '$70', '60'], [null, null, null], '1 in $, 1 in GBP. None is sent until you decide in Check'],
    [['500', '70'], ['500', '70'], null],
    [['500', '70', '90', '500 EUR'], ['500', '70', '90', null], '1 in EUR. Only amounts without a currency are sent'],
    [['500', '$70', '90', '60', '500 EUR'], ['500', '70', '90', '60', null], '1 in $, 1 in EUR. Only amounts in $ are sent'],
    [['500', '70', '90', '€5', '€6'], [null, null, null, null, null], '2 in EUR. None is sent until you decide in Check'],
  ])('%j is sent as %j', (values, sent, note) => {
    expect(readColumn(values)).toEqual({ sent, note });
  }); // prettier-ignore

  it('is compared with the currencies of its own column', () => {
    expect(readColumn(['500', '70', '90', '60'], ['USD', 'EUR', '', 'USD'])).toEqual({
      sent: ['500', null, '90', '60'],
      note: '2 in $, 1 in EUR. Only amounts in $ are sent',
    });
  });

  it('is not sent where an amount and its row state different currencies', () => {
    expect(readColumn(['500', '75.00 USD', '€90', '60'], ['EUR', 'EUR', 'EUR', 'EUR'])).toEqual({
      sent: ['500', null, '90', '60'],
      note: '4 in EUR, 1 in $. Only amounts in EUR are sent',
    });
    expect(readColumn(['500', '75 EUR', '$90', '€60', '5'], ['USD', 'USD', 'CAD', '', 'USD']).sent).toEqual(['500', null, null, null, '5']);
    expect(readColumn(['500', '$70', '90'], ['CAD', 'CAD', 'CAD'], 2).sent).toEqual(['500', '70', '90']);
  });

  it('is compared with what a later row states, too', () => {
    expect(readColumn(['500', '70', '€900', '$60'], [], 2).sent).toEqual(['500', '70', null, '60']);
    expect(readColumn(['500', '70', '900', '60'], ['USD', 'USD', 'EUR', ''], 2).sent).toEqual(['500', '70', null, '60']);
    expect(readColumn(['500', '70', '900', '60'], ['EUR', 'EUR', 'EUR', 'USD'], 2).sent).toEqual(['500', '70', '900', null]);
  });

  it.each([
    ['U.S. Dollars', 'USD'],
    ['CAD (Canada)', 'CAD'],
    ['€ euro', 'EUR'],
    ['Crowns', 'CROWNS'],
  ])('has the currency that its column calls %s', (column, currency) => {
    expect(currencyOf(column, '500')).toBe(currency);
  });

  it('has a currency of its own column only where there is one such column', () => {
    const columns = { 'Total Giving': ['500', '70', '90'], Currency: ['USD', 'EUR', 'USD'], Moneda: ['EUR', 'USD', 'EUR'] };
    const mapped = (given: Readonly<Record<string, readonly string[]>>) => suggest(given, 3).plan.columns[0]!.currency;
    expect(mapped(columns)).toBeUndefined();
    expect(mapped({ 'Total Giving': columns['Total Giving'], Currency: columns.Currency })).toEqual({ main: '$', column: 1 });
    // A currency that is the same in every row does not distinguish amounts.
    expect(mapped({ 'Total Giving': columns['Total Giving'], Currency: ['EUR', 'EUR', 'EUR'] })).toBeUndefined();
  });

  it.each(['Currency Code', 'CurrencyIsoCode', 'Gift Currency', 'Währung'])('is compared with the currencies of a column %s', (heading) => {
    const { plan } = suggest({ 'Total Giving': ['500', '70', '90'], [heading]: ['USD', 'EUR', 'USD'] }, 3);
    expect(plan.columns[0]!.currency).toEqual({ main: '$', column: 1 });
  });

  it('counts what is not sent by its currency', () => {
    expect(['€900', '£5', 'CAD 7', 'kr 5', '12'].map((value) => causeOf('AMOUNT_OTHER_CURRENCY', value)?.title)).toEqual([
      'In euros',
      'In pounds',
      'In Canadian dollars',
      'In another currency',
      'No currency',
    ]);
  });

  it('gives no amount another value because of another row', () => {
    const amount = fc.tuple(fc.constantFrom('$', '€', '£', ''), fc.integer({ min: 1, max: 900 })).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), amount, (values, other) => {
        const before = readColumn(values).sent;
        const after = readColumn([...values, other]).sent;
        const wrong = before.filter((value, row) => value !== null && after[row] !== null && after[row] !== value);
        expect(wrong).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
