/** A list that is longer than the limit of the service is sent in parts, one after the other, and is shown as one list. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReadyList, type OpenDesk } from '../../kit/ready-list.ts';
import { type DeskReport, sendList, rootProject } from '../../kit/desk-actions.ts';

const ROWS = 120;
/** Three parts, the last of them shorter. */
const MOST = 50;

let readyList: ReadyList;
let whole: ReadyList;
let plain: DeskReport['scores'] = {};

beforeAll(async () => {
  whole = await ReadyList.prepare(ROWS);
  plain = await whole.reference();
  readyList = await ReadyList.prepare(ROWS, { maxRows: MOST });
}, 60_000);

beforeEach(async () => {
  await readyList.practice.client.clearFaults();
  await readyList.practice.client.settings({ token: readyList.practice.client.token });
});

afterAll(async () => {
  await readyList.close();
  await whole.close();
});

async function ledger(desk: OpenDesk) {
  const { projects } = await readyList.practice.client.ledger();
  return projects.filter(({ name }) => name.startsWith(`${desk.name} ·`) || name.startsWith(`${desk.name},`));
}

/** The problems of a list that was sent in parts. */
async function problems(desk: OpenDesk): Promise<string[]> {
  const projects = await ledger(desk);
  const found = projects
    .filter(({ processActs, listsStored }) => processActs > 1 || listsStored > 1)
    .map(({ name }) => `${name} was started or filled twice`);
  const sum = (of: (project: (typeof projects)[number]) => number) => projects.reduce((total, project) => total + of(project), 0);
  if (sum(({ creditsCharged }) => creditsCharged) !== ROWS - readyList.refused)
    found.push(`${sum(({ creditsCharged }) => creditsCharged)} credits`);
  const { state, scores, defects } = await desk.report();
  const counts = { submitted: ROWS, scored: ROWS - readyList.refused, refused: readyList.refused, unknown: 0, unmatched: 0 };
  if (state.at !== 'done' || JSON.stringify(state.counts) !== JSON.stringify(counts)) found.push(JSON.stringify(state));
  if (JSON.stringify(scores) !== JSON.stringify(plain)) found.push('the cells are not those of a list that was sent as a whole');
  return [...found, ...defects];
}

const parts = async (desk: OpenDesk) =>
  (await desk.call('projects.list', {})).flatMap(({ lineage, state, sheet }) =>
    lineage?.kind === 'part' ? [{ part: lineage.part, parts: lineage.parts, at: state.at, rows: sheet?.rows }] : [],
  );

it('the number of parts is shown before, and the list is sent only with that number', async () => {
  const desk = await readyList.openCopy();
  try {
    const { id, connection } = await rootProject(desk.call);
    expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: ROWS, parts: 3, estimate: ROWS });
    await expect(desk.call('project.send', { id, rows: ROWS, connectionId: connection.id })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    });
    expect(await parts(desk)).toEqual([]);
  } finally {
    await desk.close();
  }
});

it('the results are the same, and each part has its own project', async () => {
  const desk = await readyList.openCopy();
  try {
    await sendList(desk.call, desk.name);
    await desk.application.idle();
    expect((await parts(desk)).toSorted((a, b) => a.part - b.part)).toEqual([
      { part: 2, parts: 3, at: 'done', rows: MOST },
      { part: 3, parts: 3, at: 'done', rows: ROWS - 2 * MOST },
    ]);
    expect((await ledger(desk)).map(({ rowsStored }) => rowsStored).toSorted((a, b) => a - b)).toEqual([ROWS - 2 * MOST, MOST, MOST]);
    expect(await problems(desk)).toEqual([]);
    const { id } = await rootProject(desk.call);
    expect((await desk.call('results.get', { id })).counts).toMatchObject({ submitted: ROWS, refused: readyList.refused });
    const { lineage } = await desk.call('projects.fixRefused', { id });
    expect(lineage).toEqual({ kind: 'retry', of: id });
    await desk.application.idle();
    const linked = (await desk.call('projects.list', {})).find((one) => one.lineage?.kind === 'retry');
    expect(linked?.sheet?.rows).toBe(readyList.refused);
  } finally {
    await desk.close();
  }
});

describe('a list in parts continues where it stopped', () => {
  it.each([3, 14, 22])('if the token expires at call %s and the program restarts', async (call) => {
    const { client } = readyList.practice;
    const desk = await readyList.openCopy();
    try {
      await client.setFaults({ kind: 'token-expires', nth: call });
      await sendList(desk.call, desk.name);
      await desk.application.idle();
    } finally {
      await desk.close();
    }
    await client.clearFaults();
    const again = await readyList.open(desk.name);
    try {
      await again.application.idle();
      const { connection } = await rootProject(again.call);
      await again.call('connections.setToken', { id: connection.id, token: client.token });
      await again.application.idle();
      expect(await problems(again)).toEqual([]);
    } finally {
      await again.close();
    }
  });

  it('if answers are lost', async () => {
    const desk = await readyList.openCopy();
    try {
      await readyList.practice.client.setFaults(
        { kind: 'drop-answer', on: { step: 'create' }, nth: 2 },
        { kind: 'drop-answer', on: { step: 'add' }, nth: 3 },
        { kind: 'drop-answer', on: { step: 'process' }, times: 2 },
      );
      await sendList(desk.call, desk.name);
      await desk.application.idle();
      expect(await problems(desk)).toEqual([]);
    } finally {
      await desk.close();
    }
  });
});
