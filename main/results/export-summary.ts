/** The sheets Summary and Settings of an exported workbook. They do not name people, unless a condition of a segment does. */
import { countText, numberText, usTime } from '../../shared/base/index.ts';
import { fieldOf } from '../../shared/fields/index.ts';
import { ROLE_TEXTS, roleOf } from '../../shared/mapping/index.ts';
import type { TableRequest } from '../../shared/contract/index.ts';
import { type Chosen, type Conditions, type ResultFilter, headerOfKey } from '../../shared/results/index.ts';
import type { ConnectionRow, ProjectRow } from '../store/app-database/index.ts';
import type { ExportLine, ListSource } from '../worker-protocol/index.ts';
import type { Preferences } from './result-preferences.ts';
import type { DoneProject } from './screening-results.ts';
import { creditsCharged, rowsWithoutResult } from '../projects/index.ts';
import { laterSends, sumOfKnown } from './later-sends.ts';

const time = (at: number | null): string => (at === null ? 'not known' : usTime(at));
const creditsText = (credits: number | null): string => (credits === null ? 'credits that are not known' : countText(credits, 'credit'));

/** The service that the results come from. */
export const serviceLines = ({ name, kind, baseUrl, version }: ConnectionRow): readonly ExportLine[] => [
  { label: 'Connection', value: name },
  { label: 'Service', value: kind === 'practice' ? 'Practice service on this computer' : baseUrl },
  { label: 'Interface version', value: version },
];

const LATER_SENDS = { part: 'Later parts', retry: 'Later fixes', comparison: 'The comparison of two settings' } as const;

/** Sentences about later submissions of a list: how many people each kind scored, and what it cost. */
function laterSentences(merged: readonly ProjectRow[], spent: number | null): string[] {
  const sends = laterSends(merged);
  if (sends.length === 0) return [];
  const total = sumOfKnown([spent, ...sends.map(({ credits }) => credits)]);
  return [
    ...sends.map(
      ({ kind, scored, credits }) => `${LATER_SENDS[kind]} scored ${numberText(scored)} of the rows and cost ${creditsText(credits)}.`,
    ),
    `Together: ${creditsText(total)} charged.`,
  ];
}

const chosenLine = ({ isExcept, rows }: Chosen): ExportLine =>
  isExcept ? { label: 'Rows taken out by hand', value: rows.length } : { label: 'Rows selected by hand', value: rows.length };

/** "100,000 before = 2,460 charged + 97,540 after". Unknown amounts are left out. */
function creditsSentence({ creditsBefore, creditsAfter }: DoneProject['submission'], spent: number | null): string {
  if (spent === null) return 'Credits: what was charged is not known.';
  if (creditsBefore === null || creditsAfter === null) return `Credits: ${numberText(spent)} charged.`;
  const [before, after] = [numberText(creditsBefore), numberText(creditsAfter)];
  return creditsBefore - creditsAfter === spent
    ? `Credits: ${before} before = ${numberText(spent)} charged + ${after} after.`
    : `Credits: ${numberText(spent)} charged; ${before} before, ${after} after.`;
}

const unmatchedSentence = (unmatched: number): string =>
  unmatched === 0 ? 'Every result belongs to a row.' : `${countText(unmatched, 'result belongs', 'results belong')} to no row.`;

/**
 * The sentences of the sheet Summary: the counts of a run with their sums, in local time. `merged`: later submissions with merged results.
 * `notChosen`: rows that were not chosen this time.
 */
export function summarySentences(
  project: DoneProject,
  connection: ConnectionRow,
  merged: readonly ProjectRow[],
  notChosen: number,
): string[] {
  const { source, submission, state } = project;
  const inFile = source.rows ?? state.counts.submitted;
  const { scored, refused, unmatched } = state.counts;
  // Rows that were not part of an adopted project were not sent with it.
  const unknown = rowsWithoutResult(project);
  const submitted = scored + refused + unknown;
  const spent = creditsCharged(project);
  const [inFileText, sent, left] = [countText(inFile, 'row'), numberText(submitted), numberText(inFile - submitted)];
  const scoredAt = submission.processedAt === null ? 'Scored' : `Scored ${usTime(submission.processedAt)}`;
  return [
    `${project.name}. ${scoredAt} by ${connection.kind === 'practice' ? 'the practice service on this computer' : connection.name}.`,
    `${inFileText} in the file = ${sent} sent + ${left} not sent${notChosen === 0 ? '' : `, ${numberText(notChosen)} of them not chosen this time`}.`,
    `${countText(submitted, 'row')} sent = ${numberText(scored)} scored + ${numberText(refused)} not accepted + ${numberText(unknown)} without a result.`,
    unmatchedSentence(unmatched),
    creditsSentence(submission, spent),
    ...laterSentences(merged, spent),
  ];
}

/** What the sheet Settings says about the file, the service and the times. */
function sourceLines(project: DoneProject, connection: ConnectionRow): ExportLine[] {
  const { source, options, submission, state } = project;
  return [
    { label: 'Project', value: project.name },
    { label: 'Purpose note', value: options.purpose },
    { label: 'File', value: project.fileName },
    { label: 'File SHA-256', value: project.fileSha256 ?? 'not known' },
    { label: 'Sheet', value: source.sheetName ?? '' },
    { label: 'List SHA-256', value: state.body.sha256 },
    ...serviceLines(connection),
    { label: 'Project on the service', value: state.remoteId },
    ...(project.adopted === null
      ? []
      : [
          { label: 'Sent from', value: 'not from this data folder: the project was adopted from the service' },
          { label: 'Created on the service', value: time(project.adopted.createdAt) },
        ]),
    { label: 'Imported', value: time(project.createdAt) },
    { label: 'Screening started', value: time(submission.startedAt) },
    { label: 'Scored', value: time(submission.processedAt) },
  ];
}

const titleOf = (key: string, titles: Readonly<Record<string, string>>): string =>
  headerOfKey(key) ?? (Object.hasOwn(titles, key) ? titles[key]! : key);

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
  project: DoneProject,
  connection: ConnectionRow,
  source: ListSource,
  { people, columns }: TableRequest,
  preferences: Preferences,
): ExportLine[] {
  const { options, submission, state } = project;
  const titles = titlesIn(preferences);
  const { headers } = source.sheetLayout;
  const mapped = source.plan.columns.flatMap(({ column, to }): ExportLine[] => {
    const role = roleOf(to);
    if (role !== null) return [{ label: `Column “${headers[column] ?? ''}”`, value: ROLE_TEXTS[role] }];
    if (to.kind === 'none') return [];
    const value = to.kind === 'field' ? `sent as ${fieldOf(to.field).label}` : 'split and sent as several fields';
    return [{ label: `Column “${headers[column] ?? ''}”`, value }];
  });
  const best = preferences.columns.flatMap(({ key, best }): ExportLine[] =>
    best === null ? [] : [{ label: `Better end of ${titleOf(key, titles)}`, value: best === 'high' ? 'high' : 'low' }],
  );
  return [
    ...sourceLines(project, connection),
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

/** Titles that the user gave, by key. */
export const titlesIn = ({ columns }: Preferences): Record<string, string> =>
  Object.fromEntries(columns.flatMap(({ key, title }) => (title === null ? [] : [[key, title]])));
