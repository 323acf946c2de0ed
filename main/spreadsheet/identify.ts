/** Identifies a file by its first bytes. Name and extension matter only when the content leaves a choice. */
import { SpreadsheetError } from './core/errors.ts';

/** `ole` is the container of XLS and of encrypted workbooks. */
export type Container = 'zip' | 'ole' | 'legacy' | 'text';

interface Signature {
  readonly at: number;
  readonly bytes: Buffer;
  readonly refusal: SpreadsheetError['code'];
  /** The end of a sentence that starts with "This is": what the file is and what to do. */
  readonly is: string;
}

const magic = (text: string) => Buffer.from(text, 'latin1');
const other = (start: string, is: string, at = 0): Signature => ({ at, bytes: magic(start), refusal: 'FILE_NOT_SPREADSHEET', is });
const packed = (start: string, is: string, at = 0): Signature => ({
  at,
  bytes: magic(start),
  refusal: 'FILE_UNSUPPORTED',
  is: `${is}. Unpack it and choose the spreadsheet inside.`,
});
const foreign = (start: string, is: string, at = 0): Signature => ({
  at,
  bytes: magic(start),
  refusal: 'FILE_UNSUPPORTED',
  is: `${is}. Open it in the program it was made with, save it as XLSX or CSV, and choose that file.`,
});
const CHOOSE = 'Choose the spreadsheet that holds your list.';

/** Files that users choose by mistake, or that have the name of a spreadsheet. */
const SIGNATURES: readonly Signature[] = [
  other('%PDF-', `a PDF document, not a spreadsheet. ${CHOOSE}`),
  other('\x89PNG\r\n\x1a\n', `a picture (PNG), not a spreadsheet. ${CHOOSE}`),
  other('\xff\xd8\xff', `a picture (JPEG), not a spreadsheet. ${CHOOSE}`),
  other('GIF8', `a picture (GIF), not a spreadsheet. ${CHOOSE}`),
  other('BM', `a picture (BMP), not a spreadsheet. ${CHOOSE}`),
  other('II*\0', `a picture (TIFF), not a spreadsheet. ${CHOOSE}`),
  other('MM\0*', `a picture (TIFF), not a spreadsheet. ${CHOOSE}`),
  other('WEBP', `a picture (WebP), not a spreadsheet. ${CHOOSE}`, 8),
  other('ftyp', `a picture or video, not a spreadsheet. ${CHOOSE}`, 4),
  other('8BPS', `a picture (Photoshop), not a spreadsheet. ${CHOOSE}`),
  other('%!PS', `a PostScript document, not a spreadsheet. ${CHOOSE}`),
  other('\x7fELF', `a program, not a spreadsheet. ${CHOOSE}`),
  other('MZ', `a program, not a spreadsheet. ${CHOOSE}`),
  other('\xca\xfe\xba\xbe', `a program, not a spreadsheet. ${CHOOSE}`),
  other('OggS', `a sound recording, not a spreadsheet. ${CHOOSE}`),
  other('ID3', `a sound recording, not a spreadsheet. ${CHOOSE}`),
  other('RIFF', `a sound or video recording, not a spreadsheet. ${CHOOSE}`),
  packed('\x1f\x8b', 'a compressed file (gzip)'),
  packed('7z\xbc\xaf\x27\x1c', 'a compressed archive (7-Zip)'),
  packed('Rar!\x1a\x07', 'a compressed archive (RAR)'),
  packed('BZh', 'a compressed file (bzip2)'),
  packed('\xfd7zXZ\0', 'a compressed file (xz)'),
  packed('\x28\xb5\x2f\xfd', 'a compressed file (Zstandard)'),
  packed('ustar', 'an archive (tar)', 257),
  foreign('SQLite format 3\0', 'a database (SQLite)'),
  foreign('\0\x01\0\0Standard ', 'a database (Access)'),
  foreign('PAR1', 'a Parquet file'),
  foreign('{\\rtf', 'a text document (RTF)'),
  foreign('\x1a\0\0\x04\0\0', 'a Lotus Notes file'),
  foreign('\0\0\x02\0', 'a Lotus 1-2-3 worksheet'),
  foreign('\0\0\x1a\0', 'a Lotus 1-2-3 worksheet'),
  foreign('\xffWPC', 'a WordPerfect or Quattro Pro file'),
];

/** True when few bytes are control characters that text does not use. NUL bytes are counted in `isText`. */
function looksLikeText(head: Buffer): boolean {
  let odd = 0;
  for (const byte of head)
    if (
      byte < 0x20 &&
      byte !== 0x09 &&
      byte !== 0x0a &&
      byte !== 0x0b &&
      byte !== 0x0c &&
      byte !== 0x0d &&
      byte !== 0x1a &&
      byte !== 0x1b &&
      byte !== 0x1f &&
      byte !== 0
    )
      odd++;
  return odd * 50 <= head.length;
}

function looksLikeDbase(head: Buffer): boolean {
  const version = head[0]!;
  if (head.length < 32 || ![0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0xcb, 0xf5, 0xfb].includes(version)) return false;
  const month = head[2]!;
  const day = head[3]!;
  const headerBytes = head.readUInt16LE(8);
  return month <= 12 && day <= 31 && headerBytes >= 33 && head.readUInt16LE(10) > 0;
}

/** Excel 2 to 4 files: a single sheet without an OLE container, which begins with a BOF record. */
function looksLikeRawBiff(head: Buffer): boolean {
  return (
    head.length >= 6 &&
    head[0] === 0x09 &&
    [0x00, 0x02, 0x04, 0x08].includes(head[1]!) &&
    head.readUInt16LE(2) >= 4 &&
    head.readUInt16LE(2) <= 16
  );
}

/** A byte order mark, white space or line ends, which faulty web pages write before the archive. */
const BEFORE_ZIP = /^(?:\xef\xbb\xbf|[ \t\r\n]){1,200}PK(?=[^\w\s])/;

/**
 * Identifies a file by its first bytes; 4 kB are enough.
 * @throws FILE_NOT_SPREADSHEET, FILE_UNSUPPORTED
 */
export function identify(head: Buffer): Container {
  if (head.length >= 4 && head.readUInt16LE(0) === 0x4b50 && [0x0403, 0x0605, 0x0807].includes(head.readUInt16LE(2))) return 'zip';
  if (BEFORE_ZIP.test(head.toString('latin1', 0, 256))) return 'zip';
  if (head.length >= 8 && head.readUInt32LE(0) === 0xe011cfd0 && head.readUInt32LE(4) === 0xe11ab1a1) return 'ole';
  for (const { at, bytes, refusal, is } of SIGNATURES) {
    // A short signature ("BM", "MZ", "ID3") may also be the beginning of a text.
    if (
      head.length > at + bytes.length &&
      head.subarray(at, at + bytes.length).equals(bytes) &&
      (bytes.length > 3 || !looksLikeText(head) || head.includes(0))
    ) {
      throw new SpreadsheetError(refusal, `This is ${is}`);
    }
  }
  if (looksLikeRawBiff(head) || looksLikeDbase(head)) return 'legacy';
  return 'text';
}

export type TextKind = 'delimited' | 'xml' | 'html' | 'sylk' | 'dif' | 'json' | 'cards' | 'mail' | 'directory' | 'link';

/** Text formats of other programs, by how they begin after a byte order mark and white space. */
const OTHER_TEXTS: readonly (readonly [TextKind, RegExp])[] = [
  ['cards', /^BEGIN:VCARD\s/i],
  // Web archives (MHTML), which may also be named .xls, and saved messages.
  ['mail', /^(?=[\w-]{2,40}:)[^]{0,8000}?(?:^|\n)MIME-Version: ?1\.0/i],
  ['directory', /^(?:version: 1\s+)?dn:{1,2} /i],
  ['link', /^\[InternetShortcut\]\s/i],
];

/** Offset of the first element of a markup text, after white space, instructions and comments. */
function behindProlog(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s|\uFEFF/.test(text[at] ?? '')) at++;
    const closing = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : null;
    const end = closing === null ? -1 : text.indexOf(closing, at + 2);
    if (closing === null || end === -1) return at;
    at = end + closing.length;
  }
}

/** The first two lines of SYLK. A list with semicolons may have the headings “ID;Prefix”. */
const SYLK = /^ID;P[^\r\n]{0,200}[\r\n]{1,4}(?:[BCEFOPW]|N[ELNU])(?:;|[\r\n]|$)/;

/** How much text without a table may precede the first table of a part of a web page. */
const BEFORE_TABLE = 8000;

/**
 * True for a part of a web page, as web systems export it, which begins with any element or with a title. In a list whose cells have HTML,
 * delimiters or quotes precede the table.
 */
function beginsPage(text: string): boolean {
  const table = text.slice(0, BEFORE_TABLE).search(/<table[\s>]/i);
  if (table === -1 || !/<t[rhd][\s>]/i.test(text.slice(table))) return false;
  const before = text.slice(0, table);
  return /^<[a-z][a-z\d]{0,20}[\s/>]/i.test(before) || before.replaceAll(/&#?\w{1,10};/g, ' ').search(/[,;|\t"<]/) === -1;
}

/** Distinguishes text formats by the beginning of the text. */
export function identifyText(start: string): TextKind {
  const text = start.replace(/^[\uFEFF\s]+/, '');
  for (const [kind, pattern] of OTHER_TEXTS) if (pattern.test(text)) return kind;
  const element = text.slice(behindProlog(text)).slice(0, 200);
  if (/^<(?:!doctype\s+html|html|head|body|table|meta|style|div)\b/i.test(element)) return 'html';
  if (!/^<\?xml\s/i.test(text) && beginsPage(text)) return 'html';
  if (/^<\?xml\s/i.test(text)) return 'xml';
  if (/^<(?:[\w-]{1,40}:)?[\w-]{1,40}[\s>]/.test(element) && /<\/[\w:-]{1,80}>/.test(text)) return 'xml';
  if (SYLK.test(text)) return 'sylk';
  if (/^TABLE\r?\n0,1\r?\n/.test(text)) return 'dif';
  if (/^(?:\{\s*["}]|\[\s*[[{])/.test(text) && /^[[{]\s*(?:"(?:[^"\\]|\\.){0,200}"\s*[:,\]]|[[{}])/.test(text)) return 'json';
  return 'delimited';
}

/** True if the first bytes are text in a single-byte encoding or UTF-8. In UTF-16, half of the bytes are NUL. */
export function isText(head: Buffer): boolean {
  const nuls = head.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  return looksLikeText(head) && nuls * 4 <= head.length;
}
