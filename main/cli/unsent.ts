/** Removes a list if its command ends before anything was sent. It contains people, so it must not be left behind without a message. */
import { AppError } from '../../shared/base/index.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** Where a list is, and how to remove it. */
export const keptText = (id: string): string => `The list is kept as ${id.slice(0, 8)}; "desk remove ${id.slice(0, 8)} --yes" removes it.`;

/** Removes the list of the command, unless something may have been sent. If the list is kept, says where. */
export async function removeUnsent(desk: Desk, output: Output): Promise<void> {
  const id = desk.unsent;
  desk.unsent = null;
  if (id === null) return;
  try {
    const { state } = await desk.call('projects.get', { id });
    const isUnsent = state.at === 'draft' || state.at === 'reading' || state.at === 'unreadable';
    if (!isUnsent && !(state.at === 'ended' && state.charged === 'no')) return;
    if (!isUnsent) {
      output.step(keptText(id));
      return;
    }
    await desk.call('projects.remove', { id, loseResults: false });
    output.step('The list was removed again from the data folder.');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    output.step(keptText(id));
  }
}
