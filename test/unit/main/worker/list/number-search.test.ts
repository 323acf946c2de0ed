/** A search for digits, IDs and addresses finds exactly the records that contain them, and skips blocks that cannot. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MappingPlan } from '../../../../../shared/mapping/plan.ts';
import { searchForm, searchWords } from '../../../../../shared/transforms/accents.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { RecordReader } from '../../../../../main/worker/list/record-reader.ts';
import { TextSearch } from '../../../../../main/worker/list/text-search.ts';
import { field, planOf } from '../../../../kit/mapped-rows.ts';
import { textBlock } from '../../../../kit/text-block.ts';

const CELLS = [
  ['C1000007', '0012345', '１２３４５', 'A-１２', "'0098765", 'No. ⑩⑪', '', '12 345'],
  ['MA', 'Massachusetts', 'CA', ''],
  ['1609', '01609', '016091234', '01609 1234', '90210.0', 'K1A 0B1', ''],
  ['(617) 555-0123', '617.555.0123', '6175550123 ext 4', '+1 617 555 0123', ''],
  [
    '1,234,567.80',
    '$1.5K',
    '12.3456E5',
    '1.23456E8',
    '123456.999996',
    '9.87654966E3',
    '9.996e-3',
    '-45000',
    '(12,345.00)',
    '1 234 567',
    '$ -',
    '',
  ],
  ['2024-03-12', '3/12/2024', '12 March 2024', '3/12/24', '45363', '20240312', ''],
  ['ada.lovelace12@example.org', 'Ada <ADA@Example.org>', 'x½y@example.org', 'nobody@', ''],
  ['12 Oak St\nApt 345', '½ Mile Rd', '99 Main St #4567', ''],
] as const;
const plain = planOf([
  field('constituentId'),
  field('state'),
  field('postalCode'),
  field('personalPhone'),
  field('rfmTotalGiftValue'),
  field('rfmFirstGiftDate'),
  field('personalEmail'),
  field('street'),
]);
const withoutDates: MappingPlan = { ...plain, columns: plain.columns.filter(({ column }) => column !== 5) };
const plans: readonly MappingPlan[] = [
  plain,
  withoutDates,
  { ...withoutDates, constants: [{ field: 'postalCode', value: '02139' }] },
  { ...withoutDates, combinations: [{ field: 'street', columns: [7, 0], how: 'join', separator: '' }] },
  { ...withoutDates, combinations: [{ field: 'street', columns: [7, 0], how: 'join', separator: ', ' }] },
];

const row = fc.tuple(...CELLS.map((texts) => fc.constantFrom<string>(...texts)));

it('finds the same rows as a search of every record, for any part of any value or cell', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 3 }),
      row,
      fc.constantFrom(...plans),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (rows, other, plan, pick, from, length) => {
        const records = new RecordReader(plan, new Edits(null));
        const block = textBlock(rows);
        const otherBlock = textBlock([other]);
        if (block === null || otherBlock === null) return;
        // A part of a value or cell, of this block or another one.
        const sources = [...records.of(otherBlock, 0).values, ...other, ...records.of(block, 0).values]
          .map(searchForm)
          .filter((text) => text !== '');
        const source = sources[pick % sources.length]!;
        const start = from % source.length;
        const words = searchWords(source.slice(start, start + 1 + (length % 12)));
        if (words.length === 0) return;
        const search = new TextSearch(new RecordReader(plan, new Edits(null)), words);
        for (let at = 0; at < block.rowCount; at++) {
          const { values } = records.of(block, at);
          expect(search.matches(block, at)).toBe(words.every((word) => values.some((value) => searchForm(value).includes(word))));
        }
      },
    ),
    { numRuns: 1500 },
  );
});

it.each([
  ['123457', '123456.999996'],
  ['9876.55', '9.87654966E3'],
  ['15500', '$15.5K'],
])('finds %s in an amount that parsing makes of %s', (find, amount) => {
  const block = textBlock([['C1', 'MA', '01609', '', amount, '', '', '']])!;
  expect(new TextSearch(new RecordReader(withoutDates, new Edits(null)), searchWords(find)).matches(block, 0)).toBe(true);
});

it.each([
  ['01609-1234', ['01609', 'United States', '1234'], 'postalCode'],
  ['123456', ['123', 'United States', '456'], 'rfmTotalGiftValue'],
] as const)('finds %s, which parsing makes of two columns that are joined by a blank', (find, cells, key) => {
  const plan: MappingPlan = {
    ...planOf([field(key), field('country'), field(key)]),
    combinations: [{ field: key, columns: [0, 2], how: 'join', separator: ' ' }],
  };
  const records = new RecordReader(plan, new Edits(null));
  const block = textBlock([cells])!;
  expect(records.of(block, 0).values).toContain(find);
  expect(new TextSearch(records, searchWords(find)).matches(block, 0)).toBe(true);
});

it.each(['7707707', '555-9999', 'c1000008', 'ada.lovelace13@example.org', 'zq0x main'])(
  'does not read a block that cannot contain %s',
  (find) => {
    const block = textBlock([
      ['C1000007', 'MA', '01609', '(617) 555-0123', '1,234.50', '2024-03-12', 'ada.lovelace12@example.org', '12 Main St'],
    ])!;
    expect(new TextSearch(new RecordReader(plain, new Edits(null)), searchWords(find)).mayMatch(block)).toBe(false);
  },
);
