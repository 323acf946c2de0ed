import { describe, expect, it } from 'vitest';
import { bounded } from '../../../../main/service/bounded-answer.ts';

const limits = { mostBytes: 1_000, slowest: { bytes: 10, ms: 100 } };

/** Reads an answer of equal chunks, one every `pause` milliseconds; returns the number of bytes read, or the kind of the failure. */
async function read(count: number, size: number, pause: number): Promise<number | string> {
  let now = 0;
  async function* chunks() {
    for (let i = 0; i < count; i++) {
      now += pause;
      yield Buffer.alloc(size);
    }
  }
  let bytes = 0;
  try {
    for await (const chunk of bounded(chunks(), limits, () => now)) bytes += chunk.length;
  } catch (error) {
    return (error as { kind: string }).kind;
  }
  return bytes;
}

describe('an answer', () => {
  it('that ends is read whole, however long it takes', async () => {
    expect(await read(10, 100, 90)).toBe(1_000);
    expect(await read(100, 10, 101)).toBe(1_000);
  });

  it('of too many bytes is stopped', async () => {
    expect(await read(Infinity, 100, 0)).toBe('endless');
  });

  it('that trickles is stopped', async () => {
    expect(await read(Infinity, 1, 40)).toBe('endless');
  });
});
