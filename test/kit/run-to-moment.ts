/** Runs a program up to a moment of `kill-moments.ts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bundledProgram } from './bundled-program.ts';

/**
 * Starts a program of this folder that reads `order` from the variable `name`. Returns the moments that it passed, and what signal ended
 * it.
 */
export async function runToMoment(
  program: string,
  name: string,
  order: object,
): Promise<{ readonly moments: string[]; readonly signal: string | null }> {
  const child = spawn(process.execPath, [await bundledProgram(fileURLToPath(new URL(program, import.meta.url)))], {
    env: { ...process.env, [name]: JSON.stringify(order), DESK_KEYCHAIN: 'none' },
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
