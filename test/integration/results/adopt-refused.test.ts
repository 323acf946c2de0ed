/**
 * A refused adoption leaves nothing behind, and an adopted project can never be sent.
 * @module-tag deep
 */
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../shared/base/errors.ts';
import { REFUSED, ROWS, VALID, countsOf, remoteIdOf, setupAdoption } from '../../kit/adoption-desks.ts';
import type { Call } from '../../kit/desk-actions.ts';
import { people } from '../../kit/list-people.ts';

const desks = setupAdoption();

describe('refused adoptions, which leave nothing behind', () => {
  it('refuses a project that is already here, and one that is unknown', async () => {
    const { call, connectionId } = desks.sender;
    const remoteId = remoteIdOf(await call('projects.get', { id: desks.original }));
    await expect(call('projects.adopt', { connectionId, remoteId, file: null })).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: 'This project is already in this data folder: “Spring”.',
    });
    const nobody = { connectionId: desks.adopter.connectionId, remoteId: 'nobody', file: null };
    await expect(desks.adopter.call('projects.adopt', nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await desks.adopted(false);
    await expect(desks.adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/already in this data folder/) as string,
    });
  });

  it('refuses a project that the service has not processed', async () => {
    const remoteId = await desks.practice.client.create('Winter');
    await desks.acceptLedger();
    await expect(
      desks.adopter.call('projects.adopt', { connectionId: desks.adopter.connectionId, remoteId, file: null }),
    ).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: 'The service has not processed this project: its status is “created”. Adopt it once it is processed.',
    });
  });

  it('refuses a project of this folder that has lost its ID on the service, because it finds its results itself', async () => {
    const name = (await desks.sender.call('service.projects', { connectionId: desks.sender.connectionId })).find(
      (one) => one.projectId === desks.original,
    )!.name!;
    const { id } = await desks.adopter.call('projects.create', {
      file: await desks.adopter.file('spring.csv'),
      connectionId: desks.adopter.connectionId,
    });
    await desks.adopter.application.idle();
    await desks.change((database) => {
      database
        .prepare("UPDATE project SET facts = json_set(facts, '$.submission.marker', ?) WHERE id = ?")
        .run(name.slice(name.lastIndexOf(' ') + 1), id);
    });
    await expect(desks.adopted(false)).rejects.toMatchObject({
      code: 'NOT_NOW',
      message: expect.stringMatching(/finds its results itself/) as string,
    });
  });

  it('an adoption interrupted by the end of the program is removed at the next start, and can be repeated', async () => {
    const { id } = await desks.adopted(true);
    await desks.change((database) => {
      database.prepare(`UPDATE project SET state = '{"at":"reading"}' WHERE id = ?`).run(id);
    });
    expect(await desks.adopter.call('projects.list', {})).toEqual([]);
    expect(countsOf(await desks.adopted(true))).toMatchObject({ scored: VALID });
  });

  it('refuses a file with none of the people and another number of rows, and its people do not count as screened', async () => {
    const { call, connectionId, application } = desks.adopter;
    const others = people('Z', 1, 2, 3, 4, 5);
    await expect(
      call('projects.adopt', { connectionId, remoteId: await desks.remote(), file: await desks.adopter.file('other.csv', others) }),
    ).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message:
        'This file is not the list of the project: the service returned none of its people, and it has 5 rows to send where the project has 47. Choose the file that was sent.',
    });
    expect(await call('projects.list', {})).toEqual([]);
    const { id } = await call('projects.create', { file: await desks.adopter.file('other.csv', others), connectionId });
    await application.idle();
    expect(await call('cost.get', { id })).toMatchObject({ rowsToSend: 5, leftOut: [] });
  });

  it('refuses a file without rows', async () => {
    await expect(
      desks.adopter.call('projects.adopt', {
        connectionId: desks.adopter.connectionId,
        remoteId: await desks.remote(),
        file: await desks.adopter.file('empty.csv', []),
      }),
    ).rejects.toMatchObject({ code: 'NO_ROWS' });
    expect(await desks.adopter.call('projects.list', {})).toEqual([]);
  });

  it('nothing is kept if the service fails during the adoption, and the project can be adopted later', async () => {
    await desks.practice.client.setFaults({ kind: 'status', status: 500, on: { step: 'profiles' }, times: null });
    await expect(desks.adopted(true)).rejects.toMatchObject({ code: expect.stringMatching(/^SERVICE_/) as string });
    expect(await desks.adopter.call('projects.list', {})).toEqual([]);
    await desks.practice.client.clearFaults();
    expect(countsOf(await desks.adopted(true))).toMatchObject({ scored: VALID });
  });
});

describe('every way to submit refuses an adopted project', () => {
  const WAYS: readonly (readonly [string, (call: Call, id: string) => Promise<unknown>])[] = [
    [
      'send',
      async (call, id) =>
        await call('project.send', {
          id,
          rows: ROWS,
          connectionId: desks.adopter.connectionId,
          allowDuplicate: true,
          allowElsewhere: true,
        }),
    ],
    [
      'send in parts',
      async (call, id) => await call('project.send', { id, rows: ROWS, connectionId: desks.adopter.connectionId, parts: 2 }),
    ],
    ['fix refused rows', async (call, id) => await call('projects.fixRefused', { id })],
    ['start again', async (call, id) => await call('projects.startAgain', { id })],
    ['resume', async (call, id) => await call('project.resume', { id })],
    ['pause', async (call, id) => await call('project.pause', { id })],
    ['cancel', async (call, id) => await call('project.cancel', { id })],
    ['decide to ask again', async (call, id) => await call('project.decide', { id, choice: 'ask-again' })],
    ['decide to start over', async (call, id) => await call('project.decide', { id, choice: 'start-over' })],
    ['send the next part', async (call, id) => await call('parts.sendNext', { id })],
    ['release parts', async (call, id) => await call('parts.release', { id })],
    ['read another sheet', async (call, id) => await call('import.change', { id, headerRow: 2 })],
    ['edit a row', async (call, id) => await call('check.edit', { id, row: 2, field: 'city', value: 'Boston' })],
  ];

  it.each([true, false])('with its file: %s', async (withFile) => {
    const { id } = await desks.adopted(withFile);
    const codes: [string, string][] = [];
    for (const [way, attempt] of WAYS)
      codes.push([
        way,
        await attempt(desks.adopter.call, id).then(
          () => 'accepted',
          (error: unknown) => (error as AppError).code,
        ),
      ]);
    expect(codes).toEqual(WAYS.map(([way]) => [way, 'NOT_NOW']));
    await desks.adopter.application.idle();
    expect(await desks.adopter.call('projects.list', {})).toHaveLength(1);
    expect((await desks.adopter.call('projects.get', { id })).state.at).toBe('done');
  });

  it('scored people in the same file count as screened recently, and are left out of a new screening', async () => {
    const { call, connectionId, application } = desks.adopter;
    const { id } = await desks.adopted(true);
    const copy = await call('projects.create', {
      file: await desks.adopter.file('spring.csv'),
      connectionId,
      settingsFrom: { kind: 'project', id },
    });
    await application.idle();
    const cost = await call('cost.get', { id: copy.id });
    expect(cost.rowsToSend).toBe(REFUSED);
    expect(cost.leftOut).toContainEqual({ reason: 'recentlyScreened', rows: VALID });
  });

  it('people of a project without a date count as screened recently too, because it may be from today', async () => {
    const { id } = await desks.adopted(true);
    await desks.change((database) => {
      database.prepare("UPDATE project SET facts = json_set(facts, '$.adopted.createdAt', NULL) WHERE id = ?").run(id);
    });
    const copy = await desks.adopter.call('projects.create', {
      file: await desks.adopter.file('spring.csv'),
      connectionId: desks.adopter.connectionId,
    });
    await desks.adopter.application.idle();
    expect((await desks.adopter.call('cost.get', { id: copy.id })).leftOut).toContainEqual({ reason: 'recentlyScreened', rows: VALID });
  });

  it('people of the file who were not in the project can be sent, as after a pilot or the best of a list', async () => {
    const { call, connectionId, application } = desks.adopter;
    const all = people('D', ...Array.from({ length: 8 }, (_, index) => index));
    const theirs = await desks.sent('Pilot', all.slice(0, 6));
    const remoteId = remoteIdOf(await desks.sender.call('projects.get', { id: theirs }));
    await desks.acceptLedger();
    const adopted = await call('projects.adopt', { connectionId, remoteId, file: await desks.adopter.file('d.csv', all) });
    expect(countsOf(adopted)).toMatchObject({ scored: 6, unknown: 2 });
    expect((await call('plan.get', { connectionId })).due).toMatchObject({ never: 2 });
    const { id } = await call('projects.create', { file: await desks.adopter.file('d.csv', all), connectionId, name: 'Rest' });
    await application.idle();
    const { rowsToSend, screened } = await call('cost.get', { id });
    expect({ rowsToSend, ...screened }).toMatchObject({ rowsToSend: 2, withoutResult: [] });
  });

  it('the same list counts as sent by the adopted project', async () => {
    const { call, connectionId, application } = desks.adopter;
    const lines = people('C', ...Array.from({ length: 5 }, (_, index) => index));
    const theirs = await desks.sent('Autumn', lines);
    const remoteId = remoteIdOf(await desks.sender.call('projects.get', { id: theirs }));
    await desks.acceptLedger();
    await call('projects.adopt', { connectionId, remoteId, file: await desks.adopter.file('c.csv', lines) });
    const { id } = await call('projects.create', { file: await desks.adopter.file('c.csv', lines), connectionId, name: 'Other' });
    await application.idle();
    await call('projects.change', { id, recencyDays: 0 });
    await call('project.send', { id, rows: 5, connectionId });
    await application.idle();
    expect(await call('projects.get', { id })).toMatchObject({ state: { at: 'draft' }, lastError: { code: 'SENT_BEFORE' } });
  });
});
