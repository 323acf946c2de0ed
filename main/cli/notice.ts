/** The notices of every command: about missing changes of the data folder, its key, and unfinished projects. */
import { EXIT } from '../../shared/base/index.ts';
import { isRunning } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** The key under which the notice about the key file is dismissed. */
const KEY_NOTICE = 'keyfile';

/** Prints the notices about the data folder and its key, until the user dismisses them. */
export async function printNotice(desk: Desk, output: Output): Promise<void> {
  const { notice, secrets, dismissed } = await desk.call('app.get', {});
  if (secrets.notice !== null && !dismissed.includes(KEY_NOTICE)) output.step(`${secrets.notice} Run "desk dismiss" to hide this notice.`);
  if (notice !== null) output.step(`${notice} Run "desk dismiss" to hide this notice.`);
}

/** Names the projects that an earlier program left unfinished. Only "desk resume" continues them. */
export async function printUnfinished(desk: Desk, output: Output): Promise<void> {
  const { runnerElsewhere } = await desk.call('app.get', {});
  if (runnerElsewhere !== null) return;
  for (const { id, name, state } of await desk.call('projects.list', {}))
    if (isRunning(state) || state.at === 'reading')
      output.step(`“${name}” is not finished and waits. "desk resume ${id.slice(0, 8)}" continues it.`);
}

/** `desk dismiss` returns the exit code. */
export async function dismiss(_call: Call, output: Output, desk: Desk): Promise<number> {
  await desk.call('app.dismissNotice', {});
  await desk.call('app.dismiss', { key: KEY_NOTICE });
  output.result({ ok: true }, 'The notice is not shown again.');
  return EXIT.done;
}
