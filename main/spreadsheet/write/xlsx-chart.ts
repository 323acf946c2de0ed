/** Bar charts of a sheet. They are native charts, and their numbers are cells of the workbook. */
import { XML_DECLARATION, xmlText } from './xml-text.ts';

/** Bars from top to bottom, the first category first. */
export interface BarChart {
  readonly title: string;
  /** Read aloud to users who cannot see the chart. */
  readonly description: string;
  /** The sheet with the categories and numbers: its name, and the ranges of both, such as `$A$4:$A$8`. */
  readonly sheet: string;
  readonly categories: { readonly range: string; readonly texts: readonly string[] };
  readonly numbers: { readonly range: string; readonly values: readonly number[] };
  /** Number format of the labels at the bars. */
  readonly format: string;
  /** The cells that the chart covers, counted from 0. */
  readonly place: { readonly column: number; readonly row: number; readonly columns: number; readonly rows: number };
}

const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Distance from the cells at the left, in English metric units. */
const MARGIN = 150_000;
const COLOR = '7B94F0';

/** Values that are not numbers of a workbook have no point. */
const points = (values: readonly (string | number)[]) =>
  `<c:ptCount val="${values.length}"/>` +
  values
    .map((value, index) =>
      typeof value === 'number' && !Number.isFinite(value) ? '' : `<c:pt idx="${index}"><c:v>${xmlText(String(value))}</c:v></c:pt>`,
    )
    .join('');

const text = (content: string, size: number, bold: boolean) =>
  `<a:bodyPr/><a:p><a:pPr><a:defRPr sz="${size}" b="${bold ? 1 : 0}"/></a:pPr><a:r><a:rPr lang="en-US" sz="${size}" b="${bold ? 1 : 0}"/><a:t>${xmlText(content)}</a:t></a:r></a:p>`;

/** The part xl/charts/chart1.xml. */
export function chartPart({ title, sheet, categories, numbers, format }: BarChart): string {
  const range = (of: string) => xmlText(`'${sheet.replaceAll("'", "''")}'!${of}`);
  const noLine = '<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>';
  return (
    `${XML_DECLARATION}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${MAIN}" xmlns:r="${RELATIONS}"><c:roundedCorners val="0"/><c:chart>` +
    `<c:title><c:tx><c:rich>${text(title, 1200, true)}</c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>` +
    '<c:plotArea><c:layout/><c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>' +
    `<c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:v>${xmlText(title)}</c:v></c:tx>` +
    `<c:spPr><a:solidFill><a:srgbClr val="${COLOR}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>` +
    `<c:dLbls><c:numFmt formatCode="${xmlText(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>` +
    '<c:showLegendKey val="0"/><c:showVal val="1"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/></c:dLbls>' +
    `<c:cat><c:strRef><c:f>${range(categories.range)}</c:f><c:strCache>${points(categories.texts)}</c:strCache></c:strRef></c:cat>` +
    `<c:val><c:numRef><c:f>${range(numbers.range)}</c:f><c:numCache><c:formatCode>General</c:formatCode>${points(numbers.values)}</c:numCache></c:numRef></c:val>` +
    '</c:ser><c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart>' +
    '<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="maxMin"/></c:scaling><c:delete val="0"/><c:axPos val="l"/>' +
    `<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${noLine}<c:crossAx val="2"/><c:crosses val="autoZero"/></c:catAx>` +
    '<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/><c:min val="0"/></c:scaling><c:delete val="1"/><c:axPos val="t"/>' +
    '<c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="none"/><c:crossAx val="1"/><c:crosses val="autoZero"/></c:valAx>' +
    '</c:plotArea><c:plotVisOnly val="0"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>'
  );
}

/** The part xl/drawings/drawing1.xml, which places the charts of a sheet in order. */
export function chartsDrawing(charts: readonly BarChart[]): string {
  const corner = (name: string, column: number, row: number, margin: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>${margin}</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const anchors = charts.map(
    ({ title, description, place: { column, row, columns, rows } }, index) =>
      `<xdr:twoCellAnchor editAs="absolute">${corner('from', column, row, MARGIN)}${corner('to', column + columns, row + rows, 0)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr>` +
      `<xdr:cNvPr id="${index + 2}" name="${xmlText(title)}" descr="${xmlText(description)}" title="${xmlText(title)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>` +
      '<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>' +
      `<a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rId${index + 1}"/></a:graphicData></a:graphic>` +
      '</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>',
  );
  return `${XML_DECLARATION}<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}" xmlns:r="${RELATIONS}">${anchors.join('')}</xdr:wsDr>`;
}
