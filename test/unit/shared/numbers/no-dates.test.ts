import { expect, it } from 'vitest';
import { readDate, toIsoDate } from '../../../../shared/numbers/dates.ts';
import { isNoDate, isPartialDate } from '../../../../shared/numbers/no-dates.ts';

it.each([
  '0',
  '00',
  '0000-00-00',
  '0000-00-00 00:00:00',
  '00-00-0000',
  '00/00/0000',
  '00000000',
  '0/0/00',
  '0/0/0000',
  '0.0.0000',
  '1/0/1900',
  '01/00/1900',
  '1/0/00',
  '1900-01-00',
  '0-Jan-00',
  'Jan 0, 1900',
  '12/30/1899',
  '30.12.1899',
  '1899-12-30',
  '1899-12-30T00:00:00',
  '12/31/1899',
  '1/1/1900',
  '1900-01-01 00:00:00',
  '1753-01-01',
  '0001-01-01T00:00:00Z',
  'never',
  'No gifts',
  'date unknown',
])('%j is not a date', (text) => {
  expect(isNoDate(text)).toBe(true);
});

it.each([
  '2019',
  '1998',
  'FY2019',
  'FY 2019',
  '2019/20',
  '2019-2020',
  'c. 1995',
  'about 2001',
  'Spring 2019',
  'Q3 2019',
  '2019 Q3',
  'May 2019',
  'May, 2019',
  'Sept. 2019',
  'May-19',
  "May '19",
  'mai 2019',
  'März 2019',
  'mayo de 2019',
  '2019 May',
  '2019-May',
  'May',
  '03/2019',
  '3/2019',
  '2019-03',
  '2019/3',
  '03.2019',
  '201903',
  '2019-05-00',
  '2019-00-00',
  '00/05/2019',
  '5/0/2019',
  '20190500',
])('%j is a date without its day', (text) => {
  expect([isNoDate(text), isPartialDate(text), readDate(text, null) < 0]).toEqual([false, true, true]);
});

it.each(['5/6/2019', '2019-05-06', '43831', 'a lot', '13/2019', '12', '100', 'Mayor 2019', '2/30/2020', 'May 32, 2019', '1 Main St'])(
  '%j is neither',
  (text) => {
    expect([isNoDate(text), isPartialDate(text)]).toEqual([false, false]);
  },
);

it.each([
  ['Sept. 3rd, 2020', '2020-09-03'],
  ['Thursday, September 3, 2020', '2020-09-03'],
  ['3 septembre 2020', '2020-09-03'],
  ['le 3 mars 2020', '2020-03-03'],
  ['jeudi 3 septembre 2020', '2020-09-03'],
  ['3. März 2020', '2020-03-03'],
  ['Donnerstag, den 3. September 2020', '2020-09-03'],
  ['3 de marzo de 2020', '2020-03-03'],
  ['martes 3 de marzo de 2020', '2020-03-03'],
  ['2020-09-03T13:45:00.000Z', '2020-09-03'],
  ['2020-09-03T13:45:00+02:00', '2020-09-03'],
  ['2020-09-03 13:45 EST', '2020-09-03'],
  ['9/13/2020 1:45 PM PDT', '2020-09-13'],
  ['44077', '2020-09-03'],
  ['44077.5', '2020-09-03'],
  ['9/13/20', '2020-09-13'],
  ['20200903', '2020-09-03'],
  ['03-SEP-20', '2020-09-03'],
  ['Sep  3 2020 12:00AM', '2020-09-03'],
])('%j is %s', (text, iso) => {
  expect(toIsoDate(text, null)).toBe(iso);
});
