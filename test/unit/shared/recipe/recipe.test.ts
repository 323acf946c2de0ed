/** The differences between a list and the one before, with the chosen option and the resulting mapping. */
import { expect, test } from 'vitest';
import { STANDARD_CLEANING, type Target, templateOf } from '../../../../shared/mapping/index.ts';
import { type ListRead, type Recipe, fitRecipe, fixKey, readingOf, recipeLines } from '../../../../shared/recipe/index.ts';

const field = (name: 'primaryLast' | 'personalEmail' | 'rfmMostRecentGiftDate' | 'rfmMostRecentGiftValue'): Target => ({
  kind: 'field',
  field: name,
});
const DECEASED: Target = { kind: 'none', tells: 'deceased', everyValue: true };
const NONE: Target = { kind: 'none' };

const plan = (targets: readonly Target[]): Recipe['template']['plan'] => ({
  columns: targets.map((to, column) => ({ column, to, settled: true, dateOrder: null, decimal: 'point' })),
  combinations: [],
  constants: [],
  cleaning: STANDARD_CLEANING,
});

const recipe = (headers: readonly string[], targets: readonly Target[], more: Partial<Recipe> = {}): Recipe => ({
  of: 'gala',
  name: 'Spring gala',
  at: 0,
  system: null,
  template: templateOf('Spring gala', headers, plan(targets)),
  answers: [],
  reading: { sheetName: 'March', headerRow: 1 },
  hasGifts: false,
  steps: [],
  best: null,
  bestHeading: null,
  layout: null,
  ...more,
});

const list = (headers: readonly string[], targets: readonly Target[], more: Partial<ListRead> = {}): ListRead => ({
  system: null,
  headers,
  suggestions: targets.map((to, column) => ({ column, to, certainty: 'certain', provenOrder: null, provenDecimal: null, samples: [] })),
  sheets: ['March'],
  sheetName: 'March',
  headerRow: 1,
  firstRows: [],
  text: null,
  rows: {
    hiddenRows: { are: 'keep', count: 0 },
    subtotals: { are: 'leave-out', count: 0 },
    otherSheets: { are: 'leave-out', count: 0 },
    mergedCells: { are: 'keep', count: 0 },
  },
  ...more,
});

test('a sheet with another name is open, and one with the same name is read', () => {
  const one = recipe(['Name'], [field('primaryLast')]);
  const renamed = list(['Name'], [field('primaryLast')], { sheets: ['April', 'Notes'], sheetName: 'April' });
  expect(fitRecipe(one, renamed, {}).differences).toMatchObject([{ key: 'sheet', value: 'April', isOpen: true }]);
  expect(readingOf(one, renamed, {})).toBe(null);
  expect(readingOf(one, renamed, { sheet: 'Notes' })).toEqual({ sheet: 'Notes' });
  expect(readingOf(one, { ...renamed, sheets: ['April', 'March'] }, {})).toEqual({ sheet: 'March' });
});

test('the encoding that the user chose last time must be decided, and hidden rows are read as last time if there are any', () => {
  const one = recipe(['Name'], [field('primaryLast')], {
    reading: { sheetName: '', headerRow: 1, encoding: 'windows-1252', hiddenRows: 'leave-out' },
  });
  const read = list(['Name'], [field('primaryLast')], { text: { encoding: 'utf-8', delimiter: ',' } });
  expect(fitRecipe(one, read, {}).differences).toMatchObject([{ key: 'encoding', value: 'found', isOpen: true }]);
  expect(readingOf(one, read, { encoding: 'earlier' })).toEqual({ encoding: 'windows-1252' });
  const hidden = { ...read, text: null, rows: { ...read.rows, hiddenRows: { are: 'keep', count: 3 } as const } };
  expect(fitRecipe(one, hidden, {}).differences).toMatchObject([
    { key: 'hiddenRows', text: 'This file has 3 hidden rows.', value: 'earlier' },
  ]);
  expect(readingOf(one, hidden, {})).toEqual({ hiddenRows: 'leave-out' });
});

test('a missing column is looked for under another heading, which is open to a person', () => {
  const one = recipe(['Name', 'Died', 'Email'], [field('primaryLast'), DECEASED, field('personalEmail')]);
  const other = list(['Name', 'Deceased', 'E-Mail Address'], [field('primaryLast'), DECEASED, field('personalEmail')]);
  const fitted = fitRecipe(one, other, {});
  expect(fitted.differences.map(({ key, value, isOpen }) => ({ key, value, isOpen }))).toEqual([
    { key: 'missing:1', value: '1', isOpen: true },
    { key: 'missing:2', value: '2', isOpen: true },
  ]);
  expect(fitted.plan.columns.map(({ to }) => to)).toMatchObject([
    { field: 'primaryLast' },
    { tells: 'deceased' },
    { field: 'personalEmail' },
  ]);
  expect(fitted.columns).toEqual({ found: 3, of: 3, missing: 0, added: 0 });
  const without = fitRecipe(one, other, { 'missing:1': '', 'missing:2': '2' });
  expect(without.differences).toMatchObject([
    { key: 'missing:1', value: '', isOpen: false },
    { key: 'missing:2', isOpen: false },
    // A column that forbids screening is used under any heading, so nobody is screened because it was renamed.
    { key: 'added:1', value: 'suggested', isOpen: false },
  ]);
});

test('of two columns that could be the missing one, none is taken', () => {
  const one = recipe(['Name', 'Email'], [field('primaryLast'), field('personalEmail')]);
  const other = list(['Name', 'Email 1', 'Email 2'], [field('primaryLast'), field('personalEmail'), field('personalEmail')]);
  expect(fitRecipe(one, other, {}).differences[0]).toMatchObject({ key: 'missing:1', value: '', isOpen: true });
});

test('the values of the file decide about the date order and the decimal sign, unless the user says otherwise', () => {
  const earlier = recipe(['Date', 'Amount'], [field('rfmMostRecentGiftDate'), field('rfmMostRecentGiftValue')]);
  const columns = earlier.template.plan.columns.map((column) => ({ ...column, dateOrder: 'mdy' as const }));
  const one: Recipe = { ...earlier, template: { ...earlier.template, plan: { ...earlier.template.plan, columns } } };
  const read = list(['Date', 'Amount'], [field('rfmMostRecentGiftDate'), field('rfmMostRecentGiftValue')]);
  const proven = {
    ...read,
    suggestions: read.suggestions.map((own) => ({ ...own, provenOrder: 'dmy' as const, provenDecimal: 'comma' as const })),
  };
  const found = fitRecipe(one, proven, {});
  expect(found.differences.map(({ key }) => key)).toEqual(['date:0', 'decimal:1']);
  expect(found.plan.columns).toMatchObject([{ dateOrder: 'dmy' }, { decimal: 'comma' }]);
  const kept = fitRecipe(one, proven, { 'date:0': 'earlier', 'decimal:1': 'earlier' });
  expect(kept.plan.columns).toMatchObject([{ dateOrder: 'mdy' }, { decimal: 'point' }]);
});

test('an order by a column follows its heading, and is open without it', () => {
  const best = { by: { kind: 'column', column: 1, smallestFirst: true }, cut: { kind: 'people', people: 5 }, sample: 0, seed: 1 } as const;
  const one = recipe(['Name', 'Rank'], [field('primaryLast'), NONE], { best, bestHeading: 'Rank' });
  const moved = fitRecipe(one, list(['Rank', 'Name'], [NONE, field('primaryLast')]), {});
  expect(moved.best).toMatchObject({ by: { kind: 'column', column: 0, smallestFirst: true } });
  expect(recipeLines(one, list(['Rank', 'Name'], []), moved).find(({ label }) => label === 'Who to send')?.text).toBe(
    'The first 5 people, ordered by the column “Rank”, smallest first. Proposed on Cost; nothing is sent',
  );
  const without = fitRecipe(one, list(['Name'], [field('primaryLast')]), {});
  expect(without.best).toBe(null);
  expect(without.differences).toMatchObject([{ key: 'best', isOpen: true }]);
  expect(recipeLines(one, list(['Name'], []), without).find(({ label }) => label === 'Who to send')?.text).toBe('Everyone');
});

test('a heading that is twice in this file must be decided, and the chosen column is also used for the order', () => {
  const best = { by: { kind: 'column', column: 1, smallestFirst: false }, cut: { kind: 'people', people: 5 }, sample: 0, seed: 1 } as const;
  const one = recipe(['Email', 'Rank'], [field('personalEmail'), NONE], { best, bestHeading: 'Rank' });
  const twice = list(['Email', 'Rank', 'email', 'Rank'], [field('personalEmail'), NONE, field('personalEmail'), NONE]);
  const asked = fitRecipe(one, twice, {});
  expect(asked.differences).toMatchObject([
    { key: 'twice:0', value: '0', isOpen: true, text: 'This file has 2 columns with the heading “Email”; last time there was one.' },
    { key: 'twice:1', value: '1', isOpen: true, options: [{ label: 'Use column B' }, { label: 'Use column D' }] },
  ]);
  expect(asked.best).toMatchObject({ by: { column: 1 } });
  const chosen = fitRecipe(one, twice, { 'twice:0': '2', 'twice:1': '3' });
  expect(chosen.plan.columns.map(({ to }) => to)).toEqual([NONE, NONE, field('personalEmail'), NONE]);
  expect(chosen.best).toMatchObject({ by: { column: 3 } });
  expect(chosen.differences.every(({ isOpen }) => !isOpen)).toBe(true);
  // Columns that are not used may repeat, and repeated columns of the earlier list keep their order.
  expect(fitRecipe(recipe(['Note'], [NONE]), list(['Note', 'Note'], [NONE, NONE]), {}).differences).toEqual([]);
  const both = recipe(['Rank', 'Rank'], [NONE, NONE], { best, bestHeading: 'Rank' });
  expect(fitRecipe(both, list(['Name', 'Rank', 'Rank'], [NONE, NONE, NONE]), {}).best).toMatchObject({ by: { column: 2 } });
});

test('an export of another system is named, and what is missing in it must be decided', () => {
  const one = recipe(['Email'], [field('personalEmail')], { system: 'Salesforce' });
  const other = list(['E-Mail Address'], [field('personalEmail')], { system: 'Bloomerang' });
  expect(fitRecipe(one, other, {}).differences).toMatchObject([
    {
      key: 'system',
      isOpen: true,
      text: expect.stringContaining('“Spring gala” was exported from Salesforce; this file looks like one of Bloomerang'),
    },
    { key: 'missing:0', value: '0', isOpen: true },
  ]);
  for (const system of ['Salesforce', null]) expect(fitRecipe(one, { ...other, headers: ['Email'], system }, {}).differences).toEqual([]);
});

test('a value without an answer is open, and an answer is taken only for a value that the list has', () => {
  const one = recipe(['Died'], [DECEASED], { answers: [{ column: 0, yesValues: ['Gone', 'Passed'], noValues: [] }] });
  const read = list(['Died'], [DECEASED]);
  const unclear = [
    { value: 'Gone', rows: 2 },
    { value: 'Perhaps', rows: 1 },
  ];
  const asked = { ...read, suggestions: read.suggestions.map((own) => ({ ...own, unclear })) };
  const fitted = fitRecipe(one, asked, {});
  expect(fitted.differences).toMatchObject([{ key: 'value:0:1', isOpen: true }]);
  expect(fitted.plan.columns[0]?.to).toEqual({ ...DECEASED, yesValues: ['Gone'] });
  expect(fitRecipe(one, asked, { 'value:0:1': 'no' }).plan.columns[0]?.to).toEqual({
    ...DECEASED,
    yesValues: ['Gone'],
    noValues: ['Perhaps'],
  });
});

test('fixes differ by rule, field and reading', () => {
  const fix = { code: 'x', field: null, reading: null };
  expect(new Set([fix, { ...fix, reading: 0 }, { ...fix, field: 'city' as const }].map(fixKey)).size).toBe(3);
});

test('the columns that are missing add up with those that were found, and say which were used', () => {
  const one = recipe(['Name', 'Email', 'Rank', 'Notes'], [field('primaryLast'), field('personalEmail'), NONE, NONE]);
  const textOf = (headers: readonly string[], choices = {}) => {
    const read = list(
      headers,
      headers.map(() => NONE),
    );
    return recipeLines(one, read, fitRecipe(one, read, choices)).find(({ label }) => label === 'Columns')?.text;
  };
  expect(textOf(['Name', 'Email', 'Rank', 'Notes'])).toBe('4 of 4 columns found');
  expect(textOf(['Name', 'Email', 'Rank'])).toBe('3 of 4 columns found, 1 missing and not used last time');
  expect(textOf(['Name', 'Rank', 'Notes'])).toBe('3 of 4 columns found, 1 missing');
  expect(textOf(['Name', 'Notes'])).toBe('2 of 4 columns found, 2 missing, 1 of them used last time');
  expect(textOf(['Name', 'Mail', 'Rank', 'Notes'], { 'missing:1': '1' })).toBe('4 of 4 columns found');
});
