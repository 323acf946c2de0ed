/**
 * Renders `assets/icons/icon.svg` to the icon formats of all systems: `node scripts/make-icons.ts`. The results are committed, so that
 * builds need no browser.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findHeadlessChromium } from './browsers.ts';
import { ROOT } from './targets.mjs';

const FOLDER = join(ROOT, 'assets/icons');

/** An entry of an icon file: size in pixels, and PNG data. */
interface Picture {
  readonly size: number;
  readonly png: Buffer;
}

/** Renders the icon separately at each size, because scaling down blurs its edges. */
async function draw(sizes: readonly number[]): Promise<Map<number, Buffer>> {
  const svg = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath: findHeadlessChromium() ?? '/usr/bin/chromium' });
  const drawn = new Map<number, Buffer>();
  for (const size of sizes) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    drawn.set(size, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
  await browser.close();
  return drawn;
}

/** A Windows icon: 16 bytes of directory per picture, then the PNG data. Size 256 is written as 0. */
function encodeIco(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Type codes and sizes in a macOS icon; high-density sizes have their own codes. */
const ICNS: readonly (readonly [string, number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

/** A macOS icon: an 8-byte header, and per picture 8 bytes with type and length (including the 8 bytes). */
function encodeIcns(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const entries = ICNS.flatMap(([name, size]) => {
    const png = pictures.get(size);
    if (png === undefined) return [];
    const head = Buffer.alloc(8);
    head.write(name, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return [head, png];
  });
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write('icns', 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}

const LINUX = [16, 32, 48, 64, 128, 256, 512];
const WINDOWS = [16, 24, 32, 48, 64, 128, 256];

const pictures = await draw([...new Set([...LINUX, ...WINDOWS, ...ICNS.map(([, size]) => size)])]);
const pick = (sizes: readonly number[]) => sizes.map((size) => ({ size, png: pictures.get(size) ?? Buffer.alloc(0) }));
mkdirSync(join(FOLDER, 'linux'), { recursive: true });
for (const { size, png } of pick(LINUX)) writeFileSync(join(FOLDER, 'linux', `${size}x${size}.png`), png);
writeFileSync(join(FOLDER, 'icon.ico'), encodeIco(pick(WINDOWS)));
writeFileSync(join(FOLDER, 'icon.icns'), encodeIcns(pictures));
console.log(`icons written to ${FOLDER}`);
