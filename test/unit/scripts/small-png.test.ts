import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodePng, encodeSmall, type Pixels } from '../../../scripts/small-png.ts';

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of these scan lines, each preceded by its filter. */
function pngOf(width: number, colorType: number, lines: readonly (readonly number[])[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(lines.length, 4);
  head.set([8, colorType], 8);
  const data = deflateSync(Uint8Array.from(lines.flat()));
  return Buffer.concat([Uint8Array.from(SIGNATURE), chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', new Uint8Array())]);
}

/** The pixels of a PNG with a palette and without filters, as `encodeSmall` writes it. */
function paletted(png: Buffer): { readonly palette: readonly number[]; readonly rgb: readonly number[] } {
  const width = png.readUInt32BE(16);
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const body = png.subarray(at + 4, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(body));
    parts.set(body.toString('latin1', 0, 4), body.subarray(4));
    at += 12 + length;
  }
  const palette = [...parts.get('PLTE')!];
  const lines = [...inflateSync(parts.get('IDAT')!)];
  const indices = lines.filter((_, at) => at % (width + 1) !== 0);
  return { palette, rgb: indices.flatMap((index) => palette.slice(3 * index, 3 * index + 3)) };
}

const grays = (count: number): Pixels => ({
  width: count,
  height: 1,
  rgb: Uint8Array.from(Array.from({ length: count }, (_, at) => [at & 255, at & 255, at >> 8]).flat()),
});

describe('a screenshot', () => {
  it('is read with every filter', () => {
    const png = pngOf(2, 2, [
      [0, 10, 20, 30, 40, 50, 60],
      [1, 10, 20, 30, 30, 30, 30],
      [2, 1, 1, 1, 1, 1, 1],
      [3, 10, 10, 10, 10, 10, 10],
      [4, 1, 2, 3, 4, 5, 6],
    ]);
    const rows = [
      [10, 20, 30, 40, 50, 60],
      [10, 20, 30, 40, 50, 60],
      [11, 21, 31, 41, 51, 61],
      [15, 20, 25, 38, 45, 53],
      [16, 22, 28, 42, 50, 59],
    ];
    expect([...decodePng(png).rgb]).toEqual(rows.flat());
  });

  it('is read without its opacity', () => {
    expect([...decodePng(pngOf(2, 6, [[0, 1, 2, 3, 255, 4, 5, 6, 255]])).rgb]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('is rejected in another color type', () => {
    expect(() => decodePng(pngOf(2, 3, [[0, 0, 0]]))).toThrow(RangeError);
  });
});

describe('a small PNG', () => {
  it('keeps every pixel when 256 colors suffice', () => {
    const pixels = grays(256);
    const { palette, rgb } = paletted(encodeSmall(pixels));
    expect(rgb).toEqual([...pixels.rgb]);
    expect(palette).toHaveLength(3 * 256);
  });

  it('otherwise uses similar colors, at most 256', () => {
    const pixels = grays(400);
    const { palette, rgb } = paletted(encodeSmall(pixels));
    expect(palette.length).toBeLessThanOrEqual(3 * 256);
    expect(Math.max(...rgb.map((value, at) => Math.abs(value - pixels.rgb[at]!)))).toBeLessThanOrEqual(2);
  });
});
