/** The possible sources of a layout's columns, as options of a select. */
import { FIELDS } from '../../../shared/fields/index.ts';
import type { ResultsView } from '../../../shared/contract/index.ts';
import { findScore, type Layout, type LayoutColumn, OFFICER_KEY, ratingKey } from '../../../shared/results/index.ts';

type Source = LayoutColumn['from'];

/** The option value of a source. A fixed text is typed in a separate field. */
export function valueOf(from: Source): string {
  switch (from.kind) {
    case 'field':
      return `field:${from.field}`;
    case 'sheet':
      return `sheet:${from.header}`;
    case 'score':
      return `score:${from.key}`;
    default:
      return from.kind;
  }
}

export function sourceOf(value: string): Source {
  const colon = value.indexOf(':');
  const kind = value.slice(0, colon);
  const rest = value.slice(colon + 1);
  if (kind === 'field') return { kind: 'field', field: FIELDS.find(({ key }) => key === rest)?.key ?? 'constituentId' };
  if (kind === 'sheet') return { kind: 'sheet', header: rest };
  if (kind === 'score') return { kind: 'score', key: rest };
  if (value === 'day' || value === 'scoreTitle' || value === 'scoreValue') return { kind: value };
  return { kind: 'text', text: '' };
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Options for scores, ratings and the officer, with the keys that the layout uses for them. */
export function scoreOptions(results: ResultsView, keys: readonly string[]): Option[] {
  const scores = new Map(results.columns.map(({ key, title }) => [key, title]));
  const paths = results.columns.map(({ key }) => key);
  for (const { column, title } of results.ratings) scores.set(ratingKey(column), `${title}, our words`);
  if (results.officer !== null) scores.set(OFFICER_KEY, 'Officer');
  for (const key of keys) {
    if (scores.has(key)) continue;
    // A key of a layout can be only the end of a path. Replace the option of that column, so that it has only one.
    const found = results.columns[findScore(key, paths)];
    if (found !== undefined && !keys.includes(found.key)) scores.delete(found.key);
    scores.set(key, found?.title ?? `${key}, not among these results`);
  }
  return [...scores].map(([key, label]) => ({ value: `score:${key}`, label }));
}

export function sourceOptions(results: ResultsView, { rows, columns }: Layout) {
  const keys = columns.flatMap(({ from }) => (from.kind === 'score' ? [from.key] : []));
  return [
    { group: 'Scores, ratings, officer', items: scoreOptions(results, keys) },
    {
      group: 'Others',
      items: [
        { value: 'day', label: 'Screening date' },
        { value: 'text', label: 'Fixed text' },
        ...(rows === 'score'
          ? [
              { value: 'scoreTitle', label: 'Title of the score' },
              { value: 'scoreValue', label: 'Value of the score' },
            ]
          : []),
      ],
    },
    { group: 'Record as sent', items: FIELDS.map(({ key, label }) => ({ value: `field:${key}`, label })) },
    {
      group: 'Your sheet',
      items: [...new Set(results.sheetColumns.map(({ title }) => title))].map((title) => ({ value: `sheet:${title}`, label: title })),
    },
  ];
}
