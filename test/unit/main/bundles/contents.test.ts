/** The records of a bundle have a limit, so that a made-up one cannot fill the memory. */
import { expect, it } from 'vitest';
import { readContents, writeContents } from '../../../../main/bundles/contents.ts';
import type { BundleReader, BundleWriter } from '../../../../main/bundles/format.ts';
import { AppError } from '../../../../shared/base/index.ts';

const MB = 1024 * 1024;
const setting = (bytes: number) => ({ kind: 'setting', name: 'notes/somebody', value: 'x'.repeat(bytes) });

/** A content that repeats a record without an end; `read`: the bytes that were read of it. */
function endless(record: unknown) {
  const bytes = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  let isLength = false;
  const given = { read: 0 };
  const reader = {
    read: () => {
      isLength = !isLength;
      given.read += isLength ? 0 : bytes.length;
      return Promise.resolve(isLength ? length : bytes);
    },
    damaged: () => new AppError('BUNDLE_DAMAGED', 'It is damaged.'),
  };
  return { reader: reader as unknown as BundleReader, given };
}

it.each([
  ['long', setting(50 * MB)],
  ['short', setting(1)],
])('an endless number of %s records is refused', async (_, record) => {
  const { reader, given } = endless(record);
  await expect(readContents(reader)).rejects.toMatchObject({ code: 'BUNDLE_DAMAGED' });
  expect(given.read).toBeLessThanOrEqual(128 * MB);
});

it('a bundle that could not be read is not made', async () => {
  const written: Buffer[] = [];
  const writer = { append: (bytes: Buffer) => Promise.resolve(void written.push(bytes)) } as unknown as BundleWriter;
  const value = 'x'.repeat(50 * MB);
  const settings = new Map(['a', 'b', 'c'].map((name) => [name, value]));
  const rows = { project: {}, journal: [], reviews: [], claim: null };
  const contents = { head: { kind: 'head' }, rows, settings, record: null } as unknown as Parameters<typeof writeContents>[1];
  await expect(writeContents(writer, contents)).rejects.toMatchObject({ code: 'NOT_NOW' });
  // The beginning was written, and not the end.
  expect(written.length).toBeGreaterThan(4);
});
