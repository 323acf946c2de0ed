/** A window and a terminal on one data folder: each uses the changes that the other makes to a list. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApplication } from '../../../main/create-application.ts';
import type { Application } from '../../../main/application.ts';
import { ProjectTable } from '../../../main/store/app-database/project-table.ts';
import { SuppressionTable } from '../../../main/store/app-database/suppression-table.ts';
import { TestDesk } from '../../kit/test-desk.ts';
import { memorySecrets, testPorts } from '../../kit/test-ports.ts';
import { type Call, callOf } from '../../kit/desk-actions.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { pilot } from '../../kit/ranked-lists.ts';

let desk: TestDesk;
let terminal: Application;
let call: Call;
beforeAll(async () => {
  desk = await TestDesk.start(localTasks);
  desk.setNoon();
  const ports = { clock: desk.clock, secrets: memorySecrets(desk.practice.client.token), log: desk.log };
  terminal = await createApplication(testPorts(join(desk.folder, 'data'), { spawn: localTasks }, ports));
  call = callOf(terminal);
});
afterAll(async () => {
  await terminal.close();
  await desk.close();
});
afterEach((context) => {
  context.expect(desk.log.errors).toEqual([]);
});

const EMAIL = PEOPLE_HEADINGS.split(',').indexOf('Email');

/** Maps the email column to nothing in the terminal. */
async function leaveEmailsOut(id: string): Promise<void> {
  const { plan } = await call('columns.get', { id });
  const columns = plan.columns.map((one) => (one.column === EMAIL ? { ...one, to: { kind: 'none' as const } } : one));
  await call('columns.change', { id, plan: { ...plan, columns } });
}

/**
 * The window sends a list right before a change of the terminal is stored: the change is refused, and the stored project stays as it was
 * sent.
 */
async function sentWhile(id: string, change: () => Promise<unknown>): Promise<void> {
  const other = new Database(join(desk.folder, 'data', 'history.sqlite'));
  const rowOf = () => other.prepare('SELECT state, facts, sealed FROM project WHERE id = ?').get(id) as Record<string, unknown>;
  const { state, facts, sealed } = rowOf();
  const become = (now: unknown) => other.prepare('UPDATE project SET version = version + 1, state = ? WHERE id = ?').run(now, id);
  const storing = vi.spyOn(ProjectTable.prototype, 'change').mockImplementationOnce(function sentMeanwhile(this: ProjectTable, ...step) {
    become('{"at":"preparing","attempt":1}');
    this.change(...step);
  });
  try {
    await expect(change()).rejects.toMatchObject({ code: 'NOT_NOW' });
    expect(storing).toHaveBeenCalled();
    expect(rowOf()).toEqual({ state: '{"at":"preparing","attempt":1}', facts, sealed });
  } finally {
    storing.mockRestore();
    become(state);
    other.close();
  }
}

describe('a list that is open in a window', () => {
  it('is checked with the mapping that a terminal set', async () => {
    await desk.call('organizationRules.set', { required: [], severities: { EMAIL_FORMAT: 'error' } });
    const id = await desk.importPeople(...people('A', 1, 2), person('A3', { email: 'nobody' }));
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
    await desk.call('check.edit', { id, row: 2, field: 'city', value: 'Salem' });
    await leaveEmailsOut(id);
    expect((await call('cost.get', { id })).rowsToSend).toBe(3);
    // The window checks the row that it changes.
    await desk.call('check.edit', { id, row: 4, field: 'city', value: 'Salem' });
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(3);
    const { rows } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
    expect(rows.map(({ readiness }) => readiness)).toEqual(['ready', 'ready', 'ready']);
    await desk.send(id);
    expect(await desk.idsOnService(id)).toEqual(['A1', 'A2', 'A3']);
  });

  it('is not sent by the window if the terminal changed it', async () => {
    const id = await desk.importPeople(...people('B', 1, 2));
    const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
    await leaveEmailsOut(id);
    const sending = desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId });
    await expect(sending).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await expect(call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId })).rejects.toMatchObject({
      code: 'RUNNER_ELSEWHERE',
    });
    expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
  });

  it('is not sent by the window if another program changed it immediately before the sending is stored', async () => {
    const id = await desk.importPeople(...people('D', 1, 2));
    const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
    const before = await desk.practice.client.ledger();
    const other = new Database(join(desk.folder, 'data', 'history.sqlite'));
    const storing = vi.spyOn(ProjectTable.prototype, 'advance').mockImplementationOnce(function changedBefore(this: ProjectTable, ...step) {
      other
        .prepare(`UPDATE project SET version = version + 1, facts = json_set(facts, '$.options.listFormat', 'csv') WHERE id = ?`)
        .run(id);
      // The second call runs without the replacement.
      return this.advance(...step);
    });
    try {
      const sending = desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, quoteId });
      await expect(sending).rejects.toMatchObject({ code: 'INPUT_INVALID' });
      expect(storing).toHaveBeenCalled();
    } finally {
      storing.mockRestore();
      other.close();
    }
    await desk.idle();
    expect((await desk.call('projects.get', { id })).state.at).toBe('draft');
    expect(await desk.practice.client.ledger()).toEqual(before);
  });

  it.each([
    ['options', async (id: string) => await call('projects.change', { id, listFormat: 'csv' })],
    ['columns', leaveEmailsOut],
    ['cells', async (id: string) => await call('check.edit', { id, row: 2, field: 'city', value: 'Salem' })],
    ['whom to send', async (id: string) => await call('cost.choose', { id, best: pilot(1) })],
  ] as const)('is not changed by a terminal when the window has sent it immediately before: %s', async (what, change) => {
    const id = await desk.importPeople(...people(what, 1, 2));
    await call('check.get', { id });
    const rowsInFile = () => desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
    const cells = await rowsInFile();
    await sentWhile(id, () => change(id));
    expect(await rowsInFile()).toEqual(cells);
    expect((await desk.call('cost.get', { id })).best).toBeNull();
  });

  it('keeps its settings if the window sends it while a terminal removes an earlier screening from it', async () => {
    const of = await desk.importPeople(...people('R', 1, 2));
    await desk.call('projects.change', { id: of, scoreConfiguration: { minimumConfidenceOfMatch: 50 } });
    await desk.send(of);
    const id = await desk.importPeople(...people('R', 3, 4));
    await call('recipe.apply', { id, of, choices: {}, fixes: null });
    await call('check.get', { id });
    await expect(sentWhile(id, () => call('recipe.undo', { id }))).resolves.toBeUndefined();
  });

  it('keeps its connection and score settings if the window sends it while a terminal makes the rest of a pilot with the settings of the pilot', async () => {
    const of = await desk.importPeople(...people('S', 1, 2, 3));
    await desk.call('cost.choose', { id: of, best: pilot(2) });
    await desk.send(of);
    const rest = await desk.call('projects.screenRest', { id: of });
    await desk.idle();
    await call('projects.change', { id: rest.id, scoreConfiguration: { minimumConfidenceOfMatch: 50 } });
    await expect(sentWhile(rest.id, () => call('projects.screenRest', { id: of, like: of }))).resolves.toBeUndefined();
  });

  it('is reported as in use elsewhere, not as damaged', async () => {
    const id = await desk.importPeople(...people('C', 1, 2));
    const other = new Database(join(desk.folder, 'data', 'projects', `${id}.sqlite`));
    other.exec('BEGIN IMMEDIATE');
    try {
      await leaveEmailsOut(id);
      await expect(desk.call('check.get', { id })).rejects.toMatchObject({ code: 'DATABASE_LOCKED' });
    } finally {
      other.exec('ROLLBACK');
      other.close();
    }
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(2);
  });
});

describe('the do-not-screen list', () => {
  it('keeps the person whom a terminal adds while the window stores somebody else', async () => {
    const add = (add: Call, name: string) => add('doNotScreen.addPerson', { record: { constituentId: name } });
    const storing = vi.spyOn(SuppressionTable.prototype, 'change').mockImplementationOnce(function meanwhile(
      this: SuppressionTable,
      ...step
    ) {
      // The call waits for nothing before the person is stored.
      void add(call, 'N-101');
      this.change(...step);
    });
    try {
      await add((...input) => desk.call(...input), 'N-102');
      expect(storing.mock.calls.length).toBeGreaterThan(1);
    } finally {
      storing.mockRestore();
    }
    const id = await desk.importPeople(person('N-101'), person('N-102'), person('N-103'));
    expect((await desk.call('cost.get', { id })).rowsToSend).toBe(1);
    for (const one of ['N-101', 'N-102']) await call('doNotScreen.removePerson', { record: { constituentId: one } });
    expect((await desk.call('doNotScreen.get', {})).people).toBe(0);
  });
});
