import type { Application } from '../../main/application.ts';
import { callOf } from './desk-actions.ts';

/** Makes a draft of the people who are due, sends it, and waits for the results. */
export async function sendDue(application: Application, connectionId: string, name: string): Promise<void> {
  const call = callOf(application);
  const { id } = await call('plan.draft', { connectionId });
  await application.idle();
  await call('projects.change', { id, name });
  const { rowsToSend: rows } = await call('cost.get', { id });
  await call('project.send', { id, rows, connectionId });
  await application.idle();
}
