/** Freed bytes are gone immediately, and bytes that share their buffer are kept. */
import { expect, it } from 'vitest';
import { freeBytes } from '../../../../shared/base/index.ts';

it('frees a buffer that the bytes fill, and leaves one that others can use', () => {
  const own = new Uint8Array(64).fill(7);
  freeBytes(own);
  expect(own.buffer.byteLength).toBe(0);

  const whole = new Uint8Array(64).fill(7);
  freeBytes(whole.subarray(8, 16));
  expect([...new Set(whole)]).toEqual([7]);

  const shared = new Uint8Array(new SharedArrayBuffer(8)).fill(7);
  freeBytes(shared);
  expect(shared.length).toBe(8);
});
