/** The timeline that the user reads. */
import { describe, expect, it } from 'vitest';
import { TimelineEntry } from '../../../../shared/contract/index.ts';
import type { JournalEntry, JournalEvent } from '../../../../shared/project/journal.ts';
import { timeline } from '../../../../shared/project/timeline.ts';

const entries = (events: readonly JournalEvent[], state: JournalEntry['state'] = null): JournalEntry[] =>
  events.map((event, at) => ({ seq: at + 1, at: at * 1000, state, event }));

/** Title and evidence of each line. */
const shown = (events: readonly JournalEvent[], state: JournalEntry['state'] = null) =>
  timeline(entries(events, state)).map(({ title, evidence }) => [title, evidence]);
/** The numbers of the entries that have a line. */
const numbers = (events: readonly JournalEvent[]) => timeline(entries(events)).map(({ seq }) => seq);

const counts = { submitted: 5, scored: 3, refused: 2, unknown: 0 };
const created: JournalEvent = { type: 'created', remoteId: 'P1' };
const started: JournalEvent = { type: 'started' };
const polled = (status: string): JournalEvent => ({ type: 'polled', status, totalRows: 5 });
const observed = (status: string): JournalEvent => ({ type: 'observed', status, totalRows: 5 });
const missing = (rows: number): JournalEvent => ({ type: 'fell-short', ...counts, missing: rows });
const create: JournalEvent = { type: 'intend', what: 'create', marker: 'Gala · M1' };
const start: JournalEvent = { type: 'intend', what: 'process', balance: 7 };
const failed = (answer: string): JournalEvent => ({ type: 'failed', delivery: 'not-sent', status: null, answer });
const saved: JournalEvent = { type: 'exported', rows: 5 };

describe('what is checked again without news', () => {
  it.each<[string, JournalEvent]>([
    ['the state of the project', polled('processing')],
    ['results that have not arrived', missing(2)],
  ])('has one line, that of the last check: %s', (_, event) => {
    expect(numbers([created, started, event, event, event])).toEqual([1, 2, 5]);
    expect(timeline(entries([created, started, event, event])).at(-1)?.at).toBe(3000);
  });

  it('has a new line when the state or the missing rows change', () => {
    expect(numbers([started, polled('created'), polled('processing')])).toEqual([1, 2, 3]);
    expect(numbers([started, missing(2), missing(1)])).toEqual([1, 2, 3]);
  });

  it('has a new line after another step', () => {
    expect(numbers([polled('processing'), { type: 'restarted' }, polled('processing')])).toEqual([1, 2, 3]);
    // The same observation by another check.
    expect(numbers([observed('processed'), polled('processed')])).toEqual([1, 2]);
  });

  it('is not what a person does twice', () => {
    expect(numbers([saved, saved])).toEqual([1, 2]);
  });
});

describe('a call that fails again in the same way', () => {
  it('has the lines of the last attempt only', () => {
    expect(numbers([created, started, start, failed('Offline.'), start, failed('Offline.'), start, failed('Offline.')])).toEqual([
      1, 2, 7, 8,
    ]);
  });

  it('keeps the lines of an earlier attempt that failed in another way', () => {
    expect(numbers([created, start, failed('Offline.'), start, failed('Busy.')])).toEqual([1, 2, 3, 4, 5]);
  });

  it('keeps the lines of another call', () => {
    expect(numbers([create, failed('Offline.'), start, failed('Offline.')])).toEqual([1, 2, 3, 4]);
  });

  it('is a failure: other steps that alternate keep all of their lines', () => {
    expect(numbers([polled('created'), saved, polled('processing'), saved])).toEqual([1, 2, 3, 4]);
  });
});

describe('the line of an entry', () => {
  it.each<[string, string | null, JournalEvent]>([
    [
      'Adopted from the service',
      'project P7, rows of its profiles: 3 scored, 2 not accepted, 0 without a result of 5. Nothing was sent from here',
      { type: 'adopted', ...counts, remoteId: 'P7', from: 'profiles' },
    ],
    [
      'Adopted from the service',
      'project P7, rows of the file: 3 scored, 2 not accepted, 0 without a result of 5. Nothing was sent from here',
      { type: 'adopted', ...counts, remoteId: 'P7', from: 'file' },
    ],
    [
      'Joined the profiles to the rows by their order',
      '3 rows; now: 3 scored, 2 not accepted, 0 without a result of 5',
      { type: 'order-joined', ...counts, rows: 3 },
    ],
    [
      'Undid the join by order',
      '1 row; now: 3 scored, 2 not accepted, 0 without a result of 5',
      { type: 'order-join-undone', ...counts, rows: 1 },
    ],
    ['Saved the cleaned list', '12 rows', { type: 'exported-list', rows: 12 }],
    ['Compared an export', '9 values of 10 there, Neon CRM', { type: 'proved', layout: 'Neon CRM', values: 10, there: 9 }],
    // The value of a damaged entry is left out, not shown as empty.
    ['Asked the service for a project', null, { type: 'intend', what: 'create', marker: null }],
    ['The service set up the project', null, { type: 'created', remoteId: null }],
  ])('reads: %s, %s', (title, evidence, event) => {
    expect(shown([event])).toEqual([[title, evidence]]);
  });

  it('is attributed to a person only for actions of a person', () => {
    const events: JournalEvent[] = [
      { type: 'adopted', ...counts, remoteId: 'P7', from: 'file' },
      { type: 'order-joined', ...counts, rows: 3 },
      { type: 'order-join-undone', ...counts, rows: 3 },
      { type: 'exported-list', rows: 12 },
    ];
    expect(timeline(entries(events)).map(({ by }) => by)).toEqual(['person', 'person', 'person', 'person']);
  });

  it('says that a person must decide, also without evidence', () => {
    expect(shown([{ type: 'failed', delivery: 'refused', status: 400, answer: null }], 'needs-decision')).toEqual([
      ['The service refused', 'A decision is needed'],
    ]);
  });

  it('is absent for a list that no file was read for, and for a single record', () => {
    const single: JournalEvent = { type: 'single', what: 'screenOne', outcome: 'done', person: [] };
    expect(shown([{ type: 'brought', file: 'Gala', bytes: 0 }])).toEqual([]);
    expect(shown([single, { type: 'intend', what: 'screenOne', person: [] }])).toEqual([]);
    expect(shown([single], 'needs-decision')).toEqual([]);
  });
});

describe('a line', () => {
  it.each<[JournalEvent, call: string | null, nameOnService: string | null]>([
    [create, 'create', 'Gala · M1'],
    [{ type: 'intend', what: 'create', marker: null }, 'create', null],
    [{ type: 'intend', what: 'add', rows: 5, bytes: 100 }, 'add', null],
    [start, 'process', null],
    [created, null, null],
    [observed('created'), null, null],
  ])('names its event, a changing call, and the name that the call gives: %j', (event, call, nameOnService) => {
    const [line] = timeline(entries([event]));
    expect(line).toMatchObject({ event: event.type, call, nameOnService });
    // The page can parse it.
    expect(TimelineEntry.parse(line)).toEqual(line);
  });
});
