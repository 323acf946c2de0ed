/** The same list is sent to an account only once, and so is a single person. Only what cannot have been charged may be sent again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withAccount } from '../../../../../main/store/app-database/accounts.ts';
import { SINGLE_CALL_MS } from '../../../../../main/store/app-database/single-calls.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import type { ConnectionRow } from '../../../../../main/store/app-database/connection-table.ts';
import type { ProjectState } from '../../../../../shared/project/project-shapes.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

let folder: string;
let database: AppDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-once-'));
  database = new AppDatabase(folder);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  connect('one', 'https://api.example.org');
  connect('same', 'https://api.example.org/');
  connect('else', 'https://other.example.org');
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

function connect(id: string, baseUrl: string, more: Partial<ConnectionRow> = {}): void {
  database.connections.save(connectionRow({ id, name: id, kind: 'live', baseUrl, ...more }), 1);
}

const LIST = 'a'.repeat(64);
const BODY = { rows: 3, bytes: 300, sha256: LIST, format: 'json' } as const;
const CREATING: ProjectState = { at: 'creating', body: BODY, attempt: 1, phase: 'ready', marker: 'Spring · ABCD1234', observations: [] };
const DRAFT: ProjectState = { at: 'draft' };
const ended = (charged: 'no' | 'maybe'): ProjectState => ({ at: 'ended', how: 'cancelled', charged, resume: null });

let entries = 0;

/** Claims the list for a project of a connection; false when another project has it. */
function claim(id: string, connectionId: string, { sha256 = LIST, allowDuplicate = false, besides = null as string | null } = {}): boolean {
  if (database.projects.find(id) === null) {
    database.projects.add(
      projectRow(id, { name: `list ${id}`, connectionId, state: DRAFT, wrappedKey: Buffer.alloc(60, id), encryptedList: Buffer.alloc(0) }),
    );
  }
  return lead(id, CREATING, { claim: { sha256, allowDuplicate, besides } });
}

const lead = (id: string, state: ProjectState, change = {}): boolean =>
  database.projects.advance(id, state, { at: (entries += 1), event: { type: 'restarted' } }, change);

describe('a list', () => {
  it('is claimed once for an account, over any of its connections', () => {
    expect(claim('first', 'one')).toBe(true);
    expect([claim('second', 'one'), claim('third', 'same')]).toEqual([false, false]);
    expect(database.claims.sentBefore('same', LIST, 'third')).toMatchObject({ id: 'first', name: 'list first' });
  });

  it('that is refused changes nothing', () => {
    claim('first', 'one');
    claim('second', 'one');
    expect([database.projects.find('second')!.state, database.journal.entries('second').map(({ event }) => event.type)]).toEqual([
      DRAFT,
      ['brought'],
    ]);
  });

  it('is claimed again for another account, and another list for this one', () => {
    claim('first', 'one');
    expect([claim('second', 'else'), claim('third', 'one', { sha256: 'b'.repeat(64) })]).toEqual([true, true]);
  });

  it('is claimed again by the project that has it', () => {
    expect([claim('first', 'one'), claim('first', 'one')]).toEqual([true, true]);
    expect(claim('second', 'one')).toBe(false);
  });

  it('is claimed twice when the user allows it, and then still refused without permission', () => {
    claim('first', 'one');
    expect(claim('second', 'one', { allowDuplicate: true })).toBe(true);
    expect([claim('third', 'one'), claim('fourth', 'one', { allowDuplicate: true })]).toEqual([false, true]);
  });

  it.each<[what: string, state: ProjectState, isFree: boolean]>([
    ['is a draft again', DRAFT, true],
    ['ended without a charge', ended('no'), true],
    ['ended and may have been charged', ended('maybe'), false],
    ['is still sent', CREATING, false],
  ])('is free or not when its project %s', (_what, state, isFree) => {
    claim('first', 'one');
    lead('first', state);
    expect(claim('second', 'one')).toBe(isFree);
    expect(database.claims.sentBefore('one', LIST, '')?.id).toBe(isFree ? 'second' : 'first');
  });

  it('that was free and is sent by its own project again is claimed again', () => {
    claim('first', 'one');
    lead('first', ended('no'));
    expect(claim('first', 'one')).toBe(true);
    expect(claim('second', 'one')).toBe(false);
  });

  it('is still claimed after its project was removed here', () => {
    claim('first', 'one');
    database.projects.erase('first', 9);
    expect(claim('second', 'one')).toBe(false);
    expect(database.claims.sentBefore('one', LIST, 'second')).toMatchObject({ id: 'first', name: 'removed project' });
  });

  it('that a pilot sent can also be claimed by the list that compares it, and by no other list', () => {
    claim('first', 'one');
    expect(claim('second', 'one', { besides: 'first' })).toBe(true);
    expect(claim('third', 'one', { besides: 'first' })).toBe(false);
    expect(claim('third', 'one')).toBe(false);
  });

  it('that was sent twice is still claimed if only the first of the two projects is free', () => {
    claim('first', 'one');
    claim('second', 'one', { allowDuplicate: true });
    lead('first', ended('no'));
    expect(claim('third', 'one')).toBe(false);
  });

  it('whose step cannot be written to the journal changes neither the project nor the claims', () => {
    claim('first', 'one');
    claim('second', 'else', { sha256: 'b'.repeat(64) });
    const before = database.projects.find('second');
    const sha256 = 'c'.repeat(64);
    const journal = vi.spyOn(database.journal, 'add').mockImplementation(() => {
      throw new Error('no journal');
    });
    expect(() => lead('second', ended('no'), { claim: { sha256, allowDuplicate: false, besides: null } })).toThrow('no journal');
    journal.mockRestore();
    expect(database.projects.find('second')).toEqual(before);
    expect(database.claims.sentBefore('else', sha256, '')).toBeNull();
    expect(database.claims.sentBefore('else', 'b'.repeat(64), '')?.id).toBe('second');
  });

  it('is claimed once by two programs', () => {
    const other = new AppDatabase(folder);
    other.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
    expect(claim('first', 'one')).toBe(true);
    claim('second', 'else', { sha256: 'b'.repeat(64) });
    const event = { at: 9, event: { type: 'restarted' } } as const;
    expect(other.projects.advance('second', CREATING, event, { connectionId: 'one' })).toBe(true);
    expect(other.projects.advance('second', CREATING, event, { claim: { sha256: LIST, allowDuplicate: false, besides: null } })).toBe(
      false,
    );
    other.close();
  });
});

describe('a person alone', () => {
  const PERSON = ['code of the ID', 'code of the name'];
  const intend = (person: string[] = PERSON, connectionId = 'one', again = false) =>
    database.singleCalls.intend(connectionId, (entries += 1), { what: 'screenOne', person, again });
  const end = (outcome: 'done' | 'not-sent' | 'token' | 'refused' | 'unknown', person = PERSON, connectionId = 'one') => {
    database.singleCalls.end(connectionId, (entries += 1), { what: 'screenOne', outcome, person });
  };
  const ALONE = 'single:one';

  it('is sent once: an intent counts from the moment it is recorded', () => {
    expect(intend()).toBeNull();
    const { at } = database.journal.entries(ALONE)[0]!;
    expect(intend()).toEqual({ at, outcome: 'unknown', isUnderWay: true });
    expect(database.journal.entries(ALONE)).toHaveLength(1);
  });

  it.each<[outcome: Parameters<typeof end>[0], counts: boolean]>([
    ['done', true],
    ['unknown', true],
    ['not-sent', false],
    ['token', false],
    ['refused', false],
  ])('whose call is %s counts: %s', (outcome, counts) => {
    intend();
    end(outcome);
    expect(intend() !== null).toBe(counts);
  });

  it('that is done is named as done, with the time of its intent', () => {
    intend();
    const { at } = database.journal.entries(ALONE)[0]!;
    end('done');
    expect(database.singleCalls.lastSent('one', PERSON)).toEqual({ at, outcome: 'done' });
  });

  it('is the same with one common code, and another one without', () => {
    intend();
    expect(intend(['another code', 'code of the name'])).not.toBeNull();
    expect(intend(['another code'])).toBeNull();
  });

  it('is sent again when the user says so, and counts then as well', () => {
    intend();
    // The outcome of a call that is under way is unknown, so it holds the person back; the call of a program that ended does so only for a
    // while.
    expect(intend(PERSON, 'one', true)).toMatchObject({ isUnderWay: true });
    entries += SINGLE_CALL_MS;
    expect(intend(PERSON, 'one', true)).toBeNull();
    expect(database.journal.entries(ALONE)).toHaveLength(2);
    // One of the two calls was refused; the other may have been charged.
    end('refused');
    expect(intend()).not.toBeNull();
  });

  it('is not sent twice at a time, even if the user repeats an earlier call that is over', () => {
    intend();
    end('done');
    expect(intend(PERSON, 'one', true)).toBeNull();
    expect(intend(PERSON, 'one', true)).toMatchObject({ isUnderWay: true });
  });

  it('is no longer held back by a call without an outcome after the clock was set back', () => {
    entries += 2 * SINGLE_CALL_MS;
    intend();
    entries -= SINGLE_CALL_MS + 1;
    expect(intend(PERSON, 'one', true)).toBeNull();
  });

  it('counts as recent from a time or from a journal entry on, so that a clock that was behind hides nobody', () => {
    intend();
    const { seq, at } = database.journal.entries(ALONE)[0]!;
    const recent = (since: number, first: number | null, connectionId = 'one') => [
      ...database.singleCalls.sentWithin(connectionId, { since, first }),
    ];
    const found = PERSON.map((code) => [code, at]);
    expect([recent(at - 1, null), recent(at - 1, null, 'same'), recent(at, seq)]).toEqual([found, found, found]);
    expect([recent(at, null), recent(at, seq + 1), recent(at - 1, null, 'else')]).toEqual([[], [], []]);
  });

  it('whose call was refused does not free another person, nor the same person over another connection', () => {
    intend();
    intend(['another code']);
    end('refused', ['another code']);
    expect(intend()).not.toBeNull();
    end('refused', PERSON, 'same');
    expect(intend()).not.toBeNull();
    intend(['another code']);
    intend(['third code']);
    end('refused', ['another code']);
    expect(intend(['third code'])).not.toBeNull();
  });

  it('counts for every connection of the account, even if it was sent over a removed connection', () => {
    intend();
    expect(intend(PERSON, 'same')).not.toBeNull();
    expect(intend(PERSON, 'else')).toBeNull();
    connect('gone', 'https://third.example.org');
    intend(['third code'], 'gone');
    expect(intend(['third code'], 'one')).toBeNull();
    database.connections.remove('gone', 2);
    connect('again', 'https://third.example.org/');
    expect(database.singleCalls.lastSent('again', ['third code'])).not.toBeNull();
    expect(database.singleCalls.lastSent('else', ['third code'])).toBeNull();
  });
});

it('a removed connection is not restored by what another program still knows of it', () => {
  const known = database.connections.find('one')!;
  database.connections.remove('one', 2);
  expect(() => database.connections.save({ ...known, name: 'again' }, 3)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }) as Error);
  expect([database.connections.find('one'), database.connections.all().map(({ id }) => id)]).toEqual([null, ['else', 'same']]);
});

it('an organization that cannot be read stays an account of its connection when the service names another one', () => {
  connect('lost', 'https://lost.example.org', { organization: 'First account' });
  connect('first', 'https://lost.example.org', { organization: 'First account' });
  claim('sent', 'lost');
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 8) });
  const { baseUrl, organization, former, ...row } = database.connections.find('lost')!;
  const account = withAccount({ kind: row.kind, baseUrl, organization, former }, { baseUrl, organization: 'Second account' });
  database.connections.save({ ...row, ...account }, 2);
  connect('first', 'https://lost.example.org', { organization: 'First account' });
  expect(claim('again', 'first')).toBe(false);
});
