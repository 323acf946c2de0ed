/** The screening record as labeled lines, for the page, the terminal and the sheet Record. */
import { countText, longDay, numberText, usDay, usTime } from '../base/index.ts';
import type { RecordView } from '../contract/index.ts';
import { FIELDS, labelOf } from '../fields/index.ts';
import { type Decision, RECORD_FIELDS, RECORD_TEXTS, type RecordField, creditsBetween } from '../record/index.ts';
import { NOT_SENT, dispositionText, estimatedCredits } from '../rows/index.ts';

export interface RecordLine {
  readonly label: string;
  readonly value: string;
  /** Set for a field that the organization requires and that is empty. */
  readonly missing?: RecordField;
}

export interface RecordSection {
  readonly title: string;
  readonly lines: readonly RecordLine[];
}

const shortTime = (at: number): string => new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const rows = (value: number) => countText(value, 'row');

/** Names of the kinds of entries. */
export const ENTRY_KINDS = {
  sent: 'sent',
  ended: 'ended',
  declared: 'completed',
  moved: 'handed over or copied',
  removed: 'removed',
} as const;

const RELATED = {
  earlier: {
    part: 'Part of',
    retry: 'Corrected rows of',
    rest: 'The others of',
    baseline: 'Changes since',
    comparison: 'The same people again, after',
  },
  later: {
    part: 'Later part',
    retry: 'Corrected rows',
    rest: 'The others',
    baseline: 'Changes since then',
    comparison: 'The same people again',
  },
} as const;

const relatedText = ({ is, kind }: RecordView['related'][number]): string => RELATED[is][kind];
export const REMOVED_PROJECT = 'Removed project';

/** The value of a declared field; '' when it is empty. */
function declaredText(declared: RecordView['declared'], field: RecordField): string {
  const value = declared?.[field] ?? '';
  return field === 'noticeDate' && value !== '' ? longDay(value) : value;
}

const CHOICES: Readonly<Record<NonNullable<Decision['choice']>, string>> = {
  'look-again': 'Chose to wait and check again',
  'ask-again': 'Chose to ask once more',
  'it-happened': 'Confirmed that it happened',
  'start-over': 'Chose to start over on the service',
  fetch: 'Chose to fetch the results',
  keep: 'Chose to keep what arrived',
  ours: 'Confirmed that it is our project',
  'give-up': 'Gave up the project',
};

/** One decision as a sentence without a full stop. */
function decisionText({ what, choice, counts }: Decision): string {
  const count = (name: string) => numberText(counts[name] ?? 0);
  switch (what) {
    case 'gifts':
      return `Gift file used: ${countText(counts['gifts'] ?? 0, 'gift')} of ${countText(counts['people'] ?? 0, 'person', 'people')}`;
    case 'gifts-removed':
      return 'Gift file removed';
    case 'best':
      if (counts['chosen'] === undefined) return 'Everyone is sent';
      return counts['known'] !== undefined
        ? `Chose a pilot: ${count('chosen')} of ${count('people')}, ${numberText(counts['chosen'] - counts['known'])} drawn with seed ${counts['seed'] ?? ''}, ${count('known')} you know`
        : `Chose who to send: the first ${count('chosen')} of ${count('people')}, ${count('sampled')} of the others, seed ${counts['seed'] ?? ''}`;
    case 'baseline':
      return 'Compared with an earlier screening: only what is new or changed';
    case 'recipe':
      return `Same as last time: ${countText(counts['cells'] ?? 0, 'cell')} fixed by rule`;
    case 'send':
      if (counts['again'] !== undefined)
        return `Confirmed that ${countText(counts['again'], 'person of a pilot is', 'people of a pilot are')} charged a second time, for about ${countText(counts['credits'] ?? 0, 'credit')}, to compare two settings`;
      return `Confirmed sending ${rows(counts['rows'] ?? 0)}${counts['objected'] === undefined ? '' : `, ${count('objected')} of them marked “do not screen”, for a reason that is kept with the project`}`;
    case 'credits-short':
      return `Sent although the balance was ${count('balance')}${counts['needed'] === undefined ? '' : ` of ${countText(counts['needed'], 'credit')} needed`}`;
    case 'choose':
      return choice === null ? 'Answered a question' : CHOICES[choice];
    case 'pause':
      return 'Paused';
    case 'resume':
      return 'Continued';
    case 'cancel':
      return 'Stopped';
    case 'order-joined':
      return `Joined ${rows(counts['rows'] ?? 0)} by order`;
    case 'order-join-undone':
      return `Took back ${rows(counts['rows'] ?? 0)} joined by order`;
  }
}

/** "69 with errors, which won’t be accepted, 38 marked as deceased"; '' when nobody was left out. */
const leftOutLine = (leftOut: NonNullable<RecordView['sent']>['rows']['leftOut']): string =>
  NOT_SENT.flatMap((reason) =>
    (leftOut[reason] ?? 0) === 0 ? [] : [`${numberText(leftOut[reason]!)} ${dispositionText(reason).phrase}`],
  ).join('; ');

function whoLines({ sent, entries, ended, related }: RecordView): RecordLine[] {
  const [first] = entries;
  if (first === undefined || sent === null) return [];
  const { name, kind, host, organization } = sent.connection;
  const where = kind === 'practice' ? 'practice service on this computer' : host;
  const finished = ended === null ? null : (ended.processedAt ?? entries.findLast((entry) => entry.kind === 'ended')!.at);
  return [
    { label: 'Computer user', value: `${first.user === '' ? 'not known' : first.user} on ${first.computer}` },
    { label: 'Connection', value: `${name}, ${where}` },
    ...(organization === null ? [] : [{ label: 'Account', value: organization }]),
    { label: 'Sent', value: usTime(first.at) },
    ...(ended === null
      ? [{ label: 'Ended', value: 'not ended' }]
      : [{ label: ended.outcome === 'done' ? 'Screened' : 'Stopped', value: usTime(finished!) }]),
    { label: 'Code on the service', value: sent.marker },
    ...related.map((other) => ({
      label: relatedText(other),
      value: `${other.name ?? REMOVED_PROJECT}, ${rows(other.rows)}, ${usTime(other.at)}`,
    })),
  ];
}

function peopleLines({ sent, ended }: RecordView): RecordLine[] {
  if (sent === null) return [];
  const { list, sent: sentRows, laterParts, leftOut } = sent.rows;
  const counts = ended?.counts ?? null;
  const out = list - sentRows - laterParts;
  return [
    { label: 'Rows in the list', value: numberText(list) },
    { label: 'Sent', value: numberText(sentRows) },
    ...(laterParts === 0 ? [] : [{ label: 'Sent in later parts', value: numberText(laterParts) }]),
    { label: 'Left out', value: out === 0 ? '0' : `${numberText(out)}: ${leftOutLine(leftOut)}` },
    ...(counts === null
      ? []
      : [
          { label: 'Scored', value: numberText(counts.scored) },
          { label: 'Not accepted', value: numberText(counts.refused) },
          ...(counts.unknown === 0 ? [] : [{ label: 'Without a result', value: numberText(counts.unknown) }]),
        ]),
  ];
}

/** "20 of the 29 fields: Constituent ID, First name". */
function fieldLine({ fields }: NonNullable<RecordView['sent']>): string {
  const names = fields.map(labelOf);
  return `${numberText(fields.length)} of the service’s ${FIELDS.length}${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
}

function costLine({ sent, ended }: RecordView): string {
  const { before, after } = ended?.credits ?? { before: null, after: null };
  const charged = creditsBetween(before, after);
  if (charged !== null) return `${countText(charged, 'credit')}; balance ${numberText(before!)} before, ${numberText(after!)} after`;
  const expected = sent === null ? 0 : estimatedCredits(sent.rows.sent, sent.creditsPerRecord);
  return `not known; about ${countText(expected, 'credit')} expected`;
}

/** The credits of comparisons with a pilot, which the credits of the pilot itself do not include. */
const comparisonLines = ({ related }: RecordView): RecordLine[] =>
  related
    .filter(({ is, kind }) => is === 'later' && kind === 'comparison')
    .map(({ name, credits }) => ({
      label: 'The same people again, to compare two settings',
      value: `${credits === null ? 'not known' : countText(credits, 'credit')}, in “${name ?? REMOVED_PROJECT}”`,
    }));

/** The record of a list that was sent, in the order of the page. Empty for any other project. */
export function recordSections(record: RecordView): RecordSection[] {
  const { sent, ended, declared, missing, entries } = record;
  if (sent === null) return [];
  const decisions = ended?.decisions ?? sent.decisions;
  return [
    { title: 'Who and when', lines: whoLines(record) },
    {
      title: 'Why',
      lines: RECORD_FIELDS.map((field) => ({
        label: RECORD_TEXTS[field].label,
        value: declaredText(declared, field) || 'not given',
        ...(missing.includes(field) && { missing: field }),
      })),
    },
    { title: 'People', lines: peopleLines(record) },
    { title: 'Fields sent', lines: [{ label: 'Fields sent', value: fieldLine(sent) }] },
    { title: 'Cost', lines: [{ label: 'Cost', value: costLine(record) }, ...comparisonLines(record)] },
    { title: 'Decisions taken', lines: decisions.map((decision) => ({ label: shortTime(decision.at), value: decisionText(decision) })) },
    {
      title: 'Proof',
      lines: [
        { label: 'Fingerprint of the list', value: sent.fingerprint },
        { label: 'Entries', value: entries.map(({ number, kind }) => `${numberText(number)} ${ENTRY_KINDS[kind]}`).join(', ') },
        { label: 'Mark of the last entry', value: entries.at(-1)!.hash },
        { label: 'Chain', value: record.chain.verdict.text },
      ],
    },
  ];
}

/** "Entries 41 and 42, the last written November 24, 2026. They cannot be changed anymore."; '' without entries. */
export function writtenText({ entries }: Pick<RecordView, 'entries'>): string {
  const last = entries.at(-1);
  if (last === undefined) return '';
  const numbers = new Intl.ListFormat('en-US').format(entries.map(({ number }) => numberText(number)));
  return entries.length === 1
    ? `Entry ${numbers}, written ${usDay(last.at)}. It cannot be changed anymore.`
    : `Entries ${numbers}, the last written ${usDay(last.at)}. They cannot be changed anymore.`;
}
