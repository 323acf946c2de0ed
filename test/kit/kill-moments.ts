/** Moments between the steps of one action, at which tests kill the program in a process of its own: before and after calls of its methods. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/**
 * In the process: reaches a moment before and after each call of a method, prints it, and kills the process at `kill`. The second call of a
 * method has the moments `before NAME 2` and `after NAME 2`.
 */
export function watcher(kill: string | null): (name: string, owner: object, method: string) => void {
  const reach = (moment: string) => {
    process.stdout.write(`${moment}\n`);
    if (moment !== kill) return;
    process.kill(process.pid, 'SIGKILL');
    // Wait for the signal to arrive without doing anything else.
    for (;;);
  };
  return (name, owner, method) => {
    const original = Object.getOwnPropertyDescriptor(owner, method)!.value as (...args: unknown[]) => unknown;
    let calls = 0;
    Object.defineProperty(owner, method, {
      value(this: unknown, ...args: unknown[]) {
        const numbered = ++calls === 1 ? name : `${name} ${calls}`;
        reach(`before ${numbered}`);
        const result = original.apply(this, args);
        if (!(result instanceof Promise)) {
          reach(`after ${numbered}`);
          return result;
        }
        return result.then((value: unknown) => {
          reach(`after ${numbered}`);
          return value;
        });
      },
    });
  };
}

/** Starts a program of this folder, which reads `order` from the variable `name`. Returns the moments that it passed, each once, and the signal that ended it. */
export async function runToMoment(
  program: string,
  name: string,
  order: object,
): Promise<{ readonly moments: string[]; readonly signal: string | null }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
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
