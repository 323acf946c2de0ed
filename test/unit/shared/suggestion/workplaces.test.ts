/** The address of a workplace for rows without another address. */
import { expect, it } from 'vitest';
import { nameOf, suggest } from '../../../kit/suggested-mapping.ts';

const repeated = (count: number, filled: number, text: string): string[] =>
  Array.from({ length: count }, (_, at) => (at < filled ? text : ''));

/** A list whose first `homes` of `rows` have a home address. All have the address of a workplace. */
const listOf = (rows: number, homes: number, work: string) => ({
  'Last Name': Array.from({ length: rows }, (_, at) => `Quayle${at}`),
  'Home Address': repeated(rows, homes, '12 Larkspur Ln'),
  'Home City': repeated(rows, homes, 'Salem'),
  'Home Zip': repeated(rows, homes, '01970'),
  [`${work} Address`]: repeated(rows, rows, '1 Office Park'),
  [`${work} City`]: repeated(rows, rows, 'Boston'),
  [`${work} Zip`]: repeated(rows, rows, '02110'),
});

it.each(['Business', 'Work', 'Office', 'Employer'])('is offered for the rows with only the columns of “%s”', (work) => {
  const { suggestions, plan } = suggest(listOf(30, 22, work));
  const street = suggestions.find(({ header }) => header === `${work} Address`)!;
  expect(suggestions.slice(4).map(({ to }) => nameOf(to))).toEqual(['street', 'city', 'postalCode']);
  expect(street).toMatchObject({
    certainty: 'likely',
    fills: 8,
    remark: '8 rows have no address but this one of a workplace: the service may not find people there',
  });
  expect(plan.combinations.map(({ field, columns, how }) => [field, columns, how])).toEqual([
    ['street', [1, 4], 'firstFilled'],
    ['city', [2, 5], 'firstFilled'],
    ['postalCode', [3, 6], 'firstFilled'],
  ]);
});

it('is offered for a long list with the rows that were compared', () => {
  const { suggestions } = suggest(listOf(300, 150, 'Business'));
  expect(suggestions.find(({ header }) => header === 'Business Address')).toMatchObject({
    fills: 50,
    remark: '50 rows have no address but this one of a workplace in the first 200 rows: the service may not find people there',
  });
});

it.each([
  ['every row has another address', listOf(30, 30, 'Business')],
  ['the columns belong to somebody else', listOf(30, 22, 'Spouse Business')],
  ['the columns are those of a former workplace', listOf(30, 22, 'Former Business')],
])('is not offered if %s', (_, list) => {
  const { suggestions, plan } = suggest(list);
  expect(suggestions.slice(4).map(({ to }) => nameOf(to))).toEqual(['none', 'none', 'none']);
  expect(plan.combinations).toEqual([]);
});

it.each(['Seasonal', 'Winter', 'Summer'])('%s columns are offered for the rows with only that address', (season) => {
  const { suggestions, plan } = suggest(listOf(30, 22, season));
  expect(suggestions.slice(4).map(({ to }) => nameOf(to))).toEqual(['street', 'city', 'postalCode']);
  expect(suggestions[4]!.remark).toBe('8 rows have no address but this one for a part of the year: the service may not find people there');
  expect(plan.combinations).toHaveLength(3);
});

it('uses one of two such addresses, the one that fills more rows', () => {
  const seasonal = listOf(30, 22, 'Seasonal');
  const { suggestions } = suggest({
    ...seasonal,
    'Seasonal Address': repeated(30, 25, '8 Palm Way'),
    'Work Address': repeated(30, 30, '1 Office Park'),
    'Work City': repeated(30, 30, 'Boston'),
    'Work Zip': repeated(30, 30, '02110'),
  });
  expect(suggestions.slice(4).map(({ to }) => nameOf(to))).toEqual(['none', 'none', 'none', 'street', 'city', 'postalCode']);
});
