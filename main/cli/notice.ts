/** The notice about missing changes of the data folder. */
import { EXIT } from '../../shared/base/errors.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

/** Prints the notice about the data folder with every command until the user dismisses it. */
export async function printNotice(desk: Desk, output: Output): Promise<void> {
  const { notice } = await desk.call('app.get', {});
  if (notice !== null) output.step(`${notice} Run "desk dismiss" to hide this notice.`);
}

/** `desk dismiss` returns the exit code. */
export async function dismiss(_call: Call, output: Output, desk: Desk): Promise<number> {
  await desk.call('app.dismissNotice', {});
  output.result({ ok: true }, 'The notice is not shown again.');
  return EXIT.done;
}
