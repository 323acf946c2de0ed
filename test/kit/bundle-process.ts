/** Starts `bundle-child.ts`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('bundle-child.ts', import.meta.url));

export interface BundleOrder {
  readonly dataDir: string;
  /** Each byte of the data key. */
  readonly dataKey: number;
  readonly bundle: string;
  readonly passphrase: string;
  /** The project that is handed over; null: the bundle is opened. */
  readonly id: string | null;
  /** The moment at which the process kills itself; null: it ends. */
  readonly kill: string | null;
}

/** The moments that the process passed, each once, and the signal that ended it. */
export async function runBundle(order: BundleOrder): Promise<{ readonly moments: string[]; readonly signal: string | null }> {
  const child = spawn(process.execPath, [CHILD], {
    env: { ...process.env, BUNDLE_CHILD: JSON.stringify(order), DESK_KEYCHAIN: 'none' },
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
