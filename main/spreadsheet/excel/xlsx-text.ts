/** Text in the XML of a sheet, straight from its UTF-8 bytes: `<t>` runs put together, phonetic runs left out. */
import { GT, LT, SLASH, SPACE, endsName } from '../core/ascii.ts';
import { referenced } from '../markup/xml.ts';

/** What a byte means within text: 0 nothing, 1 the next tag, 2 perhaps something to decode. */
export const TEXT_CLASS = new Uint8Array(256);
TEXT_CLASS[LT] = 1;
TEXT_CLASS[0x26] = 2; // &
TEXT_CLASS[0x0d] = 2; // carriage return
TEXT_CLASS[0x5f] = 2; // _ of _x000D_
TEXT_CLASS[0] = 3; // where the bytes end for now

const REFERENCE = /&([#\w]{1,12});/g;
/** U+FFFE and U+FFFF are no characters; Excel shows their escapes as they stand. */
const ESCAPED = /_x(?![Ff]{3}[EeFf]_)([\dA-Fa-f]{4})_/g;

/** Resolves the escapes of OOXML: `_x000D_` is a carriage return, `_x005F_` an underscore. */
export function unescapeOoxml(text: string): string {
  return text.includes('_x') ? text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}

/** Resolves references, line ends and escapes in a text as it stands in the XML. */
export function decodeText(raw: string): string {
  let text = raw;
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
  if (text.includes('&')) text = text.replaceAll(REFERENCE, (whole, reference: string) => referenced(reference) ?? whole);
  return unescapeOoxml(text);
}

const ITEM = Buffer.from('<si><t>');
const ITEM_END = Buffer.from('</t></si>');

/** How a scan of bytes went. `More`: the bytes end too early; `Declined`: something the scan leaves to the complete reader. */
export const Scan = { Done: 0, More: 1, Declined: 2 } as const;
export type Scan = (typeof Scan)[keyof typeof Scan];

/** Names of elements as bytes, with the prefix that the document uses. */
function tagName(prefix: string, name: string): Buffer {
  return Buffer.from(prefix === '' ? name : `${prefix}:${name}`);
}

/**
 * Reads what is within `<si>` or `<is>`. After `Done` the text is `value`, or, where it is null (the usual case of one plain
 * run), the bytes from `start` to `end`; `at` is behind the closing tag.
 */
export class StringScanner {
  start = 0;
  end = 0;
  value: string | null = null;
  at = 0;
  private readonly t: Buffer;
  private readonly r: Buffer;
  private readonly skipped: readonly Buffer[];
  private readonly most: number;
  private readonly prefixed: boolean;

  /** `prefix` of the document's elements; `most` bytes of one string. */
  constructor(prefix: string, most: number) {
    this.prefixed = prefix !== '';
    this.t = tagName(prefix, 't');
    this.r = tagName(prefix, 'r');
    this.skipped = ['rPr', 'rPh', 'phoneticPr'].map((name) => tagName(prefix, name));
    this.most = most;
  }

  /** True when the tag name at `p` is this one; the byte behind a name is a space, `>` or `/`. */
  private named(b: Uint8Array, p: number, name: Buffer): boolean {
    for (let i = 0; i < name.length; i++) if (b[p + i] !== name[i]) return false;
    return endsName(b[p + name.length]!);
  }

  /** Position behind the `>` of the tag at `p`, -1 when the bytes end before; quoted values may hold a `>`. */
  private tagEnd(b: Uint8Array, p: number, end: number): number {
    let quote = 0;
    for (let i = p; i < end; i++) {
      const byte = b[i]!;
      if (quote !== 0) {
        if (byte === quote) quote = 0;
      } else if (byte === GT) return i + 1;
      else if (byte === 0x22 || byte === 0x27) quote = byte;
    }
    return -1;
  }

  /** Position behind the closing tag of `name`, which holds no element of its own name; -1 when the bytes end before. */
  private skip(b: Uint8Array, p: number, end: number, name: Buffer): number {
    const opened = this.tagEnd(b, p, end);
    if (opened === -1 || b[opened - 2] === SLASH) return opened;
    for (let i = opened; i < end; i++) {
      if (b[i] === LT && b[i + 1] === SLASH && this.named(b, i + 2, name)) return this.tagEnd(b, i, end);
    }
    return -1;
  }

  /**
   * Scans from behind the opening tag. `closing` is the name of the element it is in, prefix included.
   * A string longer than allowed is declined too: the complete reader knows how to refuse it.
   */
  scan(b: Buffer, from: number, end: number, closing: Buffer): Scan {
    let p = from;
    let runs = 0;
    this.value = null;
    this.start = this.end = from;
    for (;;) {
      while (p < end && b[p] !== LT) {
        if (b[p]! > SPACE) return Scan.Declined;
        p++;
      }
      // The longest name that is looked for, its prefix and a little more.
      if (p + 16 + closing.length > end && !this.closes(b, p, end, closing)) return end - from > this.most ? Scan.Declined : Scan.More;
      if (b[p + 1] === SLASH) {
        if (this.named(b, p + 2, closing)) {
          this.at = p + 3 + closing.length;
          return b[this.at - 1] === GT ? Scan.Done : Scan.Declined;
        }
        if (!this.named(b, p + 2, this.r)) return Scan.Declined;
        p += 3 + this.r.length;
        continue;
      }
      if (this.named(b, p + 1, this.t)) {
        const opened = this.tagEnd(b, p, end);
        if (opened === -1) return Scan.More;
        p = opened;
        if (b[opened - 2] === SLASH) continue;
        const status = this.run(b, p, end, runs++);
        if (status !== Scan.Done) return status === Scan.More && end - from > this.most ? Scan.Declined : status;
        p = this.at;
        continue;
      }
      if (this.named(b, p + 1, this.r)) {
        const opened = this.tagEnd(b, p, end);
        if (opened === -1) return Scan.More;
        p = opened;
        continue;
      }
      const name = this.skipped.find((candidate) => this.named(b, p + 1, candidate));
      if (name === undefined) return Scan.Declined;
      p = this.skip(b, p, end, name);
      if (p === -1) return end - from > this.most ? Scan.Declined : Scan.More;
    }
  }

  /**
   * A shared string as nearly every program writes it, `<si><t>text</t></si>`, at `p`. True: the text is from `start` to `end`;
   * false where it is anything else, or not all there.
   */
  plainItem(b: Uint8Array, p: number): boolean {
    if (this.prefixed) return false;
    for (let i = 0; i < ITEM.length; i++) if (b[p + i] !== ITEM[i]) return false;
    const start = p + ITEM.length;
    let end = start;
    while (TEXT_CLASS[b[end]!] === 0) end++;
    if (end - start > this.most) return false;
    for (let i = 0; i < ITEM_END.length; i++) if (b[end + i] !== ITEM_END[i]) return false;
    this.start = start;
    this.end = end;
    this.at = end + ITEM_END.length;
    return true;
  }

  /** True when the closing tag stands complete at `p`, so that no further byte is needed. */
  private closes(b: Uint8Array, p: number, end: number, closing: Buffer): boolean {
    return p + 3 + closing.length <= end && b[p] === LT && b[p + 1] === SLASH && this.named(b, p + 2, closing);
  }

  /** One `<t>`, from behind its tag; `at` is then behind `</t>`. */
  private run(b: Buffer, from: number, end: number, runs: number): Scan {
    let p = from;
    let special = false;
    for (;;) {
      while (TEXT_CLASS[b[p]!] === 0) p++;
      if (p >= end) return Scan.More;
      const byte = b[p]!;
      if (byte === LT) break;
      if (byte === 0x5f) special ||= b[p + 1] === 0x78;
      else special = true;
      p++;
    }
    if (p + 3 + this.t.length > end) return Scan.More;
    if (b[p + 1] !== SLASH || !this.named(b, p + 2, this.t)) return Scan.Declined;
    this.at = p + 3 + this.t.length;
    if (b[this.at - 1] !== GT) return Scan.Declined;
    if (runs === 0 && !special) {
      this.start = from;
      this.end = p;
      return Scan.Done;
    }
    // The run before was plain and stands only as a range so far.
    this.value ??= runs === 0 ? '' : b.toString('utf8', this.start, this.end);
    const text = b.toString('utf8', from, p);
    this.value += special ? decodeText(text) : text;
    return Scan.Done;
  }
}
