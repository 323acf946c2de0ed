/**
 * Project file → an exported file: a workbook with every row of the list and its scores, the refused rows with their reasons, unmatched
 * profiles, a summary and the settings; or one table as text.
 */
import { CHANGE_TEXTS, formatProblem } from '../../../shared/results/index.ts';
import { noneHeldBack } from '../../../shared/write-back/index.ts';
import type { WorkbookWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import { AppError, countText, isDamage } from '../../../shared/base/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { Comparison } from '../prior/comparison.ts';
import { cleanedTable } from './export-cleaned.ts';
import { errorColumns, writeErrors, writeUnmatched } from './export-errors.ts';
import { writeBook, writeFile as writeTo, writeLines, writeSentences, type Target } from './export-file.ts';
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
import { scanPeople } from './people-scan.ts';
import { summaryCharts, writeOrder, writeRanges } from './range-table.ts';
import { writeTopProspects } from './top-prospects.ts';

type InputOf<K extends ExportInput['kind']> = Extract<ExportInput, { readonly kind: K }>;

/** As `writeFile` of `export-file.ts`: another system takes a byte order mark for a part of the first heading. */
const writeFile = (input: ExportInput, name: string, columns: readonly WriteColumn[], write: (target: Target) => Promise<number>) =>
  writeTo({ ...input, byteOrderMark: input.kind !== 'layout' }, name, columns, write);

/** Which scores of a compared row the user joined to it by order: the earlier ones, the present ones, or both. */
const BY_ORDER = { 'false-false': '', 'true-false': 'before', 'false-true': 'now', 'true-true': 'before and now' } as const;

/** Writes the comparison with another screening as one table. Scores that were joined by order are marked where there are any. */
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
      // The writer writes a value that is not a number as text.
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
    if (book !== null) await writeSentences(book, 'Summary', input.title, input.summary);
    return rows;
  });
}

/** What came without a result: only the file knows, and most answers have none of it. */
function flawSentences({ flaws, withoutScores }: ResultFile): string[] {
  const { length } = flaws.unreadable;
  return [
    ...(length === 0 ? [] : [`${countText(length, 'result')} of these cannot be read.`]),
    ...(withoutScores === 0 ? [] : [`${countText(withoutScores, 'result has', 'results have')} no score.`]),
  ];
}

/** The sentences of the sheet Summary. `counted`: what only a pass over the rows knows. */
function summaryOf(
  list: ExportList,
  input: ScoreTableInput | WorkbookExport,
  counted: { readonly rows: number; readonly earlier: number; readonly byOrder: number; readonly judgedWrong: number },
): string[] {
  const { rows, earlier, byOrder, judgedWrong } = counted;
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
    ...flawSentences(list.screening.results),
    `The sheet Scores has ${countText(rows, 'row')}.`,
  ];
}

/** The sheets with the rows that were not accepted and with results without a row, which say so when there are none. */
async function writeWithoutScores(list: ExportList, input: ScoreTableInput | WorkbookExport, book: WorkbookWriter): Promise<void> {
  // A segment has only the rows in it.
  if (input.people.kind === 'segment') return;
  const { screening } = list;
  if (screening.results.errors().size === 0) await writeSentences(book, 'Errors', 'Errors', ['The service accepted every row.']);
  else await writeErrors(screening, book.addSheet('Errors', { columns: errorColumns(list.headers, input.marker) }));
  const unmatched = screening.results.unmatchedProfiles();
  const scores = chosenScores(list.scoreColumns, input);
  if (unmatched.length === 0) await writeSentences(book, 'Unmatched', 'Unmatched', ['Every result belongs to a row.']);
  else await writeUnmatched(screening.results, scores, (columns) => book.addSheet('Unmatched', { columns }), unmatched);
}

/** The sheet with the verdicts, which says so when there are none. */
async function writeReview(list: ExportList, input: WorkbookExport, book: WorkbookWriter): Promise<void> {
  if (input.given.length > 0) await writeVerdicts(list.screening, input, book);
  else if (input.people.kind === 'everyone') await writeSentences(book, 'Review', 'Review', ['No match was reviewed yet.']);
}

/** The further sheets of a workbook. */
async function writeOtherSheets(list: ExportList, input: ScoreTableInput, book: WorkbookWriter, rows: number): Promise<void> {
  await writeWithoutScores(list, input, book);
  const counted = { rows, earlier: list.scoredBefore, byOrder: list.joinedByOrder, judgedWrong: 0 };
  await writeSentences(book, 'Summary', 'Summary', summaryOf(list, input, counted));
  if (input.given.length > 0) await writeVerdicts(list.screening, input, book);
  await writeLines(book, 'Settings', input.settings);
}

/** Writes a sheet with the scored people of each officer, those of nobody first. */
async function writeOfficers(list: ExportList, input: InputOf<'workbook'>, book: WorkbookWriter, table: LeanTable, context: TaskContext) {
  const { columns, frozenColumns, printedColumns } = table;
  for (const { name, chosen } of officersOf(list, input)) {
    const sheet = book.addSheet(name === '' ? UNASSIGNED : name, { columns, frozenColumns, printedColumns });
    await list.write(table, { ...input, people: chosen }, sheet, context);
  }
}

/** Writes a workbook to hand on. Returns the number of rows on its sheet Scores. */
async function writeWorkbook(list: ExportList, input: InputOf<'workbook'>, context: TaskContext): Promise<number> {
  const scan = await scanPeople(list, input, context);
  const table = new LeanTable(list, input, scan.constant);
  requireWidth(table.columns.length);
  const summary = summaryOf(list, input, scan);
  return await writeBook({ ...input, byteOrderMark: true }, async (book) => {
    if (input.report !== null && input.people.kind === 'everyone') await writeReport(book, input.report);
    await writeTopProspects(book, list, input, scan, (column, row) => summaryCharts(scan, summary.length, column, row));
    const { columns, frozenColumns, printedColumns } = table;
    const rows = await list.write(table, input, book.addSheet('Scores', { columns, frozenColumns, printedColumns }), context);
    if (input.byOfficer === 'sheets') await writeOfficers(list, input, book, table, context);
    await writeReview(list, input, book);
    await writeWithoutScores(list, input, book);
    const sheet = await writeSentences(book, 'Summary', 'Summary', summary);
    await writeRanges(sheet, scan);
    await writeOrder(sheet, input.order);
    if (input.record.length > 0) await writeLines(book, 'Record', input.record);
    await writeLines(book, 'Settings', input.settings);
    return rows;
  });
}

/** Writes people to one file. Returns the number of rows. */
async function writePeople(list: ExportList, input: InputOf<'workbook' | 'list' | 'scoresById'>, context: TaskContext): Promise<number> {
  if (input.kind === 'workbook') return await writeWorkbook(list, input, context);
  const table = new ScoreTable(list, input);
  return await writeFile(input, 'Scores', table.columns, async ({ writer, book }) => {
    const written = await list.write(table, input, writer, context);
    if (book !== null) await writeOtherSheets(list, input, book, written);
    return written;
  });
}

const NOTHING_LEFT_OUT = { heldBack: noneHeldBack(), emptyColumns: [], byOrder: 0 };

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
      // Another system reads only the first sheet.
      const rows = await writeFile(input, input.layout.name, table.columns, ({ writer }) => list.write(table, input, writer, context));
      const { heldBack, emptyColumns } = table;
      return { rows, heldBack, emptyColumns, byOrder: list.joinedByOrder };
    }
    case 'refusedRows': {
      const columns = errorColumns(list.headers, input.marker);
      return { ...NOTHING_LEFT_OUT, rows: await writeFile(input, 'Errors', columns, ({ writer }) => writeErrors(list.screening, writer)) };
    }
  }
}

/** @throws INPUT_INVALID for a layout that would harm the other system, and for a format that it does not read. */
function assertTakes({ problem }: Pick<LayoutTable, 'problem'>, { layout, format }: InputOf<'layout'>): void {
  const wrong = problem ?? formatProblem(layout, format);
  if (wrong !== null) throw new AppError('INPUT_INVALID', `${wrong} Nothing was written.`);
}

/** @throws INPUT_INVALID for an export that could not say what is missing. */
function assertCanSayWhatIsMissing(input: ExportInput): void {
  if (input.kind === 'list' && input.format === 'xlsx' && input.people.kind === 'everyone') return;
  throw new AppError(
    'INPUT_INVALID',
    'What is intact is saved as a workbook with everybody, because its sheet Summary says what is missing.',
  );
}

/**
 * Writes the results to `target`, completely or not at all.
 * @throws WriteError; PROJECT_FILE_DAMAGED; PROJECT_PART_DAMAGED when something of the file is damaged, unless only what is intact is asked for.
 */
export const exportResults: Task<'export'> = async (input, context) => {
  if (input.kind === 'comparison') return { ...NOTHING_LEFT_OUT, rows: await writeComparison(input, context) };
  if (input.kind === 'report') {
    await writeBook({ ...input, byteOrderMark: true }, (book) => writeReport(book, input.report));
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
    // A chunk that was exchanged or changed is noticed when it is read.
    const damage = !isIntactOnly && isDamage(error) ? file.damage(true) : new Map();
    throw damage.size > 0 ? partDamaged(file, damage) : error;
  } finally {
    file.close();
  }
};
