/** Compressed bodies whose first byte looks like the beginning of JSON, and plain bodies that claim to be compressed. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { plainBytes } from '../../../../main/service/body-text.ts';

/** JSON of this many profiles. */
const json = (profiles: number) =>
  JSON.stringify(Array.from({ length: profiles }, (_, at) => ({ id: `é-${at}`, note: 'lorem ipsum '.repeat(2_000) })));

/** Large, because then the first byte of Brotli is a bracket. */
const LARGE = json(12);
const LARGE_IN_BROTLI = brotliCompressSync(LARGE);

const decoded = async (bytes: Buffer, encoding: string, chunk: number) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
  return (await buffer(Readable.from(plainBytes(Readable.from(chunks), encoding, 'application/json')))).toString('utf8');
};

it.each([1, 7, 1_000])('a body in Brotli that begins like JSON is decompressed, in chunks of %i bytes', async (chunk) => {
  expect(LARGE_IN_BROTLI.toString('latin1', 0, 1)).toMatch(/[[{<"]/);
  expect(await decoded(LARGE_IN_BROTLI, 'br', chunk)).toBe(LARGE);
});

it.each([
  ['br', 1],
  ['br', 65],
  ['deflate', 65],
  ['gzip', 1],
] as const)('a plain body that claims to be %s is read unchanged, in chunks of %i bytes', async (encoding, chunk) => {
  for (const text of [json(3), '[]', ` {"é":"${'é'.repeat(40)}"}`]) expect(await decoded(Buffer.from(text), encoding, chunk)).toBe(text);
});

it('more encodings than any service applies are refused before any of them is set up', async () => {
  const encodings = (count: number) => Array.from({ length: count }, () => 'gzip').join(', ');
  await expect(decoded(gzipSync('[]'), encodings(20_000), 100)).rejects.toThrow('unknown encoding');
  const four = [1, 2, 3].reduce((body) => gzipSync(body), gzipSync('[]'));
  expect(await decoded(four, encodings(4), 100)).toBe('[]');
});

it('a body in raw deflate is decompressed', async () => {
  for (const text of [json(2), '[]']) expect(await decoded(deflateRawSync(text), 'deflate', 1_000)).toBe(text);
});

it('frames of zstd that would be dropped are an error, with nothing missing in silence', async () => {
  const frames = ['[1', ',2', ',3]'].map((text) => zstdCompressSync(text));
  expect(await decoded(frames[0]!, 'zstd', 1_000)).toBe('[1');
  await expect(decoded(Buffer.concat(frames), 'zstd', 1_000)).rejects.toThrow('several frames');
});

const read = async (bytes: Buffer, contentType: string, chunk: number, encoding: string | null = null) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, at) => bytes.subarray(at * chunk, (at + 1) * chunk));
  return (await buffer(Readable.from(plainBytes(Readable.from(chunks), encoding, contentType)))).toString('utf8');
};
const TEXT = '{"id":"é","name":"日本"}';
const little = (text: string) => Buffer.from(text, 'utf16le');
const big = (text: string) => little(text).swap16();

it.each([1, 3, 1_000])('UTF-16 is converted, whatever the content type says, in chunks of %i bytes', async (chunk) => {
  for (const contentType of ['application/json', 'application/json; charset=utf-8', 'text/csv; charset=utf-16', '']) {
    for (const bytes of [little(TEXT), big(TEXT), little(`\uFEFF${TEXT}`), big(`\uFEFF${TEXT}`)]) {
      expect(await read(bytes, contentType, chunk)).toBe(TEXT);
      expect(await read(gzipSync(bytes), contentType, chunk, 'gzip')).toBe(TEXT);
    }
  }
});

it.each([1, 1_000])('any other text is read by its content type, in chunks of %i bytes', async (chunk) => {
  expect(await read(Buffer.from(TEXT), 'application/json', chunk)).toBe(TEXT);
  expect(await read(Buffer.from('[é]', 'latin1'), 'text/csv; charset=iso-8859-1', chunk)).toBe('[é]');
  expect(await read(Buffer.from('7'), 'application/json', chunk)).toBe('7');
  expect(await read(Buffer.alloc(0), 'application/json', chunk)).toBe('');
});
