/** Refused rows, fixed and sent again: only they are sent, and their results join the others. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import type { CheckRow, ProjectView } from '../../../shared/contract/index.ts';
import { eventually } from '../../kit/eventually.ts';
import type { OpenDesk } from '../../kit/ready-list.ts';
import { setupReadyList } from '../../kit/setup-ready-list.ts';
import { sendList, rootProject } from '../../kit/desk-actions.ts';
import { SCREENING } from '../../kit/practice-client.ts';

const readyList = await setupReadyList();
beforeEach(async () => {
  await readyList.practice.client.settings({ dialect: 'default' });
});

/** A list that was screened, with the refused rows in a separate project. */
async function screened(desk: OpenDesk): Promise<{ first: ProjectView; linked: ProjectView }> {
  await sendList(desk.call, desk.name);
  await desk.application.idle();
  const first = await rootProject(desk.call);
  const { id } = await desk.call('projects.fixRefused', { id: first.id });
  await desk.application.idle();
  return { first, linked: await desk.call('projects.get', { id }) };
}

const REFUSED = { kind: 'rule', code: 'SERVICE_REFUSED', field: 'personalEmail' } as const;
const refusedRows = async ({ call }: OpenDesk, id: string): Promise<CheckRow[]> =>
  (await call('check.page', { id, filter: REFUSED, find: '', offset: 0, limit: 200 })).rows;

const counts = async ({ call }: OpenDesk, id: string) => {
  const { state } = await call('projects.get', { id });
  return state.at === 'done' ? state.counts : null;
};

async function sendLinked(desk: OpenDesk, id: string): Promise<void> {
  const { rowsToSend } = await desk.call('cost.get', { id });
  const { connection } = await desk.call('projects.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: connection.id });
  await desk.application.idle();
}

/** Credits charged for every project of a run on the service. */
async function charged(desk: OpenDesk): Promise<number[]> {
  const { projects } = await readyList.practice.client.ledger();
  return projects.filter(({ name }) => name.includes(desk.name)).map(({ creditsCharged }) => creditsCharged);
}

it('the linked project has only the refused rows, each with the service’s message on its cell, and does not send unfixed rows', async () => {
  const desk = await readyList.openCopy();
  try {
    const { first, linked } = await screened(desk);
    expect(linked).toMatchObject({ state: { at: 'draft' }, lineage: { kind: 'retry', of: first.id }, sheet: { rows: readyList.refused } });
    const refused = await desk.call('results.page', {
      id: first.id,
      selection: { outcome: 'refused', filters: [], find: '' },
      columns: [],
      sort: null,
      offset: 0,
      limit: 200,
    });
    const rows = await refusedRows(desk, linked.id);
    expect(rows.map(({ row }) => row)).toEqual(refused.rows.map(({ row }) => row));
    const messages = rows.map(({ issues }) => issues.find(({ code }) => code === 'SERVICE_REFUSED')?.serviceMessage);
    expect(messages).toEqual(refused.rows.map(({ reasons }) => reasons[0]?.message));
    expect(await desk.call('cost.get', { id: linked.id })).toMatchObject({ rowsInFile: readyList.refused, rowsToSend: 0 });
    expect((await desk.call('projects.fixRefused', { id: first.id })).id).toBe(linked.id);
  } finally {
    await desk.close();
  }
});

it('only fixed rows are sent and paid for, and their results join the others', async () => {
  const desk = await readyList.openCopy();
  const valid = readyList.rows - readyList.refused;
  try {
    const { first, linked } = await screened(desk);
    const [kept, ...fixed] = await refusedRows(desk, linked.id);
    for (const { row } of fixed)
      await desk.call('check.edit', { id: linked.id, row, field: 'personalEmail', value: `mended${row}@example.org` });
    expect((await refusedRows(desk, linked.id)).map(({ row }) => row)).toEqual([kept!.row]);
    await sendLinked(desk, linked.id);
    expect(await counts(desk, linked.id)).toMatchObject({ submitted: fixed.length, scored: fixed.length, refused: 0 });
    expect(await charged(desk)).toEqual([valid, fixed.length]);
    expect(await counts(desk, first.id)).toEqual({
      submitted: readyList.rows,
      scored: readyList.rows - 1,
      refused: 1,
      unknown: 0,
      unmatched: 0,
    });

    const { columns, counts: merged, later } = await desk.call('results.get', { id: first.id });
    expect(later).toEqual([{ kind: 'retry', credits: fixed.length }]);
    expect(merged).toMatchObject({ scored: readyList.rows - 1, refused: 1 });
    expect(columns.find(({ key }) => key.endsWith('overallScore'))?.filled).toBe(readyList.rows - 1);
    const person = await desk.call('results.person', { id: first.id, row: fixed[0]!.row });
    expect(person.outcome).toBe('scored');
    expect(person.record.find(({ field }) => field === 'personalEmail')?.value).toBe(`mended${fixed[0]!.row}@example.org`);
    expect(person.json).toContain(`mended${fixed[0]!.row}@example.org`);

    // The remaining rows can be fixed again from either project. Scored rows are never included.
    const again = await desk.call('projects.fixRefused', { id: first.id });
    await desk.application.idle();
    expect(again.id).not.toBe(linked.id);
    const rest = await refusedRows(desk, again.id);
    expect(rest.map(({ row }) => row)).toEqual([kept!.row]);
    await desk.call('check.edit', { id: again.id, row: kept!.row, field: 'personalEmail', value: 'still.none@example.invalid' });
    await desk.call('projects.change', { id: again.id, sendErrors: true });
    await sendLinked(desk, again.id);
    expect(await charged(desk)).toEqual([valid, fixed.length, 0]);
    expect(await counts(desk, first.id)).toMatchObject({ scored: readyList.rows - 1, refused: 1, unknown: 0 });
    const third = await desk.call('projects.fixRefused', { id: again.id });
    expect(third.lineage).toEqual({ kind: 'retry', of: first.id });
    expect((await desk.call('projects.fixRefused', { id: linked.id })).id).toBe(third.id);
    expect((await desk.call('projects.fixRefused', { id: first.id })).id).toBe(third.id);
    await desk.application.idle();
    await desk.call('projects.remove', { id: first.id });
    await desk.call('projects.remove', { id: third.id });
    await expect(desk.call('projects.fixRefused', { id: again.id })).rejects.toMatchObject({ code: 'NOT_NOW' });
  } finally {
    await desk.close();
  }
});

it('the results are joined once, even if the join is repeated', async () => {
  const desk = await readyList.openCopy();
  let firstId = '';
  try {
    const { first, linked } = await screened(desk);
    firstId = first.id;
    for (const { row } of await refusedRows(desk, linked.id))
      await desk.call('check.edit', { id: linked.id, row, field: 'personalEmail', value: `mended${row}@example.org` });
    await sendLinked(desk, linked.id);
  } finally {
    await desk.close();
  }
  const whole = { submitted: readyList.rows, scored: readyList.rows, refused: 0, unknown: 0, unmatched: 0 };
  // The state after the program ended before it stored that the results were merged.
  const database = new Database(join(desk.dataDir, 'history.sqlite'));
  database.prepare("UPDATE project SET facts = json_replace(facts, '$.lineage.merged', json('false'))").run();
  database.close();
  const after = await readyList.open(desk.name);
  try {
    await after.application.idle();
    // Rows were refused, so the answer names where they were sent again.
    await expect(after.call('projects.fixRefused', { id: firstId })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: `Every row that was not accepted was sent again already, in “Not accepted: ${after.name}”.`,
    });
    expect(await counts(after, firstId)).toEqual(whole);
    expect((await after.call('results.get', { id: firstId })).counts).toEqual(whole);
  } finally {
    await after.close();
  }
});

it('refused rows cannot be fixed while they are running, or if their outcome is not known', async () => {
  const desk = await readyList.openCopy();
  try {
    const { first, linked } = await screened(desk);
    for (const { row } of await refusedRows(desk, linked.id))
      await desk.call('check.edit', { id: linked.id, row, field: 'personalEmail', value: `mended${row}@example.org` });
    await readyList.practice.client.setFaults(SCREENING);
    const { rowsToSend } = await desk.call('cost.get', { id: linked.id });
    await desk.call('project.send', { id: linked.id, rows: rowsToSend, connectionId: linked.connection.id });
    const fix = () => desk.call('projects.fixRefused', { id: first.id });
    await eventually(async () => {
      expect((await desk.call('projects.get', { id: linked.id })).state.at).toBe('processing');
    });
    await expect(fix()).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringContaining(linked.name) as string });
    await desk.call('project.cancel', { id: linked.id });
    await expect(fix()).rejects.toMatchObject({ code: 'NOT_NOW' });
    await expect(desk.call('projects.remove', { id: linked.id })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(
        /was not removed\. The screening of 4 rows .* may be paid for\. .* can no longer be fetched/,
      ) as string,
    });
    expect((await desk.call('projects.get', { id: linked.id })).state.at).toBe('ended');
    await desk.call('projects.remove', { id: linked.id, loseResults: true });
    await expect(fix()).rejects.toMatchObject({ code: 'NOT_NOW', message: expect.stringMatching(/was removed/) as string });
  } finally {
    await desk.close();
  }
});
