/** Writes large lists of invented constituents, reproducible by seed, for benchmarks and limits. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { crc32, createDeflateRaw } from 'node:zlib';
import { randomOf } from './random.ts';

export interface ListOptions {
  readonly rows: number;
  readonly seed?: number;
  /** Every how many rows the first name has a title, which a fix removes; 0: never. */
  readonly titled?: number;
}

const FIRST =
  'Ada Alan Amelia Andre Beatriz Björn Carmen Chloé Dae Deepa Edgar Élise Farid Grace Hiro Ines Jamal José Katarina Liam Mei Miguel Nadia Nora Oleg Priya Quentin Rosa Søren Tariq Uma Víctor Wanda Xavier Yara Zoë'.split(
    ' ',
  );
const LAST =
  'Abbott Bauer Castillo Dvořák Evans Fitzgerald García Hopper Ivanova Jensen Kowalski López Müller Nakamura O’Brien Peña Quinn Robertson Schmidt Turing Ueda Vasquez Washington Xu Young Zimmermann'.split(
    ' ',
  );
const STREET = 'Main|Oak|Maple|Washington|Lake|Hill|Walnut|Spring|North|Ridge|Church|Willow|Mill|Sunset|Jackson|Cherry'.split('|');
const KIND = 'Street|Avenue|Road|Lane|Drive|Court|Boulevard|Place'.split('|');
const CITY =
  'Springfield|Boston|Cambridge|San Antonio|Albuquerque|Portland|Ann Arbor|Saint Paul|New Orleans|Salt Lake City|Santa Fe|Worcester'.split(
    '|',
  );
const STATE = 'MA NY CA TX NM OR MI MN LA UT WA IL'.split(' ');
const COMPANY =
  'Acme & Sons|Northwind Traders|Bluebird Health|Lakeside Legal LLP|Granite Capital|Harbor Foods|Summit Architects|Cedar Consulting'.split(
    '|',
  );
const JOB = 'Attorney|Physician|Partner|Director|Teacher|Owner|Engineer|Vice President, Sales'.split('|');

const HEADINGS: readonly string[] = [
  'Constituent ID',
  'First Name',
  'Middle Name',
  'Last Name',
  'Maiden Name',
  'Spouse First',
  'Spouse Middle',
  'Spouse Last',
  'Spouse Maiden',
  'Street',
  'Street 2',
  'City',
  'State',
  'ZIP',
  'Country',
  'Email',
  'Phone',
  'Employer',
  'Job Title',
  'Work Phone',
  'Work Email',
  'First Gift Amount',
  'First Gift Date',
  'Last Gift Amount',
  'Last Gift Date',
  'Largest Gift Amount',
  'Largest Gift Date',
  'Gift Count',
  'Total Given',
];

/** A cell: a text, a number, a date as its day number, or nothing. `once` marks texts that rarely repeat. */
type Cell = { text: string; once: boolean } | { number: number } | { day: number } | null;

/** Rows of cells, with empty cells as in real lists. */
function* people({ rows, seed = 1, titled = 0 }: ListOptions): Generator<Cell[]> {
  const next = randomOf(seed);
  const below = (n: number) => Math.floor(next() * n);
  const of = (pool: readonly string[]): Cell => ({ text: pool[below(pool.length)]!, once: false });
  const sometimes = (share: number, cell: () => Cell): Cell => (next() < share ? cell() : null);
  const phone = () => `(${200 + below(800)}) 555-${String(below(10_000)).padStart(4, '0')}`;
  const money = (): Cell => ({ number: below(4) === 0 ? Math.round(next() * 500_000) / 100 : (1 + below(200)) * 25 });
  const day = (): Cell => ({ day: 36_526 + below(9_500) });
  for (let i = 0; i < rows; i++) {
    const first = FIRST[below(FIRST.length)]!;
    const last = LAST[below(LAST.length)]!;
    const married = next() < 0.45;
    const works = next() < 0.5;
    yield [
      { text: `C${String(1_000_000 + i * 7)}`, once: true },
      { text: titled > 0 && i % titled === 0 ? `Dr. ${first}` : first, once: false },
      sometimes(0.4, () => ({ text: String.fromCharCode(65 + below(26)), once: false })),
      { text: last, once: false },
      sometimes(0.08, () => of(LAST)),
      married ? of(FIRST) : null,
      married ? sometimes(0.3, () => ({ text: String.fromCharCode(65 + below(26)), once: false })) : null,
      married ? { text: last, once: false } : null,
      married ? sometimes(0.1, () => of(LAST)) : null,
      { text: `${1 + below(9_800)} ${STREET[below(STREET.length)]} ${KIND[below(KIND.length)]}`, once: true },
      sometimes(0.15, () => ({ text: `Apt ${1 + below(90)}`, once: false })),
      of(CITY),
      of(STATE),
      { text: String(501 + below(99_000)).padStart(5, '0'), once: true },
      sometimes(0.6, () => ({ text: 'USA', once: false })),
      sometimes(0.7, () => ({ text: `${first}.${last}${i}@example.org`.toLowerCase().replaceAll('’', ''), once: true })),
      sometimes(0.65, () => ({ text: phone(), once: true })),
      works ? of(COMPANY) : null,
      works ? of(JOB) : null,
      works ? sometimes(0.4, () => ({ text: phone(), once: true })) : null,
      works ? sometimes(0.5, () => ({ text: `${last}${i}@work.example`.toLowerCase().replaceAll('’', ''), once: true })) : null,
      money(),
      day(),
      money(),
      day(),
      money(),
      day(),
      { number: 1 + below(60) },
      money(),
    ];
  }
}

const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : String.fromCharCode(64 + Math.floor(index / 26), 65 + (index % 26));
const COLUMNS = HEADINGS.map((_, index) => column(index));
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

interface Packed {
  readonly chunks: Buffer[];
  readonly crc: number;
  readonly size: number;
  readonly packedSize: number;
}

/** Deflates a part while it is written, at Excel's level. */
class Part {
  private readonly deflate = createDeflateRaw({ level: 6, chunkSize: 1 << 18 });
  private readonly chunks: Buffer[] = [];
  private readonly ended = once(this.deflate, 'end');
  private pending = '';
  private crc = 0;
  private size = 0;

  constructor() {
    this.deflate.on('data', (chunk: Buffer) => this.chunks.push(chunk));
  }

  async write(text: string): Promise<void> {
    this.pending += text;
    if (this.pending.length >= 1 << 20) await this.flush();
  }

  private async flush(): Promise<void> {
    const bytes = Buffer.from(this.pending);
    this.pending = '';
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    if (!this.deflate.write(bytes)) await once(this.deflate, 'drain');
  }

  async end(): Promise<Packed> {
    await this.flush();
    this.deflate.end();
    await this.ended;
    return { chunks: this.chunks, crc: this.crc, size: this.size, packedSize: this.chunks.reduce((sum, chunk) => sum + chunk.length, 0) };
  }
}

/** Writes parts in order, then the directory. */
class Archive {
  private readonly stream: WriteStream;
  private readonly directory: Buffer[] = [];
  private at = 0;

  constructor(path: string) {
    this.stream = createWriteStream(path);
  }

  private async put(bytes: Buffer): Promise<void> {
    this.at += bytes.length;
    if (!this.stream.write(bytes)) await once(this.stream, 'drain');
  }

  async add(name: string, part: Packed): Promise<void> {
    const label = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(0x21_0000, 6);
    head.writeUInt32LE(part.crc, 10);
    head.writeUInt32LE(part.packedSize, 14);
    head.writeUInt32LE(part.size, 18);
    head.writeUInt16LE(label.length, 22);
    const central = Buffer.alloc(16);
    central.writeUInt32LE(this.at, 12);
    this.directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), head, central.subarray(2), label);
    await this.put(Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, label]));
    for (const chunk of part.chunks) await this.put(chunk);
  }

  async end(): Promise<void> {
    const directory = Buffer.concat(this.directory);
    const end = Buffer.alloc(22);
    end.write('PK\x05\x06', 'latin1');
    end.writeUInt16LE(this.directory.length / 4, 8);
    end.writeUInt16LE(this.directory.length / 4, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.at, 16);
    await this.put(Buffer.concat([directory, end]));
    this.stream.end();
    await once(this.stream, 'close');
  }
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** The other parts of the package. Style 1 is a date, 2 an amount. */
const FRAME: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Constituents" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/** Numbers strings by first appearance, like Excel; unique strings are not looked up. */
class StringTable {
  readonly part = new Part();
  private readonly known = new Map<string, number>();
  private count = 0;

  async begin(): Promise<void> {
    await this.part.write(`${DECLARATION}<sst xmlns="${MAIN}">`);
  }

  async index(text: string, unique: boolean): Promise<number> {
    if (!unique) {
      const known = this.known.get(text);
      if (known !== undefined) return known;
      this.known.set(text, this.count);
    }
    await this.part.write(`<si><t>${escape(text)}</t></si>`);
    return this.count++;
  }

  async end(): Promise<Packed> {
    await this.part.write('</sst>');
    return this.part.end();
  }
}

/** Writes a list as XLSX. `strings`: shared as in Excel, or inline as in many other programs. */
export async function writeXlsxList(path: string, options: ListOptions & { readonly strings: 'shared' | 'inline' }): Promise<void> {
  const sheet = new Part();
  const table = new StringTable();
  await table.begin();
  const cell = async (value: Cell, reference: string): Promise<string> => {
    if (value === null) return '';
    if ('number' in value) return `<c r="${reference}" s="2"><v>${value.number}</v></c>`;
    if ('day' in value) return `<c r="${reference}" s="1"><v>${value.day}</v></c>`;
    if (options.strings === 'inline') return `<c r="${reference}" t="inlineStr"><is><t>${escape(value.text)}</t></is></c>`;
    return `<c r="${reference}" t="s"><v>${await table.index(value.text, value.once)}</v></c>`;
  };
  await sheet.write(`${DECLARATION}<worksheet xmlns="${MAIN}"><dimension ref="A1:${COLUMNS.at(-1)}${options.rows + 1}"/><sheetData>`);
  let number = 1;
  const row = async (cells: readonly Cell[]) => {
    let text = `<row r="${number}" spans="1:29">`;
    for (const [index, value] of cells.entries()) text += await cell(value, `${COLUMNS[index]}${number}`);
    number++;
    await sheet.write(`${text}</row>`);
  };
  await row(HEADINGS.map((text) => ({ text, once: true })));
  for (const person of people(options)) await row(person);
  await sheet.write('</sheetData></worksheet>');
  const archive = new Archive(path);
  for (const [name, text] of Object.entries(FRAME)) {
    const part = new Part();
    await part.write(DECLARATION + text);
    await archive.add(name, await part.end());
  }
  await archive.add('xl/worksheets/sheet1.xml', await sheet.end());
  await archive.add('xl/sharedStrings.xml', await table.end());
  await archive.end();
}

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function isoDay(day: number): string {
  return new Date((day - 25_569) * 86_400_000).toISOString().slice(0, 10);
}

/** Writes the same list as CSV in UTF-8. */
export async function writeCsvList(path: string, options: ListOptions): Promise<void> {
  const stream = createWriteStream(path);
  let pending = `${HEADINGS.map(quote).join(',')}\r\n`;
  for (const person of people(options)) {
    const texts = person.map((value) =>
      value === null ? '' : 'number' in value ? String(value.number) : 'day' in value ? isoDay(value.day) : quote(value.text),
    );
    pending += `${texts.join(',')}\r\n`;
    if (pending.length < 1 << 20) continue;
    if (!stream.write(pending)) await once(stream, 'drain');
    pending = '';
  }
  stream.end(pending);
  await once(stream, 'close');
}
