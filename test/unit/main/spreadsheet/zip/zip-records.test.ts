import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { directoryEnd, directoryRecord, localHeader } from '../../../../../main/spreadsheet/zip/zip-records.ts';

const GIGABYTE = 1024 ** 3;
const entry = { name: Buffer.from('a.xml'), offset: 100, crc: 0xdeadbeef, bytes: 1000, packed: 90 };

describe('entries below four gigabytes', () => {
  test('have no 64-bit fields', () => {
    const local = localHeader(entry);
    expect(local.readUInt16LE(4)).toBe(20);
    expect([local.readUInt32LE(14), local.readUInt32LE(18), local.readUInt32LE(22)]).toEqual([0xdeadbeef, 90, 1000]);
    expect(local.readUInt16LE(35)).not.toBe(1);
    const record = directoryRecord(entry);
    expect(record.length).toBe(46 + 5);
    expect([record.readUInt32LE(16), record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42)]).toEqual([
      0xdeadbeef, 90, 1000, 100,
    ]);
    expect(directoryEnd(3, 500, 200).length).toBe(22);
  });
});

describe('entries of four gigabytes and more', () => {
  const large = { ...entry, bytes: 5 * GIGABYTE };

  test('have both 64-bit sizes in the local header, which keeps its length', () => {
    const local = localHeader(large);
    expect(local.length).toBe(localHeader(entry).length);
    expect(local.readUInt16LE(4)).toBe(45);
    expect([local.readUInt32LE(18), local.readUInt32LE(22)]).toEqual([0xffffffff, 0xffffffff]);
    expect([local.readUInt16LE(35), local.readUInt16LE(37)]).toEqual([1, 16]);
    expect([local.readBigUInt64LE(39), local.readBigUInt64LE(47)]).toEqual([BigInt(5 * GIGABYTE), 90n]);
  });

  test('have only the 64-bit fields that they need in the directory, in their order', () => {
    const sizes = directoryRecord(large);
    expect([sizes.readUInt32LE(24), sizes.readUInt32LE(20)]).toEqual([0xffffffff, 90]);
    expect([sizes.readUInt16LE(30), sizes.readUInt16LE(51), sizes.readUInt16LE(53)]).toEqual([12, 1, 8]);
    expect(sizes.readBigUInt64LE(55)).toBe(BigInt(5 * GIGABYTE));
    const all = directoryRecord({ ...large, packed: 6 * GIGABYTE, offset: 7 * GIGABYTE });
    expect(all.readUInt16LE(53)).toBe(24);
    expect([55, 63, 71].map((at) => Number(all.readBigUInt64LE(at)) / GIGABYTE)).toEqual([5, 6, 7]);
  });

  test.each([
    [70_000, 100, 100],
    [3, 5 * GIGABYTE, 100],
  ])('the end of a directory of %d entries at %d is also stored in 64 bits', (count, start, length) => {
    const end = directoryEnd(count, start, length);
    expect(end.length).toBe(56 + 20 + 22);
    expect(end.readBigUInt64LE(32)).toBe(BigInt(count));
    expect(end.readBigUInt64LE(48)).toBe(BigInt(start));
    expect(end.readBigUInt64LE(56 + 8)).toBe(BigInt(start + length));
    expect(end.readUInt16LE(76 + 10)).toBe(Math.min(count, 0xffff));
  });
});

test('a reader finds all 66,000 entries, more than a plain directory can count', async () => {
  const pieces: Buffer[] = [];
  const records: Buffer[] = [];
  let offset = 0;
  for (let index = 0; index < 66_000; index += 1) {
    const empty = { name: Buffer.from(`e${index}`), offset, crc: 0, bytes: 0, packed: 2 };
    const piece = Buffer.concat([localHeader(empty), Buffer.from([3, 0])]);
    pieces.push(piece);
    records.push(directoryRecord(empty));
    offset += piece.length;
  }
  const directory = Buffer.concat(records);
  const bytes = Buffer.concat([...pieces, directory, directoryEnd(records.length, offset, directory.length)]);
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  expect(zip.entryCount).toBe(66_000);
  let last = '';
  for await (const { fileName } of zip.eachEntry()) last = fileName;
  expect(last).toBe('e65999');
});
