/**
 * Project file → an exported file: a workbook with every row of the list and its scores, the refused rows with their reasons, unmatched
 * profiles, a summary and the settings; or a single table as text.
 */
import { CHANGE_TEXTS, formatProblem } from '../../../shared/results/index.ts';
import { noneHeldBack } from '../../../shared/write-back/index.ts';
import type { WorkbookWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import { AppError, countText, isDamage, numberText } from '../../../shared/base/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { Comparison } from '../prior/comparison.ts';
import { cleanedTable } from './export-cleaned.ts';
import { errorColumns, writeErrors, writeUnmatched } from './export-errors.ts';
import { writeBook, writeCuts, writeFile as writeTo, writeLines, writeSentences, type Target } from './export-file.ts';
import { chosenScores, requireWidth } from './export-columns.ts';
import { ExportList } from './export-list.ts';
import { LeanTable } from './lean-table.ts';
import { officersOf, UNASSIGNED, writeOfficerFiles } from './officer-files.ts';
import { LayoutTable } from './layout-table.ts';
import { ScoreTable, type ScoreTableInput } from './score-table.ts';
import { type Damage, damageSentences, partDamaged } from './intact.ts';
import type { ExportInput, ExportReport, WorkbookExport } from '../../worker-protocol/index.ts';
import type { ResultFile } from '../result-file/result-file.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { inTurns } from '../threads/turns.ts';
import { writeToReview, writeVerdicts } from './review-sheets.ts';
import { writeReport } from './report-sheet.ts';
import { type PeopleScan, scanPeople } from './people-scan.ts';
import { summaryCharts, writeOrder, writeRanges } from './range-table.ts';
import { writeTopProspects } from './top-prospects.ts';
import { SHEETS } from './sheet-names.ts';

type InputOf<K extends ExportInput['kind']> = Extract<ExportInput, { readonly kind: K }>;

/** Same as `writeFile` of `export-file.ts`. */
const writeFile = (input: ExportInput, name: string, columns: readonly WriteColumn[], write: (target: Target) => Promise<number>) =>
  writeTo({ ...input, isForSystem: input.kind === 'layout' }, name, columns, write);

/** Which scores of a compared row the user joined by order: the earlier ones, the current ones, or both. */
const BY_ORDER = { 'false-false': '', 'true-false': 'before', 'false-true': 'now', 'true-true': 'before and now' } as const;

/** Writes the comparison with another screening as one table. If any scores were joined by order, a column marks them. */
async function writeComparison(input: InputOf<'comparison'>, context: TaskContext): Promise<number> {
  const columns: readonly WriteColumn[] = [
    { title: 'Constituent ID', style: 'text' },
    { title: 'Name' },
    { title: 'Place' },
    { title: 'Change' },
    { title: `${input.title}, before` },
    { title: `${input.title}, now` },
    { title: 'Difference' },
  ];
  using current = new ScreeningReader(input);
  using other = new ScreeningReader(input.other);
  const comparison = await inTurns(Comparison.build(current, other), context.signal);
  const marks: readonly WriteColumn[] = comparison.hasByOrder ? [{ title: 'Joined by order' }] : [];
  return await writeFile(input, 'Comparison', [...columns, ...marks], async ({ writer, book }) => {
    let rows = 0;
    for (const row of comparison.rows(input.column)) {
      writer.beginRow();
      writer.text(row.id);
      writer.text(row.name);
      writer.text(row.locality);
      writer.text(CHANGE_TEXTS[row.change]);
      // `number` writes a value that is not a number as text.
      writer.number(row.before);
      writer.number(row.after);
      if (row.by === null) writer.empty();
      else writer.number(row.by);
      if (marks.length > 0) writer.text(BY_ORDER[`${row.beforeByOrder}-${row.afterByOrder}`]);
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
      rows += 1;
      if (rows % 1000 === 0) {
        context.signal.throwIfAborted();
        context.progress(rows, null, 'rows');
      }
    }
    if (book !== null) await writeSentences(book, SHEETS.summary, input.title, input.summary);
    return rows;
  });
}

/** Sentences about results that cannot be read or have no score. Most answers have none. */
function flawSentences({ flaws, withoutScores }: ResultFile): string[] {
  const { length } = flaws.unreadable;
  return [
    ...(length === 0 ? [] : [`${countText(length, 'result')} of these cannot be read.`]),
    ...(withoutScores === 0 ? [] : [`${countText(withoutScores, 'result has', 'results have')} no score.`]),
  ];
}

/** The sentences of the Summary sheet. `counted`: numbers that are known only after a pass over the rows. */
function summaryOf(
  list: ExportList,
  input: ScoreTableInput | WorkbookExport,
  counted: Pick<PeopleScan, 'rows' | 'earlier' | 'byOrder' | 'judgedWrong' | 'scored' | 'scoredEarlier'>,
): string[] {
  const { rows, earlier, byOrder, judgedWrong, scored, scoredEarlier } = counted;
  return [
    ...damageSentences(list.damage),
    ...input.summary,
    ...(judgedWrong === 0
      ? []
      : [
          `${countText(judgedWrong, 'scored person', 'scored people')} ${judgedWrong === 1 ? 'was' : 'were'} judged wrong in Review, and ${judgedWrong === 1 ? 'is' : 'are'} not in Top prospects and not in the ranges below.`,
        ]),
    ...(byOrder === 0
      ? []
      : [
          `${countText(byOrder, 'scored row was', 'scored rows were')} joined to ${byOrder === 1 ? 'its result' : 'their results'} by order.`,
        ]),
    ...(earlier === 0
      ? []
      : [
          `${countText(earlier, 'person', 'people')} who ${earlier === 1 ? 'has' : 'have'} not changed ${earlier === 1 ? 'keeps' : 'keep'} the scores of an earlier screening.`,
        ]),
    ...(scoredEarlier === 0
      ? []
      : [
          `Top prospects and the ranges below are of ${countText(scored, 'person', 'people')}: ${numberText(scored - scoredEarlier)} scored in this screening + ${numberText(scoredEarlier)} with earlier scores. The sheet Report is only of those scored in this screening.`,
        ]),
    ...flawSentences(list.screening.results),
    `Sheet Scores: ${countText(rows, 'row')}.`,
  ];
}

/** Writes the sheets of refused rows and of results without a row. If there are none, the sheet says so. */
async function writeWithoutScores(list: ExportList, input: ScoreTableInput | WorkbookExport, book: WorkbookWriter): Promise<void> {
  // Not for a segment, which has only the selected rows.
  if (input.people.kind === 'segment') return;
  const { screening } = list;
  if (screening.results.errors().size === 0) await writeSentences(book, SHEETS.errors, SHEETS.errors, ['The service accepted every row.']);
  else await writeErrors(screening, book.addSheet(SHEETS.errors, { columns: errorColumns(list.headers, input.marker) }));
  const unmatched = screening.results.unmatchedProfiles();
  const scores = chosenScores(list.scoreColumns, input);
  if (unmatched.length === 0) await writeSentences(book, SHEETS.unmatched, SHEETS.unmatched, ['Every result belongs to a row.']);
  else await writeUnmatched(screening.results, scores, (columns) => book.addSheet(SHEETS.unmatched, { columns }), unmatched);
}

/** Writes the sheet of verdicts. If there are none, the sheet says so. */
async function writeReview(list: ExportList, input: WorkbookExport, book: WorkbookWriter): Promise<void> {
  if (input.given.length > 0) await writeVerdicts(list.screening, input, book);
  else if (input.people.kind === 'everyone') await writeSentences(book, SHEETS.review, SHEETS.review, ['No match was reviewed yet.']);
}

/** Writes the sheets after the first one. */
async function writeOtherSheets(list: ExportList, input: ScoreTableInput, book: WorkbookWriter, rows: number): Promise<void> {
  await writeWithoutScores(list, input, book);
  const counted = { rows, earlier: list.scoredBefore, byOrder: list.joinedByOrder, judgedWrong: 0, scored: 0, scoredEarlier: 0 };
  await writeCuts(book, await writeSentences(book, SHEETS.summary, SHEETS.summary, summaryOf(list, input, counted)));
  if (input.given.length > 0) await writeVerdicts(list.screening, input, book);
  await writeLines(book, SHEETS.settings, input.settings);
}

/** Writes a sheet with the scored people of each officer, first the people without an officer. */
async function writeOfficers(list: ExportList, input: InputOf<'workbook'>, book: WorkbookWriter, table: LeanTable, context: TaskContext) {
  const { columns, frozenColumns, printedColumns } = table;
  for (const { name, chosen } of officersOf(list, input)) {
    const sheet = book.addSheet(name === '' ? UNASSIGNED : name, {
      columns,
      frozenColumns,
      printedColumns,
      namesOfOthers: Object.values(SHEETS),
    });
    await list.write(table, { ...input, people: chosen }, sheet, context);
  }
}

/** Writes a workbook that the user passes on. Returns the number of rows on its Scores sheet. */
async function writeWorkbook(list: ExportList, input: InputOf<'workbook'>, context: TaskContext): Promise<number> {
  const scan = await scanPeople(list, input, context);
  const table = new LeanTable(list, input, scan.constant);
  requireWidth(table.columns.length);
  const summary = summaryOf(list, input, scan);
  return await writeBook({ ...input, isForSystem: false }, async (book) => {
    if (input.report !== null && input.people.kind === 'everyone') await writeReport(book, input.report);
    await writeTopProspects(book, list, input, scan, (column, row) => summaryCharts(scan, summary.length, column, row));
    const { columns, frozenColumns, printedColumns } = table;
    const rows = await list.write(table, input, book.addSheet(SHEETS.scores, { columns, frozenColumns, printedColumns }), context);
    if (input.byOfficer === 'sheets') await writeOfficers(list, input, book, table, context);
    await writeReview(list, input, book);
    await writeWithoutScores(list, input, book);
    const sheet = await writeSentences(book, SHEETS.summary, SHEETS.summary, summary);
    await writeRanges(sheet, scan);
    await writeOrder(sheet, input.order);
    await writeCuts(book, sheet);
    if (input.record.length > 0) await writeLines(book, SHEETS.record, input.record);
    await writeLines(book, SHEETS.settings, input.settings);
    return rows;
  });
}

/** Writes an export of people to one file. Returns the number of rows. */
async function writePeople(list: ExportList, input: InputOf<'workbook' | 'list' | 'scoresById'>, context: TaskContext): Promise<number> {
  if (input.kind === 'workbook') return await writeWorkbook(list, input, context);
  const table = new ScoreTable(list, input);
  return await writeFile(input, SHEETS.scores, table.columns, async ({ writer, book }) => {
    const written = await list.write(table, input, writer, context);
    if (book !== null) await writeOtherSheets(list, input, book, written);
    return written;
  });
}

const NOTHING_LEFT_OUT = { heldBack: noneHeldBack(), emptyColumns: [], byOrder: 0, formulas: 0 };

async function writeList(
  list: ExportList,
  input: Exclude<ExportInput, InputOf<'comparison' | 'cleanedList' | 'toReview' | 'report'>>,
  context: TaskContext,
): Promise<ExportReport> {
  switch (input.kind) {
    case 'workbook':
    case 'list':
    case 'scoresById': {
      const write = (one: typeof input, oneContext: TaskContext) => writePeople(list, one, oneContext);
      const rows = input.byOfficer === 'files' ? await writeOfficerFiles(list, input, context, write) : await write(input, context);
      return { ...NOTHING_LEFT_OUT, rows };
    }
    case 'layout': {
      const table = await LayoutTable.create(list, input, context);
      assertTakes(table, input);
      // The file has one sheet only, because the other system reads only the first.
      const rows = await writeFile(input, input.layout.name, table.columns, ({ writer }) => list.write(table, input, writer, context));
      const { heldBack, emptyColumns } = table;
      // In a workbook, a formula-like text is a text cell.
      const formulas = input.format === 'csv' ? table.formulas : 0;
      return { rows, heldBack, emptyColumns, byOrder: list.joinedByOrder, formulas };
    }
    case 'refusedRows': {
      const columns = errorColumns(list.headers, input.marker);
      return {
        ...NOTHING_LEFT_OUT,
        rows: await writeFile(input, SHEETS.errors, columns, ({ writer }) => writeErrors(list.screening, writer)),
      };
    }
  }
}

/** @throws INPUT_INVALID for a layout that would harm data in the other system, or a format that the other system does not read. */
function assertTakes({ problem }: Pick<LayoutTable, 'problem'>, { layout, format }: InputOf<'layout'>): void {
  const wrong = problem ?? formatProblem(layout, format);
  if (wrong !== null) throw new AppError('INPUT_INVALID', `${wrong} Nothing was written.`);
}

/** @throws INPUT_INVALID for a kind of export that has no place to list what is missing. */
function assertCanSayWhatIsMissing(input: ExportInput): void {
  if (input.kind === 'list' && input.format === 'xlsx' && input.people.kind === 'everyone') return;
  throw new AppError(
    'INPUT_INVALID',
    'The intact data can be saved only as a workbook with everybody, because its sheet Summary says what is missing.',
  );
}

/**
 * Writes the results to `target`, completely or not at all.
 * @throws WriteError; PROJECT_FILE_DAMAGED; PROJECT_PART_DAMAGED when a part of the file is damaged, unless `isIntactOnly`.
 */
export const exportResults: Task<'export'> = async (input, context) => {
  if (input.kind === 'comparison') return { ...NOTHING_LEFT_OUT, rows: await writeComparison(input, context) };
  if (input.kind === 'report') {
    await writeBook({ ...input, isForSystem: false }, (book) => writeReport(book, input.report));
    return { ...NOTHING_LEFT_OUT, rows: 1 };
  }
  const isIntactOnly = 'isIntactOnly' in input && input.isIntactOnly;
  if (isIntactOnly) assertCanSayWhatIsMissing(input);
  const file = new ProjectFile(input.file, 'read', { isTolerant: isIntactOnly });
  try {
    const damage: Damage = file.damage(isIntactOnly);
    if (damage.size > 0 && !isIntactOnly) throw partDamaged(file, damage);
    if (input.kind === 'cleanedList') {
      const table = cleanedTable(file, input);
      return { ...NOTHING_LEFT_OUT, rows: await writeFile(input, 'List', table.columns, ({ writer }) => table.write(writer, context)) };
    }
    if (input.kind === 'toReview') return { ...NOTHING_LEFT_OUT, rows: await writeToReview(file, input, context) };
    const list = new ExportList(file, input, damage);
    try {
      return await writeList(list, input, context);
    } finally {
      list.close();
    }
  } catch (error) {
    // Chunks that were exchanged or modified are detected only when they are read.
    const damage = !isIntactOnly && isDamage(error) ? file.damage(true) : new Map();
    throw damage.size > 0 ? partDamaged(file, damage) : error;
  } finally {
    file.close();
  }
};
