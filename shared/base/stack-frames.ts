/** A line of a stack trace, with or without the name of the function. */
const FRAME = /^ {4}at (?:([^\n]*?) \(([^\n]*)\)|(async )?([^\n]*))$/;
const PLACE = /([^\\/]*:\d+:\d+)$/;

/**
 * The file of a stack frame without its folders. A built file keeps the name of its target: `out/worker/index.mjs:3:7` becomes
 * `worker/index.mjs:3:7`.
 */
function withoutFolders(place: string): string | null {
  const file = PLACE.exec(place)?.[1];
  if (file === undefined) return null;
  const [parent, target] = place.split(/[\\/]/).slice(-3, -1);
  return parent === 'out' ? `${target}/${file}` : file;
}

/**
 * The frames of an error's stack without folders, for logs and defect reports: `at name (file:3:7)`, `at file:3:7`. Leaves out the message
 * at the beginning of the stack, which can contain a cell or a token. `npm run trace` finds the sources of built files.
 */
export function stackFrames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '')
    .replace(error.message, () => '')
    .split('\n')
    .flatMap((line) => {
      const [, name, named, async = '', unnamed] = FRAME.exec(line) ?? [];
      const place = withoutFolders(named ?? unnamed ?? '');
      if (place === null) return [];
      return [name === undefined ? `at ${async}${place}` : `at ${name} (${place})`];
    });
}
