/** How stored entries of the journal are read, including damaged ones. */
import { describe, expect, it } from 'vitest';
import { type JournalEvent, readJournalEvent, storedForm } from '../../../../shared/project/journal.ts';

describe('a damaged entry', () => {
  it('without a value still says what was called', () => {
    expect(readJournalEvent('intend', { what: 'create' })).toEqual({ type: 'intend', what: 'create', marker: null });
    expect(readJournalEvent('intend', { what: 'add', rows: '5', bytes: 922 })).toEqual({
      type: 'intend',
      what: 'add',
      rows: null,
      bytes: 922,
    });
  });

  it('with a damaged value that can be absent is read without it', () => {
    expect(readJournalEvent('cancel', { by: 'person', free: 'yes' })).toEqual({ type: 'cancel', by: 'person' });
  });

  it.each([
    ['melted', {}],
    ['intend', { what: 'melt' }],
    ['toString', {}],
    ['single', { what: 'screenOne', outcome: 'melted', person: [] }],
  ])('that is unreadable, %s, keeps only its name', (name, detail) => {
    expect(readJournalEvent(name, detail)).toEqual({ type: 'unknown-entry', name });
  });

  it.each([null, 'text', 7, [1]])('with a damaged detail, %j, is read without it', (detail) => {
    expect(readJournalEvent('created', detail)).toEqual({ type: 'created', remoteId: null });
  });
});

describe('an entry', () => {
  const counts = { submitted: 5, scored: 3, refused: 2, unknown: 0, unmatched: 0 };
  it.each<JournalEvent>([
    { type: 'intend', what: 'process', balance: 7, remoteId: 'P1' },
    { type: 'observed', status: null, totalRows: 3, rows: 3, name: null, others: 1 },
    { type: 'pause', code: 'DISK_FULL' },
    { type: 'single', what: 'screenOne', outcome: 'unknown', person: ['a code'] },
    { type: 'closing' },
    { type: 'adopted', ...counts, remoteId: 'P1', from: 'file', validRows: 3, report: 'read', balance: 7, by: 'person' },
    { type: 'adopted', ...counts, remoteId: 'P1', from: 'profiles', by: 'person' },
    { type: 'order-joined', ...counts, rows: 3, by: 'person' },
    { type: 'order-join-undone', ...counts, rows: 3, by: 'person' },
    { type: 'exported-list', rows: 5 },
    { type: 'proved', layout: 'Neon CRM', values: 10, there: 9 },
  ])('is read as it was stored: $type', (event) => {
    const { name, detail } = storedForm(event);
    expect(readJournalEvent(name, JSON.parse(JSON.stringify(detail)))).toEqual(event);
  });
});
