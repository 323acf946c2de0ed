/** Answers the queries about an open project. */
import type { OrderJoinView } from '../../../shared/contract/index.ts';
import { severitiesOf } from '../../../shared/rules/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { AnswerOf, Answers, AskOf, CheckRequest, QueryName } from '../../worker-protocol/index.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import { baselineOverlap } from '../prior/baseline-overlap.ts';
import { paidEvidence } from '../collect/paid-evidence.ts';
import { rowsScreenedAlone } from './screened-alone.ts';
import { rowsScoredIn } from '../result-file/derive-rows.ts';
import { examineOrder } from '../collect/order-join.ts';
import { ResultPages } from '../results/result-pages.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { CheckedListSession } from './checked-list-session.ts';
import { suggestionsFor } from './column-suggestions.ts';
import { ComparisonSession } from './comparison-session.ts';
import { costIssues } from './cost-issues.ts';
import { historyOf, priorProfile } from './other-screenings.ts';
import { personView } from './person-view.ts';
import { sampleRecords } from './sample-records.ts';

/** A comparison of long lists takes seconds: pages and people do not wait for it. */
const ALONGSIDE: ReadonlySet<QueryName<'query'>> = new Set(['compare', 'comparePage', 'resultsPage'] as const);

class OpenProject {
  private readonly file: ProjectFile;
  private readonly request: CheckRequest;
  private readonly context: TaskContext;
  private readonly blocks: RowBlocks;
  private readonly comparisons: ComparisonSession;
  private openList: CheckedListSession | null = null;
  private openScreening: ScreeningReader | null = null;
  private resultPages: ResultPages | null = null;
  private examined: OrderJoinView | null = null;
  private isPreparing = false;
  private isClosed = false;

  constructor(file: ProjectFile, request: CheckRequest, context: TaskContext) {
    this.file = file;
    this.request = request;
    this.context = context;
    this.blocks = new RowBlocks(file);
    this.comparisons = new ComparisonSession(() => this.screening, context.signal);
  }

  private get list(): CheckedListSession {
    return (this.openList ??= new CheckedListSession(this.file, this.request, this.blocks, this.context));
  }

  private get screening(): ScreeningReader {
    return (this.openScreening ??= new ScreeningReader(this.request, this.file));
  }

  private get results(): ResultPages {
    return (this.resultPages ??= new ResultPages(this.screening));
  }

  readonly answers: Answers<'query'> = {
    summary: () => this.list.summary(),
    suggestions: (systems) => suggestionsFor(systems, this.blocks, this.request.sheetLayout),
    'check.page': (ask, work) => this.list.page(ask, work),
    'check.nextIssue': (ask, work) => ({ index: this.list.nextIssue(ask, work) }),
    'check.emptyFields': () => [...this.list.emptyFields()],
    sentFields: ({ fields, options }) => this.list.sentFields(fields, options),
    'check.duplicates': (ask) => this.list.duplicates(ask),
    edit: (request, work) => this.list.edit(request, work),
    'check.replacing': (replacement, work) => this.list.preview(replacement, work),
    'check.safeFixes': ({ codes }, work) => this.list.safeFixes(codes, work),
    carriedCorrections: (earlier) => this.list.carriedCorrections(earlier),
    baselineOverlap: (screenings) => baselineOverlap(this.file, this.blocks, this.request, screenings),
    sample: ({ options, format }) => sampleRecords(this.file, this.request, options, format),
    'cost.issues': ({ options }) => costIssues(this.file, severitiesOf(this.request.inputs.rules), options),
    scoredIn: ({ target, options }) => rowsScoredIn(this.file, target, options),
    screenedAlone: (ask) => rowsScreenedAlone(this.file, this.request, ask),
    results: () => {
      this.prepareResults();
      return this.results.overview();
    },
    resultsPage: (ask) => this.resultsPage(ask),
    orderJoin: ({ own }) => this.orderExamination(own),
    paidEvidence: ({ own }) => paidEvidence(this.file, this.screening.results, own),
    counts: (conditions) => this.results.counts(conditions),
    'results.distribution': ({ selection, column }) => this.results.distribution(selection, column),
    'results.sum': ({ selection, column }) => this.results.sum(selection, column),
    'results.person': ({ row, options }) => personView(this.screening, row, options),
    priorScores: (ask) => priorProfile(this.screening, ask),
    history: (ask) => historyOf(this.screening, ask),
    compare: async ({ other, column }) => (await this.comparisons.compare(other, column)).counts(column),
    comparePage: async ({ other, column, ...ask }) => (await this.comparisons.compare(other, column)).page(column, ask),
  };

  /** Loads the columns shown first while there are no queries: each step is a turn of its own. */
  private prepareResults(): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    const steps = this.results.prepare();
    const turn = () => {
      if (this.isClosed) return;
      try {
        if (steps.next().done !== true) setImmediate(turn);
      } catch {
        // The query that needs the column reports the failure.
      }
    };
    setImmediate(turn);
  }

  /** Examines the profiles once, because it reads all of them; a change of the results ends the session. */
  private orderExamination(own: number): OrderJoinView {
    if (this.examined === null) {
      const { indexes: _, ...examined } = examineOrder(this.file, this.request.plan, own, this.screening.results);
      this.examined = examined;
    }
    return this.examined;
  }

  /** A page sorted by a change waits for the comparison. A page that only shows changes shows none before they are known. */
  private async resultsPage({ since, ...page }: AskOf<'query', 'resultsPage'>): Promise<AnswerOf<'query', 'resultsPage'>> {
    if (since == null) return this.results.page(page, null);
    const { other, column, isSorted } = since;
    const comparison = isSorted ? await this.comparisons.compare(other, column) : this.comparisons.ready(other, column);
    return this.results.page(page, comparison === null ? null : { ...comparison.changesOf(column), isSorted });
  }

  close(): void {
    this.isClosed = true;
    this.comparisons.close();
    this.openList?.close();
  }
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
