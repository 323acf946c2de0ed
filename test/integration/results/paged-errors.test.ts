/** A paged report of row errors is read to its end, even if rows have several errors each. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestDesk } from '../../kit/test-desk.ts';
import { people, person } from '../../kit/list-people.ts';
import { recordService, type RecordedService } from '../../kit/recorded-service.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const REFUSED = 60;

let desk: TestDesk;
let service: RecordedService;

/** The same report with each error twice, with different messages. */
function withTwoErrors(answer: string): string {
  const twice = (errors: readonly object[]) => errors.flatMap((error) => [error, { ...error, message: 'and another one' }]);
  try {
    return JSON.stringify(JSON.parse(answer), (key, value: unknown) =>
      key === 'errors' && Array.isArray(value) ? twice(value as object[]) : value,
    );
  } catch {
    return answer;
  }
}

beforeAll(async () => {
  desk = await TestDesk.start(localTasks);
  service = await recordService(desk.practice.client.url, withTwoErrors);
  desk.connectionId = (await desk.call('connections.add', { name: 'Recorded', baseUrl: service.url })).id;
});
afterAll(async () => {
  await service.close();
  await desk.close();
});

it.each([
  ['that tell how many rows they have', 'paged-results', 'P'],
  ['that tell nothing', 'paged-results,pages-without-total', 'Q'],
])('in pages %s', async (_what, dialect, prefix) => {
  await desk.practice.client.settings({ dialect });
  const refused = Array.from({ length: REFUSED }, (_, index) => person(`${prefix}${index}`, { isRefused: true }));
  const id = await desk.importPeople(...people(prefix, 1000, 1001), ...refused);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0 });
  await desk.send(id, 1);
  await desk.keepPartialResults();
  expect((await desk.call('results.get', { id })).counts).toMatchObject({ scored: 2, refused: REFUSED, unknown: 0 });
});
