/** Helpers for tests with newer exports of lists that were screened before. */
import { expect } from 'vitest';
import type { Input } from '../../shared/contract/index.ts';
import type { TestDesk } from './test-desk.ts';

type Changes = Omit<Input<'projects.change'>, 'id'>;

/** Screens a list completely, including rows with errors. */
export async function screenList(desk: TestDesk, lines: readonly string[], changes: Changes = {}): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, sendErrors: true, recencyDays: 0, ...changes });
  await desk.send(id);
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  return id;
}

/** Imports a newer list with one earlier screening as baseline, ignoring all other recent screenings. */
export async function importNewer(desk: TestDesk, lines: readonly string[], baselineId: string): Promise<string> {
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, baselineId, sendErrors: true, recencyDays: 0 });
  return id;
}

/** The baseline part of a list's cost. */
export const baselineCost = async (desk: TestDesk, id: string) => (await desk.call('cost.get', { id })).baseline;
