/** The journal as sentences for the user: each step with its time, its evidence and who decided. */
import { assertNever, numberText } from '../base/index.ts';
import type { ChangingCall, ExportedPart, JournalEntry, JournalEvent, JournalEventName, JournalEventOf } from './journal.ts';
import type { Choice } from './project-shapes.ts';

interface TimelineText {
  readonly title: string;
  readonly evidence: string | null;
  readonly by: 'app' | 'person' | 'service';
  readonly tone: 'plain' | 'good' | 'warning' | 'bad';
}

export interface TimelineLine extends TimelineText {
  /** The number of the journal entry. */
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: JournalEventName;
  /** The changing call that was about to be made. */
  readonly call: ChangingCall | null;
  /** The name of the project on the service. Only in the entry of the call that creates it. */
  readonly nameOnService: string | null;
}

type MaybeNumber = number | null | undefined;
const number = (value: MaybeNumber) => (value == null ? 'an unknown number of' : numberText(value));
/** "1 row", "412 rows", "an unknown number of rows". */
const count = (value: MaybeNumber, one: string) => `${number(value)} ${value === 1 ? one : `${one}s`}`;

const textBy =
  (by: TimelineText['by'], tone: TimelineText['tone']) =>
  (title: string, evidence: string | null = null): TimelineText => ({ title, evidence, by, tone });
const plain = textBy('app', 'plain');
const warning = textBy('app', 'warning');
const good = textBy('app', 'good');
const byPerson = textBy('person', 'plain');
const byService = textBy('service', 'good');
const refused = textBy('service', 'warning');

type Observed = JournalEventOf<'observed' | 'polled'>;

function observed(event: Observed): string {
  const { status, totalRows, others = 0 } = event;
  const word = status === null ? 'none given' : `“${status}”`;
  const rows = totalRows === null ? 'it does not say how many rows it has' : `it has ${count(totalRows, 'row')}`;
  const more = others > 0 ? `; ${count(others, 'more project')} with our code in the name` : '';
  return `Its state: ${word}; ${rows}${more}${otherName(event)}`;
}

/** A phrase for the name of a project that is not known to be ours. */
function otherName({ name }: Observed): string {
  if (name === undefined) return '';
  return name === null ? '; the list of projects does not have it' : `; its name is “${name}”, not the one we gave it`;
}

/** "5 scored, 2 not accepted, 0 without a result". */
const outcomes = (counts: { readonly scored: MaybeNumber; readonly refused: MaybeNumber; readonly unknown: MaybeNumber }) =>
  `${number(counts.scored)} scored, ${number(counts.refused)} not accepted, ${number(counts.unknown)} without a result`;

const outcomesOf = (counts: Parameters<typeof outcomes>[0] & { readonly submitted: MaybeNumber }) =>
  `${outcomes(counts)} of ${number(counts.submitted)}`;

const SAVED: Readonly<Record<Exclude<ExportedPart, 'report'>, string>> = {
  some: 'Saved the results of some people',
  forSystem: 'Saved a file for another system',
  refusedRows: 'Saved the rows that were not accepted',
  toReview: 'Saved the matches to review',
  comparison: 'Saved a comparison',
};

const CHOSEN: Readonly<Record<Choice, string>> = {
  'look-again': 'Chose to wait and check again',
  'ask-again': 'Chose to ask once more',
  'it-happened': 'Confirmed that it happened',
  'start-over': 'Chose to start over with a new project on the service',
  fetch: 'Chose to fetch the results',
  keep: 'Chose to keep what arrived; the rest stays without a result',
  ours: 'Confirmed that it is our project',
  'give-up': 'Gave up the project',
};

function calling(event: JournalEventOf<'intend'>): TimelineText | null {
  switch (event.what) {
    case 'create':
      return plain('Asked the service for a project', event.marker === null ? null : `named “${event.marker}”`);
    case 'add':
      return plain('Began to send the list', `${count(event.rows, 'row')}, ${count(event.bytes, 'byte')}`);
    case 'process':
      return plain('Asked it to start screening', event.balance === null ? null : `Balance before: ${count(event.balance, 'credit')}`);
    case 'screenOne':
    case 'requestScore':
      return null;
    default:
      return assertNever(event);
  }
}

function sending({
  rows,
  connection,
  baseline,
  fresh,
  changed,
  unchanged,
  notChosen,
  again,
  credits,
  objected,
  words,
}: JournalEventOf<'send'>): TimelineText {
  const despite = objected === undefined ? '' : `, ${number(objected)} of them marked “do not screen”: “${words ?? ''}”`;
  const kept = notChosen === undefined ? '' : `; ${number(notChosen)} not chosen this time`;
  const sent = `${count(rows, 'row')}${despite}, over ${connection ?? 'a connection'}${kept}`;
  if (again !== undefined)
    return byPerson(
      'Confirmed that the people of a pilot are charged twice',
      `${sent}; about ${count(credits ?? 0, 'credit')} more, to compare`,
    );
  if (baseline === undefined) return byPerson('Confirmed sending', sent);
  return byPerson(
    'Confirmed sending what is new or changed',
    `${sent}: ${number(fresh)} new and ${number(changed)} changed since “${baseline}”; ${number(unchanged)} unchanged left out`,
  );
}

type TextOf<T extends JournalEventName> = (event: JournalEventOf<T>, state: JournalEntry['state']) => TimelineText | null;

const TEXTS: { readonly [T in JournalEventName]: TextOf<T> } = {
  // A list that was not read from a file has no bytes.
  brought: ({ file, bytes }) => (bytes === 0 ? null : byPerson('Added the file', file)),
  read: ({ rows }) => plain('Read the list', count(rows, 'row')),
  unreadable: ({ code }) => textBy('app', 'bad')('The file could not be read', code),
  'read-again': () => byPerson('Read the file again'),
  baseline: ({ name }) =>
    name === null
      ? plain('Stopped comparing with an earlier screening')
      : byPerson('Compared with an earlier screening', `only what is new or changed since “${name}” is sent`),
  best: ({ people, chosen, sampled, seed, known }) => {
    if (chosen === null) return byPerson('Everyone is sent');
    return known === undefined
      ? byPerson(
          'Chose who to send',
          `the first ${number(chosen)} of ${number(people)}${sampled === 0 ? '' : `, and ${number(sampled)} of the others, drawn with seed ${seed ?? ''}`}`,
        )
      : byPerson(
          'Chose a pilot',
          `${number(chosen)} of ${number(people)}: ${number(chosen - known)} drawn with seed ${seed ?? ''}, ${number(known)} you know`,
        );
  },
  gifts: ({ gifts, people }) =>
    gifts === null || people === null
      ? byPerson('Removed the gifts of another file')
      : byPerson(
          'Filled the giving fields from a gift file',
          `${count(gifts, 'gift')} of ${number(people)} ${people === 1 ? 'person' : 'people'}`,
        ),
  recipe: ({ name, cells }) =>
    name === null
      ? byPerson('Undid “Same as last time”')
      : byPerson('Same as last time', `as “${name}”; ${count(cells, 'cell')} fixed by rule`),
  'gifts-removed': () => byPerson('The list has no gifts of another file anymore', 'the list was read again'),
  send: sending,
  prepared: ({ rows, bytes, sha256 }) =>
    good('Prepared the list', `${count(rows, 'row')}, ${count(bytes, 'byte')}, fingerprint ${(sha256 ?? '').slice(0, 12)}`),
  'not-prepared': ({ code }) => warning('Nothing was sent', code),
  intend: calling,
  closing: () => plain('Sent the last part of the list'),
  created: ({ remoteId }) => byService('The service set up the project', remoteId === null ? null : `number ${remoteId}`),
  added: () => byService('The service accepted the list'),
  started: () => byService('Screening started'),
  failed({ delivery, answer }) {
    switch (delivery) {
      case 'not-sent':
        return warning('The request was not sent', answer);
      case 'refused':
        return refused('The service refused', answer);
      case 'unknown':
        return warning('No answer: it is not known whether it worked', answer);
      default:
        return assertNever(delivery);
    }
  },
  found: ({ matches }) => warning('Found the project on the service before asking for one', `${number(matches)} with our code in the name`),
  searched: ({ matches }) =>
    plain(
      'Looked for the project on the service',
      matches === 0 ? 'none with that name; a token of another organization would not see it' : `${number(matches)} with that name`,
    ),
  observed: (event, state) =>
    state === 'creating'
      ? warning(
          'The service does not have the list as it was sent. That project is never started and costs nothing; a new one is set up',
          observed(event),
        )
      : plain('Checked the project on the service', observed(event)),
  polled: (event) => plain('Checked its state', observed(event)),
  'observation-failed': ({ answer }) => warning('Checking gave no answer', answer),
  'fell-short': (event) =>
    warning('Some results have not arrived: asking again', `${count(event.missing, 'row')} missing; kept so far: ${outcomesOf(event)}`),
  collected: (event) =>
    event.report === 'not understood'
      ? warning('Fetched the results; the report of row errors cannot be understood', outcomesOf(event))
      : good('Fetched and compared the results', outcomesOf(event)),
  joined: ({ from, scored, refused: notTaken }) =>
    good('Added later results to the others', `from “${from ?? ''}”; now ${number(scored)} scored, ${number(notTaken)} not accepted`),
  adopted: (event) =>
    byPerson(
      'Adopted from the service',
      `project ${event.remoteId ?? ''}, rows of ${event.from === 'profiles' ? 'its profiles' : 'the file'}: ${outcomesOf(event)}. Nothing was sent from here`,
    ),
  'fetched-again': (event) =>
    byPerson(
      'Fetched the results again',
      event.before === undefined ? outcomesOf(event) : `before: ${outcomes(event.before)}; now: ${outcomesOf(event)}`,
    ),
  'order-joined': (event) =>
    byPerson('Joined the profiles to the rows by their order', `${count(event.rows, 'row')}; now: ${outcomesOf(event)}`),
  'order-join-undone': (event) => byPerson('Undid the join by order', `${count(event.rows, 'row')}; now: ${outcomesOf(event)}`),
  'token-refused': ({ answer }) => refused('Needs a token', answer),
  'token-given': () => byPerson('A token was given'),
  pause: ({ by, code = null }) => (by === 'person' ? byPerson('Paused') : warning('Stopped here', code)),
  resume: () => byPerson('Continued'),
  cancel: ({ free }) => byPerson(free === true ? 'Stopped for good: nothing was spent' : 'Stopped watching: the service may continue'),
  choose: ({ choice }) => byPerson(choice === null ? 'Chose' : CHOSEN[choice]),
  restarted: () => plain('Screening Desk was started again'),
  'credits-short': ({ balance }) => byPerson('Continued although the credits fall short', count(balance, 'credit')),
  'parts-released': ({ parts, rows }) =>
    byPerson('Released the parts that were not sent', `${count(parts, 'part')} with ${count(rows, 'row')}`),
  'part-left-out': ({ rows }) => plain('Left out a part because nobody in it can be sent anymore', count(rows, 'row')),
  exported: ({ rows, what = null }) =>
    what === 'report' ? byPerson('Saved the report') : byPerson(what === null ? 'Saved the results' : SAVED[what], count(rows, 'row')),
  'exported-list': ({ rows }) => byPerson('Saved the cleaned list', count(rows, 'row')),
  proved: ({ layout, values, there }) =>
    byPerson('Compared an export', `${count(there, 'value')} of ${number(values)} there${layout === null ? '' : `, ${layout}`}`),
  'bundle-made': ({ right }) =>
    right === 'copy'
      ? byPerson('Made a bundle with a copy', 'It can be sent from here only')
      : byPerson('Handed over in a bundle', 'From here it can no longer be sent'),
  'bundle-opened': ({ holder, computer }) =>
    byPerson(
      holder === 'copy' ? 'Opened from a bundle, to read' : 'Opened from a bundle that handed it over',
      computer === null ? null : `Made on ${computer}`,
    ),
  'taken-back': () => byPerson('Took the hand-over back', 'Confirmed that nobody opens the bundle'),
  removed: () => byPerson('Removed for good'),
  single: () => null,
};

/** Added to the text of an event that led to a question. */
const WAITS = 'A decision is needed';

function textOf(event: JournalEvent, state: JournalEntry['state']): TimelineText | null {
  // The table types each event's function separately, which the compiler cannot follow through the union.
  const text = (TEXTS[event.type] as (event: JournalEvent, state: JournalEntry['state']) => TimelineText | null)(event, state);
  if (text === null || state !== 'needs-decision') return text;
  return { ...text, tone: 'warning', evidence: text.evidence === null ? WAITS : `${text.evidence}. ${WAITS}` };
}

function lineOf({ event, state, seq, at }: JournalEntry): TimelineLine | null {
  if (event.type === 'unknown-entry') return null;
  const text = textOf(event, state);
  if (text === null) return null;
  const call = event.type === 'intend' ? event.what : null;
  const nameOnService = event.type === 'intend' && event.what === 'create' ? event.marker : null;
  return { seq, at, event: event.type, call, nameOnService, ...text };
}

const sameText = (a: TimelineText | undefined, b: TimelineText) => a?.title === b.title && a.evidence === b.evidence;

/** The journal for display, oldest first. Repeated observations, and fetches without news, appear once. */
export function timeline(journal: readonly JournalEntry[]): TimelineLine[] {
  const lines: TimelineLine[] = [];
  for (const entry of journal) {
    const line = lineOf(entry);
    if (line === null) continue;
    const last = lines.at(-1);
    if ((line.event === 'polled' || line.event === 'fell-short') && sameText(last, line)) lines.pop();
    // While this computer is offline, the same call fails repeatedly: only the last attempt appears.
    const [attempt, failed, again] = lines.slice(-3);
    if (line.event === 'failed' && attempt?.title === again?.title && sameText(failed, line)) lines.splice(-3, 2);
    lines.push(line);
  }
  return lines;
}
