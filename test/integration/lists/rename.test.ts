/** A project can be renamed at any time; on the service it keeps the name with which it was sent. */
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const call: typeof desk.call = (...asked) => desk.call(...asked);
const imported = (prefix: string) =>
  desk.importList([
    'Constituent ID,First Name,Last Name,Address,City,State,ZIP',
    `${prefix}1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609`,
  ]);
const onService = async () => (await desk.practice.client.ledger()).projects.at(-1)!.name;
const nameToSend = async (id: string) => (await call('cost.get', { id })).nameOnService.replace(/ · [^·]+$/, '');

it('the name on the service follows until it is typed over', async () => {
  const id = await imported('A');
  await call('projects.change', { id, name: 'Spring gala' });
  expect(await nameToSend(id)).toBe('Spring gala');
  await call('projects.change', { id, serviceName: 'Gala guests' });
  await call('projects.change', { id, name: 'Year-end appeal' });
  expect([await nameToSend(id), (await call('projects.get', { id })).name]).toEqual(['Gala guests', 'Year-end appeal']);
  await call('projects.change', { id, serviceName: null });
  expect(await nameToSend(id)).toBe('Year-end appeal');
  await call('projects.change', { id, serviceName: 'Gala guests' });
  await desk.send(id);
  expect(await onService()).toMatch(/^Gala guests · /);
  expect(desk.storedBytes().includes('Gala guests')).toBe(false);
});

it('a finished project is renamed, and its results are still found on the service', async () => {
  const id = await imported('B');
  await call('projects.change', { id, name: 'Spring gala' });
  await desk.send(id);
  expect(await call('projects.change', { id, name: 'Gala, final' })).toMatchObject({ name: 'Gala, final', state: { at: 'done' } });
  await desk.restart();
  expect(await call('results.fetchAgain', { id })).toMatchObject({});
  await call('projects.change', { id, name: 'Gala, really final' });
  expect((await call('projects.get', { id })).name).toBe('Gala, really final');
  expect(await onService()).toMatch(/^Spring gala · /);
  await expect(call('projects.change', { id, serviceName: 'Another' })).rejects.toMatchObject({ code: 'NOT_NOW' });
});

it('a list that is renamed while it runs is sent once and finishes', async () => {
  const id = await imported('C');
  const charged = await desk.charged();
  desk.duringNextRequest = () => call('projects.change', { id, name: 'Renamed meanwhile' });
  await desk.send(id).catch(async () => await desk.send(id));
  expect(await call('projects.get', { id })).toMatchObject({ name: 'Renamed meanwhile', state: { at: 'done' } });
  expect((await desk.charged()) - charged).toBe(1);
});
