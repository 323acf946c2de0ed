/** Small XLSX files in memory: a usual package with the test's sheets, strings and styles. */
import { zip, type ZipPart, type ZipShape } from './sheet-zip.ts';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const STRICT_MAIN = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

export interface SheetSpec {
  readonly name?: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** The whole part; by default `rows` in a usual sheet. */
  readonly xml?: string | Uint8Array;
  /** Content of `<sheetData>`. */
  readonly rows?: string;
  /** XML before and after `<sheetData>`. */
  readonly before?: string;
  readonly behind?: string;
  /** The relationship type; default: 'worksheet'. */
  readonly type?: string;
}

export interface XlsxSpec {
  readonly sheets: readonly SheetSpec[];
  /** Texts of the shared strings; one that begins with `<` is the content of its `<si>`. */
  readonly strings?: readonly string[];
  /** Replaces the shared strings part. */
  readonly stringsXml?: string | Uint8Array;
  /** Number formats of the styles 1, 2, ...: codes, or IDs of built-in ones. Style 0 is General. */
  readonly formats?: readonly (string | number)[];
  readonly date1904?: boolean;
  /** Replaces, adds or (null) omits parts. */
  readonly parts?: Readonly<Record<string, string | Uint8Array | null>>;
  /** Changes the stored name of a part. */
  readonly rename?: (name: string) => string;
  /** Changes how parts are stored. */
  readonly store?: Partial<ZipPart>;
  readonly shape?: ZipShape;
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll('\r', '&#13;');

function sheetXml({ xml, rows = '', before = '', behind = '' }: SheetSpec): string | Uint8Array {
  return xml ?? `${DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${behind}</worksheet>`;
}

function stylesXml(formats: readonly (string | number)[]): string {
  const codes = formats.map((format, index) =>
    typeof format === 'string' ? `<numFmt numFmtId="${170 + index}" formatCode="${escapeXml(format)}"/>` : '',
  );
  const styles = formats.map((format, index) => `<xf numFmtId="${typeof format === 'string' ? 170 + index : format}"/>`);
  return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs><dxfs><dxf><numFmt numFmtId="0" formatCode="yyyy"/></dxf></dxfs></styleSheet>`;
}

/** The parts of the workbook by name. */
export function xlsxParts(spec: XlsxSpec): Map<string, string | Uint8Array> {
  const { sheets, strings, formats } = spec;
  const relation = (id: string, type: string, target: string) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const parts = new Map<string, string | Uint8Array>();
  parts.set(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  );
  parts.set(
    '_rels/.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  );
  parts.set(
    'xl/workbook.xml',
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr${spec.date1904 ? ' date1904="1"' : ''}/><sheets>${sheets.map(({ name = '', state }, i) => `<sheet name="${escapeXml(name || `Sheet${i + 1}`)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  );
  parts.set(
    'xl/_rels/workbook.xml.rels',
    `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${sheets.map(({ type = 'worksheet' }, i) => relation(`rId${i + 1}`, type, `worksheets/sheet${i + 1}.xml`)).join('')}${relation('rIdS', 'sharedStrings', 'sharedStrings.xml')}${relation('rIdF', 'styles', 'styles.xml')}</Relationships>`,
  );
  for (const [index, sheet] of sheets.entries()) parts.set(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet));
  if (spec.stringsXml !== undefined) parts.set('xl/sharedStrings.xml', spec.stringsXml);
  else if (strings) {
    const items = strings.map((text) => `<si>${text.startsWith('<') ? text : `<t xml:space="preserve">${escapeXml(text)}</t>`}</si>`);
    parts.set('xl/sharedStrings.xml', `${DECLARATION}<sst xmlns="${MAIN}">${items.join('')}</sst>`);
  }
  parts.set('xl/styles.xml', stylesXml(formats ?? []));
  for (const [name, part] of Object.entries(spec.parts ?? {})) {
    if (part === null) parts.delete(name);
    else parts.set(name, part);
  }
  return parts;
}

/** The bytes of the workbook. */
export function xlsx(spec: XlsxSpec): Buffer {
  const entries = [...xlsxParts(spec)].map(([name, data]): ZipPart => ({ ...spec.store, name: spec.rename?.(name) ?? name, data }));
  return zip(entries, spec.shape);
}
