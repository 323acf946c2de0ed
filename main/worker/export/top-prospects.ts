/** The Top prospects sheet: the people with the highest capacity, on a page or two that the user can pass on. */
import { countText, numberText, usDay } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { PARSE_ERROR } from '../../../shared/mapping/index.ts';
import { isMoney, matchColumn, matchStep, propensityColumn } from '../../../shared/results/index.ts';
import {
  type BarChart,
  HEADING_ROWS,
  type RowWriter,
  type SheetWriter,
  type WorkbookWriter,
  type WriteColumn,
} from '../../spreadsheet/write/index.ts';
import { shortBounds } from '../../../shared/report/index.ts';
import type { WorkbookExport } from '../../worker-protocol/index.ts';
import { MARK } from '../review/judgments.ts';
import { localityText, personName } from '../list/person-texts.ts';
import { chosenScores, givenTitle, uniqueTitles } from './export-columns.ts';
import type { ExportList } from './export-list.ts';
import { officerText, ratingCells } from './office-cells.ts';
import type { PeopleScan, Prospect } from './people-scan.ts';
import { SHEETS } from './sheet-names.ts';

/** Columns that stay visible when the user scrolls: the rank and the name. */
const FROZEN = 2;
const NO_OFFICER = 'none';

/** A column of the sheet: its format, and how to write its cell for a person. */
interface ProspectColumn extends WriteColumn {
  readonly text: (person: Prospect, rank: number) => string;
  readonly write: (writer: SheetWriter, text: string, person: Prospect) => void;
  /** True for a column that is left out if it is empty for all prospects. */
  readonly isOptional?: boolean;
}

const asText = (writer: RowWriter, text: string): void => writer.text(text);
const asNumber = (writer: RowWriter, text: string): void => (text === '' ? writer.empty() : writer.number(text));
const asDate = (writer: RowWriter, text: string): void => (text === '' ? writer.empty() : writer.date(text));

/** Writes a match in words, such as "74 fair, review". A match needs a review unless it is strong or was judged right. */
function writeMatch(writer: SheetWriter, text: string, { verdict }: Prospect): void {
  const step = matchStep(text);
  const shown = step === null ? text : `${numberText(Math.floor(Number(text)))} ${step.word}`;
  if (verdict === MARK.right) writer.text(`${shown}, right`);
  else if (verdict === MARK.unsure) writer.text(`${shown}, unsure`, 'attention');
  else if (step === null || step.word === 'strong') writer.text(shown);
  else writer.text(`${shown}, review`, 'attention');
}

function columnsOf(list: ExportList, input: WorkbookExport, { sortedBy, top }: PeopleScan): ProspectColumn[] {
  const { scoreColumns, screening } = list;
  const { positions, titles } = chosenScores(scoreColumns, { columns: null, titles: input.titles });
  const titleOf = (position: number) => titles[positions.indexOf(position)] ?? '';
  const record = ({ block, row }: Prospect) => screening.records.of(block, row);
  const field = (key: 'rfmMostRecentGiftValue' | 'rfmMostRecentGiftDate') => (person: Prospect) => {
    const { values, parseErrors } = record(person);
    return parseErrors[FIELD_INDEX[key]] === PARSE_ERROR.none ? values[FIELD_INDEX[key]]! : '';
  };
  const keys = scoreColumns.map(({ key }) => key);
  const match = keys.indexOf(matchColumn(scoreColumns)?.key ?? '');
  const rated = keys.indexOf(propensityColumn(keys) ?? '');
  const propensity = scoreColumns[rated]?.type === 'number' ? rated : -1;
  const { office } = screening.columns;
  const sorted = scoreColumns[sortedBy]!;
  const bar = { min: (sorted.min ?? 0) >= 0 ? 0 : null, max: top[0]?.amount ?? null };
  const all: (ProspectColumn | null)[] = [
    { title: '#', width: 5, text: (_, rank) => String(rank), write: asNumber },
    { title: 'Name', style: 'name', text: (person) => personName(record(person)), write: asText },
    { title: 'City', style: 'text', text: (person) => localityText(record(person)), write: asText, isOptional: true },
    {
      title: givenTitle(input.titles, sorted.key) ?? (isMoney(sorted.key) ? 'Capacity' : titleOf(sortedBy)),
      ...(isMoney(sorted.key) ? { style: 'money' } : {}),
      width: 20,
      bar,
      text: (person) => list.scoreText(person, sortedBy),
      write: asNumber,
    },
    ...ratingCells(list).map(({ title, text }): ProspectColumn => ({ title, style: 'padded', text, write: asText, isOptional: true })),
    propensity < 0 || propensity === sortedBy
      ? null
      : {
          title: givenTitle(input.titles, scoreColumns[propensity]!.key) ?? 'Propensity',
          text: (person) => list.scoreText(person, propensity),
          write: asNumber,
          isOptional: true,
        },
    match < 0
      ? null
      : {
          title: 'Match',
          style: 'padded',
          width: 17,
          text: (person) => list.scoreText(person, match),
          write: writeMatch,
          isOptional: true,
        },
    { title: 'Last gift', style: 'money', text: field('rfmMostRecentGiftValue'), write: asNumber, isOptional: true },
    { title: 'Gift date', style: 'month', width: 12, text: field('rfmMostRecentGiftDate'), write: asDate, isOptional: true },
    !office.hasOfficers
      ? null
      : {
          title: 'Officer',
          style: 'padded',
          text: officerText(list),
          write: (writer, text) => (text === '' ? writer.text(NO_OFFICER, 'name') : writer.text(text)),
        },
  ];
  const used = all.filter(
    (column) => column !== null && (column.isOptional !== true || top.some((person) => column.text(person, 0) !== '')),
  );
  const unique = uniqueTitles(used.map((column) => column!.title));
  return used.map((column, index) => ({ ...column!, title: unique[index]! }));
}

/** `day`: YYYY-MM-DD, '' when unknown. */
const dayText = (day: string): string => (day === '' ? '' : ` Scored ${usDay(new Date(`${day}T12:00:00`).getTime())}.`);

/** The number of top prospects in the highest band, and the number of people in the top bands who have no officer. */
function bandTexts({ top, topBands }: PeopleScan): readonly [ofTop: string, ofAll: string] {
  if (topBands === null) return ['', ''];
  const { first, words, people, officers } = topBands;
  const above = top.filter(({ amount }) => amount >= first).length;
  const none = officers?.get('') ?? 0;
  return [
    above === top.length ? '' : `: ${numberText(above)} at ${shortBounds.from(first)} and above, then ${numberText(top.length - above)}`,
    officers === null
      ? ''
      : ` Of ${countText(people, 'person', 'people')} in ${words}, ${numberText(none)} ${none === 1 ? 'has' : 'have'} no officer.`,
  ];
}

function headingOf({ name, people, day }: WorkbookExport, scan: PeopleScan, sortedBy: string, isCapacity: boolean) {
  const { top, scored } = scan;
  const [ofTop, ofAll] = bandTexts(scan);
  const of = people.kind === 'segment' ? 'who were chosen' : 'scored';
  const most = isCapacity ? 'the most capacity' : `the highest ${sortedBy}`;
  const text =
    top.length === 0
      ? `None of the ${countText(scored, 'person', 'people')} ${of} has a number in ${sortedBy}.`
      : `The ${countText(top.length, 'person', 'people')} with ${most}, of ${numberText(scored)} ${of}${ofTop}.${ofAll}`;
  return { title: `Top prospects, ${name}`, text: `${text}${dayText(day)}` };
}

/** Writes the sheet, or nothing without a number to sort by. `charts`: the charts to the right of the table, from a column on. */
export async function writeTopProspects(
  book: WorkbookWriter,
  list: ExportList,
  input: WorkbookExport,
  scan: PeopleScan,
  charts: (column: number, row: number) => readonly BarChart[],
): Promise<void> {
  const sorted = list.scoreColumns[scan.sortedBy];
  if (sorted === undefined) return;
  const columns = columnsOf(list, input, scan);
  const sortedTitle = columns.find(({ bar }) => bar !== undefined)!.title;
  const sheet = book.addSheet(SHEETS.topProspects, {
    columns,
    heading: headingOf(input, scan, sortedTitle, isMoney(sorted.key)),
    frozenColumns: FROZEN,
    charts: charts(columns.length, HEADING_ROWS + 1),
  });
  for (const [index, person] of scan.top.entries()) {
    sheet.beginRow();
    for (const { text, write } of columns) write(sheet, text(person, index + 1), person);
    const wait = sheet.endRow();
    if (wait !== undefined) await wait;
  }
}
