/** A sent list of two people, and the project of its refused row, which is fixed and not sent. */
import { person } from './list-people.ts';
import type { TestDesk } from './test-desk.ts';

export const FIXED_EMAIL = 'fixed@example.org';

/** The people have the IDs `${prefix}1` and `${prefix}2`; the service refuses the original email of the second. */
export async function sentWithFixedRow(desk: TestDesk, prefix: string): Promise<{ readonly first: string; readonly fixing: string }> {
  const first = await desk.importPeople(person(`${prefix}1`), person(`${prefix}2`, { isRefused: true }));
  await desk.call('projects.change', { id: first, sendErrors: true });
  await desk.send(first);
  const { id: fixing } = await desk.call('projects.fixRefused', { id: first });
  await desk.idle();
  await desk.call('check.edit', { id: fixing, row: 3, field: 'personalEmail', value: FIXED_EMAIL });
  return { first, fixing };
}
