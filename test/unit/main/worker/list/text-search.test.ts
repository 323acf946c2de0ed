/** A search finds exactly the records that contain the text, whether or not blocks are skipped. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MappingPlan } from '../../../../../shared/mapping/plan.ts';
import type { RowBlock } from '../../../../../main/spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { Edits } from '../../../../../main/worker/list/edits.ts';
import { TextSearch } from '../../../../../main/worker/list/text-search.ts';
import { RecordReader } from '../../../../../main/worker/list/record-reader.ts';
import { searchForm, searchWords } from '../../../../../shared/transforms/accents.ts';
import { field, planOf } from '../../../../kit/mapped-rows.ts';
import { textBlock } from '../../../../kit/text-block.ts';

const cell = fc.constantFrom(
  '',
  'Jane',
  'JANE  DOE',
  'Doe, Jane',
  'Massachusetts',
  'Jo\u00ADhn',
  'Jo\u200Bhn',
  'Ja\u0001ne',
  'Zoë',
  'García',
  'Garci\u0301a',
  'Straße',
  'Ægir Sørensen',
  'Łukasz',
  'O’Brien',
  "O'Brien",
  'İpek',
  'ﬁnn',
  'McDonald',
  '12 Jane Street\nApt 3',
  'jane@example.org',
  '3/4/2021',
  'N/A',
);
/** Corrections need a file only to survive a restart. */
const NOWHERE = { write: () => undefined, putValue: () => undefined } as unknown as ProjectFile;

const blockOf = (rows: readonly (readonly string[])[]): RowBlock => textBlock(rows)!;
const plain = planOf([
  field('primaryFirst'),
  field('primaryLast'),
  field('state'),
  field('street'),
  field('personalEmail'),
  field('rfmFirstGiftDate'),
]);
const plans: readonly MappingPlan[] = [
  plain,
  { ...plain, constants: [{ field: 'country', value: 'Jane Land' }] },
  { ...plain, combinations: [{ field: 'primaryFirst', columns: [0, 1], how: 'join', separator: '' }] },
  { ...plain, combinations: [{ field: 'primaryFirst', columns: [0, 1], how: 'join', separator: ' and ' }] },
  { ...plain, combinations: [{ field: 'primaryFirst', columns: [0, 1], how: 'firstFilled', separator: '' }] },
];
const rows = fc.array(fc.array(cell, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 5 });
const wanted = fc.constantFrom(
  'jane',
  'john',
  'doe',
  'jane doe',
  'and',
  'ane',
  'land',
  'ma',
  'mas',
  'zoë',
  'zoe',
  'mcd',
  'apt',
  '2021-',
  'janejane',
  'edited',
);

const isIn = (values: readonly string[], words: readonly string[]) =>
  words.every((word) => values.some((value) => searchForm(value).includes(word)));

it('finds the same rows as a search of every record, for any plan, text, and correction', () => {
  fc.assert(
    fc.property(
      fc.array(rows, { minLength: 1, maxLength: 3 }),
      wanted,
      fc.constantFrom(...plans),
      fc.boolean(),
      (lists, text, plan, corrected) => {
        const edits = new Edits(null);
        if (corrected) edits.add(NOWHERE, { kind: 'correct', label: 'by hand', corrections: [[1, 'primaryLast', 'Edited Jane']] });
        const words = searchWords(text);
        const search = new TextSearch(new RecordReader(plan, edits), words);
        const records = new RecordReader(plan, edits);
        for (const block of lists.map(textBlock).filter((one) => one !== null))
          for (let row = 0; row < block.rowCount; row++)
            expect(search.matches(block, row)).toBe(isIn(records.of(block, row).values, words));
      },
    ),
    { numRuns: 400 },
  );
});

it('finds a whole name in any order, with and without accents', () => {
  const block = blockOf([
    ['Wei', 'Johnson'],
    ['Inés', 'García'],
    ['Siobhán', 'O’Neill'],
  ]);
  const found = (find: string) => {
    const search = new TextSearch(new RecordReader(plain, new Edits(null)), searchWords(find));
    return [0, 1, 2].filter((row) => search.matches(block, row));
  };
  expect(found('Wei Johnson')).toEqual([0]);
  expect(found('johnson wei')).toEqual([0]);
  expect(found('garcia')).toEqual([1]);
  expect(found('García, Inés')).toEqual([1]);
  expect(found('ONEILL')).toEqual([2]);
  expect(found("o'neill siob")).toEqual([2]);
  expect(found('Wei García')).toEqual([]);
});
