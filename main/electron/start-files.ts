/** The files that the program is started with. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { app } from 'electron';
import { z } from 'zod';

/** What a second instance passes to the first one. */
const SecondInstance = z.object({ files: z.array(z.string()) });

export const filesOfSecondInstance = (passed: unknown): readonly string[] => SecondInstance.safeParse(passed).data?.files ?? [];

/** True for a switch, and for the folder of the program, which Electron gets as an argument when it is not packaged. */
export const isOwnArgument = (argument: string): boolean => argument.startsWith('-') || resolve(argument) === resolve(app.getAppPath());

/** The files in the command line arguments: paths relative to `folder`, or file URLs, which Linux launchers pass. */
export function filesIn(args: readonly string[], folder: string): string[] {
  return args.flatMap((argument) => {
    if (argument === '' || isOwnArgument(argument)) return [];
    // A network path is not changed, so that `checkFilePath` refuses it.
    if (/^[\\/]{2}/.test(argument)) return [argument];
    if (!argument.startsWith('file:')) return [resolve(folder, argument)];
    try {
      return [fileURLToPath(argument)];
    } catch {
      return [];
    }
  });
}
