import { crc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { SpreadsheetError } from '../../../../../main/spreadsheet/core/errors.ts';
import { openSource } from '../../../../../main/spreadsheet/core/source.ts';
import { type ReadLimits, READ_LIMITS } from '../../../../../main/spreadsheet/core/workbook.ts';
import { openZip } from '../../../../../main/spreadsheet/zip/zip.ts';
import { temporaryFolder } from '../../../../kit/sheet-files.ts';
import { type ZipPart, type ZipShape, zip } from '../../../../kit/sheet-zip.ts';

const folder = temporaryFolder();

/** All parts of an archive, as our reader unpacks them. */
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

/** All parts of an archive, as yauzl unpacks them. */
async function unpackWithYauzl(bytes: Buffer): Promise<Record<string, string>> {
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

describe('valid archives', () => {
  test.each<[string, ZipShape]>([
    ['of the usual form', {}],
    ['with a comment', { comment: 'a comment with PK\x05\x06 in it' }],
    ['in 64-bit form', { zip64: true }],
    ['after other bytes', { before: Buffer.from('#!/bin/sh\n'.repeat(30)) }],
    ['after other bytes that the offsets do not count', { before: Buffer.from('#!/bin/sh\n'.repeat(30)), shifted: true }],
    ['before other bytes', { behind: Buffer.alloc(3000, 7) }],
    ['in 64-bit form between other bytes', { zip64: true, before: Buffer.alloc(99), shifted: false, behind: Buffer.alloc(50) }],
  ])('%s are unpacked', async (_, shape) => {
    expect(await unpack(zip(PARTS, shape))).toEqual(CONTENT);
    const wide = PARTS.map((part) => ({ ...part, zip64: true }));
    expect(await unpack(zip(wide, shape))).toEqual(CONTENT);
  });

  test('are unpacked as by yauzl', async () => {
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
          expect(await unpack(bytes)).toEqual(await unpackWithYauzl(bytes));
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a part is found despite backslashes, another case, or a slash at the start of its name', async () => {
    const source = await openSource(await folder.write('names.zip', zip([{ name: '\\xl\\Workbook.XML', data: 'w' }])));
    const archive = await openZip(source, READ_LIMITS);
    expect(archive.entries.map(({ name }) => name)).toEqual(['xl/Workbook.XML']);
    expect(archive.find('XL/workbook.xml')?.name).toBe('xl/Workbook.XML');
    expect(archive.find('xl/other.xml')).toBeNull();
    await source.close();
  });
});

describe('protection against harmful archives', () => {
  const zeros = Buffer.alloc(3 * 1024 ** 2);

  test.each<[string, readonly ZipPart[], Partial<ReadLimits>, RegExp]>([
    ['a ratio over the limit', [{ name: 'a', data: zeros }], {}, /200 times/],
    [
      'more bytes in total than allowed',
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
      'overlapping parts',
      [
        { name: 'a', data: 'x'.repeat(100), stored: true },
        { name: 'b', data: 'y', claims: { at: 5 } },
      ],
      {},
      /its parts overlap/,
    ],
  ])('refuses %s before anything is unpacked', async (_, parts, limits, message) => {
    await expect(unpack(zip(parts), limits)).rejects.toMatchObject({
      code: 'FILE_BOMB',
      message: expect.stringMatching(message) as string,
    });
  });

  test('allows a small part any compression ratio', async () => {
    expect(Object.keys(await unpack(zip([{ name: 'a', data: zeros.subarray(0, 1024 ** 2) }])))).toEqual(['a']);
  });

  test('stops unpacking at the stated size if there is more content', async () => {
    const lying = zip([{ name: 'a', data: zeros, claims: { size: 1000 } }]);
    await expect(unpack(lying)).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining('more than the file says') as string,
    });
  });
});

describe('damaged archives', () => {
  test.each<[string, readonly ZipPart[], ZipShape, string]>([
    ['a wrong checksum', [{ name: 'a', data: 'x', claims: { crc: crc32('y') } }], {}, 'checksum'],
    ['less content than stated', [{ name: 'a', data: 'x', claims: { size: 2 } }], {}, 'less than the file says'],
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
  ])('are refused because of %s', async (_, parts, shape, message) => {
    await expect(unpack(zip(parts, shape))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining(message) as string,
    });
  });

  test('are refused because of a part that exists twice', async () => {
    const twice = zip([
      { name: 'a.xml', data: '1' },
      { name: 'A.xml', data: '2' },
    ]);
    await expect(unpack(twice)).rejects.toMatchObject({ code: 'FILE_DAMAGED', message: expect.stringContaining('twice') as string });
  });

  test('have other errors than unsupported compression methods and passwords', async () => {
    await expect(unpack(zip([{ name: 'a', data: 'x', stored: true, claims: { method: 14 } }]))).rejects.toMatchObject({
      code: 'FILE_UNSUPPORTED',
    });
    await expect(unpack(zip([{ name: 'a', data: 'x', stored: true, claims: { flags: 1 } }]))).rejects.toMatchObject({
      code: 'FILE_ENCRYPTED',
    });
  });

  test('are refused if cut off at any byte', async () => {
    const bytes = zip(PARTS);
    for (let at = 1; at < bytes.length; at++)
      await expect(unpack(bytes.subarray(0, at)), `cut at ${at}`).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
  });

  test('cause our own error or have the same content if any byte of the directory is changed', async () => {
    const bytes = zip(PARTS);
    const from = bytes.lastIndexOf('PK\x01\x02');
    const unchanged = new Set(Object.values(CONTENT));
    const outcomes: unknown[] = [];
    for (let at = Math.max(0, from - 120); at < bytes.length; at++) {
      for (const value of [0, 0xff, bytes[at]! ^ 0x40]) {
        const changed = Buffer.from(bytes);
        changed[at] = value;
        outcomes.push(
          await unpack(changed).then(
            (parts) => Object.values(parts).every((text) => unchanged.has(text)) || parts,
            (error: unknown) => error instanceof SpreadsheetError || error,
          ),
        );
      }
    }
    expect(outcomes.filter((outcome) => outcome !== true)).toEqual([]);
  });

  test('are reported with the name of a part only if the name is harmless', async () => {
    const nasty = zip([{ name: '<script>.xml', data: 'x', claims: { crc: 1 } }]);
    await expect(unpack(nasty)).rejects.toThrow(/one of its parts/);
  });
});

describe('a part that is read once', () => {
  const data = Buffer.alloc(
    3_000_001,
    Array.from({ length: 9973 }, (_, at) => (at * 7919) % 251)
      .map(String)
      .join(','),
  );

  test.each([false, true])('has the bytes of the part, and frees each chunk before the next (stored: %s)', async (stored) => {
    const source = await openSource(await folder.write('once.zip', zip([{ name: 'a', data, stored }])));
    try {
      const archive = await openZip(source, READ_LIMITS);
      const copies: Buffer[] = [];
      const kept: Buffer[] = [];
      for await (const chunk of archive.readOnce(archive.find('a')!)) {
        copies.push(Buffer.from(chunk));
        kept.push(chunk);
      }
      expect(Buffer.concat(copies).equals(data)).toBe(true);
      const freed = kept.slice(0, -1).filter(({ length }) => length === 0);
      expect(freed.length).toBeGreaterThan(kept.length / 2);
    } finally {
      await source.close();
    }
  });

  test('a chunk at the end of the memory that all small buffers share is not freed', async () => {
    const source = await openSource(await folder.write('archive.zip', zip(PARTS, {})));
    try {
      const archive = await openZip(source, READ_LIMITS);
      let last = Buffer.allocUnsafe(8);
      // The stream joins small chunks that wait in such memory.
      while (last.byteOffset + last.length < last.buffer.byteLength) last = Buffer.allocUnsafe(8);
      last.write('12345678');
      vi.spyOn(archive, 'read').mockImplementation(async function* read() {
        yield await Promise.resolve(last);
      });
      for await (const chunk of archive.readOnce(archive.find('a.xml')!)) expect(chunk.toString()).toBe('12345678');
      expect(last.toString()).toBe('12345678');
    } finally {
      await source.close();
    }
  });
});
