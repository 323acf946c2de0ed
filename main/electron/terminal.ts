/** The terminal of the installed program: `screening-desk desk …` runs one command and does not open a window. */
import { app } from 'electron';

/** The arguments after `desk`; null if the window should be started. `argv`: the arguments of the process. */
export function terminalArguments(argv: readonly string[], isPackaged: boolean): readonly string[] | null {
  // If Electron is not packaged, it also gets the folder of the program as an argument.
  const [first, ...others] = argv.slice(isPackaged ? 1 : 2);
  return first === 'desk' ? others : null;
}

/** Runs the command. Ends the program with its exit code after all output is written. */
export async function runTerminal(args: readonly string[]): Promise<void> {
  if (process.platform === 'darwin') app.dock?.hide();
  // Loaded only here, because the window does not need it.
  const { main } = await import('../cli/index.ts');
  const code = await main(args);
  // Windows writes to pipes asynchronously.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  app.exit(code);
}
