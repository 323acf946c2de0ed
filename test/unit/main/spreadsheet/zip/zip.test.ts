import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import yauzl from 'yauzl';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { openSource } from '../../../../../main/spreadsheet/core/source.ts';
import { type ReadLimits, READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';
import { openZip } from '../../../../../main/spreadsheet/zip/zip.ts';
import { temporaryFolder } from '../../../../kit/sheet-files.ts';
import { type ZipPart, type ZipShape, zip } from '../../../../kit/sheet-zip.ts';

const folder = temporaryFolder();

/** All parts of an archive, by our own reader. */
async function unpack(bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<Record<string, string>> {
  const source = await openSource(await folder.write('archive.zip', bytes));
  try {
    const archive = await openZip(source, { ...READ_LIMITS, ...limits });
    const parts: Record<string, string> = {};
    for (const { name } of archive.entries) {
      const entry = archive.find(name)!;
      parts[name] = (await archive.readWhole(entry, 2 ** 30)).toString();
    }
    return parts;
  } finally {
    await source.close();
  }
}

/** The same by yauzl. */
async function byOracle(bytes: Buffer): Promise<Record<string, string>> {
  const file = await yauzl.fromBufferPromise(bytes, {});
  const parts: Record<string, string> = {};
  for await (const entry of file.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await file.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    parts[entry.fileName] = Buffer.concat(chunks).toString();
  }
  return parts;
}

const PARTS: readonly ZipPart[] = [
  { name: 'a.xml', data: '<a/>'.repeat(1000) },
  { name: 'empty', data: '' },
  { name: 'xl/b.bin', data: 'stored', stored: true },
];
const CONTENT = { 'a.xml': '<a/>'.repeat(1000), empty: '', 'xl/b.bin': 'stored' };

describe('archives of every honest shape', () => {
  test.each<[string, ZipShape]>([
    ['usual', {}],
    ['with a comment', { comment: 'a comment with PK\x05\x06 in it' }],
    ['in 64-bit form', { zip64: true }],
    ['behind other bytes', { before: Buffer.from('#!/bin/sh\n'.repeat(30)) }],
    ['behind other bytes that the offsets leave out', { before: Buffer.from('#!/bin/sh\n'.repeat(30)), shifted: true }],
    ['before other bytes', { behind: Buffer.alloc(3000, 7) }],
    ['in 64-bit form behind and before other bytes', { zip64: true, before: Buffer.alloc(99), shifted: false, behind: Buffer.alloc(50) }],
  ])('%s', async (_, shape) => {
    expect(await unpack(zip(PARTS, shape))).toEqual(CONTENT);
    const wide = PARTS.map((part) => ({ ...part, zip64: true }));
    expect(await unpack(zip(wide, shape))).toEqual(CONTENT);
  });

  test('are unpacked as yauzl does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.record({
            name: fc.stringMatching(/^[a-z]{1,8}\.xml$/),
            data: fc.string({ maxLength: 300 }),
            stored: fc.boolean(),
            zip64: fc.boolean(),
          }),
          {
            selector: ({ name }) => name,
            maxLength: 6,
          },
        ),
        fc.boolean(),
        async (parts, zip64) => {
          const bytes = zip(parts, { zip64 });
          expect(await unpack(bytes)).toEqual(await byOracle(bytes));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('names with backslashes, in other letters, from the root', async () => {
    const source = await openSource(await folder.write('names.zip', zip([{ name: '\\xl\\Workbook.XML', data: 'w' }])));
    const archive = await openZip(source, READ_LIMITS);
    expect(archive.entries.map(({ name }) => name)).toEqual(['xl/Workbook.XML']);
    expect(archive.find('XL/workbook.xml')?.name).toBe('xl/Workbook.XML');
    expect(archive.find('xl/other.xml')).toBeNull();
    await source.close();
  });
});

describe('archives that could do harm are refused before anything is unpacked', () => {
  const nothing = Buffer.alloc(3 * 1024 ** 2);

  test.each<[string, readonly ZipPart[], Partial<ReadLimits>, RegExp]>([
    ['a ratio over the limit', [{ name: 'a', data: nothing }], {}, /200 times/],
    [
      'more bytes in all than allowed',
      [
        { name: 'a', data: 'x'.repeat(900) },
        { name: 'b', data: 'y'.repeat(200) },
      ],
      { inflatedBytes: 1000 },
      /GB/,
    ],
    ['a name that leads outside', [{ name: 'xl/../../etc/passwd', data: 'x' }], {}, /outside/],
    ['a name with backslashes that leads outside', [{ name: '..\\x', data: 'x' }], {}, /outside/],
    ['too many parts', Array.from({ length: 11 }, (_, i) => ({ name: `p${i}`, data: '' })), { entries: 10 }, /11 parts/],
    [
      'parts that lie over each other',
      [
        { name: 'a', data: 'x'.repeat(100), stored: true },
        { name: 'b', data: 'y', claims: { at: 5 } },
      ],
      {},
      /its parts overlap/,
    ],
  ])('%s', async (_, parts, limits, message) => {
    await expect(unpack(zip(parts), limits)).rejects.toMatchObject({
      code: 'FILE_BOMB',
      message: expect.stringMatching(message) as string,
    });
  });

  test('but a small part may pack as well as it likes', async () => {
    expect(Object.keys(await unpack(zip([{ name: 'a', data: nothing.subarray(0, 1024 ** 2) }])))).toEqual(['a']);
  });

  test('a size that is a lie ends the unpacking at that size', async () => {
    const lying = zip([{ name: 'a', data: nothing, claims: { size: 1000 } }]);
    await expect(unpack(lying)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('more than the file says') as string,
    });
  });
});

describe('archives that are damaged', () => {
  test.each<[string, readonly ZipPart[], ZipShape, string]>([
    ['a check sum that differs', [{ name: 'a', data: 'x', claims: { crc: crc32('y') } }], {}, 'checksum'],
    ['less than the file says', [{ name: 'a', data: 'x', claims: { size: 2 } }], {}, 'less than the file says'],
    ['a part beyond the end', [{ name: 'a', data: 'x', claims: { packedSize: 5000 } }], {}, 'beyond its end'],
    ['a directory that claims more parts', [{ name: 'a', data: 'x' }], { count: 2 }, 'directory is cut off'],
    [
      'a part that is not where the directory says',
      [{ name: 'a', data: 'x'.repeat(100), stored: true, claims: { at: 3 } }],
      {},
      'not where the directory says',
    ],
    [
      'bytes that cannot be unpacked',
      [{ name: 'a', data: 'not deflated at all', stored: true, claims: { method: 8 } }],
      {},
      'cannot be unpacked',
    ],
  ])('%s', async (_, parts, shape, message) => {
    await expect(unpack(zip(parts, shape))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining(message) as string,
    });
  });

  test('a part that is there twice', async () => {
    const twice = zip([
      { name: 'a.xml', data: '1' },
      { name: 'A.xml', data: '2' },
    ]);
    await expect(unpack(twice)).rejects.toMatchObject({ code: 'FILE_DAMAGED', message: expect.stringContaining('twice') as string });
  });

  test('other ways of packing and passwords have refusals of their own', async () => {
    await expect(unpack(zip([{ name: 'a', data: 'x', stored: true, claims: { method: 14 } }]))).rejects.toMatchObject({
      code: 'FILE_UNSUPPORTED',
    });
    await expect(unpack(zip([{ name: 'a', data: 'x', stored: true, claims: { flags: 1 } }]))).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
    });
  });

  test('cut off at any byte', async () => {
    const bytes = zip(PARTS);
    for (let at = 1; at < bytes.length; at++)
      await expect(unpack(bytes.subarray(0, at)), `cut at ${at}`).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('any byte of the directory changed: an error of ours or the same content', async () => {
    const bytes = zip(PARTS);
    const from = bytes.lastIndexOf('PK\x01\x02');
    const honest = new Set(Object.values(CONTENT));
    const outcomes: unknown[] = [];
    for (let at = Math.max(0, from - 120); at < bytes.length; at++) {
      for (const value of [0, 0xff, bytes[at]! ^ 0x40]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        outcomes.push(
          await unpack(changed).then(
            (parts) => Object.values(parts).every((text) => honest.has(text)) || parts,
            (error: unknown) => error instanceof SpreadsheetError || error,
          ),
        );
      }
    }
    expect(outcomes.filter((outcome) => outcome !== true)).toEqual([]);
  });

  test('names of parts are told only when they are harmless', async () => {
    const nasty = zip([{ name: '<script>.xml', data: 'x', claims: { crc: 1 } }]);
    await expect(unpack(nasty)).rejects.toThrow(/one of its parts/);
  });
});
