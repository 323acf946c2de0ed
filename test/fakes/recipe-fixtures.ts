/** The recipe of an earlier screening: most columns found, four differences, and fixes by rule. */
import type { Output } from '../../shared/contract/index.ts';

const preview = (at: number): Output<'recipe.preview'> => ({
  name: 'Spring gala',
  at,
  lines: [
    { label: 'Reading', text: 'Sheet “April”, headings in row 1' },
    { label: 'Columns', text: '27 of 29 columns found, 2 new, 2 missing, 1 of them used last time' },
    { label: 'Dates', text: 'Month first in 3 columns' },
    { label: 'Amounts', text: 'A decimal point in 2 columns' },
    { label: 'Cleaning', text: '6 of 7 on' },
    { label: 'Rules', text: 'Those of your organization, as they are today' },
    {
      label: 'Who to send',
      text: 'The first 500 people, ordered by total given × 3, latest gift, newer first × 2, and 5% of those below, drawn with seed 4127. Proposed on Cost; nothing is sent',
    },
    { label: 'Write back', text: 'Layout “Raiser’s Edge”' },
  ],
  differences: [
    {
      key: 'sheet',
      text: 'The sheet was called “March” last time; this file has none of that name.',
      options: [
        { value: 'April', label: 'April' },
        { value: 'Notes', label: 'Notes' },
      ],
      value: 'April',
      isOpen: true,
    },
    {
      key: 'missing:7',
      text: '“Email”, which is sent as Personal email, is not in this file.',
      options: [
        { value: '', label: 'Continue without it' },
        { value: '9', label: 'Use “Mail”' },
      ],
      value: '',
      isOpen: true,
    },
    {
      key: 'date:8',
      text: '“Last Gift Date” was read with month first last time; its values in this file show day first.',
      options: [
        { value: 'found', label: 'As this file shows: day first' },
        { value: 'earlier', label: 'As last time: month first' },
      ],
      value: 'found',
      isOpen: false,
    },
    {
      key: 'value:10:0',
      text: '“Perhaps” in “Deceased” is new (12 rows).',
      options: [
        { value: '', label: 'Decide on Check' },
        { value: 'yes', label: 'It means deceased' },
        { value: 'no', label: 'It means alive' },
      ],
      value: '',
      isOpen: true,
    },
  ],
  fixes: [
    {
      key: 'zip-short//',
      title: 'ZIP has 4 digits',
      description: 'Adds the zero that a spreadsheet removed.',
      safe: true,
      cells: 412,
      rows: 412,
      examples: [
        { before: '1852', after: '01852' },
        { before: '3060', after: '03060' },
        { before: '2139', after: '02139' },
      ],
    },
    {
      key: 'email-form//',
      title: 'Email is not complete',
      description: 'Leaves the value out of the record. Your sheet keeps it.',
      safe: false,
      cells: 27,
      rows: 27,
      examples: [{ before: 'ann@example', after: '(blank)' }],
    },
  ],
  readsAgain: false,
  blocked: null,
  ready: { before: 1884, after: 2366 },
});

/** `isOffered` false: no earlier screening has the headings of the list. */
export function recipeAnswers(isOffered: boolean, now: number) {
  const at = now - 40 * 86_400_000;
  const state: Output<'recipe.get'> = { used: null, offer: isOffered ? { of: 'gala', name: 'Spring gala', at, same: false } : null };
  return {
    'recipe.get': state,
    'recipe.preview': preview(at),
    'recipe.apply': { cells: 412, notes: [], readsAgain: false },
    'recipe.undo': {},
  };
}
