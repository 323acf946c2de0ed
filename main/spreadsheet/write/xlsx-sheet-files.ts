/** The files of a workbook that belong to a sheet: its relations, charts and notes. */
import { type BarChart, chartPart, chartsDrawing } from './xlsx-chart.ts';
import { type Note, commentsPart, notesDrawing } from './xlsx-notes.ts';
import { type SheetPart, drawingRelations, sheetRelations } from './xlsx-parts.ts';
import type { SheetHost } from './xlsx-sheet-options.ts';

/** The name and the text of each file; the text in pieces. */
export function* filesOfSheet(
  part: SheetPart,
  charts: readonly BarChart[],
  notes: readonly Note[],
  host: Pick<SheetHost, 'noteBlock'>,
): Generator<readonly [name: string, pieces: Iterable<string>]> {
  if (part.notes || charts.length > 0) yield [`xl/worksheets/_rels/sheet${part.number}.xml.rels`, [sheetRelations(part)]];
  if (charts.length > 0) {
    yield [`xl/drawings/drawing${part.number}.xml`, [chartsDrawing(charts)]];
    yield [`xl/drawings/_rels/drawing${part.number}.xml.rels`, [drawingRelations(part.charts)]];
    for (const [index, chart] of charts.entries()) yield [`xl/charts/chart${part.charts[index]!}.xml`, [chartPart(chart)]];
  }
  if (part.notes) {
    yield [`xl/comments${part.number}.xml`, commentsPart(notes)];
    yield [`xl/drawings/vmlDrawing${part.number}.vml`, notesDrawing(notes, host.noteBlock(notes.length))];
  }
}
