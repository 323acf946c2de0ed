/** Reads the texts of a sheet's XML from its UTF-8 bytes: joins `<t>` runs and skips phonetic runs. */
import { GT, LT, SLASH, SPACE, endsName } from '../core/ascii.ts';
import { referenced } from '../markup/xml.ts';

/** Class of a byte within text: 0 ordinary, 1 start of a tag, 2 may need decoding, 3 end of the bytes. */
export const TEXT_CLASS = new Uint8Array(256);
TEXT_CLASS[LT] = 1;
TEXT_CLASS[0x26] = 2; // &
TEXT_CLASS[0x0d] = 2; // carriage return
TEXT_CLASS[0x5f] = 2; // _ of _x000D_
TEXT_CLASS[0] = 3; // end of the available bytes

const REFERENCE = /&([#\w]{1,12});/g;
/** U+FFFE and U+FFFF are not characters; Excel shows their escapes unchanged. */
const ESCAPED = /_x(?![Ff]{3}[EeFf]_)([\dA-Fa-f]{4})_/g;

/** Resolves OOXML escapes: `_x000D_` is a carriage return, `_x005F_` an underscore. */
export function unescapeOoxml(text: string): string {
  return text.includes('_x') ? text.replaceAll(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;
}

/** Resolves references, line ends and escapes of raw XML text. */
export function decodeText(raw: string): string {
  let text = raw;
  if (text.includes('\r')) text = text.replaceAll(/\r\n?/g, '\n');
  if (text.includes('&')) text = text.replaceAll(REFERENCE, (whole, reference: string) => referenced(reference) ?? whole);
  return unescapeOoxml(text);
}

const ITEM = Buffer.from('<si><t>');
const ITEM_END = Buffer.from('</t></si>');

/** Result of a scan. `More`: the bytes end too early; `Declined`: the complete reader must read this. */
export const Scan = { Done: 0, More: 1, Declined: 2 } as const;
export type Scan = (typeof Scan)[keyof typeof Scan];

/** An element's name as bytes, with the document's prefix. */
export function tagName(prefix: string, name: string): Buffer {
  return Buffer.from(prefix === '' ? name : `${prefix}:${name}`);
}

/**
 * Reads the content of `<si>` or `<is>`. After `Done`, `at` is after the closing tag and the text is `value`; or, when `value` is null (a
 * single plain run), the bytes from `start` to `end`.
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

  /** `prefix`: namespace prefix of the elements; `most`: maximum bytes of one string. */
  constructor(prefix: string, most: number) {
    this.prefixed = prefix !== '';
    this.t = tagName(prefix, 't');
    this.r = tagName(prefix, 'r');
    this.skipped = ['rPr', 'rPh', 'phoneticPr'].map((name) => tagName(prefix, name));
    this.most = most;
  }

  /** True when the tag at `p` has this name. */
  private named(b: Uint8Array, p: number, name: Buffer): boolean {
    for (let i = 0; i < name.length; i++) if (b[p + i] !== name[i]) return false;
    return endsName(b[p + name.length]!);
  }

  /** Offset after the `>` of the tag at `p`, ignoring quoted ones; -1 if the bytes end before. */
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

  /** Offset after the closing tag of `name`, which cannot be nested; -1 if the bytes end before. */
  private skip(b: Uint8Array, p: number, end: number, name: Buffer): number {
    const opened = this.tagEnd(b, p, end);
    if (opened === -1 || b[opened - 2] === SLASH) return opened;
    for (let i = opened; i < end; i++) {
      if (b[i] === LT && b[i + 1] === SLASH && this.named(b, i + 2, name)) return this.tagEnd(b, i, end);
    }
    return -1;
  }

  /**
   * Scans from after the opening tag to the closing tag `closing` (with prefix). Declines a string above the limit, because the complete
   * reader throws the right error.
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
      // 16 bytes cover the longest name to compare, with some margin.
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
   * Reads a shared string of the usual form, `<si><t>text</t></si>`, at `p`. True: the text is from `start` to `end`; false for any other
   * or incomplete string.
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

  /** True when the complete closing tag is at `p`, so that no more bytes are needed. */
  private closes(b: Uint8Array, p: number, end: number, closing: Buffer): boolean {
    return p + 3 + closing.length <= end && b[p] === LT && b[p + 1] === SLASH && this.named(b, p + 2, closing);
  }

  /** Reads one `<t>` from after its tag; sets `at` after `</t>`. */
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
    // The previous run was plain, so it exists only as a range of bytes so far.
    this.value ??= runs === 0 ? '' : b.toString('utf8', this.start, this.end);
    const text = b.toString('utf8', from, p);
    this.value += special ? decodeText(text) : text;
    return Scan.Done;
  }
}
