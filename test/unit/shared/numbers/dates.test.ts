import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateOrder, DATE, NO_DATE, dayOf, formatDay, readDate, readPlainDate, toIsoDate } from '../../../../shared/numbers/dates.ts';
import { countDate, noDateEvidence, orderOf } from '../../../../shared/numbers/date-order.ts';

describe('readDate', () => {
  it.each<[string, DateOrder | null, string]>([
    ['2024-01-31', null, '2024-01-31'],
    ['2024/1/31', null, '2024-01-31'],
    ['2024.01.31', null, '2024-01-31'],
    ['20240131', null, '2024-01-31'],
    ['2024-01-31T13:45:00Z', null, '2024-01-31'],
    ['2006-04-15T03:23:15.000Z', null, '2006-04-15'],
    ['2024-01-31T13:45:00+02:00', null, '2024-01-31'],
    ['2024-12-31 00:00:00', null, '2024-12-31'],
    ['1/31/2024', null, '2024-01-31'],
    ['31/1/2024', null, '2024-01-31'],
    ['03/04/2021', 'mdy', '2021-03-04'],
    ['03/04/2021', 'dmy', '2021-04-03'],
    ['31/1/2024', 'mdy', '2024-01-31'],
    ['1/31/2024', 'dmy', '2024-01-31'],
    ['31.01.2024', null, '2024-01-31'],
    ['3.4.2021', null, '2021-04-03'],
    ['3.4.2021', 'mdy', '2021-03-04'],
    ['31. 1. 2024', null, '2024-01-31'],
    ['1-31-24', null, '2024-01-31'],
    ['6/1/15', 'mdy', '2015-06-01'],
    ['6/1/29', 'mdy', '2029-06-01'],
    ['6/1/30', 'mdy', '1930-06-01'],
    ['24-01-31', 'ymd', '2024-01-31'],
    ['99-12-31', null, '1999-12-31'],
    ['1/31/2024 1:45 PM', null, '2024-01-31'],
    ['1/31/2024, 13:45:00', null, '2024-01-31'],
    ['Jan 31, 2024', null, '2024-01-31'],
    ['Wed Jan 31 2024 00:00:00 GMT-0500 (Eastern Standard Time)', null, '2024-01-31'],
    ['Wed Jan 31 00:00:00 EST 2024', null, '2024-01-31'],
    ['January 31st, 2024', null, '2024-01-31'],
    ['31 January 2024', null, '2024-01-31'],
    ['31-Jan-24', null, '2024-01-31'],
    ['31-Jan-2024', null, '2024-01-31'],
    ['Jan-31-2024', null, '2024-01-31'],
    ['2024 Jan 31', null, '2024-01-31'],
    ['2024-Jan-31', null, '2024-01-31'],
    ['Wed, 31 Jan 2024', null, '2024-01-31'],
    ['Wednesday, January 31, 2024', null, '2024-01-31'],
    ['31st of January 2024', null, '2024-01-31'],
    ['31. Januar 2024', null, '2024-01-31'],
    ['3. März 2021', null, '2021-03-03'],
    ['31 janvier 2024', null, '2024-01-31'],
    ['1 août 2020', null, '2020-08-01'],
    ['31 de enero de 2024', null, '2024-01-31'],
    ['Sept. 5, 2019', null, '2019-09-05'],
    ['May 5, 2019', null, '2019-05-05'],
    ['45322', null, '2024-01-31'],
    ['45322.5', null, '2024-01-31'],
    ['2/29/2020', null, '2020-02-29'],
    ['2000-02-29', null, '2000-02-29'],
    ['1958-03-01', null, '1958-03-01'],
    ['Jan 31, 2024 10:15 AM', null, '2024-01-31'],
  ])('%s in order %s is %s', (text, order, iso) => {
    const reading = readDate(text, order);
    expect(reading).toBeGreaterThan(0);
    expect(formatDay(reading)).toBe(iso);
  });

  it.each(['2/29/2021', '2021-02-30', '31.04.2020', '13/13/2020', '1900-02-29', '2024-00-10', '0/5/2020', '31 Feb 2020', 'Apr 31, 2020'])(
    '%s does not exist in the calendar',
    (text) => {
      expect(readDate(text, null)).toBe(NO_DATE.impossible);
    },
  );

  it.each([
    '', 'soon', '2024', '1/2024', 'January 2024', '12345678', '1234', '555-0142', '781-555-0142', '1/2/3/4', '10/10', '12:45', '2024-W05', '99999999',
    '41,325.50', 'A-0071', '100001', '14 Harbor View Rd', '1/31/2024 and later', 'May', '31', '3/4/20210', '1-2', '2024-01-31x', '1 Main St 2020', '31 Jan', '12-2024-1',
  ])('%j is not a date', (text) => {
    expect(readDate(text, null)).toBe(NO_DATE.unreadable);
  }); // prettier-ignore

  it('marks an ambiguous day and month only when no order is given', () => {
    expect(readDate('03/04/2021', null) & DATE.ambiguous).not.toBe(0);
    expect(readDate('03/04/2021', 'mdy') & DATE.ambiguous).toBe(0);
    expect(readDate('03/03/2021', null) & DATE.ambiguous).toBe(0);
    expect(readDate('03/13/2021', null) & DATE.ambiguous).toBe(0);
    expect(readDate('3.4.2021', null) & DATE.ambiguous).toBe(0);
  });

  it('marks completed years and day numbers', () => {
    expect(readDate('1/31/24', 'mdy') & DATE.twoDigitYear).not.toBe(0);
    expect(readDate('1/31/2024', 'mdy') & DATE.twoDigitYear).toBe(0);
    expect(readDate('45322', null) & DATE.serial).not.toBe(0);
  });

  const day = fc
    .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

  it('reads any day in any notation with its order', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('/', '-', '.'), fc.boolean(), (iso, sign, padded) => {
        const [year, month, date] = iso.split('-') as [string, string, string];
        const [m, d] = padded ? [month, date] : [String(Number(month)), String(Number(date))];
        const word = MONTHS[Number(month) - 1]!;
        const texts: [string, DateOrder | null][] = [
          [[m, d, year].join(sign), 'mdy'],
          [[d, m, year].join(sign), 'dmy'],
          [[year, m, d].join(sign), 'ymd'],
          [[year, m, d].join(sign), null],
          [`${word} ${d}, ${year}`, null],
          [`${d} ${word.slice(0, 3)} ${year}`, null],
          [`${d}-${word.slice(0, 3)}-${year}`, 'mdy'],
          [`${iso}T23:59:59Z`, 'dmy'],
          [`${iso} 00:00:00`, null],
          [iso.replaceAll('-', ''), null],
          [`${[m, d, year].join('/')} 11:59 PM`, 'mdy'],
        ];
        for (const [text, order] of texts) expect([text, toIsoDate(text, order)]).toEqual([text, iso]);
        expect(dayOf(readPlainDate(iso))).toBe(Number(iso.replaceAll('-', '')));
      }),
    );
  });

  it('reads any text as a valid day or as none', () => {
    const near = fc.stringMatching(/^[0-9]{1,4}[/.-][0-9]{1,2}[/.-][0-9]{1,4}$/);
    fc.assert(
      fc.property(fc.oneof(near, fc.string()), fc.constantFrom(null, 'mdy' as const, 'dmy' as const, 'ymd' as const), (text, order) => {
        const reading = readDate(text, order);
        if (reading < 0) return;
        const iso = formatDay(reading);
        expect(new Date(`${iso}T00:00:00Z`).toISOString().slice(0, 10)).toBe(iso);
      }),
    );
  });
});

describe('readPlainDate', () => {
  it.each(['2024-1-31', '2024-02-30', '2024/01/31', '2024-01-31T00:00', '0000-01-01', 'abcd-ef-gh', '', '2024-13-01'])(
    '%j does not have the form of the record',
    (text) => {
      expect(readPlainDate(text)).toBeLessThan(0);
    },
  );
});

describe('orderOf', () => {
  const evidenceOf = (...texts: readonly string[]) => {
    const evidence = noDateEvidence();
    for (const text of texts) countDate(text, evidence);
    return evidence;
  };

  it.each<[string, string[], DateOrder | null]>([
    ['one day above 12', ['03/04/2021', '12/31/2020'], null],
    ['two days above 12 in second place', ['03/04/2021', '12/31/2020', '12/30/2020'], 'mdy'],
    ['two days above 12 in first place', ['03/04/2021', '31/12/2020', '30/12/2020'], 'dmy'],
    ['two days above 12 among many dates that allow both', [...Array<string>(9).fill('3/1/2020'), '31/12/2020', '30/12/2020'], null],
    ['nothing above 12', ['03/04/2021', '05/06/2020'], null],
    ['both kinds', ['12/31/2020', '31/12/2020'], null],
    ['more of one kind than of the other', ['12/31/2020', '12/30/2020', '12/29/2020', '31/12/2020'], null],
    ['twenty of one kind and one of the other', [...Array<string>(20).fill('12/31/2020'), '31/12/2020'], null],
    ['points', ['03.04.2021', '05.06.2021'], 'dmy'],
    ['ISO only', ['2020-03-04'], 'ymd'],
    ['words only', ['Jan 3, 2020'], null],
    ['no dates', ['abc'], null],
  ])('%s', (_, texts, order) => {
    expect(orderOf(evidenceOf(...texts))).toBe(order);
  });

  it('ignores a few errors next to a clear order', () => {
    expect(orderOf(evidenceOf('31/12/2020', ...Array.from({ length: 30 }, (_, index) => `12/${13 + (index % 15)}/2020`)))).toBe('mdy');
  });

  it('counts the ambiguous texts', () => {
    expect(evidenceOf('03/04/2021', '05/05/2021', '12/31/2020', '1/2/99')).toMatchObject({
      dates: 4,
      ambiguous: 2,
      mdy: 1,
      twoDigitYear: 1,
    });
  });
});
