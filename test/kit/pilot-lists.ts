/** Pilots of lists of nine people on a test desk. */
import { pilot, rankedList } from './ranked-lists.ts';
import type { TestDesk } from './test-desk.ts';

export const people = (prefix: string) => rankedList(prefix, 9);

export function pilotLists(desk: Pick<TestDesk, 'call' | 'idle' | 'importList'>) {
  const call: typeof desk.call = (...asked) => desk.call(...asked);
  const restOf = async (id: string) => {
    const rest = await call('projects.screenRest', { id });
    await desk.idle();
    return rest.id;
  };
  const stateOf = async (id: string) => (await call('projects.get', { id })).state;

  /** A pilot of the first three of nine people, not sent yet. */
  async function piloted(prefix: string): Promise<string> {
    const id = await desk.importList(people(prefix));
    await call('projects.change', { id, recencyDays: 0 });
    await call('cost.choose', { id, best: pilot(3, [`${prefix}1`, `${prefix}2`, `${prefix}3`]) });
    return id;
  }

  async function newerThan(of: string, prefix: string, ...more: string[]): Promise<string> {
    const id = await desk.importList([...people(prefix), ...more]);
    await call('projects.change', { id, baselineId: of, recencyDays: 0 });
    return id;
  }
  return { restOf, stateOf, piloted, newerThan };
}
