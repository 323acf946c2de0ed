import { describe, expect, it } from 'vitest';
import { DATE, dayOf, DateOrder, formatDay, NO_DATE, readDate, readPlainDate, toIsoDate } from '../../../../shared/numbers/dates.ts';
import { countDate, noDateEvidence, orderOf } from '../../../../shared/numbers/date-order.ts';

it('the orders start with year, month or day', () => {
  expect(DateOrder.options).toEqual(['ymd', 'mdy', 'dmy']);
});

describe('a date', () => {
  it.each<[text: string, order: DateOrder | null, iso: string]>([
    // The calendar.
    ['0001-01-01', null, '0001-01-01'],
    ['9999-12-31', null, '9999-12-31'],
    ['0987-06-05', null, '0987-06-05'],
    ['1799-12-31', null, '1799-12-31'],
    ['1800-01-01', null, '1800-01-01'],
    ['2199-12-31', null, '2199-12-31'],
    ['2200-01-01', null, '2200-01-01'],
    ['2024-02-29', null, '2024-02-29'],
    ['2023-01-31', null, '2023-01-31'],
    ['2023-03-30', null, '2023-03-30'],
    ['2023-01-29', null, '2023-01-29'],
    // Eight digits of recent centuries.
    ['17000101', null, '1700-01-01'],
    ['21991231', null, '2199-12-31'],
    // Day numbers.
    ['10000', null, '1927-05-18'],
    ['80000', null, '2119-01-11'],
    ['45322.75', null, '2024-01-31'],
    // Two digits for the year.
    ['1/31/29', null, '2029-01-31'],
    ['1/31/30', null, '1930-01-31'],
    ['31.1.5', null, '2005-01-31'],
    ['1/31/5', null, '2005-01-31'],
    ['32-01-31', null, '1932-01-31'],
    ['32/1/5', null, '1932-01-05'],
    ['24-01-05', 'ymd', '2024-01-05'],
    ['1-2-03', 'ymd', '2001-02-03'],
    ['13/1/24', null, '2024-01-13'],
    ['31/12/99', null, '1999-12-31'],
    // Only one reading is possible, whatever the order.
    ['12/13/2020', 'dmy', '2020-12-13'],
    ['13/12/2020', 'mdy', '2020-12-13'],
    ['12/12/2020', null, '2020-12-12'],
    ['3/4/2020', 'ymd', '2020-03-04'],
    // Spaces after points.
    ['31.  1.  2024', null, '2024-01-31'],
    ['1. 2. 2024', null, '2024-02-01'],
    // Times.
    ['2024-01-31T00', null, 'none'],
    ['2024-01-31 1:00', null, '2024-01-31'],
    ['2024-01-31t13:45', null, '2024-01-31'],
    ['2024-01-31 , 13:45', null, '2024-01-31'],
    ['2024-01-31 ', null, '2024-01-31'],
    ['2024-01-31,', null, '2024-01-31'],
    ['2024-01-31 1:45 p.m.', null, '2024-01-31'],
    ['2024-01-31 1:45 A.M.', null, '2024-01-31'],
    ['2024-01-31 13:45 UTC', null, '2024-01-31'],
    ['2024-01-31 13:45 GMT', null, '2024-01-31'],
    ['2024-01-31T13:45:00.123456-05:00', null, '2024-01-31'],
    ['2024-01-31T13:45:00.123456789Z', null, '2024-01-31'],
    ['31 Jan 2024 13:45', null, '2024-01-31'],
    ['Jan 31, 2024 at 13:45', null, '2024-01-31'],
    ['Jan 31, 2024 T13:45', null, '2024-01-31'],
    ['Jan 31, 2024 13', null, 'none'],
    ['31 Jan 2024 PM', null, 'none'],
    // Words before or after it.
    ['the 1st of January 2024', null, '2024-01-01'],
    ['Jan 2nd, 2024', null, '2024-01-02'],
    ['Jan 3rd, 2024', null, '2024-01-03'],
    ['4th Jan 2024', null, '2024-01-04'],
    ['1er janvier 2024', null, '2024-01-01'],
    ['31 del enero 2024', null, '2024-01-31'],
    ['Tues, Jan 2 2024', null, '2024-01-02'],
    ['Mo., 29. Jan. 2024', null, '2024-01-29'],
    ['2024. 01. 31.', null, '2024-01-31'],
    ['31.1.2024.', null, '2024-01-31'],
    ['2024-01-31.', null, 'none'],
    ['Thurs Jan 4 2024', null, '2024-01-04'],
    ['Saturday 6 January 2024', null, '2024-01-06'],
    ["6 Jan '24", null, '2024-01-06'],
    ['6 Jan ’24', null, '2024-01-06'],
    ['Jan/6/2024', null, '2024-01-06'],
    ['6.Jan.2024', null, '2024-01-06'],
    ['24 Jan 31', 'ymd', '2024-01-31'],
    ['24 Jan 31', null, '1931-01-24'],
    ['31 Jan 24', 'dmy', '2024-01-31'],
    ['January 5 2024', 'ymd', '2024-01-05'],
    ['2024, 5 January', null, '2024-01-05'],
  ])('%j in order %s is %s', (text, order, iso) => {
    expect(toIsoDate(text, order) ?? 'none').toBe(iso);
    // Surrounding spaces do not matter.
    expect(toIsoDate(`  ${text} `, order) ?? 'none').toBe(iso);
  });

  it.each<[month: number, ...names: string[]]>([
    [1, 'January', 'Jan', 'Januar', 'janvier', 'Jänner', 'Jän', 'Janner', 'enero', 'ene', 'gennaio', 'januari', 'janeiro'],
    [2, 'February', 'Feb', 'Februar', 'febrero', 'février', 'fevrier', 'fév', 'fev', 'febbraio', 'februari', 'fevereiro'],
    [3, 'March', 'Mar', 'mars', 'marzo', 'März', 'Mär', 'Marz', 'Mrz', 'Maerz', 'maart', 'março'],
    [4, 'April', 'Apr', 'avril', 'avr', 'abril', 'abr', 'aprile'],
    [5, 'May', 'mayo', 'Mai', 'maggio', 'maio', 'mei'],
    [6, 'June', 'Jun', 'Juni', 'juin', 'junio', 'giugno', 'junho'],
    [7, 'July', 'Jul', 'Juli', 'juillet', 'juil', 'julio', 'luglio', 'julho'],
    [8, 'August', 'Aug', 'août', 'aout', 'aoû', 'aou', 'agosto', 'ago', 'augustus'],
    [9, 'September', 'Sep', 'Sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
    [10, 'October', 'Oct', 'octobre', 'octubre', 'Oktober', 'Okt', 'ottobre', 'outubro'],
    [11, 'November', 'Nov', 'novembre', 'noviembre', 'novembro'],
    [12, 'December', 'Dec', 'Dezember', 'Dez', 'décembre', 'decembre', 'déc', 'diciembre', 'dic', 'dicembre', 'dezembro'],
  ])('has month %i as a word', (month, ...names) => {
    for (const name of names)
      for (const text of [`5 ${name} 2021`, `${name.toUpperCase()} 5, 2021`])
        expect([text, toIsoDate(text, null)]).toEqual([text, `2021-${String(month).padStart(2, '0')}-05`]);
  });

  it.each([
    '5 Ju 2021',
    '5 Janu 2021',
    '5 Marchx 2021',
    '5 xMarch 2021',
    '5 Marth 2021',
    '5 Mayor 2021',
    '5 Septem 2021',
    '5 Decade 2021',
    '5 Augustusx 2021',
    '5 Mond 2021',
    '5 Jen 2021',
    '5 Fob 2021',
    '5 Dac 2021',
    '5 Abrilx 2021',
  ])('%s has no month', (text) => {
    expect(readDate(text, null)).toBe(NO_DATE.unreadable);
  });

  it.each([
    // Too many or too few digits in a part.
    '1/2/202',
    '1/2/20245',
    '001/2/2024',
    '1/002/2024',
    '1//2024',
    '1/2/',
    '2024/1/202',
    '2024-01-2024',
    '123-1-2024',
    '12345-1-1',
    '1/2-2024',
    '1.2/2024',
    '123456',
    '1234567',
    '123456789',
    '16991231',
    '22000101',
    '20241301',
    '9999',
    '09999',
    '80001',
    '45322.x',
    '45322.5x',
    '45322/5',
    '45322-5',
    '1,2,2024',
    '1:2:2024',
    // The rest is not a time.
    '2024-01-31 x',
    '2024-01-31 13',
    '2024-01-31 :',
    '2024-01-31T',
    '2024-01-31 1:2 x',
    '2024-01-31 12345678901234567:1',
    '2024-01-31/1',
    '1/2/2024 1',
    '1/2/2024 b:1',
    // Words outside dates.
    'Jan',
    'Jan 2024 5 6',
    'Jan Feb 2024 5',
    'Jan 5 2024 6',
    '5 2024 Jan Mon',
    '5 Mon Jan 2024',
    'xxx Jan 5 2024',
    '5 Jan 2024 xxx',
    'Jan 555 2024',
    'Jan 5 20245',
    'Jan 2024 2024',
    '123 Jan 24',
    'Jan 5 024',
    'Jan 5 # 2024',
    'Monx 5 Jan 2024',
    'xMon 5 Jan 2024',
    'a5 Jan 2024',
    '5 6 2024',
    `Jan 5, 2024${' '.repeat(49)}x`,
  ])('%j is not a date', (text) => {
    expect(readDate(text, null)).toBe(NO_DATE.unreadable);
  });

  it.each([
    '0000-01-01',
    '0000-12-31',
    '2024-01-00',
    '2024-01-32',
    '2023-02-29',
    '2100-02-29',
    '1/0/2024',
    '2024-13-01',
    '32/13/2024',
    '31 Sep 2024',
    'Feb 30 2024',
    '0 Jan 2024',
  ])('%j does not exist in the calendar', (text) => {
    expect(readDate(text, null)).toBe(NO_DATE.impossible);
  });

  it('with words can have up to sixty characters', () => {
    expect(toIsoDate(`January${' '.repeat(46)}5, 2024`.slice(0, 60), null)).toBe('2024-01-05');
    expect(readDate(`January${' '.repeat(46)} 5, 2024`, null)).toBe(NO_DATE.unreadable);
  });
});

describe('the remarks on a date', () => {
  const remarks = (text: string, order: DateOrder | null = null) => {
    const reading = readDate(text, order);
    return Object.entries(DATE)
      .filter(([, bit]) => (reading & bit) !== 0)
      .map(([name]) => name)
      .join(' ');
  };
  it.each<[text: string, order: DateOrder | null, expected: string]>([
    ['2024-01-02', null, ''],
    ['20240102', null, ''],
    ['1/2/2024', null, 'ambiguous'],
    ['1/2/24', null, 'ambiguous twoDigitYear'],
    ['2/2/24', null, 'twoDigitYear'],
    ['1/2/24', 'mdy', 'twoDigitYear'],
    ['1/2/24', 'dmy', 'twoDigitYear'],
    ['1.2.24', null, 'twoDigitYear'],
    ['1/13/24', null, 'twoDigitYear'],
    ['13/1/24', null, 'twoDigitYear'],
    ['32-1-2', null, 'twoDigitYear'],
    ['24-1-2', 'ymd', 'twoDigitYear'],
    ['2024-1-2', 'ymd', ''],
    ['5 Jan 24', null, 'twoDigitYear'],
    ['24 Jan 5', 'ymd', 'twoDigitYear'],
    ['5 Jan 2024', null, ''],
    ['45322', null, 'serial'],
    ['45322.5', null, 'serial'],
  ])('%s in order %s: %s', (text, order, expected) => {
    expect(remarks(text, order)).toBe(expected);
    // Remarks do not change the day.
    expect(formatDay(dayOf(readDate(text, order)))).toBe(formatDay(readDate(text, order)));
  });
});

describe('a date in the form of the record', () => {
  it.each(['0001-01-01', '0001-01-28', '2024-01-01', '2024-01-28', '2024-12-28', '2024-12-31', '2024-02-29', '1999-11-29', '9999-12-31'])(
    '%s',
    (iso) => {
      expect(readPlainDate(iso)).toBe(Number(iso.replaceAll('-', '')));
      expect(formatDay(readPlainDate(iso))).toBe(iso);
    },
  );

  it.each(['2024-00-15', '2024-13-15', '2024-01-00', '2024-02-30', '2023-02-29', '0000-05-05'])(
    '%s does not exist in the calendar',
    (text) => {
      expect(readPlainDate(text)).toBe(NO_DATE.impossible);
    },
  );

  it.each(['2024-01-1', '2024-01-011', '2024x01-01', '2024-01x01', '2024-01-0x', '202/-01-01', '2024-0:-01', '+024-01-01', '20240-1-01'])(
    '%s has another form',
    (text) => {
      expect(readPlainDate(text)).toBe(NO_DATE.unreadable);
    },
  );
});

describe('the evidence of a column', () => {
  const evidenceOf = (...texts: readonly string[]) => {
    const evidence = noDateEvidence();
    const counted = texts.map((text) => countDate(text, evidence));
    return { ...evidence, counted };
  };
  const NONE = { dates: 0, without: 0, ymd: 0, mdy: 0, dmy: 0, ambiguous: 0, twoDigitYear: 0, serial: 0 };

  it.each<[text: string, found: object]>([
    ['2024-01-05', { dates: 1, ymd: 1 }],
    ['2024-13-05', { counted: [false] }],
    ['1/5/2024', { dates: 1, ambiguous: 1 }],
    ['5/5/2024', { dates: 1 }],
    ['12/12/2024', { dates: 1 }],
    ['1/13/2024', { dates: 1, mdy: 1 }],
    ['1/12/2024', { dates: 1, ambiguous: 1 }],
    ['13/1/2024', { dates: 1, dmy: 1 }],
    ['12/1/2024', { dates: 1, ambiguous: 1 }],
    ['31/1/2024', { dates: 1, dmy: 1 }],
    ['32-1-2', { counted: [false] }],
    ['1.5.2024', { dates: 1, dmy: 1 }],
    ['1. 5. 2024', { dates: 1, dmy: 1 }],
    ['1.13.2024', { dates: 1, mdy: 1 }],
    ['1/5/24', { dates: 1, ambiguous: 1, twoDigitYear: 1 }],
    ['45322', { dates: 1, serial: 1 }],
    ['5 Jan 2024', { dates: 1 }],
    ['Jan 5/6/2024', { counted: [false] }],
    ['soon', { counted: [false] }],
    ['', { counted: [false] }],
  ])('%j', (text, found) => {
    expect(evidenceOf(text)).toEqual({ ...NONE, counted: [true], ...found });
  });

  it.each<[evidence: Partial<ReturnType<typeof noDateEvidence>>, order: DateOrder | null]>([
    [{ mdy: 1 }, null],
    [{ dmy: 1 }, null],
    [{ mdy: 2 }, 'mdy'],
    [{ dmy: 2 }, 'dmy'],
    [{ dmy: 2, ambiguous: 8 }, 'dmy'],
    [{ dmy: 2, ambiguous: 9 }, null],
    [{ mdy: 1, dmy: 1 }, null],
    [{ mdy: 20, dmy: 1 }, null],
    [{ mdy: 21, dmy: 1 }, 'mdy'],
    [{ dmy: 20, mdy: 1 }, null],
    [{ dmy: 21, mdy: 1 }, 'dmy'],
    [{ ymd: 1 }, 'ymd'],
    [{ ymd: 1, ambiguous: 1 }, null],
    [{ ymd: 5, mdy: 1, dmy: 1 }, null],
    [{ ymd: 5, mdy: 2 }, 'mdy'],
    [{ ambiguous: 9 }, null],
    [{}, null],
  ])('%j has the order %s', (evidence, order) => {
    expect(orderOf({ ...noDateEvidence(), ...evidence })).toBe(order);
  });
});
