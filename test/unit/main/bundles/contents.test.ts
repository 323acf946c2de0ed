/** The records of a bundle have a limit, because a made-up bundle must not fill the memory. */
import { expect, it } from 'vitest';
import { readContents, writeContents } from '../../../../main/bundles/contents.ts';
import type { BundleReader, BundleWriter } from '../../../../main/bundles/format.ts';
import { AppError } from '../../../../shared/base/index.ts';

const MB = 1024 * 1024;
/** A reader that has read this many bytes has no limit. */
const TOO_MUCH = 256 * MB;
const setting = (bytes: number) => ({ kind: 'setting', name: 'notes/somebody', value: 'x'.repeat(bytes) });

/** A content that repeats a record; `read`: the number of bytes that were read, `records`: the number of records. */
function endless(record: unknown) {
  const bytes = Buffer.from(JSON.stringify(record));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  let isLength = false;
  const given = { read: 0, records: 0 };
  const reader = {
    read: () => {
      isLength = !isLength;
      given.read += isLength ? 0 : bytes.length;
      given.records += isLength ? 0 : 1;
      if (given.read > TOO_MUCH) throw new Error('The reader has no limit.');
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
  // Each record counts as 256 bytes, however short it is.
  expect(given.records).toBeLessThanOrEqual((128 * MB) / 256);
});

it('a record that claims to be longer than the limit is refused before it is read', async () => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(64 * MB + 1);
  let reads = 0;
  const read = () => {
    reads += 1;
    return Promise.resolve(length);
  };
  const reader = { read, damaged: () => new AppError('BUNDLE_DAMAGED', 'It is damaged.') } as unknown as BundleReader;
  await expect(readContents(reader)).rejects.toMatchObject({ code: 'BUNDLE_DAMAGED' });
  expect(reads).toBe(1);
});

it('a bundle that could not be read is not made', async () => {
  const written: Buffer[] = [];
  const writer = { append: (bytes: Buffer) => Promise.resolve(void written.push(bytes)) } as unknown as BundleWriter;
  const value = 'x'.repeat(50 * MB);
  const settings = new Map(['a', 'b', 'c'].map((name) => [name, value]));
  const rows = { project: {}, journal: [], reviews: [], claim: null };
  const contents = { head: { kind: 'head' }, rows, settings, record: null } as unknown as Parameters<typeof writeContents>[1];
  await expect(writeContents(writer, contents)).rejects.toMatchObject({ code: 'NOT_NOW' });
  // The beginning was written, but not the end.
  expect(written.length).toBeGreaterThan(4);
});
