/** The journal in words: every step with its time, its evidence and who decided. */
import type { TimelineEntry } from '../../shared/contract/index.ts';
import { Counts } from '../../shared/project/project.ts';
import type { JournalEntry } from '../store/app-database/history.ts';

type Told = Pick<TimelineEntry, 'title' | 'by' | 'tone'> & { readonly evidence?: string | null };

const number = (value: unknown) => (typeof value === 'number' ? value.toLocaleString('en-US') : 'an unknown number of');
/** "1 row", "412 rows", "an unknown number of rows". */
const count = (value: unknown, one: string) => `${number(value)} ${value === 1 ? one : `${one}s`}`;
const text = (value: unknown) => (typeof value === 'string' ? value : null);
const quoted = (value: unknown) => (typeof value === 'string' ? `“${value}”` : 'no status');
const plain = (title: string, evidence: string | null = null, by: TimelineEntry['by'] = 'desk'): Told => ({
  title,
  evidence,
  by,
  tone: 'plain',
});

function rowsHeld(detail: JournalEntry['detail']): string {
  const { status, totalRows, others } = detail;
  const rows = typeof totalRows === 'number' ? `it holds ${count(totalRows, 'row')}` : 'it does not say how many rows it holds';
  const more = typeof others === 'number' && others > 0 ? `; ${count(others, 'more project')} with our code in the name` : '';
  return `Its word: ${quoted(status)}; ${rows}${more}${strangeName(detail)}`;
}

/** The name of a project that is not known as ours, where that was seen. */
function strangeName(detail: JournalEntry['detail']): string {
  if (!('name' in detail)) return '';
  return typeof detail['name'] === 'string'
    ? `; its name is “${detail['name']}”, not the one that we gave`
    : '; the list of projects does not have it';
}

const outcomes = (detail: JournalEntry['detail']) =>
  `${number(detail['scored'])} scored, ${number(detail['refused'])} refused, ${number(detail['unknown'])} unknown of ${number(detail['submitted'])}`;

const CHOSEN: Readonly<Record<string, string>> = {
  'look-again': 'Chose to wait and look again',
  'ask-again': 'Chose to ask once more',
  'it-happened': 'Said that it has happened',
  'start-over': 'Chose to start over with a new project on the service',
  fetch: 'Chose to fetch the results',
  keep: 'Chose to keep what came; the rest stays unknown',
  ours: 'Said that it is our project',
  'give-up': 'Gave the project up',
};

/** What a project waits for, where an event led to a question. */
const WAITS = 'From here a person has to decide';

function tell(entry: JournalEntry): Told | null {
  const told = tellEvent(entry);
  if (told === null || entry.state !== 'needs-decision') return told;
  return { ...told, tone: 'warning', evidence: [told.evidence ?? null, WAITS].filter((part) => part !== null).join('. ') };
}

function tellEvent({ event, detail, state }: JournalEntry): Told | null {
  switch (event) {
    case 'brought':
      return plain('Brought the file', text(detail['file']), 'person');
    case 'read':
      return plain('Read the list', count(detail['rows'], 'row'));
    case 'unreadable':
      return { title: 'The file could not be read', evidence: text(detail['code']), by: 'desk', tone: 'bad' };
    case 'read-again':
      return plain('Read the file again', null, 'person');
    case 'since':
      return detail['name'] === null
        ? plain('Compared with no earlier screening any more')
        : plain(
            'Compared with an earlier screening',
            `only what is new or changed since “${text(detail['name']) ?? ''}” is sent`,
            'person',
          );
    case 'send': {
      const rows = `${count(detail['rows'], 'row')}, over ${text(detail['connection']) ?? 'a connection'}`;
      const since = text(detail['since']);
      if (since === null) return plain('Said to send', rows, 'person');
      const { fresh, changed, unchanged } = detail;
      return plain(
        'Said to send what is new or changed',
        `${rows}: ${number(fresh)} new and ${number(changed)} changed since “${since}”; ${number(unchanged)} unchanged left out`,
        'person',
      );
    }
    case 'prepared':
      return {
        ...plain(
          'Prepared the list',
          `${count(detail['rows'], 'row')}, ${count(detail['bytes'], 'byte')}, fingerprint ${(text(detail['sha256']) ?? '').slice(0, 12)}`,
        ),
        tone: 'good',
      };
    case 'not-prepared':
      return { title: 'Nothing was sent', evidence: text(detail['code']), by: 'desk', tone: 'warning' };
    case 'intend':
      switch (detail['what']) {
        case 'create':
          return plain('Asked the service for a project', `named “${text(detail['marker']) ?? ''}”`);
        case 'add':
          return plain('Began to send the list', `${count(detail['rows'], 'row')}, ${count(detail['bytes'], 'byte')}`);
        case 'process':
          return plain(
            'Asked it to start screening',
            typeof detail['balance'] === 'number' ? `Balance before: ${count(detail['balance'], 'credit')}` : null,
          );
        default:
          return null;
      }
    case 'closing':
      return plain('Handed over the last part of the list');
    case 'created':
      return { title: 'The service made the project', evidence: `number ${text(detail['remoteId']) ?? ''}`, by: 'service', tone: 'good' };
    case 'added':
      return { title: 'The service took the list', evidence: null, by: 'service', tone: 'good' };
    case 'started':
      return { title: 'Screening started', evidence: null, by: 'service', tone: 'good' };
    case 'failed':
      switch (detail['delivery']) {
        case 'not-sent':
          return { title: 'The request did not leave', evidence: text(detail['answer']), by: 'desk', tone: 'warning' };
        case 'refused':
          return { title: 'The service refused', evidence: text(detail['answer']), by: 'service', tone: 'warning' };
        default:
          return { title: 'No answer: what came of it is not known', evidence: text(detail['answer']), by: 'desk', tone: 'warning' };
      }
    case 'found':
      return {
        title: 'Found the project on the service before asking for one',
        evidence: `${number(detail['matches'])} with our code in the name`,
        by: 'desk',
        tone: 'warning',
      };
    case 'looked-for':
      return plain(
        'Looked for the project on the service',
        detail['matches'] === 0
          ? 'none of that name; a token of another organization would not see it'
          : `${number(detail['matches'])} of that name`,
      );
    case 'looked':
      if (state === 'creating')
        return {
          ...plain(
            'The service does not hold the list as it was sent: it is left unprocessed and free of charge, a new project is made',
            rowsHeld(detail),
          ),
          tone: 'warning',
        };
      return plain('Looked at the project on the service', rowsHeld(detail));
    case 'polled':
      return plain('Looked at its state', rowsHeld(detail));
    case 'blind':
      return { title: 'Looking did not help', evidence: text(detail['answer']), by: 'desk', tone: 'warning' };
    case 'joined':
      return {
        title: 'Put the results of the rows that were sent again beside the others',
        evidence: `from “${text(detail['from']) ?? ''}”; now ${number(detail['scored'])} scored, ${number(detail['refused'])} refused`,
        by: 'desk',
        tone: 'good',
      };
    case 'fell-short':
      return {
        title: 'Some results have not come: asks for them again',
        evidence: `${count(detail['missing'], 'row')} missing; kept so far: ${outcomes(detail)}`,
        by: 'desk',
        tone: 'warning',
      };
    case 'collected':
      return {
        title: 'Fetched and compared the results',
        evidence: outcomes(detail),
        by: 'desk',
        tone: 'good',
      };
    case 'fetched-again': {
      const before = Counts.safeParse(detail['before']);
      const now = `${countsText(detail)} of ${number(detail['submitted'])}`;
      return plain('Fetched the results again', before.success ? `before: ${countsText(before.data)}; now: ${now}` : now, 'person');
    }
    case 'parts-released':
      return plain(
        'Released the parts that were not sent',
        `${count(detail['parts'], 'part')} with ${count(detail['rows'], 'row')}`,
        'person',
      );
    case 'token-refused':
      return { title: 'Needs a token', evidence: text(detail['answer']), by: 'service', tone: 'warning' };
    case 'token-given':
      return plain('A token was given', null, 'person');
    case 'pause':
      return detail['by'] === 'person'
        ? plain('Paused', null, 'person')
        : { title: 'Stopped here', evidence: text(detail['code']), by: 'desk', tone: 'warning' };
    case 'resume':
      return plain('Continued', null, 'person');
    case 'cancel':
      return plain(
        detail['free'] === true ? 'Stopped for good: nothing was spent' : 'Stopped watching: the service may go on',
        null,
        'person',
      );
    case 'choose':
      return plain(CHOSEN[text(detail['choice']) ?? ''] ?? 'Chose', null, 'person');
    case 'restarted':
      return plain('Screening Desk was started again');
    case 'credits-short':
      return plain('Went on with a balance known to be short', count(detail['balance'], 'credit'), 'person');
    case 'exported':
      return plain('Saved the results', count(detail['rows'], 'row'), 'person');
    case 'removed':
      return plain('Removed for good', null, 'person');
    default:
      return null;
  }
}

/** "5 scored, 2 refused, 0 unknown". */
const countsText = (counts: JournalEntry['detail']) =>
  `${number(counts['scored'])} scored, ${number(counts['refused'])} refused, ${number(counts['unknown'])} unknown`;

const sameTold = (a: TimelineEntry | undefined, b: TimelineEntry) => a?.title === b.title && a.evidence === b.evidence;

/** The journal of a project as a person reads it, oldest first; polls and fetches that found nothing new are told once. */
export function timeline(journal: readonly JournalEntry[]): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  for (const entry of journal) {
    const told = tell(entry);
    if (told === null) continue;
    const made = { seq: entry.seq, at: entry.at, evidence: null, ...told };
    const last = entries.at(-1);
    if ((entry.event === 'polled' || entry.event === 'fell-short') && sameTold(last, made)) entries.pop();
    // A call that cannot leave, while this computer is offline, is tried again and again: the last try tells it all.
    const [asked, failed, again] = entries.slice(-3);
    if (entry.event === 'failed' && again !== undefined && asked?.title === again.title && sameTold(failed, made)) entries.splice(-3, 2);
    entries.push(made);
  }
  return entries;
}
