/** What a list state keeps of an erased row, and the texts of a list outside of rows. */
import { expect, it } from 'vitest';
import { withoutPeople } from '../../../../main/people/erased-list.ts';
import { changedList, listTexts } from '../../../../main/people/list-texts.ts';
import type { StoredList } from '../../../../main/store/app-database/index.ts';

const line = { key: 'fund: Quayle Fund', label: 'Quayle Fund' };
const choices = { columns: {}, lines: { 'fund: Quayle Fund': true } };
/** The parts that hold texts of rows, or texts outside them. */
const STATE = {
  sheet: { sheets: [], firstRows: [{ row: 2, cells: ['K1', 'QUAYLE, ROSALIND'] }], lastRows: [], notes: ['2 hidden rows'] },
  layout: {
    headers: ['ID', 'Quayle gifts'],
    rowCounts: {
      subtotalRows: [
        { row: 2, label: 'Quayle' },
        { row: 9, label: 'All' },
      ],
    },
  },
  mapping: { constants: [{ field: 'businessName', value: 'Quayle & Co' }], columns: [] },
  suggestions: [{ header: 'Quayle gifts', samples: ['Rosalind', 'Wei'], remark: null, answers: [{ value: 'Quayle' }, { value: 'Yes' }] }],
  check: {
    undo: null,
    redo: null,
    rules: [{ example: { before: 'QUAYLE', after: 'Quayle' }, fix: null }],
    best: { settings: { by: { kind: 'pilot', column: null, ids: ['K1', 'K2'], rows: [] } } },
  },
  gifts: {
    choices,
    written: { choices },
    view: {
      headings: [{ heading: 'Donor', first: ['Rosalind', 'Wei'] }],
      lines: [line],
      nothingJoins: { ids: 2, ofList: ['K1', 'K2'], ofGifts: ['ROSALIND-1'] },
      notOnList: { firstIds: ['ROSALIND-1'] },
      examples: [
        { row: 2, name: 'Rosalind Quayle' },
        { row: 3, name: 'Wei Li' },
      ],
    },
  },
} as unknown as StoredList;

it('copies of a row are removed, even if they are part of a cell, and those of other rows are kept', () => {
  const { sheet, layout, suggestions, check, gifts } = withoutPeople(STATE, new Set([2]), { texts: ['QUAYLE, ROSALIND'], ids: ['K1'] });
  expect(sheet).toMatchObject({ firstRows: [{ row: 2, cells: [] }], notes: ['2 hidden rows'] });
  expect(layout.rowCounts?.subtotalRows).toEqual([
    { row: 2, label: '' },
    { row: 9, label: 'All' },
  ]);
  expect(suggestions[0]).toMatchObject({ samples: ['Wei'], answers: [{ value: 'Yes' }] });
  expect(check?.rules[0]?.example).toBeNull();
  expect(check?.best?.settings.by).toMatchObject({ ids: ['K2'] });
  expect(gifts?.view).toMatchObject({
    headings: [{ first: ['Wei'] }],
    nothingJoins: { ofList: ['K2'], ofGifts: [] },
    examples: [{ row: 3 }],
  });
});

it('the pilot from before an earlier screening was applied no longer names them', () => {
  const best = STATE.check!.best!.settings;
  const state = { ...STATE, recipe: { name: 'Gala', isWhole: true, before: { best } } } as unknown as StoredList;
  const { recipe } = withoutPeople(state, new Set([2]), { texts: [], ids: ['K1'] });
  expect(recipe?.before.best?.by).toMatchObject({ ids: ['K2'] });
  expect(recipe?.name).toBe('Gala');
});

it('texts outside rows are changed everywhere, and joins by them stay right', () => {
  expect(listTexts(STATE).map(({ what }) => what)).toEqual(
    expect.arrayContaining(['a heading', 'a fixed value of the columns', 'the people named for the pilot', 'the settings of the list']),
  );
  const changed = changedList(STATE, (text) => text.replaceAll('Quayle', '[erased]'));
  expect(changed.layout.headers).toEqual(['ID', '[erased] gifts']);
  expect(changed.suggestions[0]?.header).toBe('[erased] gifts');
  expect(changed.mapping.constants[0]?.value).toBe('[erased] & Co');
  // The choice still belongs to its line.
  const [{ key } = { key: '' }] = changed.gifts!.view.lines;
  expect(changed.gifts!.choices.lines).toEqual({ [key]: true });
  expect(changed.gifts!.written!.choices.lines).toEqual({ [key]: true });
});

it('notes about a file that name an earlier list or headings are changed like them', () => {
  const said = {
    ...STATE,
    sheet: { ...STATE.sheet, notes: ['The columns and the settings come from “Gala of Quayle”.'] },
    suggestions: [{ ...STATE.suggestions[0]!, remark: '“Quayle gifts” is empty in 3 rows.' }],
  };
  expect(listTexts(said)).toEqual(
    expect.arrayContaining([
      { what: 'a note about the file', text: 'The columns and the settings come from “Gala of Quayle”.' },
      { what: 'a remark about a column', text: '“Quayle gifts” is empty in 3 rows.' },
    ]),
  );
  const changed = changedList(said, (text) => text.replaceAll('Quayle', '[erased]'));
  expect(changed.sheet.notes).toEqual(['The columns and the settings come from “Gala of [erased]”.']);
  expect(changed.suggestions).toEqual([
    { ...STATE.suggestions[0]!, header: '[erased] gifts', remark: '“[erased] gifts” is empty in 3 rows.' },
  ]);
});

it('headings go with the row that was taken for them, unless they are headings', () => {
  const headersWith = (headers: readonly string[]) => {
    const state = { ...STATE, layout: { ...STATE.layout, headerRow: 1, headers: [...headers] } };
    return withoutPeople(state, new Set([1]), { texts: headers, ids: [] }).layout.headers;
  };
  expect(headersWith(['K1', 'Rosalind', 'Quayle'])).toEqual(['', '', '']);
  expect(headersWith(['K1', 'First Name', 'Friend of Quayle'])).toEqual(['K1', 'First Name', 'Friend of Quayle']);
});

it('every text that quotes the row is removed, and those about other rows are kept', () => {
  const pilot = { by: { kind: 'pilot', column: null, ids: ['K1', 'K2'], rows: [] } };
  const quote = 'Like QUAYLE, ROSALIND';
  const state = {
    ...STATE,
    sheet: { ...STATE.sheet, lastRows: [{ row: 2, cells: ['K1'] }, { row: 3, cells: ['K2'] }], notes: [quote, '2 hidden rows'] }, // prettier-ignore
    suggestions: [
      {
        header: 'A',
        samples: ['K1', 'K2'],
        remark: quote,
        unclear: [{ value: 'Quayle' }, { value: '2/3' }],
        eitherWay: ['Rosalind', 'Wei'],
      },
      { header: 'B', samples: [], remark: 'Empty' },
    ],
    recipe: { name: 'Spring', before: { best: pilot } },
    check: {
      undo: quote,
      redo: quote,
      best: null,
      rules: [
        { example: { before: 'Q.', after: 'Quayle' }, fix: { label: quote } },
        { example: { before: 'Quayle', after: 'Q.' }, fix: { label: 'Fix 2 rows' } },
        { example: { before: 'WEI', after: 'Wei' }, fix: null },
      ],
    },
  } as unknown as StoredList;
  const { sheet, suggestions, recipe, check } = withoutPeople(state, new Set([2]), { texts: ['QUAYLE, ROSALIND'], ids: ['K1'] });
  expect([sheet.lastRows, sheet.notes]).toEqual([[{ row: 2, cells: [] }, { row: 3, cells: ['K2'] }], ['2 hidden rows']]); // prettier-ignore
  expect(suggestions).toEqual([
    { header: 'A', samples: ['K2'], remark: null, unclear: [{ value: '2/3' }], eitherWay: ['Wei'] },
    { header: 'B', samples: [], remark: 'Empty' },
  ]);
  expect(recipe?.before.best?.by).toMatchObject({ ids: ['K2'] });
  expect(check).toMatchObject({ undo: null, redo: null });
  expect(check?.rules).toEqual([
    { example: null, fix: null },
    { example: null, fix: { label: 'Fix 2 rows' } },
    { example: { before: 'WEI', after: 'Wei' }, fix: null },
  ]);
});

it('values in place of headings are removed with their row, and headings are kept', () => {
  const withHeadings = (headers: readonly string[], headerRow: number | null) =>
    withoutPeople(
      {
        ...STATE,
        layout: { ...STATE.layout, headerRow, headers, leaveOut: { headings: headers } },
        suggestions: headers.map((header) => ({ header, samples: [], remark: null })),
      } as unknown as StoredList,
      new Set([2]),
      { texts: ['K1', 'Quayle'], ids: ['K1'] },
    );
  const headingsIn = ({ layout, suggestions }: StoredList) => [layout.headers, layout.leaveOut?.headings, suggestions.map(({ header }) => header)]; // prettier-ignore
  expect(headingsIn(withHeadings(['K1', 'Quayle'], 2))).toEqual([['', ''], [], ['', '']]);
  for (const [headers, headerRow] of [
    [['ID', 'Last Name'], 2],
    [['K1', 'Quayle'], 1],
    [['K1', 'Quayle'], null],
  ] as const)
    // prettier-ignore
    expect(headingsIn(withHeadings(headers, headerRow))).toEqual([headers, headers, headers]);
});
