/**
 * Fields that are never sent: they stay in the list, and no request has their values: in JSON, CSV, a part, a retry or a single screening.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConnectionSettings } from '../../../shared/contract/settings.ts';
import { NO_POLICY, parsePolicy } from '../../../shared/policy/policy.ts';
import { SCREENING } from '../../kit/practice-client.ts';
import { type RecordedService, recordService } from '../../kit/recorded-service.ts';
import { TestDesk } from '../../kit/test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Phone,Email,Spouse First Name,Largest Gift Date';
const lines = (prefix: string) => [
  HEADINGS,
  `${prefix}-1,Ottilie,Marsh,8 Pine St,Salem,OR,97301,503-555-0141,ottilie@example.org,Leopold,2019-05-04`,
  `${prefix}-2,Clement,Abara,3 Cooper St,Salem,OR,97301,503-555-0142,clement@example.org,Philippa,2020-06-05`,
];
/** Values of the fields that are never sent, both as in the list and as the program writes them. */
const KEPT = /555-?01|Leopold|Philippa/;

let desk: TestDesk;
let service: RecordedService;
beforeAll(async () => {
  desk = await TestDesk.start();
  service = await recordService(desk.practice.client.url);
  desk.connectionId = (await desk.call('connections.add', { name: 'Recorded', baseUrl: service.url })).id;
});
afterAll(async () => {
  await service.close();
  await desk.close();
});

async function change(settings: Partial<ConnectionSettings>): Promise<void> {
  const before = (await desk.call('connections.list', {})).find(({ id }) => id === desk.connectionId)!.settings;
  await desk.call('connections.change', { id: desk.connectionId, settings: { ...before, ...settings } });
}

const wire = () => service.sent.join('\n');

it('are in the list and its files, and in no request', async () => {
  await change({ neverSent: ['spouseFirst', 'personalPhone'] });
  const id = await desk.importList(lines('N'));
  expect(await desk.call('cost.fields', { id })).not.toContain('personalPhone');
  expect((await desk.call('cost.get', { id })).neverSent).toEqual(['spouseFirst', 'personalPhone']);
  for (const { text } of (await desk.call('cost.sample', { id, limit: 2 })).records) expect(text).not.toMatch(KEPT);
  await desk.send(id);
  expect(wire()).toContain('ottilie@example.org');
  expect(wire()).not.toMatch(KEPT);
  // A later change of the connection does not change what was sent.
  await change({ neverSent: [] });
  expect((await desk.call('cost.get', { id })).neverSent).toEqual(['spouseFirst', 'personalPhone']);
  const rows = await desk.exportRows(id);
  expect(rows.map((row) => [row['Phone'], row['Spouse First Name'], row['Screening outcome']])).toEqual([
    ['503-555-0141', 'Leopold', 'Scored'],
    ['503-555-0142', 'Philippa', 'Scored'],
  ]);
  const { sent } = await desk.call('record.get', { id });
  expect(sent?.fields).toContain('personalEmail');
  expect(sent?.fields).not.toContain('personalPhone');
});

it('are in no request with the refused rows that were corrected', async () => {
  await change({ neverSent: ['spouseFirst', 'personalPhone'] });
  const id = await desk.importList([
    HEADINGS,
    ...lines('T').slice(1, 2),
    lines('T')[2]!.replace('clement@example.org', 'clement@example.invalid'),
  ]);
  await desk.call('projects.change', { id, sendErrors: true, resendRecent: true });
  await desk.send(id);
  const retry = await desk.call('projects.fixRefused', { id });
  await desk.idle();
  await desk.call('check.edit', { id: retry.id, row: 3, field: 'personalEmail', value: 'abara@example.org' });
  await desk.send(retry.id);
  expect(wire()).toContain('abara@example.org');
  expect(wire()).not.toMatch(KEPT);
  await change({ neverSent: [] });
});

it('make no other list of the same people, so that nobody is paid for twice', async () => {
  const paid = await desk.charged();
  const again = await desk.importList(lines('N'));
  await desk.call('projects.change', { id: again, resendRecent: true });
  await desk.send(again);
  expect((await desk.call('projects.get', { id: again })).lastError?.code).toBe('SENT_BEFORE');
  expect(await desk.charged()).toBe(paid);
});

it('are in no request in CSV, in no later part, and in no single screening, even if only the policy names them', async () => {
  desk.policy = parsePolicy('the policy', { version: 1, neverSent: ['personalPhone'] });
  expect(desk.policy).toMatchObject({ kind: 'set' });
  await desk.restart();
  await change({ neverSent: ['spouseFirst'], listFormat: 'csv', maxRows: 1 });
  const id = await desk.importList(lines('C'));
  await desk.send(id, 2);
  await desk.idle();
  expect((await desk.exportRows(id)).map((row) => row['Screening outcome'])).toEqual(['Scored', 'Scored']);
  expect(service.sent.filter((body) => body.includes('C-1') || body.includes('C-2')).length).toBeGreaterThan(1);
  const record = { primaryFirst: 'Nora', primaryLast: 'Hale', personalPhone: '503-555-0143', spouseFirst: 'Leopold', postalCode: '97301' };
  await desk.call('service.screenOne', { connectionId: desk.connectionId, record });
  expect(wire()).toContain('Hale');
  expect(wire()).not.toMatch(KEPT);
});

it('a policy that changes while a list is partly sent applies to its next part: fields, the most rows and locked settings', async () => {
  desk.policy = NO_POLICY;
  await desk.restart();
  await change({ neverSent: [], listFormat: 'json', maxRows: 1 });
  const id = await desk.importList(lines('H'));
  const { client } = desk.practice;
  await client.setFaults(SCREENING);
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 2, quoteId });
  await desk.until(id, ({ state }) => state.at === 'processing');
  expect(wire()).toContain('Leopold');
  // A part with fewer rows than the policy allows still belongs to a list with more.
  desk.policy = parsePolicy('the policy', { version: 1, neverSent: ['spouseFirst'], mostRows: 1 });
  await desk.restart();
  await client.clearFaults();
  await desk.idle();
  const { id: part } = (await desk.call('projects.list', {})).find(({ lineage }) => lineage?.kind === 'part' && lineage.of === id)!;
  const paid = await desk.charged();
  const partOf = async () => {
    const { state, lastError } = await desk.call('projects.get', { id: part });
    return { at: state.at, code: lastError?.code ?? null };
  };
  expect(await partOf()).toEqual({ at: 'draft', code: 'POLICY_REFUSED' });
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  await desk.send(part);
  expect([await partOf(), await desk.charged()]).toEqual([{ at: 'draft', code: 'POLICY_REFUSED' }, paid]);
  // With another policy it is sent, without the field.
  const organizationRules = { required: [], severities: {} };
  desk.policy = parsePolicy('the policy', { version: 1, neverSent: ['spouseFirst'], mostRows: 2, organizationRules });
  await desk.restart();
  await expect(desk.call('organizationRules.set', organizationRules)).rejects.toMatchObject({ code: 'POLICY_REFUSED' });
  await desk.send(part);
  expect([await partOf(), await desk.charged()]).toEqual([{ at: 'done', code: null }, paid + 1]);
  expect(wire()).toContain('H-2');
  expect(wire()).not.toContain('Philippa');
});

it('cannot be the fields that find a person', async () => {
  await expect(change({ neverSent: ['primaryLast'] })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
});
