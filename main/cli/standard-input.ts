/** All of standard input as text. */
export async function inputText(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of process.stdin) parts.push(chunk as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** The line end after a password in a file or a pipe. */
const LINE_END = /\r?\n$/;

/** The text of standard input without its last line end. */
export async function secretInput(): Promise<string> {
  return (await inputText()).replace(LINE_END, '');
}
