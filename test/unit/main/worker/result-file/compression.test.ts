import { expect, test } from 'vitest';
import { freeBytes } from '../../../../../shared/base/index.ts';
import { compress, decompress } from '../../../../../main/worker/result-file/compression.ts';

const FILE = { name: 'a.sqlite', isTolerant: false };

/** A frame of four bytes for each 128 KB, which does not state its size (RFC 8878, 3.1.1.2: a block that repeats one byte). */
function repeating(blocks: number): Buffer {
  const frame = Buffer.alloc(6 + blocks * 4, Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38]));
  const [size, repeats] = [128 * 1024, 1];
  for (let block = 0; block < blocks; block++) {
    const isLast = block === blocks - 1 ? 1 : 0;
    frame.writeUIntLE((size << 3) | (repeats << 1) | isLast, 6 + block * 4, 3);
    frame[9 + block * 4] = 32;
  }
  return frame;
}

// Frames state their size in zero, one, two or four bytes, depending on the size.
test.each([0, 1, 255, 256, 257, 65_791, 65_792, 65_793, 70_000, 3_000_000])(
  '%i bytes come back in one buffer that can be freed',
  (length) => {
    const bytes = Buffer.alloc(length, 'a line of the answer, and another\n');
    const plain = decompress(compress(bytes), FILE, 'scores');
    expect(plain?.equals(bytes)).toBe(true);
    if (length < 65_536) return;
    const { buffer } = plain!;
    freeBytes(plain!);
    expect(buffer.byteLength).toBe(0);
  },
);

test('a frame that is cut, or says another size than it has, is damaged', () => {
  const frame = compress(Buffer.alloc(70_000, 'a line of the answer'));
  const cut = frame.subarray(0, frame.length - 4);
  const larger = Buffer.from(frame);
  larger.writeUInt32LE(80_000, (frame[4]! & 0x20) !== 0 ? 5 : 6);
  for (const damaged of [cut, larger, frame.subarray(0, 3)]) {
    expect(() => decompress(Buffer.from(damaged), FILE, 'scores')).toThrow(expect.objectContaining({ code: 'PROJECT_PART_DAMAGED' }));
    expect(decompress(Buffer.from(damaged), { ...FILE, isTolerant: true }, 'scores')).toBeNull();
  }
});

test('a small frame that was made up does not fill the memory', () => {
  expect(decompress(repeating(8), FILE, 'scores')?.length).toBe(1024 * 1024);
  expect(() => decompress(repeating(4 * 1024 + 1), FILE, 'scores')).toThrow(expect.objectContaining({ code: 'PROJECT_PART_DAMAGED' }));
});
