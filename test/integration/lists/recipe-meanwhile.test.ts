/** "Same as last time" while another window changes the columns or how the file is read: its undo restores the state right before it. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { SpawnWorker } from '../../../main/platform/ports.ts';
import { localTasks } from '../../kit/local-tasks.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

/** Runs once, right before a recipe changes the columns. */
let meanwhile: (() => Promise<unknown>) | null = null;

const desk = await setupTestDesk(((name, input, onProgress) => {
  const task = localTasks(name, input, onProgress);
  if (name !== 'query') return task;
  const asked = task as unknown as { ask: (query: string, ...rest: unknown[]) => Promise<unknown> };
  return {
    ...task,
    ask: async (query: string, ...rest: unknown[]) => {
      const answer = await asked.ask(query, ...rest);
      if (query === 'appliedEdits') {
        const hook = meanwhile;
        meanwhile = null;
        await hook?.();
      }
      return answer;
    },
  };
}) as SpawnWorker);

afterEach(() => {
  meanwhile = null;
});

const LINES = [
  'Donor No,First Name,Last Name,Street,City,State,ZIP,Segment',
  '17,Ann,Zephyrine,1 Mill St,Lowell,MA,01852,Gala',
  '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060,Run',
];
const SEGMENT = 7;

const planOf = async (id: string) => (await desk.call('columns.get', { id })).plan;
const apply = (id: string) => desk.call('recipe.apply', { id, of, choices: {}, fixes: null });

let of: string;
beforeAll(async () => {
  of = await desk.importList(LINES);
  await desk.call('projects.change', { id: of, recencyDays: 0 });
  await desk.send(of);
});

it('keeps changes of columns right before it, and undo restores those columns', async () => {
  const id = await desk.importList(LINES);
  const plan = await planOf(id);
  const columns = plan.columns.map((one) =>
    one.column === SEGMENT ? { ...one, to: { kind: 'field' as const, field: 'businessName' as const }, settled: true } : one,
  );
  meanwhile = () => desk.call('columns.change', { id, plan: { ...plan, columns } });
  await apply(id);
  expect((await planOf(id)).columns[SEGMENT]?.to).not.toMatchObject({ field: 'businessName' });
  await desk.call('recipe.undo', { id });
  expect((await planOf(id)).columns[SEGMENT]?.to).toMatchObject({ field: 'businessName' });
});

it('changes nothing when the file is read in another way right before it', async () => {
  const id = await desk.importList(LINES);
  meanwhile = () => desk.call('import.change', { id, headerRow: 2 });
  await expect(apply(id)).rejects.toThrow('The file has since been read with other settings');
  expect((await desk.call('recipe.get', { id })).used).toBeNull();
});
