/** The notice about missing changes of the data folder. */
import { EXIT } from '../../shared/base/errors.ts';
import { isRunning } from '../../shared/project/project.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** Prints the notice about the data folder with every command until the user dismisses it. */
export async function printNotice(desk: Desk, output: Output): Promise<void> {
  const { notice } = await desk.call('app.get', {});
  if (notice !== null) output.step(`${notice} Run "desk dismiss" to hide this notice.`);
}

/** Names the projects that an earlier program left unfinished and that nothing continues until "desk resume" does. */
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
  output.result({ ok: true }, 'The notice is not shown again.');
  return EXIT.done;
}
