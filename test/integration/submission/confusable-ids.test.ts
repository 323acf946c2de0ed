/** A list with IDs that a service confuses, from import to export: each row has the right score or none, and is charged once. */
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

const IDS = ['007', '7', '00123', 'AB1', 'ab1', 'C-9', '1e3', '1000', 'row-10', ''];
/** IDs that cannot be confused with another ID. */
const ALONE = ['00123', 'C-9', 'row-10', ''];

const LIST = [
  'Constituent ID,First Name,Last Name,Address,City,State,ZIP',
  ...IDS.map((id, at) => `${id},Ada,Lovelace${'abcdefghij'[at]!},${at + 1} Elm Street,Boston,MA,02108`),
];

/** The scores of a screening in a dialect, by last name. */
async function screened(dialect: string): Promise<Map<string, unknown>> {
  await desk.practice.client.settings({ dialect });
  const id = await desk.importList(LIST);
  await desk.call('projects.change', { id, sendErrors: true, resendRecent: true });
  const { rowsToSend, quoteId } = await desk.call('cost.get', { id });
  await desk.call('project.send', { id, rows: rowsToSend, connectionId: desk.connectionId, parts: 1, quoteId, allowDuplicate: true });
  await desk.idle();
  const { state } = await desk.call('projects.get', { id });
  if (state.at === 'needs-decision')
    await desk.call('project.decide', { id, choice: state.choices.find((choice) => choice !== 'look-again' && choice !== 'give-up')! });
  await desk.idle();
  const rows = await desk.exportRows(id);
  return new Map(rows.map((row) => [String(row['Last Name']), row['Overall score'] ?? null]));
}

it('no score appears on another row if a service turns IDs into numbers and lower case', async () => {
  const right = await screened('default');
  expect([...right.values()].filter((score) => score === null)).toEqual([]);
  const before = await desk.charged();
  const found = await screened('normalized-echo,id-only-echo,shuffled');
  expect(await desk.charged()).toBe(before + IDS.length);
  for (const [name, score] of found) expect([null, right.get(name)]).toContain(score);
  const alone = [...found.values()].filter((_, at) => ALONE.includes(IDS[at]!));
  expect(alone).toEqual([...right.values()].filter((_, at) => ALONE.includes(IDS[at]!)));
});
