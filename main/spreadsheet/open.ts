/** The entry point of this folder: opens a spreadsheet at a path. The content, not the name, determines the format. */
import { basename, extname } from 'node:path';
import { transcoderFor, detectEncoding, byteOrderMark, unmarkedWide } from './csv/csv-encoding.ts';
import { type TextOptions, openCsv } from './csv/csv-reader.ts';
import { SpreadsheetError } from './core/errors.ts';
import { type TextKind, identify, identifyText, isText } from './identify.ts';
import { readHtmlTables } from './markup/html-reader.ts';
import { openLegacy, tooLargeAsWhole } from './excel/legacy-reader.ts';
import { MemoryWorkbook } from './core/memory-workbook.ts';
import { assertReadable, decryptDocument, decryptPart, isEncrypted, wholeDocument } from './markup/ods-decryption.ts';
import { type PartBytes, odsPart, odsString, openOds } from './markup/ods-reader.ts';
import { ENCRYPTED, assertWorkbook, needsPassword, openOle } from './excel/ole.ts';
import { decryptBiff } from './excel/biff-decryption.ts';
import { decryptPackage } from './excel/package-decryption.ts';
import { type Source, openSource } from './core/source.ts';
import { type FileFacts, type ReadLimits, type Workbook, READ_LIMITS } from './core/workbook.ts';
import { openXls } from './excel/xls-reader.ts';
import { openXlsb } from './excel/xlsb-reader.ts';
import { openXlsx } from './excel/xlsx-reader.ts';
import { findWorkbookPart } from './excel/xlsx-package.ts';
import { declaresEntities } from './markup/xml.ts';
import { readXmlSpreadsheet } from './markup/xml-spreadsheet.ts';
import { type ZipArchive, openZip } from './zip/zip.ts';

/** `encoding` and `delimiter` apply to delimited text only. */
export interface OpenOptions extends TextOptions {
  /** For a workbook that needs a password. */
  readonly password?: string | undefined;
  /** The user's name for the file, if `path` is that of a copy. */
  readonly name?: string | undefined;
  readonly limits?: Partial<ReadLimits> | undefined;
}

/** The password that Excel uses for workbooks that only ask to be opened as read-only. */
const NO_PASSWORD = 'VelvetSweatshop';

/** How many bytes identify a file. */
const HEAD = 4096;
/** How many bytes identify the kind of a text. */
const TEXT_HEAD = 16_384;

/** Expected kinds of content for each extension, for the note that the name is misleading. */
const EXPECTED_KINDS: Readonly<Record<string, readonly string[]>> = {
  '.xlsx': ['XLSX'],
  '.xlsm': ['XLSX'],
  '.xltx': ['XLSX'],
  '.xltm': ['XLSX'],
  '.xlsb': ['XLSB'],
  '.xls': ['XLS'],
  '.xlt': ['XLS'],
  '.ods': ['ODS'],
  '.fods': ['ODS'],
  '.csv': ['CSV'],
  '.tsv': ['CSV'],
  '.tab': ['CSV'],
  '.dbf': ['dBASE'],
  '.htm': ['HTML table'],
  '.html': ['HTML table'],
};

/** Extensions of zip formats. If the content is plain text instead, it is a mistake, unless it is clearly a table. */
const ZIPPED = new Set(['.xlsx', '.xlsm', '.xltx', '.xltm', '.xlsb', '.ods', '.ots']);

class Opening {
  private readonly source: Source;
  private readonly name: string;
  private readonly extension: string;
  private readonly limits: ReadLimits;
  private readonly options: OpenOptions;

  constructor(source: Source, options: OpenOptions) {
    this.source = source;
    this.options = options;
    this.name = options.name ?? basename(source.path);
    this.extension = extname(this.name).toLowerCase();
    this.limits = { ...READ_LIMITS, ...options.limits };
  }

  private facts(kind: string): Omit<FileFacts, 'dateSystem'> {
    const promised = EXPECTED_KINDS[this.extension];
    return {
      kind,
      encoding: null,
      byteOrderMark: false,
      delimiter: null,
      extensionMisleads: promised !== undefined && !promised.includes(kind),
    };
  }

  async open(): Promise<Workbook> {
    const head = await this.source.bytes(0, HEAD);
    switch (identify(head)) {
      case 'zip':
        return this.openZipped(this.source);
      case 'ole':
        return this.openOle();
      case 'legacy':
        return this.openWhole(head[0] === 0x09 ? 'XLS' : 'dBASE');
      default:
        return this.openText(head);
    }
  }

  private async openOle(): Promise<Workbook> {
    const { password } = this.options;
    const passwords = [NO_PASSWORD, ...(password === undefined ? [] : [password])];
    const file = await openOle(this.source);
    assertWorkbook(file.names);
    if (file.names.has(ENCRYPTED)) {
      const decrypted = await decryptPackage(this.source, file, passwords);
      if (decrypted === null) throw needsPassword(password !== undefined);
      return this.openZipped(decrypted);
    }
    const stream = await file.stream('workbook');
    const opened = stream && (await decryptBiff(stream, passwords));
    if (stream !== null && opened === null) throw needsPassword(password !== undefined);
    const workbook = opened && (await openXls(this.source, opened, this.facts('XLS'), this.limits));
    return workbook ?? this.openWhole('XLS');
  }

  /** `source`: the file, or the decrypted workbook inside it. */
  private async openZipped(source: Source): Promise<Workbook> {
    const { limits } = this;
    const zip = await openZip(source, limits);
    const mime = zip.find('mimetype');
    if (mime) return this.openOpenDocument(zip, (await zip.readWhole(mime, 1024)).toString('latin1').trim());
    const workbook = await findWorkbookPart(zip, limits);
    if (workbook === null) {
      const type = await this.documentType(zip);
      if (type === null) throw notWorkbook(zip);
      return this.openOpenDocument(zip, type);
    }
    if (!workbook.name.toLowerCase().endsWith('.bin')) return openXlsx(source, zip, workbook, this.facts('XLSX'), limits);
    return openXlsb(source, zip, workbook, this.facts('XLSB'), limits);
  }

  /**
   * The type of an OpenDocument file without its `mimetype`, for example after it was unpacked and packed again; null for other archives.
   */
  private async documentType(zip: ZipArchive): Promise<string | null> {
    const manifest = zip.find('META-INF/manifest.xml');
    if (manifest === null || zip.find('content.xml') === null) return null;
    const text = (await zip.readWhole(manifest, this.limits.partBytes)).toString('utf8');
    return /\bmedia-type\s*=\s*["'](application\/vnd\.oasis\.opendocument\.[^"']+)["']/.exec(text)?.[1] ?? null;
  }

  private async openOpenDocument(zip: ZipArchive, type: string): Promise<Workbook> {
    if (!type.startsWith('application/vnd.oasis.opendocument.spreadsheet')) {
      throw new SpreadsheetError(
        'FILE_NOT_SPREADSHEET',
        'This is a document of LibreOffice or another program, not a spreadsheet. Choose the spreadsheet that holds your list.',
      );
    }
    const entry = zip.find('META-INF/manifest.xml');
    const manifest = entry === null ? '' : (await zip.readWhole(entry, this.limits.partBytes)).toString('utf8');
    if (isEncrypted(manifest)) return this.openLockedDocument(zip, manifest);
    const content = zip.find('content.xml');
    if (content === null) throw notWorkbook(zip);
    const bytes: PartBytes = (onBytes) => zip.readOnce(content, onBytes);
    return openOds(this.source, odsPart(bytes, content.name), content.name, this.facts('ODS'), this.limits, this.options.signal);
  }

  private async openLockedDocument(zip: ZipArchive, manifest: string): Promise<Workbook> {
    const { limits, source } = this;
    const { password, signal } = this.options;
    const whole = wholeDocument(zip);
    assertReadable(manifest, whole?.name ?? 'content.xml');
    if (password === undefined) throw needsPassword(false);
    if (whole !== null) {
      const decrypted = await decryptDocument(source, zip, whole, manifest, password, limits.markupBytes);
      if (decrypted === null) throw needsPassword(true);
      return this.openZipped(decrypted);
    }
    const content = zip.find('content.xml');
    if (content === null) throw notWorkbook(zip);
    const bytes = await decryptPart(zip, content, manifest, password, limits.inflatedBytes);
    if (bytes === null) throw needsPassword(true);
    return openOds(source, odsPart(bytes, content.name), content.name, this.facts('ODS'), limits, signal);
  }

  private async openWhole(kind: string): Promise<Workbook> {
    if (this.source.size > this.limits.legacyBytes) throw tooLargeAsWhole(kind, this.limits.legacyBytes);
    return openLegacy(this.source, await this.source.bytes(0, this.source.size), this.facts(kind), this.limits);
  }

  private async openText(head: Buffer): Promise<Workbook> {
    const mark = byteOrderMark(head);
    const unmarked = mark === null ? unmarkedWide(head) : null;
    const wide = unmarked !== null || (mark !== null && mark.name !== 'utf-8');
    if (!wide && !isText(head)) {
      const withoutNuls = Buffer.from(head.filter((byte) => byte !== 0));
      if (isText(withoutNuls) && withoutNuls.some((byte) => byte >= 0x20)) throw fullOfNuls();
      throw new SpreadsheetError(
        'FILE_NOT_SPREADSHEET',
        'This is not a spreadsheet that can be read: its content is neither a workbook nor text. Choose an XLSX or CSV file with your list.',
      );
    }
    const raw = await this.source.bytes(mark?.markBytes ?? 0, TEXT_HEAD);
    const start = transcoderFor({ name: mark?.name ?? unmarked ?? 'windows-1252', markBytes: 0 })(raw, false).toString('utf8');
    return this.openTextOf(identifyText(start), start);
  }

  /** Opens a text of this kind; `start` is its beginning, which shows the declared encoding and namespaces. */
  private async openTextOf(kind: TextKind, start: string): Promise<Workbook> {
    switch (kind) {
      case 'delimited':
        return this.openDelimited();
      case 'html':
        return this.openHtml(start);
      case 'xml':
        return this.openXml(start);
      case 'sylk':
        return this.openWhole('SYLK');
      case 'dif':
        return this.openWhole('DIF');
      case 'json':
        throw new SpreadsheetError('FILE_UNSUPPORTED', 'This is a JSON file. Export the list as XLSX or CSV, and choose that file.');
      case 'cards':
        throw otherText('a file of contact cards. Open it in your address book, export it as CSV, and choose that file.');
      case 'directory':
        throw otherText('an address book in LDIF. Export the address book as CSV, and choose that file.');
      case 'mail':
        throw otherText(
          'a web archive or a saved message. Open it in Excel or your browser, save the list as XLSX or CSV, and choose that file.',
        );
      case 'link':
        throw otherText(
          'a link to a web page, not the list itself. Open the link, download the list as XLSX or CSV, and choose that file.',
        );
    }
  }

  private async openHtml(start: string): Promise<Workbook> {
    const facts = this.facts('HTML table');
    const tables = readHtmlTables(await this.markupText(start, facts.kind, this.limits.markupBytes), this.limits);
    if (tables.length === 0) throw pageWithoutTable(/<frame(?:set)?\b/i.test(start));
    return new MemoryWorkbook(this.source, tables, { ...facts, dateSystem: null });
  }

  private async openXml(start: string): Promise<Workbook> {
    const { source, limits } = this;
    if (/<!DOCTYPE\s+[^>]*\[|<!ENTITY/i.test(start)) throw declaresEntities();
    if (start.includes('urn:schemas-microsoft-com:office:spreadsheet')) {
      const facts = this.facts('XML spreadsheet');
      const { sheets, dateSystem } = readXmlSpreadsheet(await this.markupText(start, facts.kind, limits.markupBytes), limits);
      return new MemoryWorkbook(source, sheets, { ...facts, dateSystem });
    }
    if (start.includes('urn:oasis:names:tc:opendocument:xmlns:office')) {
      const facts = this.facts('ODS');
      const text = await this.markupText(start, facts.kind, limits.markupBytes);
      return openOds(source, odsString(text, source.size), 'document', facts, limits, this.options.signal);
    }
    throw new SpreadsheetError(
      'FILE_UNSUPPORTED',
      'This is an XML file of another kind, not a spreadsheet. Export the list as XLSX or CSV, and choose that file.',
    );
  }

  /**
   * The text of a markup file, in the declared or detected encoding.
   * @param kind the format, for the message
   * @throws FILE_TOO_LARGE when the file has more than `most` bytes
   */
  private async markupText(start: string, kind: string, most: number): Promise<string> {
    if (this.source.size > most) throw tooLargeAsWhole(kind, most);
    const found = await detectEncoding(this.source, this.options.signal);
    let name = found.name;
    if (found.markBytes === 0 && !name.startsWith('utf')) {
      const declared = /\b(?:charset|encoding)\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]{1,40})/i.exec(start)?.[1];
      try {
        if (declared !== undefined) name = new TextDecoder(declared).encoding;
      } catch {
        // The declared encoding is unknown, so the detected one is used.
      }
    }
    const bytes = await this.source.bytes(found.markBytes, this.source.size);
    return transcoderFor({ name, markBytes: 0 })(bytes, true).toString('utf8');
  }

  private async openDelimited(): Promise<Workbook> {
    const { source, extension, limits, options } = this;
    const expected = extension === '.tsv' || extension === '.tab' ? '\t' : null;
    const name = basename(this.name, extname(this.name));
    const workbook = await openCsv(source, name, expected, this.facts('CSV'), options, limits);
    if (ZIPPED.has(extension) && workbook.hasSingleColumn) {
      throw new SpreadsheetError(
        'FILE_WRONG_EXTENSION',
        `The name ends in ${extension}, but the content is plain text without columns. Export the list again, or, if it is a single column, name it .csv.`,
      );
    }
    return workbook;
  }
}

/** Error for a text with many NUL characters. */
function fullOfNuls(): SpreadsheetError {
  return new SpreadsheetError(
    'FILE_DAMAGED',
    'The text is full of NUL characters, as after a damaged export or a wrong conversion. Export the list again as CSV in UTF-8 or as XLSX.',
  );
}

/** Error for a text in another format. `is`: the end of a sentence that starts with "This is". */
const otherText = (is: string): SpreadsheetError => new SpreadsheetError('FILE_NOT_SPREADSHEET', `This is ${is}`);

function pageWithoutTable(hasFrames: boolean): SpreadsheetError {
  if (hasFrames) {
    return new SpreadsheetError(
      'FILE_NOT_SPREADSHEET',
      'This is the first page of a workbook that was saved as a web page. Its cells are in the files of the folder that was saved with it. Open it in Excel, save it as XLSX, and choose that file.',
    );
  }
  return new SpreadsheetError(
    'FILE_NOT_SPREADSHEET',
    'This is a web page without a table. It may be an error page that was saved instead of the list: export the list again.',
  );
}

/** Error for a zip archive without a workbook. */
function notWorkbook(zip: ZipArchive): SpreadsheetError {
  const is = (what: string) =>
    new SpreadsheetError('FILE_NOT_SPREADSHEET', `This is ${what}, not a spreadsheet. Choose the spreadsheet that holds your list.`);
  if (zip.has('word/document.xml')) return is('a Word document');
  if (zip.has('ppt/presentation.xml')) return is('a PowerPoint presentation');
  if (zip.has('visio/document.xml')) return is('a Visio drawing');
  if (zip.has('META-INF/container.xml')) return is('an electronic book');
  if (zip.has('AndroidManifest.xml') || zip.has('META-INF/MANIFEST.MF')) return is('a program');
  if (zip.entries.some(({ name }) => /(?:^|\/)Index(?:\.zip|\/Document\.iwa)$/.test(name))) {
    return new SpreadsheetError(
      'FILE_UNSUPPORTED',
      'This is a document of Apple’s Numbers (or Pages or Keynote). In Numbers choose File › Export To › Excel, and choose that file.',
    );
  }
  const office = zip.entries.some(({ name }) => /^(?:\[content_types\]\.xml$|_rels\/|xl\/)/i.test(name));
  if (office || zip.entries.length === 0) {
    return new SpreadsheetError(
      'FILE_DAMAGED',
      'The file is damaged: the workbook itself is missing from it. Open it in Excel, let Excel repair and save it, or export it again from where it came from.',
    );
  }
  return new SpreadsheetError(
    'FILE_NOT_SPREADSHEET',
    'This is a zip archive, not a spreadsheet. Unpack it and choose the spreadsheet inside.',
  );
}

/**
 * Opens a spreadsheet of any supported format; the caller must close it. Rows are not read yet, except by SheetJS and to detect a text's
 * encoding.
 * @throws SpreadsheetError when the file cannot be opened; the signal's reason when aborted
 */
export async function openSpreadsheet(path: string, options: OpenOptions = {}): Promise<Workbook> {
  options.signal?.throwIfAborted();
  const source = await openSource(path);
  try {
    return await new Opening(source, options).open();
  } catch (error) {
    try {
      return await source.rethrow(error);
    } finally {
      await source.close();
    }
  }
}
