/** People who asked not to be screened are sent only for a reason, which is stored, and never if the organization forbids it. */
import { afterEach, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const call: typeof desk.call = (...asked) => desk.call(...asked);
const REASON = 'Asked again on March 3 and agreed, says the gift officer';

/** Two people without an objection, one with an objection in a column, and one on the do-not-screen list. */
async function imported(prefix: string): Promise<string> {
  await call('doNotScreen.addPerson', { record: { constituentId: `${prefix}4` } });
  return await desk.importList([
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP,ExcludeWealthEnrichment',
    `${prefix}1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609,`,
    `${prefix}2,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,Y`,
    `${prefix}3,Tobias,Whitlock,77 Old Post Rd,Boulder,CO,80306,`,
    `${prefix}4,Beatrix,Farrow,9 Fern Hollow Dr,Portland,OR,97201,`,
  ]);
}
const ids = (prefix: string, ...numbers: number[]) => numbers.map((number) => `${prefix}${number}`);
const toSend = async (id: string) => (await call('cost.get', { id })).rowsToSend;
const anyway = async (id: string) => {
  const { sentAnyway, reasons } = await call('cost.issues', { id });
  return { sentAnyway, reasons };
};
const sending = async (id: string) => (await call('project.timeline', { id })).find(({ event }) => event === 'send');

afterEach(async () => {
  await call('doNotScreen.clear', {});
  await call('organizationRules.set', { required: [], severities: {} });
});

it('are sent for a reason, which is stored with the project and its journal, encrypted on the disk', async () => {
  const id = await imported('A');
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 2, saved: 2, leftOut: [{ reason: 'suppressed', rows: 2 }] });
  expect(await call('check.sendObjected', { id, reason: REASON })).toMatchObject({ leftOut: 0, ready: 4 });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 4, saved: 0, leftOut: [] });
  expect(await anyway(id)).toEqual({ sentAnyway: [{ reason: 'suppressed', rows: 2 }], reasons: [REASON] });
  await desk.restart();
  expect(await toSend(id)).toBe(4);
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('A', 1, 2, 3, 4));
  expect(await sending(id)).toMatchObject({
    by: 'person',
    evidence: expect.stringContaining(`2 of them marked “do not screen”: “${REASON}”`),
  });
  expect(desk.storedBytes().includes(REASON)).toBe(false);
});

it('are left out again, in one step and by undo', async () => {
  const id = await imported('B');
  await call('check.sendObjected', { id, reason: REASON });
  await call('check.sendObjected', { id, reason: null });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 2, leftOut: [{ reason: 'suppressed', rows: 2 }] });
  expect(await anyway(id)).toEqual({ sentAnyway: [], reasons: [] });
  await call('check.undo', { id });
  expect(await toSend(id)).toBe(4);
  await call('check.undo', { id });
  expect(await toSend(id)).toBe(2);
  await call('check.redo', { id });
  // One of them is left out again; the reason is the objection, not a choice by hand.
  await call('check.leaveOut', { id, rows: [3], leaveOut: true });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [{ reason: 'suppressed', rows: 1 }] });
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('B', 1, 3, 4));
});

it('are never sent without a reason, nor in any other way', async () => {
  const id = await imported('C');
  await expect(call('check.sendObjected', { id, reason: '  ' })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
  await call('check.leaveOut', { id, rows: { kind: 'leftOut' }, leaveOut: false });
  await call('check.leaveOut', { id, rows: [3, 5], leaveOut: false });
  await call('projects.change', { id, sendErrors: true, sendAnyway: true, resendRecent: true });
  expect(await toSend(id)).toBe(2);
});

it('are not sent if the organization rules forbid it, even if the rule was set after the reason was given', async () => {
  const id = await imported('D');
  await call('check.sendObjected', { id, reason: REASON });
  expect(await toSend(id)).toBe(4);
  await call('organizationRules.set', { required: [], severities: {}, neverObjected: true });
  expect(await toSend(id)).toBe(2);
  await expect(call('check.sendObjected', { id, reason: REASON })).rejects.toMatchObject({
    message: expect.stringContaining('rules of your organization'),
  });
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('D', 1, 3));
});

it('a person who objects after the reason was given is not sent', async () => {
  const id = await imported('E');
  await call('check.sendObjected', { id, reason: REASON });
  await call('doNotScreen.addPerson', { record: { constituentId: 'E1' } });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 3, leftOut: [{ reason: 'suppressed', rows: 1 }] });
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(ids('E', 2, 3, 4));
});

it('are also sent in the parts of a long list', async () => {
  const id = await imported('F');
  await call('check.sendObjected', { id, reason: REASON });
  const settings = { listFormat: 'json', rowBase: 'find' } as const;
  await call('connections.change', { id: desk.connectionId, settings: { ...settings, maxRows: 2 } });
  await desk.send(id, 2);
  await call('connections.change', { id: desk.connectionId, settings });
  const { projects } = await desk.practice.client.ledger();
  expect(projects.slice(-2).map(({ rowsStored }) => rowsStored)).toEqual([2, 2]);
});

it('a row of somebody who objected is compared with others once it is sent', async () => {
  await call('doNotScreen.addPerson', { record: { constituentId: 'G1' } });
  const row = 'G1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609';
  const id = await desk.importList(['Constituent ID,First Name,Last Name,Address,City,State,ZIP', row, row]);
  await call('check.sendObjected', { id, reason: REASON });
  expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'duplicateId', rows: 1 }] });
});
