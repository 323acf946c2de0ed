/**
 * Splits a zstd body at the ends of its frames. The decompressor of the runtime reads one frame of a chunk and drops the rest of the chunk,
 * and servers join frames: one for each part of an answer that they compress as it arrives (RFC 8878, 3).
 */

const FRAME = 0xfd2fb528;
const MAGIC_BYTES = 4;
const isSkippable = (magic: number): boolean => magic >= 0x184d2a50 && magic <= 0x184d2a5f;
/** Length of the field that names a dictionary, and of the field with the size of the content, by their flags. */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;
const CHECKSUM_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
/** A block of one byte that is repeated. */
const REPEATED = 1;

/** Length of the header of a frame, with its magic number. */
function headerBytes(descriptor: number): number {
  const isSingle = (descriptor & 0x20) !== 0;
  const contentSize = CONTENT_SIZE_BYTES[(descriptor >> 6) as 0 | 1 | 2 | 3];
  return (
    MAGIC_BYTES +
    1 +
    (isSingle ? 0 : 1) +
    DICTIONARY_BYTES[(descriptor & 3) as 0 | 1 | 2 | 3] +
    (isSingle && contentSize === 0 ? 1 : contentSize)
  );
}

/** Yields the same bytes without skippable frames, in chunks that never hold the end of one frame and the start of the next. */
export async function* zstdFrames(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  let held: Buffer = Buffer.alloc(0);
  const holds = async (bytes: number): Promise<boolean> => {
    while (held.length < bytes) {
      const next = await chunks.next();
      if (next.done === true) return false;
      held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
    }
    return true;
  };
  const take = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return taken;
  };
  while (await holds(2 * MAGIC_BYTES)) {
    const magic = held.readUInt32LE(0);
    if (isSkippable(magic)) {
      let left = held.readUInt32LE(MAGIC_BYTES) + 2 * MAGIC_BYTES;
      while (left > 0 && (await holds(1))) left -= take(left).length;
      continue;
    }
    if (magic !== FRAME) break;
    const descriptor = held[MAGIC_BYTES]!;
    if (!(await holds(headerBytes(descriptor)))) break;
    yield take(headerBytes(descriptor));
    for (let isLast = false; !isLast && (await holds(BLOCK_HEADER_BYTES));) {
      const block = held.readUIntLE(0, BLOCK_HEADER_BYTES);
      isLast = (block & 1) === 1;
      const size = ((block >> 1) & 3) === REPEATED ? 1 : block >> 3;
      const checksum = isLast && (descriptor & 4) !== 0 ? CHECKSUM_BYTES : 0;
      await holds(BLOCK_HEADER_BYTES + size + checksum);
      yield take(BLOCK_HEADER_BYTES + size + checksum);
    }
  }
  // The rest is no frame, or the body was cut off: the decompressor reports that.
  if (held.length > 0) yield held;
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
}
