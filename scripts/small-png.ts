/** Shrinks a screenshot to a PNG with at most 256 colors (PNG specification, W3C, third edition). */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MAX_COLORS = 256;

/** Pixels of a picture, three bytes each (red, green, blue), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

const paeth = (left: number, above: number, corner: number): number => {
  const guess = left + above - corner;
  const [toLeft, toAbove, toCorner] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
  return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
};

/** What a row filter (section 9.2) predicts for a byte. */
function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    default:
      return paeth(left, above, corner);
  }
}

/**
 * The pixels of a PNG as Chromium writes it: 8 bits per channel, RGB or opaque RGBA, not interlaced. @throws RangeError for another form
 */
export function decodePng(png: Buffer): Pixels {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, type, , , interlace] = png.subarray(24, 29);
  if (depth !== 8 || (type !== 2 && type !== 6) || interlace !== 0) throw new RangeError('not a screenshot of Chromium');
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const step = type === 2 ? 3 : 4;
  const stride = width * step;
  const bytes = inflateSync(Buffer.concat(parts));
  const rgb = new Uint8Array(width * height * 3);
  let before = new Uint8Array(stride);
  for (let row = 0; row < height; row++) {
    const start = row * (stride + 1);
    const filter = bytes[start]!;
    const line = bytes.subarray(start + 1, start + 1 + stride);
    for (let at = 0; at < stride; at++) {
      const left = at < step ? 0 : line[at - step]!;
      const corner = at < step ? 0 : before[at - step]!;
      line[at] = line[at]! + predicted(filter, left, before[at]!, corner);
    }
    for (let column = 0; column < width; column++) rgb.set(line.subarray(column * step, column * step + 3), (row * width + column) * 3);
    before = line;
  }
  return { width, height, rgb };
}

const channelsOf = (color: number): readonly [number, number, number] => [color >> 16, (color >> 8) & 255, color & 255];

function distance(a: number, b: number): number {
  const [red, green, blue] = channelsOf(a);
  const [otherRed, otherGreen, otherBlue] = channelsOf(b);
  return Math.abs(red - otherRed) + Math.abs(green - otherGreen) + Math.abs(blue - otherBlue);
}

/**
 * At most 256 colors, chosen so that each color of the picture is close to one of them. Prefers the most frequent colors, and increases the
 * allowed distance until 256 colors are enough.
 */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const byCount = [...counts].toSorted(([a, most], [b, fewer]) => fewer - most || a - b).map(([color]) => color);
  for (let near = 0; ; near += 2) {
    const palette: number[] = [];
    for (const color of byCount)
      if (near === 0 || !palette.some((chosen) => distance(chosen, color) <= near)) {
        palette.push(color);
        if (palette.length > MAX_COLORS) break;
      }
    if (palette.length <= MAX_COLORS) return palette;
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** A PNG with a palette. Equal pixels give equal bytes. */
export function encodeSmall({ width, height, rgb }: Pixels): Buffer {
  const colorAt = (pixel: number) => (rgb[3 * pixel]! << 16) | (rgb[3 * pixel + 1]! << 8) | rgb[3 * pixel + 2]!;
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel++) counts.set(colorAt(pixel), (counts.get(colorAt(pixel)) ?? 0) + 1);
  const palette = paletteOf(counts);
  const nearest = new Map<number, number>();
  for (const color of counts.keys()) {
    const distances = palette.map((chosen) => distance(chosen, color));
    nearest.set(color, distances.indexOf(Math.min(...distances)));
  }
  // No row has a filter, as recommended for palettes (section 12.7).
  const rows = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel++) rows[pixel + Math.floor(pixel / width) + 1] = nearest.get(colorAt(pixel))!;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', new Uint8Array()),
  ]);
}
