/**
 * Streams ODS, and its single-file form FODS. Unlike other workbooks, these also store the text that the program showed for each value,
 * which reveals the effect of number formats.
 */
import { StreamedWorkbook } from '../core/file-workbook.ts';
import { OdsSheet, OdsSheetList } from './ods-xml.ts';
import type { RowBlock } from '../core/rowblock.ts';
import type { Source } from '../core/source.ts';
import type { FileFacts, ReadLimits, RowsOptions, SheetFacts, Workbook } from '../core/workbook.ts';
import { XmlReader, xmlDecoder } from './xml.ts';
import { damagedPart } from '../zip/zip.ts';

/** Streams the document's text from the start; calls `onBytes` with the number of file bytes of each piece. */
export type OdsText = (onBytes?: (bytes: number) => void) => AsyncIterable<string>;

/** Streams the unpacked bytes of a part from the start. */
export type PartBytes = (onBytes?: (bytes: number) => void) => AsyncIterable<Buffer>;

/** The text of a part; `name` is for messages. */
export function odsPart(bytes: PartBytes, name: string): OdsText {
  return async function* text(onBytes) {
    let decoder;
    for await (const chunk of bytes(onBytes)) {
      decoder ??= xmlDecoder(chunk, name);
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  };
}

/** Number of characters parsed at once. Small, so that the next block is not delayed. */
const PIECE = 256 * 1024;

/** Text that is completely in memory. */
export function odsString(text: string, fileBytes: number): OdsText {
  return async function* pieces(onBytes) {
    for (let at = 0; at < text.length; at += PIECE) {
      onBytes?.(Math.min(PIECE, text.length - at) * (fileBytes / text.length));
      yield text.slice(at, at + PIECE);
    }
  };
}

class OdsWorkbook extends StreamedWorkbook {
  readonly format = 'legacy';
  readonly notes: readonly string[];
  private readonly text: OdsText;
  private readonly part: string;
  private readonly limits: ReadLimits;
  private readonly showCurrencies: boolean;
  private readonly read = new Map<number, OdsSheet>();

  constructor(source: Source, text: OdsText, part: string, list: OdsSheetList, facts: FileFacts, limits: ReadLimits) {
    super(source, list.sheets, facts);
    this.showCurrencies = list.hasCurrencies;
    this.text = text;
    this.part = part;
    this.notes = [`Read as ${facts.kind}.`];
    this.limits = limits;
  }

  protected async *blocks(sheet: number, maxRows: number, { onProgress }: RowsOptions): AsyncGenerator<RowBlock, void> {
    const handler = new OdsSheet(sheet, this.limits, this.showCurrencies);
    handler.rowsWanted = maxRows;
    this.read.set(sheet, handler);
    const xml = new XmlReader(handler, this.part);
    let bytes = 0;
    const progress = (more: number) => {
      bytes += more;
      onProgress?.(Math.min(Math.floor(bytes), this.fileBytes));
    };
    for await (const piece of this.text(progress)) {
      xml.write(piece);
      yield* handler.ready.splice(0);
      if (handler.rowsStored >= maxRows) return;
      if (handler.hasEnded) break;
    }
    if (!handler.hasEnded) xml.end();
    const rest = handler.finish();
    if (rest) yield rest;
  }

  sheetFacts(sheet: number): SheetFacts {
    return (this.read.get(sheet) ?? new OdsSheet(sheet, this.limits)).facts;
  }
}

/**
 * Opens an ODS or FODS workbook, reads it once to find its sheets, and takes ownership of the source.
 * @param part name of the part for messages
 * @throws FILE_DAMAGED, FILE_BOMB
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
  return new OdsWorkbook(source, text, part, list, { ...facts, dateSystem: null }, limits);
}
