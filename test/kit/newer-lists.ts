/** Newer exports of lists that were screened before: what tests of them do with a desk. */
import { expect } from 'vitest';
import type { Input } from '../../shared/contract/index.ts';
import type { DeskHere } from './desk-here.ts';
import { PEOPLE_HEADINGS } from './list-people.ts';

type Changes = Omit<Input<'projects.change'>, 'id'>;

/** A list that was screened from end to end; rows with errors are sent as well. */
export async function screened(desk: DeskHere, lines: readonly string[], changes: Changes = {}): Promise<string> {
  const id = await desk.bring([PEOPLE_HEADINGS, ...lines]);
  await desk.call('projects.change', { id, sendErrors: true, screenedWithin: 0, ...changes });
  await desk.send(id);
  expect((await desk.call('projects.get', { id })).state.at).toBe('done');
  return id;
}

/** A newer list that is compared with an earlier screening alone, whatever else was screened of late. */
export async function newer(desk: DeskHere, lines: readonly string[], since: string): Promise<string> {
  const id = await desk.bring([PEOPLE_HEADINGS, ...lines]);
  await desk.call('projects.change', { id, since, sendErrors: true, screenedWithin: 0 });
  return id;
}

/** What a list's cost says of the screening that it is compared with. */
export const sinceOf = async (desk: DeskHere, id: string) => (await desk.call('cost.get', { id })).since;
