/**
 * Reads the parts of an XLSX package other than sheets and strings: the list of sheets with their locations, cell formats and the date
 * system.
 */
import type { DateSystem } from '../core/dates.ts';
import { SpreadsheetError } from '../core/errors.ts';
import { PLAIN, formatsOf } from '../core/number-format.ts';
import type { PackageContents, SheetPart } from './package-workbook.ts';
import { CellFormats } from './sheet-cells.ts';
import type { ReadLimits, SheetInfo } from '../core/workbook.ts';
import { type XmlElement, type XmlHandler, readXml } from '../markup/xml.ts';
import { type ZipArchive, type ZipEntry, damagedPart } from '../zip/zip.ts';

/** Namespaces of attributes such as `r:id`. */
const RELATION_NAMESPACES: ReadonlySet<string> = new Set([
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  'http://purl.oclc.org/ooxml/officeDocument/relationships',
]);

/** Maximum number of cell formats; Excel allows 65,490. */
export const STYLES_MOST = 200_000;

/** A handler that needs only the opening tags and each element's parent. */
function onOpen(handle: (element: XmlElement, parent: string) => void): XmlHandler {
  const path: string[] = [];
  return {
    open(element) {
      handle(element, path.at(-1) ?? '');
      path.push(element.name);
    },
    close() {
      path.pop();
    },
    text() {},
  };
}

interface Relation {
  /** Last segment of the relationship's type: 'worksheet', 'sharedStrings', ... */
  readonly type: string;
  readonly target: string;
}

/**
 * The part name of a relationship's target, relative to the part that has the relationship. Programs differ in whether the names of the
 * archive are percent-encoded, as the target is.
 */
function resolveTarget(zip: ZipArchive, from: string, target: string): string {
  const written = partName(from, target);
  if (zip.has(written)) return written;
  try {
    return partName(from, decodeURIComponent(target));
  } catch {
    // A literal percent sign, so the target is not encoded.
    return written;
  }
}

function partName(from: string, target: string): string {
  const path = target.replaceAll('\\', '/');
  const steps = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

async function readRelations(zip: ZipArchive, part: string, limits: ReadLimits): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>();
  const slash = part.lastIndexOf('/') + 1;
  const entry = zip.find(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
  if (entry === null) return relations;
  const handler = onOpen((element) => {
    const id = element.attribute('Id');
    const target = element.attribute('Target');
    if (element.name !== 'Relationship' || id === undefined || target === undefined) return;
    if (element.attribute('TargetMode') === 'External') return;
    relations.set(id, { type: element.attribute('Type')?.split('/').at(-1) ?? '', target: resolveTarget(zip, part, target) });
  });
  readXml(await zip.readWhole(entry, limits.partBytes), entry.name, handler);
  return relations;
}

/** The workbook part: from the package's relationships, or at its usual place. */
export async function findWorkbookPart(zip: ZipArchive, limits: ReadLimits): Promise<ZipEntry | null> {
  for (const { type, target } of (await readRelations(zip, '', limits)).values()) {
    const entry = type === 'officeDocument' ? zip.find(target) : null;
    if (entry) return entry;
  }
  return zip.find('xl/workbook.xml') ?? zip.find('xl/workbook.bin');
}

/** A sheet as the workbook lists it. */
export interface NamedSheet {
  readonly name: string;
  readonly relation: string | undefined;
  readonly visibility: SheetInfo['visibility'];
}

async function readWorkbook(
  zip: ZipArchive,
  entry: ZipEntry,
  limits: ReadLimits,
): Promise<{ sheets: NamedSheet[]; dateSystem: DateSystem }> {
  const sheets: NamedSheet[] = [];
  let dateSystem: DateSystem = 1900;
  const handler = onOpen((element, parent) => {
    if (element.name === 'workbookPr' && parent === 'workbook') {
      const value = element.attribute('date1904');
      if (value === '1' || value === 'true' || value === 'on') dateSystem = 1904;
    } else if (element.name === 'sheet' && parent === 'sheets') {
      const state = element.attribute('state');
      sheets.push({
        name: element.attribute('name') ?? `Sheet${sheets.length + 1}`,
        relation: element.attributeIn(RELATION_NAMESPACES, 'id') ?? element.attribute('id'),
        visibility: state === 'hidden' || state === 'veryHidden' ? state : 'visible',
      });
    }
  });
  readXml(await zip.readWhole(entry, limits.partBytes), entry.name, handler);
  return { sheets, dateSystem };
}

async function readFormats(zip: ZipArchive, entry: ZipEntry | null, dateSystem: DateSystem, limits: ReadLimits): Promise<CellFormats> {
  const codes = new Map<number, string>();
  const numbers: number[] = [];
  if (entry) {
    const handler = onOpen((element, parent) => {
      if (parent === 'numFmts' && element.name === 'numFmt') {
        codes.set(Number(element.attribute('numFmtId')), element.attribute('formatCode') ?? '');
      } else if (parent === 'cellXfs' && element.name === 'xf' && numbers.length < STYLES_MOST) {
        numbers.push(Number(element.attribute('numFmtId') ?? 0));
      }
    });
    readXml(await zip.readWhole(entry, limits.partBytes), entry.name, handler);
  }
  return cellFormats(numbers, codes, dateSystem);
}

/** Relationship types of sheets without cells. */
const NO_CELLS: ReadonlySet<string> = new Set(['chartsheet', 'dialogsheet', 'xlMacrosheet', 'xlIntlMacrosheet']);

/** Maximum number of sheets for which the row hint is read. */
const HINTS_MOST = 64;

/** Reads the number of rows that a sheet claims to have at its beginning. */
export type RowsHint = (zip: ZipArchive, entry: ZipEntry) => Promise<number | null>;

/** The entries of a workbook's parts. */
export interface Layout {
  readonly sheets: readonly SheetPart[];
  readonly sharedStrings: ZipEntry | null;
  readonly styles: ZipEntry | null;
}

/**
 * Finds the sheets with cells, the shared strings and the styles, by relationship or by their usual names.
 * @param suffix suffix of the part names: 'xml' or 'bin'
 * @throws FILE_DAMAGED when there is no sheet with cells
 */
export async function findParts(
  zip: ZipArchive,
  workbook: ZipEntry,
  sheets: readonly NamedSheet[],
  suffix: 'xml' | 'bin',
  hint: RowsHint,
  limits: ReadLimits,
): Promise<Layout> {
  const relations = await readRelations(zip, workbook.name, limits);
  const byType = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const folder = workbook.name.slice(0, workbook.name.lastIndexOf('/') + 1);
  const isLinked = byType('worksheet') !== undefined;
  const parts: SheetPart[] = [];
  const taken = new Set<ZipEntry>();
  for (const [index, { name, relation: id, visibility }] of sheets.entries()) {
    const relation = id === undefined ? undefined : relations.get(id);
    if (relation && NO_CELLS.has(relation.type)) continue;
    // Some programs omit the relationships. The numbers of the parts then tell which sheet each of them is.
    const target = relation?.target ?? (isLinked ? null : `${folder}worksheets/sheet${index + 1}.${suffix}`);
    const found = target === null ? null : zip.find(target);
    const entry = found !== null && taken.has(found) ? null : found;
    if (entry) taken.add(entry);
    parts.push({ name, visibility, entry, rowsHint: !entry ? 0 : parts.length < HINTS_MOST ? await hint(zip, entry) : null });
  }
  if (parts.length > 0 && taken.size === 0) throw damagedPart('workbook', 'names sheets that are not in the file');
  if (parts.length === 0) {
    throw new SpreadsheetError(
      'FILE_DAMAGED',
      'The workbook names no sheet with cells. Open it in Excel, check that the list is there, and save it again.',
    );
  }
  return {
    sheets: parts,
    sharedStrings: zip.find(byType('sharedStrings') ?? `${folder}sharedStrings.${suffix}`),
    styles: zip.find(byType('styles') ?? `${folder}styles.${suffix}`),
  };
}

/** The formats of styles. `numbers`: the format number of each style. `codes`: the workbook's own formats. */
export function cellFormats(numbers: readonly number[], codes: ReadonlyMap<number, string>, dateSystem: DateSystem): CellFormats {
  const known = formatsOf(numbers, codes);
  return new CellFormats(
    numbers.map((number) => known.get(number) ?? PLAIN),
    dateSystem,
  );
}

/**
 * Reads the workbook, its relationships and its styles, and at most the beginning of each sheet.
 * @throws FILE_DAMAGED, FILE_BOMB, FILE_TOO_LARGE
 */
export async function readPackage(zip: ZipArchive, workbook: ZipEntry, limits: ReadLimits, hint: RowsHint): Promise<PackageContents> {
  const { sheets, dateSystem } = await readWorkbook(zip, workbook, limits);
  const layout = await findParts(zip, workbook, sheets, 'xml', hint, limits);
  return { ...layout, formats: await readFormats(zip, layout.styles, dateSystem, limits) };
}
