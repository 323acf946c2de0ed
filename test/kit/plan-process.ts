/** Starts `plan-child.ts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Application } from '../../main/application.ts';
import { callOf } from './desk-actions.ts';

const CHILD = fileURLToPath(new URL('plan-child.ts', import.meta.url));

export interface PlanOrder {
  readonly dataDir: string;
  readonly token: string;
  readonly connectionId: string;
  /** The name of the draft, which tells its projects on the service from those of other runs. */
  readonly name: string;
  /** The moment at which the process kills itself; null: it ends. */
  readonly kill: string | null;
}

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

/** The moments that the process passed, each once, and the signal that ended it. */
export async function runPlan(order: PlanOrder): Promise<{ readonly moments: string[]; readonly signal: string | null }> {
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, PLAN_CHILD: JSON.stringify(order), DESK_KEYCHAIN: 'none' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null, string | null]>,
  ]);
  if (signal === null && code !== 0) throw new Error(err);
  return { moments: [...new Set(out.split('\n').filter((line) => line !== ''))], signal };
}
