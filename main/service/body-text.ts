/** Converts the body of an answer, in whatever encoding and charset the answer names: decompresses it, and converts text to UTF-8. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { TextDecoder } from 'node:util';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress, ZstdDecompress } from 'node:zlib';

/** The encodings of a Content-Encoding header that change bytes, in the order in which they were applied. */
function encodingsIn(header: string | null): string[] {
  const names = (header ?? '').split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/** JSON and CSV never begin with these bytes. */
const isGzip = (first: Buffer) => first[0] === 0x1f && first[1] === 0x8b;
const isZlib = (first: Buffer) => first.length > 1 && (first[0]! & 0x0f) === 8 && first.readUInt16BE(0) % 31 === 0;
const isZstd = (first: Buffer) => first.length > 3 && first.readUInt32LE(0) === 0xfd2fb528;
/**
 * This many bytes show whether a body is compressed: compressed bytes can begin with a bracket, but soon contain something that is not
 * text.
 */
const TELLING_BYTES = 64;
/** White space, then the beginning of JSON or of a web page. */
const isPlain = (first: Buffer) => /^(?:\uFEFF)?\s*[[{<"]/.test(first.toString('utf8', 0, TELLING_BYTES));
/** The same, without any binary data, for encodings that can begin with any byte. The last character may be incomplete. */
const isPlainOnly = (first: Buffer) =>
  isPlain(first) && !/[^\P{Cc}\s]|\uFFFD(?!\uFFFD{0,2}$)/u.test(first.toString('utf8', 0, TELLING_BYTES));

/** More than any service applies. Each one costs memory, and a header has room for tens of thousands. */
const MAX_ENCODINGS = 4;

/** An encoding that this program cannot decode, or too many of them. */
class UnknownEncoding extends Error {
  constructor(message = 'The answer has an unknown encoding.') {
    super(message);
    this.name = 'UnknownEncoding';
  }
}

/**
 * The decompressor for an encoding, for bytes that begin with `first`; null if the bytes are not compressed in spite of the header.
 * @throws UnknownEncoding
 */
function decompressorFor(encoding: string, first: Buffer): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return isGzip(first) || !isPlain(first) ? createGunzip() : null;
    case 'deflate':
      if (isZlib(first)) return createInflate();
      return isPlainOnly(first) ? null : createInflateRaw();
    case 'br':
      return isPlainOnly(first) ? null : createBrotliDecompress();
    case 'zstd':
      return isZstd(first) || !isPlain(first) ? createZstdDecompress() : null;
    default:
      throw new UnknownEncoding();
  }
}

/** The decoder for the charset that a content type names, if its bytes differ from UTF-8; null for UTF-8, none, and unknown ones. */
function decoderFor(contentType: string): TextDecoder | null {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  try {
    const decoder = new TextDecoder((quoted ?? plain ?? 'utf-8').trim());
    return decoder.encoding === 'utf-8' ? null : decoder;
  } catch {
    return null;
  }
}

/** The UTF-16 that the first bytes of a text show, whatever the content type names: JSON and CSV contain no zero bytes. */
function utf16Of(first: Buffer): TextDecoder | null {
  if (first.length < 2) return null;
  const mark = first.readUInt16BE(0);
  const isLittle = mark === 0xfffe || (first[0] !== 0 && first[1] === 0);
  const isBig = mark === 0xfeff || (first[0] === 0 && first[1] !== 0);
  return isLittle || isBig ? new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be') : null;
}

/** Passes text on as UTF-8. */
async function* toUtf8(chunks: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of chunks) {
    first = decoder === undefined ? Buffer.concat([first, chunk]) : chunk;
    if (first.length < 2 && decoder === undefined) continue;
    if (decoder === undefined) decoder = utf16Of(first) ?? decoderFor(contentType);
    yield decoder === null ? first : Buffer.from(decoder.decode(first, { stream: true }), 'utf8');
  }
  if (decoder === undefined && first.length > 0) yield first;
  else if (decoder) yield Buffer.from(decoder.decode(), 'utf8');
}

/** True when `plainBytes` does not change the body, unless its bytes show another charset than the content type. */
export const isUnchanged = (contentEncoding: string | null, contentType: string): boolean =>
  encodingsIn(contentEncoding).length === 0 && decoderFor(contentType) === null;

/**
 * Reads `body` to its end. If it is not compressed in spite of the header, its bytes are unchanged.
 * @throws UnknownEncoding; what the body and the decompressors throw
 */
export function plainBytes(body: Readable, contentEncoding: string | null, contentType: string): AsyncGenerator<Buffer> {
  return toUtf8(decompressed(body, encodingsIn(contentEncoding)), contentType);
}

async function* decompressed(body: Readable, encodings: readonly string[]): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  if (encodings.length === 0) {
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    return;
  }
  if (encodings.length > MAX_ENCODINGS) throw new UnknownEncoding();
  let first: Buffer = Buffer.alloc(0);
  let rest: Buffer | undefined;
  let given = 0;
  async function* all() {
    for (let next: IteratorResult<Buffer, undefined> = { value: first }; next.done !== true; next = await chunks.next()) {
      given += next.value.length;
      yield next.value;
    }
  }
  // The first chunk may be too short to show whether the body is compressed.
  do {
    rest = (await chunks.next()).value;
    if (rest !== undefined) first = Buffer.concat([first, rest]);
  } while (rest !== undefined && first.length < TELLING_BYTES);
  if (first.length === 0) return;
  const steps = encodings.toReversed().flatMap((encoding, index) => {
    const step = decompressorFor(encoding, index === 0 ? first : Buffer.alloc(0));
    return step === null ? [] : [step];
  });
  if (steps.length === 0) {
    yield* all();
    return;
  }
  // `pipeline` passes every error on to its last stream, where it reaches the reader.
  const last = pipeline([Readable.from(all()), ...steps], () => undefined) as unknown as Readable;
  for await (const chunk of last) yield chunk as Buffer;
  const [step] = steps;
  // The runtime reads one frame of a chunk, and drops the rest of the chunk without an error.
  if (step instanceof ZstdDecompress && step.bytesWritten < given) throw new UnknownEncoding('The answer has several frames of zstd.');
}
