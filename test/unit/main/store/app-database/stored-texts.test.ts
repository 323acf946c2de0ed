/** No text that a service, a file or a connection can choose is in the database in plain text, in any state or journal entry. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectKeys } from '../../../../../main/projects/project-keys.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import type { JournalEvent } from '../../../../../shared/project/journal.ts';
import type { ProjectState, Running } from '../../../../../shared/project/project-shapes.ts';
import { connectionRow, projectRow } from '../../../../kit/database-rows.ts';

let folder: string;
let database: AppDatabase;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-texts-'));
  database = new AppDatabase(folder);
  const keys = new ProjectKeys(Buffer.alloc(32, 7));
  database.useKeys(keys);
  database.watchLog(1);
  database.connections.save(connectionRow(), 1);
  database.projects.add(projectRow('p', { wrappedKey: keys.create('p'), encryptedList: Buffer.alloc(0) }));
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const isStored = (text: string): boolean => readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(text));

const ADA = 'Ada Private';
const body = { rows: 1, bytes: 1, sha256: 'a'.repeat(64), format: 'json' } as const;
const sent = { body, remoteId: ADA, attempt: 1, marker: `${ADA} · ABCD1234`, knownAs: ADA } as const;
const observation = { at: 1, name: ADA, status: ADA, totalRows: 1 };

const RUNNING: readonly Running[] = [
  { at: 'creating', body, attempt: 1, phase: 'ready', marker: `${ADA} · ABCD1234`, observations: [] },
  { at: 'adding', ...sent, phase: 'ready' },
  { at: 'confirming', ...sent, arrival: 'refused', refused: { status: 422, words: ADA }, observations: [observation] },
  {
    at: 'starting',
    ...sent,
    phase: 'settling',
    statusBefore: ADA,
    wordsBefore: [ADA, `second ${ADA}`],
    asked: 1,
    refusal: ADA,
    observations: [observation],
  },
  {
    at: 'processing',
    ...sent,
    nextPollAt: 1,
    observation,
    polls: 1,
    before: ADA,
    unconfirmedStart: { statusBefore: ADA, asked: 1, wordsBefore: [ADA] },
  },
  { at: 'collecting', ...sent, observation, before: ADA },
];
const STATES: readonly ProjectState[] = RUNNING.flatMap((resume): ProjectState[] => [
  resume,
  { at: 'needs-decision', question: 'no-end', choices: ['fetch'], answer: ADA, resume },
  { at: 'ended', how: 'given-up', charged: 'maybe', resume },
]);

it.each(STATES.map((state) => [`${state.at}${'resume' in state ? ` in ${state.resume!.at}` : ''}`, state] as const))(
  'the state %s has its texts encrypted, reads them again, and a removed project has none',
  (_name, state) => {
    database.projects.advance('p', state, { at: 2, event: { type: 'restarted' } });
    expect([isStored('Private'), database.projects.find('p')!.state]).toEqual([false, state]);
    database.eraseProject('p', 3);
    expect([isStored('Private'), isStored('encrypted:')]).toEqual([false, false]);
  },
);

const EVENTS: readonly JournalEvent[] = [
  { type: 'read', rows: 1, sheet: ADA, from: ADA },
  { type: 'baseline', name: ADA },
  { type: 'send', rows: 1, connection: ADA, baseline: ADA, by: 'person' },
  { type: 'intend', what: 'create', marker: `${ADA} · ABCD1234` },
  { type: 'intend', what: 'process', balance: 1, remoteId: ADA },
  { type: 'created', remoteId: ADA, requestId: ADA },
  { type: 'failed', delivery: 'refused', status: 422, answer: ADA, words: ADA, requestId: ADA },
  { type: 'searched', matches: 1, marker: `${ADA} · ABCD1234`, remoteIds: [ADA] },
  { type: 'polled', status: ADA, totalRows: 1, name: ADA },
  { type: 'observation-failed', answer: ADA },
];

it.each(EVENTS.map((event) => [event.type, event] as const))(
  'the journal entry %s has its texts encrypted, reads them again, and a removed project has none',
  (_name, event) => {
    database.journal.append('p', 2, event);
    expect([isStored('Private'), database.journal.entries('p').at(-1)!.event]).toEqual([false, event]);
    database.eraseProject('p', 3);
    expect([isStored('Private'), isStored('encrypted:')]).toEqual([false, false]);
  },
);
