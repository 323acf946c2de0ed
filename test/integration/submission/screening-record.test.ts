/**
 * The screening record in the application: begun with the list, completed with its results, kept without its project, and without a person.
 */
import { cpSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { read, utils } from 'xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import { sha256Of } from '../../../main/platform/sha256.ts';
import { verifyFiles } from '../../../shared/record/verify.ts';
import { recordSections } from '../../../shared/view-texts/record-texts.ts';
import type { RecordView } from '../../../shared/contract/records.ts';
import { callOf } from '../../kit/desk-actions.ts';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { SCREENING } from '../../kit/practice-client.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { fastClock, memorySecrets, testHost, testPorts } from '../../kit/test-ports.ts';

const desk = await setupTestDesk(localTasks);

const DECLARED = { purpose: 'Ask amounts', lawfulBasis: 'Legitimate interest', assessment: 'LIA-2026-07', noticeDate: '2026-01-15' };
const NO_RULES = { required: [], severities: {} };
const record = (id: string) => desk.call('record.get', { id });
const kinds = ({ entries }: RecordView) => entries.map(({ kind }) => kind);
const lineOf = (view: RecordView, title: string, label: string) =>
  recordSections(view)
    .find((section) => section.title === title)
    ?.lines.find((line) => line.label === label)?.value;

async function exported(id: string, call = desk.call.bind(desk)): Promise<string> {
  const target = join(desk.folder, `record-${id}.json`);
  desk.target = target;
  await call('record.export', { id });
  return readFileSync(target, 'utf8');
}

const EVERYONE = { kind: 'everyone' as const, priorScores: false };

const createsOnService = async () => (await desk.practice.client.ledger()).projects.length;

beforeEach(async () => {
  await desk.call('organizationRules.set', NO_RULES);
});

it('says who screened whom, why and at what cost, and stays when the project is removed', async () => {
  const lines = [PEOPLE_HEADINGS, ...people('Canaryid', 1, 2, 3, 4), ...people('Canaryid', 4)];
  const file = await desk.file('Canaryfile of Ada.csv', lines);
  const { id } = await desk.call('projects.create', { file, connectionId: desk.connectionId, name: 'Canaryproject of Ada' });
  await desk.idle();
  await desk.call('projects.change', { id, ...DECLARED });
  expect(kinds(await record(id))).toEqual([]);
  await desk.send(id);
  await desk.keepPartialResults();
  const view = await record(id);
  const { counts } = view.ended!;
  expect(kinds(view)).toEqual(['sent', 'ended']);
  expect(view.declared).toEqual(DECLARED);
  expect(view.sent).toMatchObject({ rows: { list: 5, sent: 4, laterParts: 0, leftOut: { duplicateId: 1 } }, from: null, format: 'json' });
  expect(view.sent!.fields.toSorted()).toEqual((await desk.call('cost.fields', { id })).toSorted());
  expect(counts!.scored + counts!.refused + counts!.unknown).toBe(4);
  expect(lineOf(view, 'Who and when', 'Computer user')).toContain(`on ${hostname()}`);
  expect(lineOf(view, 'Why', 'Privacy notice')).toBe('January 15, 2026');
  expect(lineOf(view, 'People', 'Left out')).toBe('1: 1 with the ID of another row');
  expect(lineOf(view, 'Cost', 'Cost')).toMatch(/^4 credits; balance [\d,]+ before, [\d,]+ after$/);
  expect(view.ended!.decisions.map(({ what, counts: given }) => [what, given])).toContainEqual(['send', { rows: 4 }]);
  expect(view.chain.verdict).toMatchObject({ problem: null });

  const before = await exported(id);
  await desk.call('projects.remove', { id });
  await desk.restart();
  const kept = await record(id);
  expect(kept.name).toBeNull();
  expect([kinds(kept), kept.sent, kept.ended]).toEqual([kinds(view), view.sent, view.ended]);
  const after = await exported(id);
  expect(JSON.parse(after)).toEqual(JSON.parse(before));
  expect(verifyFiles([before, after], sha256Of)).toMatchObject({ problem: null });

  // The page and the saved file contain no personal data, no file name, no path and no token.
  const seen = JSON.stringify(kept) + after;
  const canaries = ['Canary', 'Ada', 'Larkspur', 'Worcester', '01609', 'example.org', 'Firstb', desk.folder, desk.practice.client.token];
  expect(canaries.filter((canary) => seen.includes(canary))).toEqual([]);
  expect(desk.storedBytes().includes('Legitimate interest')).toBe(false);
});

it('must have what the organization requires before anything is sent, from every host', async () => {
  const rules = { ...NO_RULES, record: { required: ['purpose' as const, 'lawfulBasis' as const], contact: 'Data protection, ext. 214' } };
  await desk.call('organizationRules.set', rules);
  const id = await desk.importPeople(...people('Q', 1, 2));
  await desk.call('projects.change', { id, purpose: '   ', lawfulBasis: '' });
  const before = await createsOnService();
  await expect(desk.send(id)).rejects.toMatchObject({
    code: 'RECORD_INCOMPLETE',
    message:
      'Your organization requires the purpose and the lawful basis before a list is sent. Who to ask: Data protection, ext. 214. Nothing was sent.',
  });
  expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
  expect([await createsOnService(), kinds(await record(id))]).toEqual([before, []]);
  await desk.call('projects.change', { id, purpose: 'Gala', lawfulBasis: 'Consent' });
  await desk.send(id);
  expect(await createsOnService()).toBe(before + 1);

  // The next list of the connection starts with the same basis, but with its own purpose.
  const next = await desk.importPeople(...people('Q', 5, 6));
  expect(await desk.call('projects.get', { id: next })).toMatchObject({ purpose: '', lawfulBasis: 'Consent' });
  await expect(desk.send(next)).rejects.toMatchObject({ message: expect.stringContaining('requires the purpose before') as string });
  await desk.call('projects.change', { id: next, purpose: 'Gala, second list' });
  await desk.send(next);
  expect((await record(next)).declared).toEqual({
    ...DECLARED,
    assessment: 'LIA-2026-07',
    purpose: 'Gala, second list',
    lawfulBasis: 'Consent',
  });
});

it('is required at the moment of sending: nothing is sent when the purpose was removed during the check of the connection', async () => {
  await desk.call('organizationRules.set', { ...NO_RULES, record: { required: ['purpose'], contact: '' } });
  const id = await desk.importPeople(...people('V', 1, 2));
  await desk.call('projects.change', { id, purpose: 'Ask amounts' });
  const before = await createsOnService();
  desk.duringNextRequest = () => desk.call('projects.change', { id, purpose: '' });
  await expect(desk.send(id)).rejects.toMatchObject({ code: 'RECORD_INCOMPLETE' });
  expect([(await desk.call('projects.get', { id })).state.at, kinds(await record(id))]).toEqual(['draft', []]);
  expect(await createsOnService()).toBe(before);
});

it('gets a new entry for what is declared later, and no entry changes', async () => {
  const id = await desk.importPeople(...people('W', 1, 2));
  await desk.call('projects.change', { id, lawfulBasis: '', assessment: '', noticeDate: '' });
  await desk.send(id);
  await desk.call('organizationRules.set', { ...NO_RULES, record: { required: ['purpose'], contact: '' } });
  const before = await record(id);
  expect([before.missing, before.declared?.lawfulBasis]).toEqual([['purpose'], null]);
  await desk.call('projects.change', { id, purpose: 'Completed later' });
  await desk.call('projects.change', { id, purpose: 'Completed later' });
  const after = await record(id);
  expect([...kinds(before), 'declared']).toEqual(kinds(after));
  expect(after.entries.slice(0, before.entries.length)).toEqual(before.entries);
  expect([after.missing, after.declared?.purpose, after.sent?.declared.purpose]).toEqual([[], 'Completed later', '']);
});

it('has separate entries for each part, with the same declaration', async () => {
  const { settings } = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!;
  await desk.call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 3 } });
  const id = await desk.importPeople(...people('P', 1, 2, 3, 4, 5));
  await desk.call('projects.change', { id, ...DECLARED });
  await desk.send(id, 2);
  await desk.keepPartialResults();
  await desk.call('connections.change', { id: desk.connectionId, settings });
  const view = await record(id);
  expect(view.sent?.rows).toMatchObject({ list: 5, sent: 3, laterParts: 2 });
  expect(view.ended?.counts?.submitted).toBe(3);
  expect(view.related).toMatchObject([{ is: 'later', kind: 'part', rows: 2 }]);
  const part = await record(view.related[0]!.id);
  expect(part).toMatchObject({ declared: DECLARED, sent: { rows: { sent: 2 } }, related: [{ id, is: 'earlier', kind: 'part' }] });
});

it('shows by two exports that two computers continued the same chain', async () => {
  const copy = join(desk.folder, 'copy');
  const secrets = memorySecrets(desk.practice.client.token);
  await desk.restart();
  cpSync(join(desk.folder, 'data'), copy, { recursive: true });
  const own = await desk.importPeople(...people('F', 1, 2));
  await desk.send(own);
  const ownFile = await exported(own);
  const { problem, at } = verifyFiles([ownFile], sha256Of);
  expect([problem, at]).toEqual([null, null]);

  const host = testHost(() => desk.target);
  const other = await createApplication(testPorts(copy, { spawn: localTasks }, { clock: fastClock(1_000), secrets, host }));
  try {
    const call = callOf(other);
    const file = await desk.workbook({ List: [PEOPLE_HEADINGS, ...people('G', 1, 2)] }, other);
    const { id } = await call('projects.create', { file, connectionId: desk.connectionId });
    await other.idle();
    const { rowsToSend } = await call('cost.get', { id });
    await call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId });
    await other.idle();
    const otherFile = await exported(id, call);
    expect(verifyFiles([otherFile], sha256Of).problem).toBeNull();
    expect(verifyFiles([ownFile, otherFile], sha256Of)).toMatchObject({
      problem: 'fork',
      text: expect.stringContaining('the data folder was copied or restored from a backup, and both copies were continued') as string,
    });
  } finally {
    await other.close();
  }
});

it('says where a change of the stored entries breaks the chain, and does not stop the work', async () => {
  const id = await desk.importPeople(...people('B', 1, 2));
  await desk.send(id);
  const { chain } = await desk.call('record.get', { id });
  const [last] = chain.newest;
  const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
  const was = String(database.prepare('SELECT link FROM record WHERE number = 2').pluck().get());
  database.prepare('UPDATE record SET link = ? WHERE number = 2').run(was.replace(/"at":\d+/, '"at":1'));
  expect((await desk.call('records.chain', {})).verdict).toEqual({
    problem: 'changed',
    at: 2,
    proven: 1,
    text: 'Entry 2 was changed after it was written. Entry 1 is as written.',
  });
  database.prepare('UPDATE record SET link = ?, sealed = zeroblob(40) WHERE number = 2').run(was);
  expect((await desk.call('records.chain', {})).verdict).toMatchObject({ problem: 'changed', at: 2 });
  database.prepare('DELETE FROM record WHERE number = 3').run();
  database.prepare('UPDATE record SET sealed = ? WHERE number = 2').run(Buffer.alloc(0));
  // Not even the position of the last entry can be read.
  expect(database.prepare("UPDATE record SET link = '' WHERE number = ?").run(last!.number).changes).toBe(1);
  database.close();
  const next = await desk.importPeople(...people('B', 5, 6));
  await desk.send(next);
  const after = await desk.call('record.get', { id: next });
  expect(kinds(after).slice(0, 1)).toEqual(['sent']);
  expect(after.entries[0]!.number).toBe(last!.number + 1);
  expect(after.chain.verdict.problem).toBe('changed');
});

describe('what cannot be read', () => {
  const stored = (sql: string, ...values: unknown[]) => {
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
    expect(database.prepare(sql).run(...values).changes).toBe(1);
    database.close();
  };
  const running = async (...ids: number[]) => {
    await desk.practice.client.setFaults(SCREENING);
    const id = await desk.importPeople(...people('U', ...ids));
    const { rowsToSend } = await desk.call('cost.get', { id });
    await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId });
    await desk.until(id, ({ state }) => state.at === 'processing');
    return id;
  };
  const stateOf = async (id: string) => (await desk.call('projects.get', { id })).state;

  afterEach(async () => {
    await desk.practice.client.clearFaults();
  });

  it('in the record of a running screening does not delay any result', async () => {
    const id = await running(1, 2);
    stored('UPDATE record SET sealed = zeroblob(40) WHERE project_id = ?', id);
    await desk.practice.client.clearFaults();
    await desk.call('projects.change', { id, purpose: 'Completed later' });
    await desk.restart();
    await desk.idle();
    expect(await stateOf(id)).toMatchObject({ at: 'done', counts: { submitted: 2 } });
    expect((await desk.call('records.chain', {})).newest.filter(({ projectId }) => projectId === id).map(({ kind }) => kind)).toEqual([
      'ended',
      'declared',
      null,
    ]);
  });

  it('in the record of a finished screening is reported in the workbook of its results', async () => {
    await desk.practice.client.clearFaults();
    const id = await desk.importPeople(...people('U', 5, 6));
    await desk.send(id);
    await desk.keepPartialResults();
    const recorded = async () => {
      const request = { kind: 'workbook' as const, id, format: { kind: 'xlsx' as const, bars: [] }, people: EVERYONE, columns: null };
      const { Sheets } = read(readFileSync(await desk.exportWorkbook(id, request)));
      return JSON.stringify(utils.sheet_to_json(Sheets['Record']!, { header: 1 }));
    };
    expect(await recorded()).toContain('Fingerprint of the list');
    stored("UPDATE record SET sealed = zeroblob(40) WHERE kind = 'ended' AND project_id = ?", id);
    expect(await recorded()).toContain('An entry of the record cannot be read');
  });

  it('in the list does not keep a screening from being stopped', async () => {
    const id = await running(3, 4);
    stored('UPDATE project SET sealed = zeroblob(40) WHERE id = ?', id);
    expect((await desk.call('project.cancel', { id })).state.at).toBe('ended');
  });
});
