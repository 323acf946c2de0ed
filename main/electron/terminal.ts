/** The terminal of the installed program: `screening-desk desk …` runs one command and opens no window. */
import { app } from 'electron';

/** The arguments behind `desk`; null for a start of the window. `argv`: of the process. */
export function terminalArguments(argv: readonly string[], isPackaged: boolean): readonly string[] | null {
  // The folder of the program is an argument of Electron when it is not packaged.
  const [first, ...others] = argv.slice(isPackaged ? 1 : 2);
  return first === 'desk' ? others : null;
}

/** Runs the command, and ends the program with its exit code after everything is written. */
export async function runTerminal(args: readonly string[]): Promise<void> {
  if (process.platform === 'darwin') app.dock?.hide();
  // Loaded only here, because the window does not need it.
  const { main } = await import('../cli/index.ts');
  const code = await main(args);
  // Pipes of Windows are written later.
  await Promise.all([process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve))));
  app.exit(code);
}
