/** The sheets of a review: the people who still need a review, with columns to fill in, and the verdicts that were given. */
import { localDay } from '../../../shared/base/index.ts';
import { fieldOf } from '../../../shared/fields/index.ts';
import { readEchoedFields } from '../../../shared/results/index.ts';
import { REASON_TEXTS, Reason, REVIEW_COLUMNS as C, VERDICT_TEXTS, VerdictKind } from '../../../shared/review/index.ts';
import { compareFields } from '../review/comparison.ts';
import type { RowWriter, WorkbookWriter, WriteColumn } from '../../spreadsheet/write/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { ExportInput, GivenVerdict } from '../../worker-protocol/index.ts';
import type { ListIndex } from '../list/ordinals.ts';
import { personName } from '../list/person-texts.ts';
import { findDoubts } from '../review/doubt.ts';
import { Judgments } from '../review/judgments.ts';
import { PairReader } from '../review/pair-reader.ts';
import { ReviewQueue } from '../review/review-queue.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import type { TaskContext } from '../threads/task-context.ts';
import { inTurns } from '../threads/turns.ts';
import { writeFile } from './export-file.ts';
import { SHEETS } from './sheet-names.ts';

const VERDICTS = VerdictKind.options.map((kind) => VERDICT_TEXTS[kind]);
const REASONS = Reason.options.map((reason) => REASON_TEXTS[reason]);

const COLUMNS: readonly WriteColumn[] = [
  { title: C.row, width: 8 },
  { title: C.id, style: 'text' },
  { title: C.name },
  { title: C.verdict, width: 12, choices: VERDICTS },
  { title: C.reason, width: 20, choices: REASONS },
  { title: C.note, width: 40 },
  { title: C.value },
  { title: C.match },
  { title: C.ours, width: 50 },
  { title: C.profile, width: 50 },
  { title: C.differs, width: 30 },
  { title: C.pair, width: 26 },
];

/** Columns of the sheet of given verdicts. */
const GIVEN: ReadonlySet<string> = new Set([C.row, C.id, C.name, C.verdict, C.reason, C.note]);

function number(writer: RowWriter, value: number | null): void {
  if (value === null) writer.empty();
  else writer.number(value);
}

/** Writes the people who still need a review, in the order of the queue. Returns their number. */
export async function writeToReview(
  file: ProjectFile,
  input: Extract<ExportInput, { readonly kind: 'toReview' }>,
  context: TaskContext,
): Promise<number> {
  const screening = new ScreeningReader(input, file);
  const judgments = new Judgments(screening);
  judgments.take(input.verdicts);
  const queue = new ReviewQueue(screening, judgments, await inTurns(findDoubts(screening), context.signal));
  const people = queue.items({ ...input.conditions, value: null, part: 'left' });
  const pairs = new PairReader(screening);
  return await writeFile({ ...input, isForSystem: false }, C.sheet, COLUMNS, async ({ writer }) => {
    let rows = 0;
    for (const item of people) {
      const index = item as ListIndex;
      context.signal.throwIfAborted();
      const { row, name, value, match } = queue.rowAt(index, null);
      const present = pairs.at(index)!;
      const fields = compareFields(present.ours, readEchoedFields(present.profile));
      const side = (text: (field: (typeof fields)[number]) => string) =>
        fields.flatMap((field) => (text(field) === '' ? [] : [text(field)])).join(' · ');
      writer.beginRow();
      writer.number(row);
      writer.text(present.pair.constituentId);
      writer.text(name);
      writer.empty();
      writer.empty();
      writer.empty();
      number(writer, value);
      number(writer, match);
      writer.text(side(({ ours }) => ours));
      writer.text(side(({ theirs }) => theirs));
      writer.text(fields.flatMap(({ field, state }) => (state === 'differs' ? [fieldOf(field).label] : [])).join(', '));
      // Prefixed, because a code that begins with a minus would be escaped like a formula, and one of digits read as a number.
      writer.text(`P-${present.pair.pair}`);
      const wait = writer.endRow();
      if (wait !== undefined) await wait;
      rows += 1;
      context.progress(rows, people.length, 'rows');
    }
    return rows;
  });
}

/** Writes the Review sheet of a workbook. */
export async function writeVerdicts(
  screening: ScreeningReader,
  { given }: { readonly given: readonly GivenVerdict[] },
  book: WorkbookWriter,
): Promise<void> {
  const columns: readonly WriteColumn[] = [
    ...COLUMNS.filter(({ title }) => GIVEN.has(title)),
    { title: 'Reviewed by' },
    { title: 'Reviewed on', width: 12 },
    { title: 'Profile', width: 30 },
  ];
  const sheet = book.addSheet(SHEETS.review, { columns });
  const pairs = new PairReader(screening);
  for (const { row, pair, constituentId, verdict, who, at } of [...given].toSorted((a, b) => a.row - b.row)) {
    const index = listIndexOf(screening.results.rows, row);
    const stored = screening.blocks.find(row);
    sheet.beginRow();
    sheet.number(row);
    sheet.text(constituentId);
    sheet.text(stored === null ? '' : personName(screening.records.of(stored.block, stored.row)));
    sheet.text(VERDICT_TEXTS[verdict.is]);
    sheet.text(verdict.reason === null ? '' : REASON_TEXTS[verdict.reason]);
    sheet.text(verdict.note);
    sheet.text(who);
    sheet.date(localDay(at));
    sheet.text(index >= 0 && pairs.at(index)?.pair.pair === pair ? 'Present' : 'No longer matched to this row');
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}
