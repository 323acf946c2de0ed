/**
 * ODS, and FODS, its form as a single XML file: read as a stream by the XML reader. Unlike other workbooks these hold beside
 * each value the text that the program showed, which tells what a number format did.
 */
import { noSuchSheet } from '../core/refusals.ts';
import { OdsSheet, OdsSheetList } from './ods-xml.ts';
import type { RowBlock } from '../core/rowblock.ts';
import type { Source } from '../core/source.ts';
import type { FileFacts, ReadLimits, RowsOptions, SheetFacts, SheetInfo, Workbook } from '../core/workbook.ts';
import { XmlReader, xmlDecoder } from './xml.ts';
import { type ZipArchive, type ZipEntry, damagedPart } from '../zip/zip.ts';

/** The document's text from its beginning; `onBytes` is told the bytes of the file as they are used. */
export type OdsText = (onBytes?: (bytes: number) => void) => AsyncIterable<string>;

/** The text of a part of the archive. */
export function odsPart(zip: ZipArchive, entry: ZipEntry): OdsText {
  return async function* text(onBytes) {
    let decoder;
    for await (const chunk of zip.read(entry, onBytes)) {
      decoder ??= xmlDecoder(chunk, entry.name);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  };
}

/** Characters that are parsed at once: a piece is over before anybody waits for a block. */
const PIECE = 256 * 1024;

/** A text that is there as a whole. */
export function odsString(text: string, fileBytes: number): OdsText {
  return async function* pieces(onBytes) {
    for (let at = 0; at < text.length; at += PIECE) {
      onBytes?.(Math.min(PIECE, text.length - at) * (fileBytes / text.length));
      yield text.slice(at, at + PIECE);
    }
  };
}

class OdsWorkbook implements Workbook {
  readonly format = 'legacy';
  readonly fileBytes: number;
  readonly sheets: readonly SheetInfo[];
  readonly facts: FileFacts;
  readonly notes: readonly string[];
  private readonly source: Source;
  private readonly text: OdsText;
  private readonly part: string;
  private readonly limits: ReadLimits;
  private readonly read = new Map<number, OdsSheet>();

  constructor(source: Source, text: OdsText, part: string, sheets: readonly SheetInfo[], facts: FileFacts, limits: ReadLimits) {
    this.source = source;
    this.fileBytes = source.size;
    this.text = text;
    this.part = part;
    this.sheets = sheets;
    this.facts = facts;
    this.notes = [`Read as ${facts.kind}.`];
    this.limits = limits;
  }

  async *rows(sheet: number, options: RowsOptions = {}): AsyncGenerator<RowBlock, void> {
    if (this.sheets[sheet] === undefined) throw noSuchSheet();
    const { signal, onProgress, maxRows = Number.POSITIVE_INFINITY } = options;
    signal?.throwIfAborted();
    if (maxRows <= 0) return;
    const handler = new OdsSheet(sheet, this.limits);
    handler.rowsWanted = maxRows;
    this.read.set(sheet, handler);
    const xml = new XmlReader(handler, this.part);
    let bytes = 0;
    const progress = (more: number) => {
      bytes += more;
      onProgress?.(Math.min(Math.floor(bytes), this.fileBytes));
    };
    try {
      for await (const piece of this.text(progress)) {
        xml.write(piece);
        for (const block of handler.ready.splice(0)) {
          yield block;
          signal?.throwIfAborted();
        }
        if (handler.rowsStored >= maxRows) break;
      }
      if (handler.rowsStored < maxRows) {
        xml.end();
        const rest = handler.finish();
        if (rest) yield rest;
      }
      await this.source.assertUnchanged();
      onProgress?.(this.fileBytes);
    } catch (error) {
      await this.source.failed(error);
    }
  }

  sheetFacts(sheet: number): SheetFacts {
    return (this.read.get(sheet) ?? new OdsSheet(sheet, this.limits)).facts;
  }

  close(): Promise<void> {
    return this.source.close();
  }
}

/**
 * Opens an ODS or FODS workbook; reads it once to learn its sheets. The workbook owns the source from then on.
 * @param part the name of the part for messages
 * @throws SpreadsheetError FILE_DAMAGED, FILE_BOMB
 */
export async function openOds(
  source: Source,
  text: OdsText,
  part: string,
  facts: Omit<FileFacts, 'dateSystem'>,
  limits: ReadLimits,
  signal?: AbortSignal,
): Promise<Workbook> {
  const list = new OdsSheetList();
  const xml = new XmlReader(list, part);
  for await (const piece of text()) {
    signal?.throwIfAborted();
    xml.write(piece);
  }
  xml.end();
  if (list.sheets.length === 0) throw damagedPart(part, 'holds no sheet');
  return new OdsWorkbook(source, text, part, list.sheets, { ...facts, dateSystem: null }, limits);
}
