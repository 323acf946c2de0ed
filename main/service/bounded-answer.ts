/** Limits for the body of an answer, to stop one that never ends. */
import { RequestFailed } from './failures.ts';

export interface AnswerLimits {
  /** Of the whole body. */
  readonly mostBytes: number;
  /** A body with fewer than `bytes` bytes in `ms` milliseconds is considered endless. */
  readonly slowest: { readonly bytes: number; readonly ms: number };
}

/** A million profiles are a few gigabytes. */
const LIMITS: AnswerLimits = { mostBytes: 16 * 1024 ** 3, slowest: { bytes: 16 * 1024, ms: 600_000 } };

/**
 * Passes the chunks on unchanged.
 * @throws RequestFailed of the kind `endless`; what the chunks throw
 */
export async function* bounded(
  chunks: AsyncIterable<Buffer>,
  { mostBytes, slowest }: AnswerLimits = LIMITS,
  now: () => number = () => performance.now(),
): AsyncGenerator<Buffer> {
  let total = 0;
  let recent = { since: now(), bytes: 0 };
  for await (const chunk of chunks) {
    total += chunk.length;
    recent.bytes += chunk.length;
    const isSlow = now() - recent.since > slowest.ms;
    if (total > mostBytes || (isSlow && recent.bytes < slowest.bytes)) throw new RequestFailed('endless', true, 'The answer does not end.');
    if (isSlow) recent = { since: now(), bytes: 0 };
    yield chunk;
  }
}
