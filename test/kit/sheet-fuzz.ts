/** Damages files as accidents and attackers do, reproducibly by seed. */
import { type ZipPart, zip } from './sheet-zip.ts';

/** A seeded random generator (xorshift). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) >>> 0 || 1;
  }

  below(limit: number): number {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return Math.floor((this.state / 2 ** 32) * limit);
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }
}

/** Tokens that break parsers of markup, text and numbers. */
const TOKENS: readonly string[] = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '&',
  '&amp',
  '&#x110000;',
  '&#0;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '<?xml?>',
  '\0',
  '\uFEFF',
  '\r',
  '\n',
  '\r\n',
  ',',
  ';',
  '\t',
  '""',
  '"a"b',
  '-1',
  '0',
  '1e999',
  '99999999999999999999',
  'NaN',
  '4294967296',
  '1048577',
  'A0',
  'XFE1',
  'ZZZZZZZ99',
  ' r="1"',
  ' r="A1"',
  ' t="s"',
  ' t="d"',
  ' t="inlineStr"',
  ' s="-1"',
  ' s="9999999"',
  '<c/>',
  '<c r="A1">',
  '</c>',
  '<v>',
  '</v>',
  '<row>',
  '</row>',
  '<row r="2"/>',
  '<is><t>',
  '<f>',
  '</sheetData>',
  '<sheetData/>',
  '<si/>',
  '</si>',
  '</sst>',
  '<mergeCell ref="A1:XFD1048576"/>',
  '<col min="1" max="99999999" hidden="1"/>',
  ' table:number-columns-repeated="99999999"',
  ' table:number-rows-repeated="99999999"',
  '<table:table>',
  '<text:s text:c="999999"/>',
  '<td colspan="99999999">',
  '<table>',
  '</table>',
  'sep=',
  '_x0000_',
  '_xFFFF_',
  '\u{1F600}',
  '\xff',
];

/** Changes some bytes: replaces, removes, duplicates or moves them, or inserts tokens. */
export function damage(bytes: Uint8Array, chance: Chance): Buffer {
  let result = Buffer.from(bytes);
  for (let times = 1 + chance.below(4); times > 0 && result.length > 0; times--) {
    const at = chance.below(result.length);
    const to = Math.min(result.length, at + 1 + chance.below(chance.of([1, 8, 64, 1024])));
    switch (chance.below(6)) {
      case 0:
        result[at] = chance.below(256);
        break;
      case 1:
        result = Buffer.concat([result.subarray(0, at), result.subarray(to)]);
        break;
      case 2:
        result = Buffer.concat([result.subarray(0, to), result.subarray(at)]);
        break;
      case 3:
        result = Buffer.concat([result.subarray(0, at), Buffer.from(chance.of(TOKENS)), result.subarray(at)]);
        break;
      case 4:
        result = Buffer.concat([result.subarray(0, at), Buffer.from(chance.of(TOKENS)), result.subarray(to)]);
        break;
      default:
        if (chance.below(4) === 0) result = result.subarray(0, at);
        else result.fill(chance.of([0, 0x20, 0x22, 0x39, 0x3c, 0xff]), at, to);
    }
  }
  return result;
}

/** An archive with one part damaged before compression, so that checksums do not reveal the damage. */
export function damagedArchive(parts: ReadonlyMap<string, string | Uint8Array>, chance: Chance): Buffer {
  const victim = chance.of([...parts.keys()]);
  return zip([...parts].map(([name, data]): ZipPart => ({ name, data: name === victim ? damage(Buffer.from(data), chance) : data })));
}
