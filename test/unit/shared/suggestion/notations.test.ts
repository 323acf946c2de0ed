/** Which order of dates and which decimal sign is suggested for a list. */
import { describe, expect, it } from 'vitest';
import { only, suggest } from '../../../kit/suggested-mapping.ts';

describe('the decimal sign', () => {
  it('is a comma when every point groups three digits, and needs confirmation', () => {
    const { plan, suggestions } = suggest({ 'Largest Gift Amount': ['500 €', '1.000 €', '2.500 €'] });
    expect(plan.columns[0]).toMatchObject({ decimal: 'comma', settled: false });
    expect(suggestions[0]).toMatchObject({
      certainty: 'likely',
      // Prevents a template of a list without such amounts from reading them as 1.
      provenDecimal: 'comma',
      remark: 'Points separate the thousands: 1.000 € is read as 1,000',
    });
  });

  it('does not group thousands with points where another column proves that they separate the cents', () => {
    const { plan, suggestions } = suggest({
      'Last Gift Amount': ['150.000', '75.500', '50.250'],
      'Total Giving': ['1200.000', '75.500', '2000.125'],
    });
    expect(plan.columns.map(({ decimal }) => decimal)).toEqual(['point', 'point']);
    expect(suggestions[0]).toMatchObject({
      certainty: 'likely',
      provenDecimal: 'point',
      remark: 'Points separate the cents, as in other columns: 150.000 is read as 150',
    });
  });

  it('stays a point where commas group three digits, although another column has an amount with a comma', () => {
    const { plan } = suggest({ 'Last Gift Amount': ['25', '12,5', '50'], 'Total Giving': ['1,250', '500', '2,500'] });
    expect(plan.columns[1]).toMatchObject({ decimal: 'point' });
  });

  it('comes from the other amounts when a column does not show it', () => {
    const { plan } = suggest({ 'Largest Gift Amount': ['500', '70'], 'First Gift Amount': ['12,50', '1.000,00'] });
    expect(plan.columns.map(({ decimal }) => decimal)).toEqual(['comma', 'comma']);
  });
});

describe('dates and amounts', () => {
  it('have the order of their own values, else of other columns, else of the addresses', () => {
    const orders = (columns: Readonly<Record<string, readonly string[]>>) =>
      suggest(columns).plan.columns.map(({ dateOrder }) => dateOrder);
    expect(orders({ 'Last Gift Date': ['31/12/2020', '30/12/2020', '03/04/2021'] })).toEqual(['dmy']);
    expect(orders({ 'Last Gift Date': ['31/12/2020', '30/12/2020'], 'First Gift Date': ['03/04/2021'] })).toEqual(['dmy', 'dmy']);
    expect(orders({ 'Last Gift Date': ['31/12/2020', '03/04/2021'] })).toEqual([null]);
    expect(orders({ CnBio_ID: ['1'], CnBio_Last_Name: ['Doe'], 'Last Gift Date': ['03/04/2021'] })).toEqual([null, null, null]);
    expect(orders({ State: ['MA'], ZIP: ['01945'], 'Last Gift Date': ['03/04/2021'] })).toEqual([null, null, 'mdy']);
    expect(orders({ Surname: ['Doe'], Postcode: ['SW1A 1AA'], 'Last Gift Date': ['03/04/2021'] })).toEqual([null, null, 'dmy']);
    expect(orders({ Surname: ['Doe'], State: ['MA'], 'Last Gift Date': ['03/04/2021'] })).toEqual([null, null, 'mdy']);
    expect(orders({ 'Last Gift Date': ['03/04/2021'] })).toEqual([null]);
    expect(orders({ 'Last Gift Date': ['2021-04-03'] })).toEqual(['ymd']);
  });

  it('need confirmation when nothing distinguishes day and month', () => {
    expect(only('Last Gift Date', ['03/04/2021', '05/06/2020'])).toMatchObject({
      certainty: 'likely',
      remark: 'Day and month could be swapped: 03/04/2021 is read as 4 March 2021',
    });
  });

  it('have a detected decimal sign', () => {
    expect(suggest({ 'Last Gift Amount': ['1.234,50', '12,5'] }).plan.columns[0]!.decimal).toBe('comma');
  });
});
