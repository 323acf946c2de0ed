/** Answers the queries about an open project. */
import { FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import { columnsFor, type MappingPlan } from '../../../shared/mapping/plan.ts';
import type { EarlierView, OrderJoinView, PersonView } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { eachValue, valueText, titlesOf } from '../../../shared/results/scores.ts';
import { severitiesOf } from '../../../shared/rules/row-checks.ts';
import type { Suggestion } from '../../../shared/mapping/suggest.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { parseJson } from '../../../shared/results/json.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { Edits } from '../list/edits.ts';
import { costIssues } from './cost-issues.ts';
import { sampleRecords } from './sample-records.ts';
import { DataRows, RowBlocks } from '../list/stored-rows.ts';
import { Comparison } from '../prior/comparison.ts';
import type { CheckRequest } from '../../worker-protocol/check.ts';
import type { ListSource, SubmitOptions } from '../../worker-protocol/list.ts';
import type { HistoryEntry, PriorProfile } from '../../worker-protocol/queries.ts';
import type { AnswerOf, Answers, AskOf, QueryName } from '../../worker-protocol/tasks.ts';
import { CheckedListSession } from './checked-list-session.ts';
import { RecordReader } from '../list/record-reader.ts';
import { rowsScoredIn } from '../results/derive-rows.ts';
import { examineOrder } from '../results/order-join.ts';
import { listIndexOf } from '../results/result-file.ts';
import { nameOf, ResultPages } from '../results/result-pages.ts';
import { ScreeningReader } from '../prior/screening-reader.ts';
import { baselineOverlap } from '../prior/baseline-overlap.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { inTurns, nextTurn } from '../threads/turns.ts';
import { EARLY_ROWS, detectLayout } from '../list/detect-layout.ts';

/** A profile as received, and its values in order with their column titles. */
function profileOf(text: string, titles: ReadonlyMap<string, string>): Pick<EarlierView, 'values' | 'json'> {
  const profile = parseJson(text);
  const values: EarlierView['values'] = [];
  eachValue(profile, (key, value) => {
    values.push({ key, title: titles.get(key) ?? key, value: valueText(value) });
  });
  return { values, json: JSON.stringify(profile, null, 2) };
}

/** A comparison of long lists takes seconds: pages and people do not wait for it. */
const ALONGSIDE: ReadonlySet<QueryName<'query'>> = new Set(['compare', 'comparePage', 'resultsPage'] as const);

class OpenProject {
  private readonly file: ProjectFile;
  private readonly request: CheckRequest;
  private readonly context: TaskContext;
  private readonly blocks: RowBlocks;
  private readonly edits: Edits;
  private readonly records: RecordReader;
  private openList: CheckedListSession | null = null;
  private resultPages: ResultPages | null = null;
  private screeningReader: ScreeningReader | null = null;
  private examined: OrderJoinView | null = null;
  private preparing = false;
  private closed = false;
  /** The open screening of the last comparison. */
  private other: ScreeningReader | null = null;
  /** The last comparison, by the path of the other project file. */
  private compared: { readonly path: string; readonly comparison: Comparison } | null = null;
  /** Settles once the last comparison that was asked for is ready. */
  private comparing: Promise<unknown> = Promise.resolve();

  constructor(file: ProjectFile, request: CheckRequest, context: TaskContext) {
    this.file = file;
    this.request = request;
    this.context = context;
    this.blocks = new RowBlocks(file);
    this.edits = new Edits(file);
    this.records = new RecordReader(request.plan, this.edits);
  }

  private get list(): CheckedListSession {
    return (this.openList ??= new CheckedListSession(this.file, this.request, this.blocks, this.context));
  }

  /** Loads the columns shown first while there are no queries: each step is a turn of its own. */
  private prepareResults(): void {
    if (this.preparing) return;
    this.preparing = true;
    const steps = this.results.prepare();
    const turn = () => {
      if (this.closed) return;
      try {
        if (steps.next().done !== true) setImmediate(turn);
      } catch {
        // The query that needs the column reports the failure.
      }
    };
    setImmediate(turn);
  }

  close(): void {
    this.closed = true;
    this.other?.close();
    this.openList?.close();
  }

  private get results(): ResultPages {
    return (this.resultPages ??= new ResultPages(this.file, this.blocks, this.records, this.request.sheetLayout));
  }

  readonly answers: Answers<'query'> = {
    summary: () => this.list.summary(),
    suggestions: (systems) => this.suggestions(systems),
    checkPage: (ask, work) => this.list.page(ask, work),
    nextIssue: (ask, work) => this.list.nextIssue(ask, work),
    emptyFields: () => this.list.emptyFields(),
    sentFields: ({ fields, options }) => this.list.sentFields(fields, options),
    duplicates: (ask) => this.list.duplicates(ask),
    edit: (request, work) => this.list.edit(request, work),
    replacePreview: (replacement, work) => this.list.preview(replacement, work),
    safeFixes: (codes, work) => this.list.safeFixes(codes, work),
    carriedCorrections: (earlier) => this.list.carriedCorrections(earlier),
    baselineOverlap: (screenings) => baselineOverlap(this.file, this.blocks, this.request, screenings),
    sample: ({ options, format }) => sampleRecords(this.file, this.request, options, format),
    costIssues: (options) => costIssues(this.file, severitiesOf(this.request.inputs.rules), options),
    scoredIn: ({ target, options }) => rowsScoredIn(this.file, target, options),
    results: () => {
      this.prepareResults();
      return this.results.overview();
    },
    resultsPage: (ask) => this.resultsPage(ask),
    orderJoin: ({ own }) => this.orderExamination(own),
    counts: (conditions) => this.results.counts(conditions),
    distribution: ({ selection, column }) => this.results.distribution(selection, column),
    sum: ({ selection, column }) => this.results.sum(selection, column),
    person: ({ row, options }) => this.person(row, options),
    priorScores: (ask) => this.priorScores(ask),
    history: (ask) => this.history(ask),
    compare: async ({ other, column }) => (await this.compare(other, column)).counts(column),
    comparePage: async ({ other, column, ...ask }) => (await this.compare(other, column)).page(column, ask),
  };

  private suggestions(systems: AskOf<'query', 'suggestions'>): Suggestion[] {
    const firstBlocks: RowBlock[] = [];
    for (let at = 0, rows = 0; at < this.blocks.places.length && rows < EARLY_ROWS; at++) {
      const block = this.blocks.block(at);
      firstBlocks.push(block);
      rows += block.rowCount;
    }
    const { sheetLayout } = this.request;
    const list = new DataRows(sheetLayout);
    return systems.map((system) => detectLayout(firstBlocks, sheetLayout.headerRow, system, list).suggestion);
  }

  /** Read once: it reads every profile, and a change of the results ends the session. */
  private orderExamination(own: number): OrderJoinView {
    if (this.examined === null) {
      const { indexes: _, ...examined } = examineOrder(this.file, this.request.plan, own, this.results.results);
      this.examined = examined;
    }
    return this.examined;
  }

  private get screening(): ScreeningReader {
    return (this.screeningReader ??= new ScreeningReader(this.request, this.file));
  }

  /** Finds them by exact ID, as exports do; of a merged row, those of the row that stands for it. */
  private priorScores({ row, others }: AskOf<'query', 'priorScores'>): PriorProfile | null {
    const standIn = this.records.mergedInto(row) ?? row;
    const at = this.blocks.find(standIn);
    if (at === null || listIndexOf(this.screening.results.rows, standIn) >= 0 || !this.results.hasBaselineScores(at)) return null;
    const id = this.records.of(at.block, at.row).values[0]!.trim();
    if (id === '') return null;
    for (const [list, source] of others.entries()) {
      const other = new ScreeningReader(source);
      try {
        const { results } = other;
        const index = other.find(id, true);
        const json = index < 0 ? null : results.profileJson(results.matches[index]!);
        if (json === null) continue;
        const titles = titlesOf(results.columns.map(({ key }) => key));
        return { list, row: results.rows[index]!, ...profileOf(json, titles) };
      } finally {
        other.close();
      }
    }
    return null;
  }

  /** This list comes first, unless it did not send the person. */
  private history({ row, others, columns }: AskOf<'query', 'history'>): HistoryEntry[] {
    const { screening } = this;
    const index = listIndexOf(screening.results.rows, row);
    const at = screening.blocks.find(row);
    if (at === null) return [];
    const entries: HistoryEntry[] =
      index < 0 ? [] : [{ list: -1, row, outcome: screening.results.outcome(index), cells: screening.scores(index, columns) }];
    const id = screening.records.of(at.block, at.row).values[0]!.trim();
    if (id === '') return entries;
    for (const [list, source] of others.entries()) {
      const other = new ScreeningReader(source);
      try {
        const otherIndex = other.find(id);
        if (otherIndex >= 0)
          entries.push({
            list,
            row: other.results.rows[otherIndex]!,
            outcome: other.results.outcome(otherIndex),
            cells: other.scores(otherIndex, columns),
          });
      } finally {
        other.close();
      }
    }
    return entries;
  }

  /** A page sorted by a change waits for the comparison. A page that only shows changes shows none before they are known. */
  private async resultsPage({ since, ...page }: AskOf<'query', 'resultsPage'>): Promise<AnswerOf<'query', 'resultsPage'>> {
    if (since == null) return this.results.page(page, null);
    const { other, column, isSorted } = since;
    const comparison = isSorted ? await this.compare(other, column) : this.readyComparison(other, column);
    return this.results.page(page, comparison === null ? null : { ...comparison.changesOf(column), isSorted });
  }

  /** Null until the comparison is ready, which a query `compare` does. */
  private readyComparison({ file }: ListSource, column: string): Comparison | null {
    if (this.compared?.path === file.path && this.compared.comparison.isReady(column)) return this.compared.comparison;
    return null;
  }

  /** A comparison with a column ready. One after the other: each closes the screening of the one before it. */
  private compare(other: ListSource, column: string): Promise<Comparison> {
    const before = this.comparing;
    const next = (async () => {
      await before.catch(() => undefined);
      // Starts in a later turn, so that earlier queries are answered first.
      await nextTurn();
      return await this.compareNow(other, column);
    })();
    this.comparing = next;
    return next;
  }

  private async compareNow(source: ListSource, column: string): Promise<Comparison> {
    const { signal } = this.context;
    signal.throwIfAborted();
    const { path } = source.file;
    if (this.compared?.path !== path) {
      this.compared = null;
      this.other?.close();
      this.other = new ScreeningReader(source);
      await nextTurn();
      this.compared = { path, comparison: await inTurns(Comparison.build(this.screening, this.other), signal) };
    }
    const { comparison } = this.compared;
    await inTurns(comparison.prepare(column), signal);
    return comparison;
  }

  private person(rowNumber: number, options: SubmitOptions): PersonView {
    const at = this.blocks.find(rowNumber);
    if (at === null) throw new AppError('NOT_FOUND', 'There is no such row.');
    const { results } = this.results;
    const index = listIndexOf(results.rows, rowNumber);
    const mapped = index < 0 ? this.records.of(at.block, at.row) : this.records.sent(at.block, at.row, this.request.rowIdPrefix);
    // The reader's record is valid until its next call, and the uncorrected one has a reader of its own.
    const before = new RecordReader(this.request.plan, new Edits(null)).of(at.block, at.row);
    const zip = directColumn(this.request.plan, 'postalCode');
    const inSheet = zip === null ? null : at.block.text(at.row, zip).trim();
    const record = FIELD_KEYS.map((field, index) => {
      const value = mapped.values[index]!;
      // An ID that the application gave to a row without one is no correction.
      const uncorrected = field === 'constituentId' && before.values[index] === '' ? value : before.values[index]!;
      const was = field === 'postalCode' && inSheet !== null && inSheet !== '' ? inSheet : uncorrected;
      return { field, value, was: was === value ? null : was };
    }).filter(({ value, was }) => value !== '' || was !== null);
    const mappedColumns = new Set(this.request.plan.columns.filter(({ to }) => to.kind !== 'none').map(({ column }) => column));
    const notSent = this.request.sheetLayout.headers
      .map((header, column) => ({ header, value: at.block.text(at.row, column), column }))
      .filter(({ value, column }) => value !== '' && !mappedColumns.has(column))
      .map(({ header, value }) => ({ header, value }));
    const mergedInto = index < 0 ? this.records.mergedInto(rowNumber) : null;
    const sent = mergedInto === null ? index : listIndexOf(results.rows, mergedInto);
    const profile = sent < 0 ? 0 : results.matches[sent]!;
    const json = profile === 0 ? null : results.profileJson(profile);
    return {
      row: rowNumber,
      name: nameOf(mapped),
      outcome: index < 0 ? 'leftOut' : results.outcome(index),
      record,
      notSent,
      ...(json === null ? { values: [], json } : profileOf(json, this.results.titles)),
      reasons: index < 0 ? [] : this.results.reasons(index),
      leftOut: index < 0 ? this.results.notSentAs(at, options) : null,
      mergedInto,
      byOrder: sent >= 0 && results.isByOrder(sent),
    };
  }
}

/** The column that alone fills a field; null when several do, or none. */
function directColumn(plan: MappingPlan, field: FieldKey): number | null {
  const [column, ...others] = columnsFor(plan, field);
  return column !== undefined && others.length === 0 && plan.columns.some((one) => one.column === column && one.to.kind === 'field')
    ? column
    : null;
}

export const query: Task<'query'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'read');
  const open = new OpenProject(file, input, context);
  try {
    await context.serve(open.answers, undefined, ALONGSIDE);
    return null;
  } finally {
    open.close();
    file.close();
  }
};
