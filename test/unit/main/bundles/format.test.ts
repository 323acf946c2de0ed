/** The bytes of a bundle: what is written can be read back, and every other file is refused with a message, never with a defect. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/base/index.ts';
import { BUNDLE_VERSION, BundleReader, BundleWriter, CHUNK_BYTES, HEADER_BYTES } from '../../../../main/bundles/format.ts';

const PASSPHRASE = 'correct horse battery staple';
/** The lowest cost of scrypt that a reader accepts. */
const COST = { log2N: 14, r: 8, p: 1 };
const folder = mkdtempSync(join(tmpdir(), 'bundle-format-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

async function written(plain: Buffer, pieces = 1): Promise<Buffer> {
  const parts: Buffer[] = [];
  const sink = {
    append: (bytes: Uint8Array) => {
      parts.push(Buffer.from(bytes));
      return Promise.resolve();
    },
  };
  const writer = await BundleWriter.begin(sink, PASSPHRASE, COST);
  const size = Math.ceil(plain.length / pieces);
  for (let at = 0; at < plain.length; at += size) await writer.append(plain.subarray(at, at + size));
  await writer.finish();
  return Buffer.concat(parts);
}

async function readBack(bytes: Buffer, passphrase = PASSPHRASE): Promise<Buffer> {
  const path = join(folder, `${++files}.deskbundle`);
  writeFileSync(path, bytes);
  const file = await open(path, 'r');
  try {
    const reader = await BundleReader.begin(file, 'given.deskbundle', passphrase);
    const parts: Buffer[] = [];
    for await (const part of reader.rest()) parts.push(part);
    return Buffer.concat(parts);
  } finally {
    await file.close();
  }
}

const failure = async (bytes: Buffer, passphrase?: string): Promise<string> =>
  await readBack(bytes, passphrase).then(
    () => 'opened',
    (error: unknown) => (error instanceof AppError ? error.code : `defect: ${String(error)}`),
  );

const plainOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31) % 251));
const with1 = (bytes: Buffer, at: number, value: number) => {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
};

describe('a bundle', () => {
  it.each([
    [0, 1],
    [1, 1],
    [CHUNK_BYTES - 1, 3],
    [CHUNK_BYTES, 1],
    [CHUNK_BYTES, 7],
    [CHUNK_BYTES + 1, 2],
    [3 * CHUNK_BYTES, 5],
    [3 * CHUNK_BYTES + 17, 1],
  ])('of %i bytes, written in %i pieces, comes back', async (length, pieces) => {
    const plain = plainOf(length);
    const bytes = await written(plain, pieces);
    expect((await readBack(bytes)).equals(plain)).toBe(true);
    // Each chunk adds its tag, and nothing else does.
    expect(bytes.length).toBe(HEADER_BYTES + length + 16 * Math.max(1, Math.ceil(length / CHUNK_BYTES)));
  });

  it('opens with the same letters composed in another way', async () => {
    const parts: Buffer[] = [];
    const sink = { append: (bytes: Uint8Array) => Promise.resolve(void parts.push(Buffer.from(bytes))) };
    const writer = await BundleWriter.begin(sink, 'Zo\u00EB geht hinaus', COST);
    await writer.finish();
    expect(await failure(Buffer.concat(parts), 'Zoe\u0308 geht hinaus')).toBe('opened');
  });

  it('shows nothing of its content, and never the same bytes twice', async () => {
    const plain = Buffer.from('Rosalind Quayle '.repeat(20));
    const [one, other] = [await written(plain), await written(plain)];
    expect(one.includes('Rosalind')).toBe(false);
    expect(one.subarray(HEADER_BYTES).equals(other.subarray(HEADER_BYTES))).toBe(false);
  });
});

const bundle = await written(plainOf(2 * CHUNK_BYTES + 100));
const tail = bundle.length - HEADER_BYTES - 2 * (CHUNK_BYTES + 16);

describe('is refused', () => {
  it.each<readonly [string, Buffer, string]>([
    ['a workbook', Buffer.from('PK\u0003\u0004 and so on'), 'BUNDLE_FOREIGN'],
    ['a file of one byte', Buffer.from('S'), 'BUNDLE_FOREIGN'],
    ['a bundle that was sent as text', Buffer.from(bundle.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'), 'BUNDLE_FOREIGN'],
    ['half a header', bundle.subarray(0, HEADER_BYTES - 1), 'BUNDLE_DAMAGED'],
    ['a header alone', bundle.subarray(0, HEADER_BYTES), 'BUNDLE_DAMAGED'],
    ['a newer version', with1(bundle, 13, BUNDLE_VERSION + 1), 'BUNDLE_NEWER'],
    ['an older version', with1(bundle, 13, 0), 'BUNDLE_OLDER'],
    ['parameters that would take the memory', with1(bundle, 14, 40), 'BUNDLE_DAMAGED'],
    ['parameters that are too weak', with1(bundle, 14, 1), 'BUNDLE_DAMAGED'],
    ['another block size', with1(bundle, 15, 255), 'BUNDLE_DAMAGED'],
    ['another parallelism', with1(bundle, 16, 0), 'BUNDLE_DAMAGED'],
    ['another salt', with1(bundle, 17, bundle[17]! ^ 1), 'BUNDLE_PASSPHRASE'],
    ['another check', with1(bundle, HEADER_BYTES - 1, bundle[HEADER_BYTES - 1]! ^ 1), 'BUNDLE_PASSPHRASE'],
    ['a changed byte in the first chunk', with1(bundle, HEADER_BYTES, bundle[HEADER_BYTES]! ^ 1), 'BUNDLE_DAMAGED'],
    ['a changed byte in a tag', with1(bundle, HEADER_BYTES + CHUNK_BYTES, bundle[HEADER_BYTES + CHUNK_BYTES]! ^ 128), 'BUNDLE_DAMAGED'],
    ['a changed last byte', with1(bundle, bundle.length - 1, bundle.at(-1)! ^ 1), 'BUNDLE_DAMAGED'],
    ['one byte less', bundle.subarray(0, -1), 'BUNDLE_DAMAGED'],
    ['one byte more', Buffer.concat([bundle, Buffer.alloc(1)]), 'BUNDLE_DAMAGED'],
    ['no last chunk', bundle.subarray(0, -tail), 'BUNDLE_DAMAGED'],
    ['only the first chunk', bundle.subarray(0, HEADER_BYTES + CHUNK_BYTES + 16), 'BUNDLE_DAMAGED'],
    [
      'exchanged chunks',
      Buffer.concat([
        bundle.subarray(0, HEADER_BYTES),
        bundle.subarray(HEADER_BYTES + CHUNK_BYTES + 16, HEADER_BYTES + 2 * (CHUNK_BYTES + 16)),
        bundle.subarray(HEADER_BYTES, HEADER_BYTES + CHUNK_BYTES + 16),
        bundle.subarray(-tail),
      ]),
      'BUNDLE_DAMAGED',
    ],
    [
      'a chunk twice',
      Buffer.concat([bundle.subarray(0, HEADER_BYTES + CHUNK_BYTES + 16), bundle.subarray(HEADER_BYTES)]),
      'BUNDLE_DAMAGED',
    ],
  ])('%s', async (_, bytes, code) => {
    expect(await failure(bytes)).toBe(code);
  });

  it('a newer version, with a remedy', async () => {
    const newer = readBack(with1(bundle, 13, BUNDLE_VERSION + 1));
    await expect(newer).rejects.toThrow(/newer version.*Nothing was opened\. Update the program on this computer/);
  });

  it('another passphrase', async () => {
    expect(await failure(bundle, 'correct horse battery')).toBe('BUNDLE_PASSPHRASE');
  });
});
