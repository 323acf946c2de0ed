/** A line of a stack that names a place in the code. */
const FRAME = /^ {4}at [^\n]*:\d+:\d+\)?$/;

/**
 * The frames of an error's stack without folders, for logs and defect reports. Never text of the message, which begins
 * the stack and can contain a cell or a token.
 */
export function stackFrames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '')
    .replace(error.message, () => '')
    .split('\n')
    .filter((line) => FRAME.test(line))
    .map((line) => line.trim().replaceAll(/\(?(file:)?[^\s()]*[\\/](?=[^\\/\s()]+:\d)/g, ''));
}
