/**
 * The journal of earlier programs. `entries.jsonl` has entries from before the journal had types, from tests and from
 * damaged folders, each with its line in the timeline.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type JournalEvent, storedForm, storedState, upgradeJournal } from '../../../../shared/project/journal.ts';
import { timeline } from '../../../../shared/project/timeline.ts';

interface Written {
  readonly event: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly state: string;
  /** Title, evidence, actor, tone; null where the program showed nothing. */
  readonly text: readonly [string, string | null, string, string] | null;
}

const WRITTEN = readFileSync(join(import.meta.dirname, '../../../fixtures/journal/entries.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Written);

describe('an entry of an earlier program', () => {
  it.each(WRITTEN.map((written, at) => [at, written.event, written] as const))('%i, %s, shows the same line', (_, name, written) => {
    const event = upgradeJournal(name, written.detail);
    const [line] = timeline([{ seq: 1, at: 0, state: storedState(written.state), event }]);
    expect(line === undefined ? null : [line.title, line.evidence, line.by, line.tone]).toEqual(written.text);
  });

  it('keeps all of its content when it is stored again', () => {
    const changed = WRITTEN.filter(({ event, detail }) => {
      const read = upgradeJournal(event, detail);
      return read.type === 'unknown-entry' || !isDeepStrictEqual({ ...storedForm(read).detail }, detail);
    });
    // Damaged entries, entries without a field, and entries whose stored name has changed.
    const DAMAGED = ['choose', 'collected', 'exported', 'failed', 'joined', 'melted', 'polled', 'prepared', 'read', 'send'];
    expect(new Set(changed.map(({ event }) => event))).toEqual(new Set([...DAMAGED, 'done', 'unknown']));
    expect(changed).toHaveLength(15);
  });

  it.each(['done', 'not-sent', 'token', 'refused', 'unknown'])(
    'of a call for a single record has the outcome of the call: %s',
    (outcome) => {
      expect(upgradeJournal(outcome, { what: 'screenOne' })).toEqual({ type: 'single', what: 'screenOne', outcome });
      expect(upgradeJournal(outcome, { what: 'requestScore' })).toEqual({ type: 'single', what: 'requestScore', outcome });
    },
  );

  it('without a value still says what was called', () => {
    expect(upgradeJournal('intend', { what: 'create' })).toEqual({ type: 'intend', what: 'create', marker: null });
    expect(upgradeJournal('intend', { what: 'add', rows: '5', bytes: 922 })).toEqual({
      type: 'intend',
      what: 'add',
      rows: null,
      bytes: 922,
    });
  });

  it('with a damaged value that can be absent is read without it', () => {
    expect(upgradeJournal('cancel', { by: 'person', free: 'yes' })).toEqual({ type: 'cancel', by: 'person' });
  });

  it.each([
    ['melted', {}],
    ['intend', { what: 'melt' }],
    ['toString', {}],
    ['single', { what: 'screenOne', outcome: 'melted' }],
  ])('that is unreadable, %s, keeps only its name', (name, detail) => {
    expect(upgradeJournal(name, detail)).toEqual({ type: 'unknown-entry', name });
  });

  it.each([null, 'text', 7, [1]])('with a damaged detail, %j, is read without it', (detail) => {
    expect(upgradeJournal('created', detail)).toEqual({ type: 'created', remoteId: null });
  });
});

describe('an entry of this program', () => {
  const counts = { submitted: 5, scored: 3, refused: 2, unknown: 0, unmatched: 0 };
  it.each<JournalEvent>([
    { type: 'intend', what: 'process', balance: 7, remoteId: 'P1' },
    { type: 'observed', status: null, totalRows: 3, rows: 3, name: null, others: 1 },
    { type: 'pause', code: 'DISK_FULL' },
    { type: 'single', what: 'screenOne', outcome: 'unknown' },
    { type: 'closing' },
    { type: 'adopted', ...counts, remoteId: 'P1', from: 'file', validRows: 3, report: 'read', balance: 7, by: 'person' },
    { type: 'adopted', ...counts, remoteId: 'P1', from: 'profiles', by: 'person' },
    { type: 'order-joined', ...counts, rows: 3, by: 'person' },
    { type: 'order-join-undone', ...counts, rows: 3, by: 'person' },
    { type: 'exported-list', rows: 5 },
  ])('is read as it was stored: $type', (event) => {
    const { name, detail } = storedForm(event);
    expect(upgradeJournal(name, JSON.parse(JSON.stringify(detail)))).toEqual(event);
  });
});
