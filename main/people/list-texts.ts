/** Texts of a list outside its rows: headings, names of sheets, the mapping, the gift file, and who was named for a pilot. */
import type { StoredList } from '../store/app-database/index.ts';
import { mapTexts, textsUnder } from './keyed-texts.ts';
import type { PlacedText } from './text-places.ts';

const WHAT: Readonly<Record<string, string>> = {
  sheetName: 'the name of a sheet',
  headers: 'a heading',
  headings: 'a heading',
  heading: 'a heading',
  value: 'a fixed value of the columns',
  also: 'an answer about the values of a column',
  not: 'an answer about the values of a column',
  ids: 'the people named for the pilot',
  // Notes can name an earlier list, and headings.
  notes: 'a note about the file',
  remark: 'a remark about a column',
};
/** Names of sheets, templates and recipes, labels of subtotals, and what the gift file shows. */
const OTHER = 'the settings of the list';
const KEYS = new Set([...Object.keys(WHAT), 'name', 'label', 'file', 'sheet', 'sheets', 'first', 'firstIds', 'ofList', 'ofGifts', 'key']);

/** Without what belongs to rows, which is found and erased with them. */
function withoutRows(state: StoredList) {
  const { sheet, suggestions, check, gifts, ...rest } = state;
  const { firstRows: _, lastRows: __, ...ofSheet } = sheet;
  return {
    ...rest,
    sheet: ofSheet,
    suggestions: suggestions.map(({ remark }) => ({ remark })),
    check: check === null ? null : { best: check.best },
    ...(gifts !== undefined && { gifts: { ...gifts, view: { ...gifts.view, examples: [] } } }),
  };
}

export const listTexts = (state: StoredList): PlacedText[] =>
  textsUnder(withoutRows(state), KEYS).map(({ text, key }) => ({ what: WHAT[key] ?? OTHER, text }));

/** The list state with these texts changed. */
export function changedList(state: StoredList, by: (text: string) => string): StoredList {
  const { sheet, suggestions, check, gifts, ...rest } = mapTexts(withoutRows(state), KEYS, by);
  // Rows of the sheet and samples also contain the headings.
  const rowsOf = (all: StoredList['sheet']['firstRows']) => all.map((row) => ({ ...row, cells: row.cells.map(by) }));
  return {
    ...state,
    ...rest,
    sheet: { ...state.sheet, ...sheet, firstRows: rowsOf(state.sheet.firstRows), lastRows: rowsOf(state.sheet.lastRows) },
    suggestions: state.suggestions.map((suggestion, at) => ({ ...suggestion, ...suggestions[at], header: by(suggestion.header) })),
    check: state.check === null ? null : { ...state.check, best: check?.best ?? null },
    ...(gifts !== undefined && {
      gifts: {
        ...gifts,
        choices: withLines(gifts.choices, by),
        written: gifts.written === null ? null : { ...gifts.written, choices: withLines(gifts.written.choices, by) },
        view: { ...gifts.view, examples: state.gifts!.view.examples },
      },
    }),
  };
}

/** The keys of lines contain their labels, which are cells of the gift file. */
const withLines = <T extends { readonly lines: Readonly<Record<string, boolean>> }>(choices: T, by: (text: string) => string): T => ({
  ...choices,
  lines: Object.fromEntries(Object.entries(choices.lines).map(([key, counts]) => [by(key), counts])),
});
