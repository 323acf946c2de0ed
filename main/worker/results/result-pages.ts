/** Pages, counts, sums and distributions of a project's results. */
import type { Distribution, ResultRow, ResultsView, ScoreColumn, SegmentView } from '../../../shared/contract/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { columnsFor, hasValue } from '../../../shared/mapping/index.ts';
import {
  type ColumnArrangement,
  FLAGS_KEY,
  OFFICER_KEY,
  type Outcome,
  type ResultSelection,
  capacityColumn,
  columnsShownFirst,
  fieldKey,
  fieldOfKey,
  isObject,
  isUnsent,
  matchColumn,
  ratedColumn,
  ratingKey,
  parseJson,
  titlesOf,
} from '../../../shared/results/index.ts';
import type { Rating } from '../../../shared/ratings/index.ts';
import type { Additions, ContractAsk, OfficeColumns, SubmitOptions } from '../../worker-protocol/index.ts';
import { FIRST_INDEX, type ListIndex } from '../list/ordinals.ts';
import type { BlockRow } from '../list/stored-rows.ts';
import { localityText, personName } from '../list/person-texts.ts';
import { unreadableEntry } from '../result-file/answer-entry.ts';
import { CapacityPages } from './capacity-pages.ts';
import { distributionOf } from './distribution.ts';
import { OfficePages } from './office-pages.ts';
import { officerChoices, shownIn } from './office-reader.ts';
import { PersonFlags } from './person-flags.ts';
import { cellOf, type Column } from './whole-column.ts';
import { countsOf, type ResultFile } from '../result-file/result-file.ts';
import { EVERYBODY, isInList, type ListChanges, ResultSelections } from './result-selections.ts';
import type { ScreeningReader } from './screening-reader.ts';

/** The source of a cell of a page. */
type CellSource = {
  readonly key: string;
  readonly score: number;
  readonly sheet: number;
  readonly whole: Column | null;
  readonly rating: Rating | null;
};
/** The changes that a page shows. `isSorted`: the page is sorted by them. */
type PageChanges = ListChanges & { readonly isSorted: boolean };

/** The column of the last gift's amount, which also shows its date. */
const LAST_GIFT = fieldKey('rfmMostRecentGiftValue');

/** If the profiles of a page are further apart than this on average, each is in a different score block. */
const FAR_APART = 8;
const MAX_REASONS = 20;

export class ResultPages {
  private readonly screening: ScreeningReader;
  private readonly selections: ResultSelections;
  private readonly flags: PersonFlags;
  /** Answers about the office's own columns. */
  readonly office: OfficePages;
  readonly capacity: CapacityPages;
  private choices: readonly string[] | null = null;

  constructor(screening: ScreeningReader) {
    this.screening = screening;
    this.flags = new PersonFlags(screening.source);
    this.selections = new ResultSelections(screening);
    this.capacity = new CapacityPages(screening, this.selections);
    this.office = new OfficePages(screening, this.selections);
  }

  /** Must be called before each answer, because the office may have changed its columns. */
  use(office: OfficeColumns): this {
    this.screening.columns.useOffice(office);
    return this;
  }

  /** Same as `ResultSelections.leaveOut`. */
  leaveOut(isOut: (index: number) => boolean): void {
    this.capacity.forget();
    this.selections.leaveOut(isOut);
  }

  /** The score columns with the user's titles. */
  columns({ columns: wishes }: ColumnArrangement): ScoreColumn[] {
    const { columns } = this.screening.results;
    const titles = titlesOf(columns.map(({ key }) => key));
    const wished = new Map(wishes.map((wish) => [wish.key, wish]));
    return columns.map((column) => {
      const foundTitle = titles.get(column.key) ?? column.key;
      const wish = wished.get(column.key);
      return { ...column, title: wish?.title ?? foundTitle, foundTitle, best: wish?.best ?? null };
    });
  }

  /** Keys of the shown columns, in order. A column that was chosen for another list of the connection may be missing in this list. */
  shown({ shown }: ColumnArrangement): string[] {
    const { results, columns } = this.screening;
    const known = new Set([...results.columns, ...columns.ofSheet(), ...this.recordColumns()].map(({ key }) => key));
    const chosen = shown?.filter((key) => known.has(key)) ?? [];
    return shown === null || (chosen.length === 0 && shown.length > 0) ? this.defaultColumns() : chosen;
  }

  /** The shown score columns, in order. */
  shownScores(arrangement: ColumnArrangement): ScoreColumn[] {
    const columns = this.columns(arrangement);
    return this.shown(arrangement).flatMap((key) => columns.find((column) => column.key === key) ?? []);
  }

  /** Counts and columns of the results. */
  overview(
    { preferences, sent: { rowBase, later } }: Pick<ContractAsk<'results.get'>, 'preferences' | 'sent'>,
    judgedWrong: number,
  ): ResultsView {
    const { results, columns } = this.screening;
    let byOrder = 0;
    for (let index = FIRST_INDEX; index < results.rows.length; index++) if (results.isByOrder(index)) byOrder += 1;
    const counts = countsOf(results);
    return {
      counts,
      leftOut: this.selections.unsent().length,
      notChosen: this.selections.select({ outcome: 'notChosen', filters: [], find: '' }).length,
      notPart: this.screening.source.isPart === true ? counts.unknown : 0,
      unplaced: results.unplaced,
      unreadable: results.flaws.unreadable.length,
      withoutScores: results.withoutScores,
      notRead: results.notRead,
      byOrder,
      judgedWrong,
      columns: this.columns(preferences),
      sheetColumns: columns.ofSheet(),
      recordColumns: this.recordColumns(),
      officer: this.officer(),
      officerColumn: { heading: columns.office.heading, choices: [...(this.choices ??= this.officerChoices())] },
      ratings: this.ratings(),
      shown: this.shown(preferences),
      defaultColumns: this.defaultColumns(),
      rowBase,
      later,
    };
  }

  /** Each segment, with the number of scored rows that meet its conditions. */
  segments({ segments }: Pick<Additions['preferences'], 'segments'>): SegmentView[] {
    return segments.map((segment) => {
      const { filters, find } = segment;
      return { ...segment, rows: this.selections.select({ outcome: 'scored', filters, find }).length };
    });
  }

  /** All scored people, by list index. */
  everybody(): Uint32Array {
    return this.selections.select(EVERYBODY);
  }

  /** Same as `ResultSelections.sum`. */
  sum(selection: ResultSelection, key: string): { rows: number; sum: number | null } {
    return this.selections.sum(selection, key);
  }

  /** A page of at most 200 rows, with their changes if these are known. */
  page(
    { selection, columns, sort, offset, limit, options }: Omit<ContractAsk<'results.page'>, 'since' | 'earlier' | 'verdicts' | 'office'>,
    changes: PageChanges | null,
  ): { total: number; rows: ResultRow[] } {
    const items = this.selections.sorted(selection, sort, changes?.isSorted === true ? changes : null);
    const here = [...items.subarray(offset, offset + limit)];
    const scattered = this.areScattered(here.map((item) => this.selections.profileOf(selection.outcome, item)));
    const { columns: all } = this.screening;
    const sources = columns.map((key): CellSource => {
      const score = ratedColumn(key) ?? key;
      return {
        key,
        score: all.scoreIndex(score),
        sheet: all.sheetIndex(key),
        whole: scattered && all.isWhole(score) ? all.column(score) : null,
        rating: all.office.rating(key),
      };
    });
    return {
      total: items.length,
      rows: here.map((item) => {
        const row = this.rowOf(selection.outcome, item, sources, options);
        return changes === null || !isInList(selection.outcome) ? row : { ...row, scoreChange: changes.at(item) };
      }),
    };
  }

  private areScattered(profiles: readonly number[]): boolean {
    let [low, high] = [Number.POSITIVE_INFINITY, 0];
    for (const profile of profiles) {
      if (profile === 0) continue;
      if (profile < low) low = profile;
      if (profile > high) high = profile;
    }
    return high - low > FAR_APART * profiles.length;
  }

  /**
   * Loads the columns that are shown first, and sorts by each of them in descending order, so that the user's first sort and page are fast.
   * Yields after each step.
   */
  *prepare(): Generator<void> {
    const whole = this.defaultColumns().filter((key) => this.screening.columns.isWhole(key));
    for (const column of whole) {
      this.screening.columns.column(column);
      yield;
    }
    for (const column of whole) {
      this.selections.sorted(EVERYBODY, { column, descending: true }, null);
      yield;
    }
  }

  /** The columns shown by default: the most important ones, then the other scores that are shown first. */
  private defaultColumns(): string[] {
    const { columns } = this.screening.results;
    const first = columnsShownFirst(columns.map(({ key }) => key));
    const glance = [
      capacityColumn(columns.map(({ key }) => key)),
      matchColumn(columns)?.key ?? null,
      this.recordColumns().find(({ key }) => key === LAST_GIFT)?.key ?? null,
      ...this.ratings().map(({ column }) => ratingKey(column)),
      this.officer(),
      FLAGS_KEY,
    ];
    return [...new Set([...glance.filter((key) => key !== null), ...first])];
  }

  private recordColumns(): ResultsView['recordColumns'] {
    const {
      columns,
      source: { plan },
    } = this.screening;
    const gift = columnsFor(plan, 'rfmMostRecentGiftValue').length > 0 || columnsFor(plan, 'rfmMostRecentGiftDate').length > 0;
    return [
      ...(gift ? [{ key: LAST_GIFT, title: 'Last gift', type: 'number' as const }] : []),
      ...(columnsFor(plan, 'state').length > 0 ? [{ key: fieldKey('state'), title: 'State, as sent', type: 'text' as const }] : []),
      ...this.ratings().map(({ column, title }) => ({ key: ratingKey(column), title, type: 'text' as const })),
      ...(columns.office.hasOfficers ? [{ key: OFFICER_KEY, title: columns.office.heading ?? 'Officer', type: 'text' as const }] : []),
      { key: FLAGS_KEY, title: 'Flags', type: 'text' },
    ];
  }

  /** Key of the officer column; null without officers. */
  private officer(): string | null {
    return this.screening.columns.office.hasOfficers ? OFFICER_KEY : null;
  }

  private officerChoices(): string[] {
    const { file, source, results } = this.screening;
    return officerChoices(file, source, results.rows[FIRST_INDEX] ?? 0);
  }

  /** The ratings whose scores are in this list. */
  private ratings(): Rating[] {
    const { columns } = this.screening;
    return columns.office.office.ratings.filter(({ column }) => columns.scoreIndex(column) >= 0);
  }

  private rowOf(outcome: Outcome, item: number, sources: readonly CellSource[], options: SubmitOptions): ResultRow {
    const { results, blocks, records, columns } = this.screening;
    const profile = this.selections.profileOf(outcome, item);
    const inBlocks = profile !== 0 && sources.some(({ score, whole }) => score >= 0 && whole === null);
    const scores = inBlocks ? results.scores(profile) : null;
    const rowNumber = this.selections.rowNumberOf(outcome, item);
    const at = rowNumber === 0 ? null : blocks.find(rowNumber);
    const record = at === null ? null : records.of(at.block, at.row);
    const officerText = ({ block, row }: BlockRow) => (columns.office.column < 0 ? '' : block.text(row, columns.office.column));
    const cells = sources.map(({ key, score, sheet, whole, rating }) => {
      if (key === OFFICER_KEY) return at === null ? '' : columns.office.officerOf(rowNumber, officerText(at));
      if (sheet >= 0) return at?.block.text(at.row, sheet) ?? '';
      if (key === FLAGS_KEY) return record === null ? '' : this.flags.of(record, at!).join('; ');
      const field = fieldOfKey(key);
      if (field !== null) return record !== null && hasValue(record, FIELD_INDEX[field]) ? record.values[FIELD_INDEX[field]]! : '';
      if (whole !== null) return shownIn(rating, cellOf(whole, profile));
      return scores === null || score < 0 ? '' : shownIn(rating, scores.block.text(scores.row, score));
    });
    if (outcome === 'unmatched')
      return {
        row: null,
        name: unmatchedName(results.profileJson(profile)),
        locality: '',
        cells,
        byOrder: false,
        reasons: unreadableReasons(results.profileJson(profile)),
        leftOut: null,
        mergedInto: null,
      };
    return {
      row: rowNumber,
      name: record === null ? '' : personName(record),
      locality: record === null ? '' : localityText(record),
      cells,
      byOrder: !isUnsent(outcome) && results.isByOrder(item as ListIndex),
      reasons: isUnsent(outcome) ? [] : reasonsOf(results, item as ListIndex),
      leftOut: isUnsent(outcome) && at !== null ? this.screening.notSentAs(at, options) : null,
      mergedInto: isUnsent(outcome) ? records.mergedInto(item) : null,
    };
  }

  /** The distribution of a column over a selection. */
  distribution(selection: ResultSelection, key: string): Distribution {
    const column = this.screening.columns.column(key);
    return distributionOf(
      key,
      column,
      this.selections.select(selection).map((item) => this.selections.positionIn(column, selection.outcome, item)),
    );
  }
}

/** The first errors that the service reported for a row. */
export function reasonsOf(results: ResultFile, index: ListIndex): ResultRow['reasons'] {
  // The errors of a row joined by order are kept in the file, in case the user undoes the join.
  if (results.isByOrder(index)) return [];
  return (results.errors().get(index) ?? []).slice(0, MAX_REASONS).map(({ field, message, value }) => ({ field, message, value }));
}

/** Maximum number of characters to show of an unreadable entry. */
const MAX_SHOWN_TEXT = 2_000;

/** Why an entry of the answer is unreadable, with its text. */
function unreadableReasons(json: string | null): ResultRow['reasons'] {
  const entry = json === null ? null : unreadableEntry(json);
  return entry === null ? [] : [{ field: null, message: entry.problem, value: entry.text.slice(0, MAX_SHOWN_TEXT) }];
}

function unmatchedName(json: string | null): string {
  if (json === null) return '';
  const profile = parseJson(json);
  if (!isObject(profile)) return 'Unreadable entry';
  const text = (key: string) => (typeof profile[key] === 'string' ? profile[key] : '');
  const name = [text('primaryFirst'), text('primaryLast')].filter((part) => part !== '').join(' ');
  return name === '' ? text('constituentId') || text('id') || 'No name in the answer' : name;
}
