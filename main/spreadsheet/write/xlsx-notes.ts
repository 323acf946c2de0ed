/** Cell notes: yellow boxes that Excel shows when the pointer is over the cell. */
import { columnLetters } from './xlsx-cells.ts';
import { XML_DECLARATION, xmlText } from './xml-text.ts';

export interface Note {
  /** From 1. */
  readonly row: number;
  /** From 0. */
  readonly column: number;
  readonly text: string;
}

/** The part xl/comments1.xml with the notes' texts. It does not name an author. */
export function* commentsPart(notes: readonly Note[]): Generator<string> {
  yield `${XML_DECLARATION}<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author></author></authors><commentList>`;
  for (const { row, column, text } of notes) {
    yield (
      `<comment ref="${columnLetters(column)}${row}" authorId="0"><text><r><rPr><sz val="9"/><rFont val="Calibri"/></rPr>` +
      `<t xml:space="preserve">${xmlText(text)}</t></r></text></comment>`
    );
  }
  yield '</commentList></comments>';
}

/** Shape IDs per block. */
const BLOCK = 1024;

/** Number of ID blocks for this many notes. No other sheet of the workbook may use them. */
export const noteBlocks = (notes: number): number => Math.ceil((notes + 1) / BLOCK);

/**
 * The part xl/drawings/vmlDrawing1.vml with the notes' boxes, in the VML format that Excel still requires. `block`: the sheet's first ID
 * block, from 1.
 */
export function* notesDrawing(notes: readonly Note[], block: number): Generator<string> {
  const blocks = Array.from({ length: noteBlocks(notes.length) }, (_, index) => block + index);
  yield (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    `<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout>` +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>' +
    '<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>'
  );
  let id = block * BLOCK;
  for (const { row, column, text } of notes) {
    id += 1;
    const lines = Math.min(12, Math.max(2, Math.ceil(text.length / 32)));
    const top = Math.max(0, row - 2);
    // Left column, offset, top row, offset, right column, offset, bottom row, offset; offsets in points.
    const anchor = `${column + 1}, 12, ${top}, 4, ${column + 3}, 60, ${top + lines + 1}, 4`;
    yield (
      `<v:shape id="_x0000_s${id}" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">` +
      '<v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/>' +
      '<v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox>' +
      `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill>` +
      `<x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
    );
  }
  yield '</xml>';
}
