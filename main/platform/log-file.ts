/** The log file, for all hosts. */
import { appendFileSync, chmodSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { stackFrames, codeOf } from '../../shared/base/index.ts';
import type { Log } from './ports.ts';

const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** The parts of an error that may be logged: never its message, which could contain a cell or a token. */
function withoutMessages(error: unknown): Record<string, string | number> {
  if (!(error instanceof Error)) return { kind: typeof error };
  const frames = stackFrames(error).slice(0, 6);
  return { kind: error.name, code: codeOf(error), frames: frames.join(' | '), cause: error.cause instanceof Error ? error.cause.name : '' };
}

/** A log of JSON lines in the data folder (0600), with one older file. Never throws. */
export function openLog(dataDir: string): Log {
  const folder = join(dataDir, 'logs');
  const path = join(folder, 'desk.log');
  const write = (line: Record<string, unknown>) => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(path, join(folder, 'desk.old.log'));
      appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...line })}\n`, { mode: 0o600 });
      chmodSync(path, 0o600);
    } catch {
      // A full disk must not make logging fail.
    }
  };
  return {
    info: (event, details = {}) => write({ event, ...details }),
    error: (event, error, details = {}) => write({ event, ...details, error: withoutMessages(error) }),
  };
}
