/** The columns of Scores are loaded with its first page, but not for a report or an export, which do not need them. */
import { afterEach, expect, it, vi } from 'vitest';
import { ResultPages } from '../../../main/worker/results/result-pages.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { rankedList } from '../../kit/ranked-lists.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk(localTasks);
afterEach(() => vi.restoreAllMocks());

it('loads them once, with the first page', async () => {
  const prepare = vi.spyOn(ResultPages.prototype, 'prepare');
  const id = await desk.importList(rankedList('T', 4));
  await desk.send(id);
  await desk.call('results.get', { id });
  await desk.call('report.get', { id });
  expect(prepare).not.toHaveBeenCalled();
  const selection = { outcome: 'scored' as const, filters: [], find: '' };
  for (const offset of [0, 2]) await desk.call('results.page', { id, selection, columns: [], sort: null, offset, limit: 2 });
  expect(prepare).toHaveBeenCalledTimes(1);
});
