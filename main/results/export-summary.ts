/**
 * The sheets Summary and Settings of an exported workbook. They name no person, unless a condition of a segment does.
 */
import { fieldOf, isFieldKey } from '../../shared/fields/index.ts';
import { ROLE_TEXTS, roleOf } from '../../shared/mapping/index.ts';
import type { TableRequest } from '../../shared/contract/index.ts';
import { type Chosen, type Conditions, type ResultFilter, headerOfKey } from '../../shared/results/index.ts';
import type { ConnectionRow, ProjectRow } from '../store/app-database/index.ts';
import type { ExportLine, ListSource } from '../worker-protocol/index.ts';
import type { Preferences } from './result-preferences.ts';
import type { DoneProject } from './screening-results.ts';
import { creditsCharged } from '../projects/index.ts';
import { mergedSends, sumOfKnown } from './merged-sends.ts';

const orNotKnown = (value: number | null) => value ?? 'not known';
const time = (at: number | null) => (at === null ? 'not known' : new Date(at).toISOString());

/** The service that the results come from. */
export const serviceLines = ({ name, kind, baseUrl, version }: ConnectionRow): readonly ExportLine[] => [
  { label: 'Connection', value: name },
  { label: 'Service', value: kind === 'practice' ? 'Practice service on this computer' : baseUrl },
  { label: 'Interface version', value: version },
];

const LATER_SENDS = { part: 'later parts', retry: 'later fixes' } as const;

/** Lines about later submissions of a list: how many people each kind scored, and what it cost. */
function laterLines(
  merged: readonly ProjectRow[],
  spent: number | null,
): { readonly scored: ExportLine[]; readonly credits: ExportLine[] } {
  const sends = mergedSends(merged);
  const total = sumOfKnown([spent, ...sends.map(({ credits }) => credits)]);
  return {
    scored: sends.map(({ kind, scored }) => ({ label: `Scored in ${LATER_SENDS[kind]}`, value: scored })),
    credits: [
      ...sends.map(({ kind, credits }) => ({ label: `Credits charged for ${LATER_SENDS[kind]}`, value: orNotKnown(credits) })),
      ...(sends.length === 0 ? [] : [{ label: 'Credits charged in total', value: orNotKnown(total) }]),
    ],
  };
}

const chosenLine = ({ isExcept, rows }: Chosen): ExportLine =>
  isExcept ? { label: 'Rows taken out by hand', value: rows.length } : { label: 'Rows selected by hand', value: rows.length };

/**
 * The sheet Summary: the counts of a run with their sum, and where the list comes from. `merged`: later submissions
 * whose results are merged. `withEarlier`: the worker counts people with prior scores while it writes.
 */
export function summaryLines(
  project: DoneProject,
  connection: ConnectionRow,
  merged: readonly ProjectRow[],
  withEarlier: boolean,
): ExportLine[] {
  const { source, options, submission, state } = project;
  const inFile = source.rows ?? state.counts.submitted;
  const { submitted, scored, refused, unknown, unmatched } = state.counts;
  const spent = creditsCharged(project);
  const later = laterLines(merged, spent);
  return [
    { label: 'Project', value: project.name },
    { label: 'Purpose note', value: options.purpose },
    { label: 'Rows in the file', value: inFile },
    { label: 'Left out before sending', value: inFile - submitted },
    ...(withEarlier ? [{ label: 'Scored before', value: { counted: 'earlier' } as const }] : []),
    { label: 'Rows submitted', value: submitted },
    { label: 'Scored', value: scored },
    { label: 'Of these, joined by order', value: { counted: 'byOrder' } },
    ...later.scored,
    { label: 'Refused by the service', value: refused },
    { label: 'Unknown', value: unknown },
    { label: 'Scored + refused + unknown', value: scored + refused + unknown },
    { label: 'Profiles that match no row', value: unmatched },
    { label: 'Credits before', value: orNotKnown(submission.creditsBefore) },
    { label: 'Credits after', value: orNotKnown(submission.creditsAfter) },
    { label: 'Credits charged', value: orNotKnown(spent) },
    ...later.credits,
    { label: 'File', value: project.fileName },
    { label: 'File SHA-256', value: project.fileSha256 ?? 'not known' },
    { label: 'Sheet', value: source.sheetName ?? '' },
    { label: 'List SHA-256', value: state.body.sha256 },
    { label: 'List format', value: state.body.format },
    ...serviceLines(connection),
    { label: 'Project on the service', value: state.remoteId },
    ...(project.adopted === null
      ? []
      : [
          { label: 'Sent from', value: 'not from this data folder: the project was adopted from the service' },
          { label: 'Created on the service at', value: time(project.adopted.createdAt) },
        ]),
    { label: 'Imported at', value: time(project.createdAt) },
    { label: 'Screening started at', value: time(submission.startedAt) },
    { label: 'Processed at', value: time(submission.processedAt) },
  ];
}

const titleOf = (key: string, titles: Readonly<Record<string, string>>): string => headerOfKey(key) ?? titles[key] ?? key;

/** A condition as text: "scoreDetails.capacityRating is 4". */
function conditionText(filter: ResultFilter, titles: Readonly<Record<string, string>>): string {
  const title = titleOf(filter.column, titles);
  switch (filter.kind) {
    case 'is':
      return `${title} is ${filter.value}`;
    case 'contains':
      return `${title} contains ${filter.text}`;
    case 'empty':
      return `${title} has no value`;
    case 'days':
      return `${title} from ${filter.from ?? 'the beginning'} to ${filter.to ?? 'the end'}`;
    case 'range': {
      const { min, max } = filter;
      if (min !== null && min === max) return `${title} is ${min}`;
      if (min !== null && max !== null) return `${title} is ${min} to ${max}`;
      return min === null ? `${title} is ${max ?? 'any'} or less` : `${title} is ${min} or more`;
    }
  }
}

function conditionsText({ filters, find }: Conditions, titles: Readonly<Record<string, string>>): string {
  const conditions = filters.map((filter) => conditionText(filter, titles));
  return [...conditions, ...(find.trim() === '' ? [] : [`the text “${find.trim()}”`])].join(' and ');
}

/** The sheet Settings: how the list was read and sent, and what this export contains. */
export function settingsLines(
  { options, submission, state }: DoneProject,
  connection: ConnectionRow,
  source: ListSource,
  { people, columns }: TableRequest,
  preferences: Preferences,
): ExportLine[] {
  const titles = titlesIn(preferences);
  const { headers } = source.sheetLayout;
  const mapped = source.plan.columns.flatMap(({ column, to }): ExportLine[] => {
    const role = roleOf(to);
    if (role !== null) return [{ label: `Column “${headers[column] ?? ''}”`, value: ROLE_TEXTS[role] }];
    if (to.kind === 'none') return [];
    const target = to.kind === 'field' ? fieldLabel(to.field) : 'split into several fields';
    return [{ label: `Column “${headers[column] ?? ''}”`, value: `sent as ${target}` }];
  });
  const best = preferences.columns.flatMap(({ key, best }): ExportLine[] =>
    best === null ? [] : [{ label: `Better end of ${titleOf(key, titles)}`, value: best === 'high' ? 'high' : 'low' }],
  );
  return [
    { label: 'Who is on the sheet Scores', value: people.kind === 'everyone' ? 'Everybody' : `Segment: ${people.name ?? 'filtered'}` },
    ...(people.kind === 'everyone' || people.chosen === undefined ? [] : [chosenLine(people.chosen)]),
    ...(people.kind === 'everyone' ? [] : [{ label: 'Conditions', value: conditionsText(people, titles) || 'none' }]),
    { label: 'Score columns', value: columns === null ? 'all' : columns.length },
    {
      label: 'Score settings of the screening',
      value: options.scoreConfiguration === null ? "The service's own" : JSON.stringify(options.scoreConfiguration),
    },
    { label: 'Rows with errors', value: options.sendErrors ? 'Sent anyway' : 'Left out' },
    { label: 'The list was sent as', value: state.body.format === 'csv' ? 'CSV' : 'JSON' },
    { label: 'Row numbers in the error report', value: submission.rowBase ?? 'not needed' },
    {
      label: 'How to read row numbers',
      value: connection.settings.rowBase === 'find' ? 'determined from the answers' : connection.settings.rowBase,
    },
    { label: 'Headings in sheet row', value: source.sheetLayout.headerRow ?? 'none' },
    ...mapped,
    ...best,
  ];
}

const fieldLabel = (field: string): string => (isFieldKey(field) ? fieldOf(field).label : field);

/** Titles that the user gave, by key. */
export const titlesIn = ({ columns }: Preferences): Record<string, string> =>
  Object.fromEntries(columns.flatMap(({ key, title }) => (title === null ? [] : [[key, title]])));
