/**
 * A complete streaming reader for the XML of workbooks: namespaces, CDATA, comments, character references, any encoding. It does not expand
 * entities, and rejects document type declarations, because entity bombs need them.
 */
import { TextDecoder } from 'node:util';
import { SpreadsheetError } from '../core/errors.ts';
import { damagedPart } from '../zip/zip.ts';

/** Maximum element depth; Office needs about ten. */
const DEPTH_MOST = 256;
/** Maximum number of namespaces in scope; Office declares about twenty. */
const PREFIXES_MOST = 500;
/** Maximum characters of an incomplete tag, comment or text run. */
const TOKEN_MOST = 8 * 1024 ** 2;

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** An opening tag. Valid only during the handler call. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string;
  readonly namespace: string;
  /** Value of an attribute without a prefix. */
  attribute(name: string): string | undefined;
  /** Value of an attribute in one of these namespaces. */
  attributeIn(namespaces: ReadonlySet<string>, name: string): string | undefined;
}

export interface XmlHandler {
  open(element: XmlElement): void;
  /** Ends the innermost open element. */
  close(name: string, namespace: string): void;
  /** Text, possibly in pieces, with resolved references and `\n` line ends. */
  text(text: string): void;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The character of a reference such as `amp`, `#38` or `#x26`; null for an unknown one. */
export function referenced(reference: string): string | null {
  if (!reference.startsWith('#')) return Object.hasOwn(NAMED, reference) ? NAMED[reference]! : null;
  const hex = reference[1] === 'x' || reference[1] === 'X';
  const digits = reference.slice(hex ? 2 : 1);
  if (!(hex ? /^[\da-f]{1,8}$/i : /^\d{1,10}$/).test(digits)) return null;
  const code = Number.parseInt(digits, hex ? 16 : 10);
  return code <= 0x10_ff_ff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : null;
}

/** Resolves the references in a text. Unknown ones are not changed. */
function resolve(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&([#\w]{1,12});/g, (whole, reference: string) => referenced(reference) ?? whole);
}

interface Open {
  readonly tag: string;
  readonly name: string;
  readonly namespace: string;
  /** The prefixes before this element's declarations; null when it declares none. */
  readonly outer: ReadonlyMap<string, string> | null;
}

const ATTRIBUTE = /\s*([^\s=/>"'<]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

class Element implements XmlElement {
  readonly name: string;
  readonly namespace: string;
  private readonly attributes: readonly (readonly [name: string, value: string])[];
  private readonly prefixes: ReadonlyMap<string, string>;

  constructor(name: string, namespace: string, attributes: readonly (readonly [string, string])[], prefixes: ReadonlyMap<string, string>) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = attributes;
    this.prefixes = prefixes;
  }

  attribute(name: string): string | undefined {
    const found = this.attributes.find(([key]) => key === name);
    return found && resolve(found[1]);
  }

  attributeIn(namespaces: ReadonlySet<string>, name: string): string | undefined {
    for (const [key, value] of this.attributes) {
      const colon = key.indexOf(':');
      if (colon > 0 && key.slice(colon + 1) === name && namespaces.has(this.prefixes.get(key.slice(0, colon)) ?? '')) return resolve(value);
    }
    return undefined;
  }
}

/** Error for a document type declaration. */
export function declaresEntities(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_BOMB',
    'The file is refused because it could harm this computer: it declares entities of its own (an entity bomb). No spreadsheet program writes such files; ask the person who sent it.',
  );
}

/** Parses XML text piece by piece and calls the handler. Ignores text outside the root. */
export class XmlReader {
  private readonly handler: XmlHandler;
  private readonly part: string;
  private readonly stack: Open[] = [];
  private prefixes: ReadonlyMap<string, string> = new Map([['xml', XML_NAMESPACE]]);
  private rest = '';
  private rootSeen = false;

  /** `part`: name of the part for messages. */
  constructor(handler: XmlHandler, part: string) {
    this.handler = handler;
    this.part = part;
  }

  /** The open tags, from the root inward. */
  get openTags(): readonly string[] {
    return this.stack.map((open) => open.tag);
  }

  /** The namespace of a prefix at the current position; '' is the default namespace's prefix. */
  namespaceOf(prefix: string): string {
    return this.prefixes.get(prefix) ?? '';
  }

  /**
   * Parses the next piece of the document.
   * @throws FILE_DAMAGED when it is not well-formed; FILE_BOMB for a document type declaration
   */
  write(piece: string): void {
    const text = this.rest + piece;
    let at = 0;
    while (at < text.length) {
      const next = text[at] === '<' ? this.markup(text, at) : this.characters(text, at);
      if (next === -1) break;
      at = next;
    }
    this.rest = text.slice(at);
    if (this.rest.length > TOKEN_MOST) throw this.broken('holds a tag or text without an end');
  }

  /**
   * Ends the document.
   * @throws FILE_DAMAGED when elements or tokens are incomplete
   */
  end(): void {
    if (this.rest.trim() !== '' || this.stack.length > 0 || !this.rootSeen) throw this.broken('ends in the middle');
  }

  private broken(detail: string): SpreadsheetError {
    return damagedPart(this.part, detail);
  }

  /** Processes text from `at` and returns the offset after it; -1 when more input is needed. */
  private characters(text: string, at: number): number {
    const next = text.indexOf('<', at);
    let end = next === -1 ? text.length : next;
    if (next === -1) {
      // The piece may split a reference or a line end.
      const reference = text.lastIndexOf('&');
      if (reference >= at && text.length - reference < 16 && !text.includes(';', reference)) end = reference;
      if (text[end - 1] === '\r') end--;
      if (end === at) return -1;
    }
    if (this.stack.length > 0) {
      let piece = text.slice(at, end);
      if (piece.includes('\r')) piece = piece.replaceAll(/\r\n?/g, '\n');
      this.handler.text(resolve(piece));
    }
    return end;
  }

  private markup(text: string, at: number): number {
    const second = text[at + 1];
    if (second === undefined) return -1;
    if (second === '!') return this.declaration(text, at);
    if (second === '?') {
      const end = text.indexOf('?>', at + 2);
      return end === -1 ? -1 : end + 2;
    }
    if (second === '/') {
      const end = text.indexOf('>', at + 2);
      if (end === -1) return -1;
      this.closeTag(text.slice(at + 2, end).trimEnd());
      return end + 1;
    }
    return this.openTag(text, at);
  }

  private declaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      return end === -1 ? -1 : end + 3;
    }
    if (text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(']]>', at + 9);
      if (end === -1) return -1;
      if (this.stack.length > 0) this.handler.text(text.slice(at + 9, end).replaceAll(/\r\n?/g, '\n'));
      return end + 3;
    }
    if (text.length - at < 9) return -1;
    if (/^<!(?:DOCTYPE|ENTITY)/i.test(text.slice(at, at + 9))) throw declaresEntities();
    throw this.broken('is not well-formed XML');
  }

  /** Offset of the `>` that ends the tag, ignoring quoted ones; -1 when it has not arrived yet. */
  private tagEnd(text: string, at: number): number {
    let quote = 0;
    for (let i = at; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (quote !== 0) {
        if (code === quote) quote = 0;
      } else if (code === 0x22 || code === 0x27) quote = code;
      else if (code === 0x3e) return i;
    }
    return -1;
  }

  private openTag(text: string, at: number): number {
    const end = this.tagEnd(text, at + 1);
    if (end === -1) return -1;
    const empty = text[end - 1] === '/';
    const inner = text.slice(at + 1, empty ? end - 1 : end);
    const tag = /^[^\s/>"'=<&]+/.exec(inner)?.[0];
    if (tag === undefined || (this.rootSeen && this.stack.length === 0)) throw this.broken('is not well-formed XML');
    if (this.stack.length >= DEPTH_MOST) throw this.broken('is nested too deeply');
    this.rootSeen = true;
    const attributes: [string, string][] = [];
    ATTRIBUTE.lastIndex = tag.length;
    let read = tag.length;
    for (let match = ATTRIBUTE.exec(inner); match; match = ATTRIBUTE.exec(inner)) {
      attributes.push([match[1]!, match[2] ?? match[3] ?? '']);
      read = ATTRIBUTE.lastIndex;
    }
    if (inner.slice(read).trim() !== '') throw this.broken('is not well-formed XML');
    const outer = this.enter(attributes);
    const colon = tag.indexOf(':');
    const name = colon === -1 ? tag : tag.slice(colon + 1);
    const namespace = this.namespaceOf(colon === -1 ? '' : tag.slice(0, colon));
    this.stack.push({ tag, name, namespace, outer });
    this.handler.open(new Element(name, namespace, attributes, this.prefixes));
    if (empty) this.closeTag(tag);
    return end + 1;
  }

  /** Applies an element's namespace declarations and returns the previous prefixes; null when it declares none. */
  private enter(attributes: readonly (readonly [string, string])[]): ReadonlyMap<string, string> | null {
    const declarations = attributes.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
    if (declarations.length === 0) return null;
    const outer = this.prefixes;
    const inner = new Map(outer);
    if (inner.size + declarations.length > PREFIXES_MOST) throw this.broken('declares too many namespaces');
    for (const [name, value] of declarations) inner.set(name === 'xmlns' ? '' : name.slice(6), resolve(value));
    this.prefixes = inner;
    return outer;
  }

  private closeTag(tag: string): void {
    const open = this.stack.pop();
    if (open === undefined || open.tag !== tag) throw this.broken('is not well-formed XML');
    this.handler.close(open.name, open.namespace);
    if (open.outer) this.prefixes = open.outer;
  }
}

/** The encoding of an XML document from its byte order mark, byte pattern or declaration. */
export function xmlEncoding(head: Buffer): string {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if ((head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0x3c && head[1] === 0)) return 'utf-16le';
  if ((head[0] === 0xfe && head[1] === 0xff) || (head[0] === 0 && head[1] === 0x3c)) return 'utf-16be';
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head.toString('latin1', 0, 200))?.[1]?.toLowerCase();
  // If the declaration can be read byte by byte, the text is not UTF-16, even if it says so.
  return declared === undefined || declared.startsWith('utf-16') || declared === 'us-ascii' ? 'utf-8' : declared;
}

/**
 * A decoder for the part that begins with these bytes; it removes the byte order mark.
 * @throws FILE_DAMAGED when the encoding is unknown
 */
export function xmlDecoder(head: Buffer, part: string): TextDecoder {
  try {
    return new TextDecoder(xmlEncoding(head));
  } catch (error) {
    throw damagedPart(part, 'is in a character encoding that is not known', error);
  }
}

/**
 * Parses a small document at once.
 * @throws as `XmlReader`
 */
export function readXml(bytes: Buffer, part: string, handler: XmlHandler): void {
  const reader = new XmlReader(handler, part);
  reader.write(xmlDecoder(bytes, part).decode(bytes));
  reader.end();
}
