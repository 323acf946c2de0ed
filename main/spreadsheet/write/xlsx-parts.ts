/** The small parts of a workbook, and the XML before and after a sheet's rows. */
import type { Paper } from '../../../shared/base/index.ts';
import { columnLetters } from './xlsx-cells.ts';
import { XML_DECLARATION, xmlText } from './xml-text.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'application/vnd.openxmlformats-officedocument';

/** One sheet of the file; a table longer than a sheet has several. */
export interface SheetPart {
  /** From 1: `xl/worksheets/sheet1.xml`. */
  readonly number: number;
  readonly name: string;
  /** Range of header and rows with filter buttons, such as `$A$1:$D$20`; null without a filter. */
  filtered: string | null;
  /** True if the sheet has notes: `xl/comments1.xml`, and a drawing with their boxes. */
  notes: boolean;
  /** The range of cells to print, and the range of rows to repeat on each page. Null for all cells, and for no rows. */
  printed: string | null;
  repeated: string | null;
  /** Numbers of the sheet's charts, from 1: `xl/charts/chart1.xml`. A sheet with charts has a drawing with the sheet's number. */
  charts: readonly number[];
}

/** Excel's numbers of paper sizes. */
const PAPERS: Readonly<Record<Paper, number>> = { letter: 1, a4: 9 };

/** Scale of a column's data bars. Null is automatic: 0, or the lowest value if negative, to the highest value. */
export interface DataBar {
  readonly min: number | null;
  readonly max: number | null;
}

/** Column layout of a sheet. Widths are in characters. */
export interface SheetView {
  readonly widths: readonly number[];
  readonly bars: readonly (DataBar | null)[];
  /** For each column, the words to choose from; empty if any value is allowed. */
  readonly choices: readonly (readonly string[])[];
  /** Row of the header, from 1; 0 without one. The rows down to it are frozen. */
  readonly headerRow: number;
  /** Number of columns at the left that are frozen. */
  readonly frozenColumns: number;
  readonly paper: Paper;
  readonly isOnePage: boolean;
}

/** A range from the first column, such as `A1:D20`. */
const range = (columns: number, firstRow: number, lastRow: number) => `A${firstRow}:${columnLetters(columns - 1)}${lastRow}`;

/** A range from the first column, such as `$A$1:$D$20`. */
export const absoluteRange = (columns: number, firstRow: number, lastRow: number) =>
  `$A$${firstRow}:$${columnLetters(columns - 1)}$${lastRow}`;

/** The frozen rows and columns, with the first cell after them selected. */
function frozen({ headerRow, frozenColumns }: SheetView): string {
  const first = `${columnLetters(frozenColumns)}${headerRow + 1}`;
  const active = frozenColumns > 0 ? 'bottomRight' : 'bottomLeft';
  const split = frozenColumns > 0 ? ` xSplit="${frozenColumns}"` : '';
  const others = frozenColumns > 0 ? '<selection pane="topRight"/><selection pane="bottomLeft"/>' : '';
  return (
    `<pane${split} ySplit="${headerRow}" topLeftCell="${first}" activePane="${active}" state="frozen"/>` +
    `${others}<selection pane="${active}" activeCell="${first}" sqref="${first}"/>`
  );
}

/** The sheet's XML up to its first row. The workbook opens with sheet 1. */
export function sheetHead(part: SheetPart, layout: SheetView): string {
  const selected = part.number === 1 ? ' tabSelected="1"' : '';
  const view = `<sheetView${selected} workbookViewId="0"${layout.headerRow > 0 ? `>${frozen(layout)}</sheetView>` : '/>'}`;
  const columns = layout.widths
    .map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width.toFixed(2)}" customWidth="1"/>`)
    .join('');
  return (
    `${XML_DECLARATION}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>${view}</sheetViews><sheetFormatPr defaultRowHeight="15"/>` +
    `${columns === '' ? '' : `<cols>${columns}</cols>`}<sheetData>`
  );
}

const barId = (part: SheetPart, column: number) =>
  `{00000000-0000-4000-8000-${part.number.toString(16).padStart(4, '0')}${column.toString(16).padStart(8, '0')}}`;

const BAR_COLOR = 'FF8DB4E2';

/**
 * Data bars in the form of Excel 2007 and, with the same ID, in the form of 2010, which adds a solid fill and bars from zero length to full
 * width.
 */
function dataBars(part: SheetPart, layout: SheetView, firstRow: number, lastRow: number): { plain: string; later: string } {
  let plain = '';
  let later = '';
  let priority = 0;
  layout.bars.forEach((bar, column) => {
    if (bar === null) return;
    priority += 1;
    const letters = columnLetters(column);
    const cells = `${letters}${firstRow}:${letters}${lastRow}`;
    const id = barId(part, column);
    // If a bound of the scale is not a number that a workbook can store, it is automatic.
    const isNumber = (value: number | null) => value !== null && Number.isFinite(value);
    const limit = (value: number | null, automatic: string) =>
      isNumber(value) ? `<cfvo type="num" val="${value}"/>` : `<cfvo type="${automatic}"/>`;
    const limit14 = (value: number | null, automatic: string) =>
      isNumber(value) ? `<x14:cfvo type="num"><xm:f>${value}</xm:f></x14:cfvo>` : `<x14:cfvo type="${automatic}"/>`;
    plain +=
      `<conditionalFormatting sqref="${cells}"><cfRule type="dataBar" priority="${priority}">` +
      `<dataBar>${limit(bar.min, 'min')}${limit(bar.max, 'max')}<color rgb="${BAR_COLOR}"/></dataBar>` +
      '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}">' +
      `<x14:id>${id}</x14:id></ext></extLst></cfRule></conditionalFormatting>`;
    later +=
      '<x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">' +
      `<x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100" gradient="0">` +
      `${limit14(bar.min, 'autoMin')}${limit14(bar.max, 'autoMax')}<x14:negativeFillColor rgb="FFE06666"/><x14:axisColor rgb="FF000000"/>` +
      `</x14:dataBar></x14:cfRule><xm:sqref>${cells}</xm:sqref></x14:conditionalFormatting>`;
  });
  if (later !== '') {
    later =
      '<extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" uri="{78C0D931-6437-407D-A8EE-F0AAD7539E65}">' +
      `<x14:conditionalFormattings>${later}</x14:conditionalFormattings></ext></extLst>`;
  }
  return { plain, later };
}

/** The lists to choose from below the header. */
function choiceLists(layout: SheetView, firstRow: number, lastRow: number): string {
  const lists = layout.choices.flatMap((choices, column) => {
    const letters = columnLetters(column);
    return choices.length === 0
      ? []
      : `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${letters}${firstRow}:${letters}${lastRow}"><formula1>"${xmlText(choices.join(','))}"</formula1></dataValidation>`;
  });
  return lists.length === 0 ? '' : `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`;
}

/** The sheet's XML after its last row (from 1, including the header). */
export function sheetTail(part: SheetPart, layout: SheetView, lastRow: number): string {
  const columns = layout.widths.length;
  const firstRow = layout.headerRow + 1;
  const hasRows = columns > 0 && lastRow >= firstRow;
  const filter = part.filtered === null ? '' : `<autoFilter ref="${part.filtered.replaceAll('$', '')}"/>`;
  const bars = hasRows ? dataBars(part, layout, firstRow, lastRow) : { plain: '', later: '' };
  const choices = hasRows ? choiceLists(layout, firstRow, lastRow) : '';
  // IDs and ZIP codes are texts on purpose, so Excel's green corners are suppressed.
  const ignored = hasRows
    ? `<ignoredErrors><ignoredError sqref="${range(columns, firstRow, lastRow)}" numberStoredAsText="1"/></ignoredErrors>`
    : '';
  const notes = part.notes ? '<legacyDrawing r:id="rId1"/>' : '';
  const charts = part.charts.length > 0 ? '<drawing r:id="rId3"/>' : '';
  return (
    `</sheetData>${filter}${bars.plain}${choices}<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>` +
    `<pageSetup paperSize="${PAPERS[layout.paper]}" orientation="${layout.isOnePage ? 'portrait' : 'landscape'}" fitToWidth="1" fitToHeight="${layout.isOnePage ? 1 : 0}"/>` +
    '<headerFooter><oddFooter>&amp;L&amp;A&amp;RPage &amp;P of &amp;N</oddFooter></headerFooter>' +
    `${ignored}${charts}${notes}${bars.later}</worksheet>`
  );
}

/** Relationships of a sheet with notes or charts. */
export function sheetRelations(part: SheetPart): string {
  const notes =
    `<Relationship Id="rId1" Type="${RELATIONS}/vmlDrawing" Target="../drawings/vmlDrawing${part.number}.vml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/comments" Target="../comments${part.number}.xml"/>`;
  const charts = `<Relationship Id="rId3" Type="${RELATIONS}/drawing" Target="../drawings/drawing${part.number}.xml"/>`;
  return (
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `${part.notes ? notes : ''}${part.charts.length > 0 ? charts : ''}</Relationships>`
  );
}

/** Relationships of a drawing with charts, in their order. */
export function drawingRelations(charts: readonly number[]): string {
  const all = charts
    .map((chart, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/chart" Target="../charts/chart${chart}.xml"/>`)
    .join('');
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${all}</Relationships>`;
}

export function packageRelations(): string {
  return (
    `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">` +
    `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>` +
    `<Relationship Id="rId2" Type="${RELATIONS}/extended-properties" Target="docProps/app.xml"/></Relationships>`
  );
}

/** Contains only the program's name: no author, company or times. */
export function applicationProperties(program: string): string {
  return (
    `${XML_DECLARATION}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">` +
    `${program === '' ? '' : `<Application>${xmlText(program)}</Application>`}</Properties>`
  );
}

export function workbookPart(parts: readonly SheetPart[]): string {
  const sheets = parts.map(({ name, number }) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`).join('');
  const names = parts
    .flatMap((part, index) => {
      const name = `'${part.name.replaceAll("'", "''")}'!`;
      const defined = (key: string, range: string | null, hidden = '') =>
        range === null ? [] : [`<definedName name="_xlnm.${key}" localSheetId="${index}"${hidden}>${xmlText(name + range)}</definedName>`];
      return [
        ...defined('_FilterDatabase', part.filtered, ' hidden="1"'),
        ...defined('Print_Area', part.printed),
        ...defined('Print_Titles', part.repeated),
      ];
    })
    .join('');
  return (
    `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><bookViews><workbookView xWindow="0" yWindow="0" windowWidth="28800" windowHeight="15000"/></bookViews>` +
    `<sheets>${sheets}</sheets>${names === '' ? '' : `<definedNames>${names}</definedNames>`}</workbook>`
  );
}

export function workbookRelations(parts: readonly SheetPart[]): string {
  const sheets = parts
    .map(({ number }) => `<Relationship Id="rId${number}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)
    .join('');
  const styles = `<Relationship Id="rId${parts.length + 1}" Type="${RELATIONS}/styles" Target="styles.xml"/>`;
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${sheets}${styles}</Relationships>`;
}

export function contentTypes(parts: readonly SheetPart[]): string {
  const sheets = parts
    .map(
      ({ number, notes, charts }) =>
        `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${DOCUMENT}.spreadsheetml.worksheet+xml"/>` +
        (notes ? `<Override PartName="/xl/comments${number}.xml" ContentType="${DOCUMENT}.spreadsheetml.comments+xml"/>` : '') +
        (charts.length > 0 ? `<Override PartName="/xl/drawings/drawing${number}.xml" ContentType="${DOCUMENT}.drawing+xml"/>` : '') +
        charts.map((chart) => `<Override PartName="/xl/charts/chart${chart}.xml" ContentType="${DOCUMENT}.drawingml.chart+xml"/>`).join(''),
    )
    .join('');
  return (
    `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `<Default Extension="vml" ContentType="${DOCUMENT}.vmlDrawing"/>` +
    `<Override PartName="/xl/workbook.xml" ContentType="${DOCUMENT}.spreadsheetml.sheet.main+xml"/>${sheets}` +
    `<Override PartName="/xl/styles.xml" ContentType="${DOCUMENT}.spreadsheetml.styles+xml"/>` +
    `<Override PartName="/docProps/app.xml" ContentType="${DOCUMENT}.extended-properties+xml"/></Types>`
  );
}
