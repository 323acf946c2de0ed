/** Answers the queries about an open project. */
import { AppError } from '../../../shared/base/index.ts';
import type { OrderJoinView, Output } from '../../../shared/contract/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import {
  ADOPTED_REASON,
  type Additions,
  type Answers,
  type CheckRequest,
  type ContractAsk,
  type QueryName,
} from '../../worker-protocol/index.ts';
import { RowBlocks } from '../list/stored-rows.ts';
import { baselineOverlap } from '../prior/baseline-overlap.ts';
import { paidEvidence } from '../collect/paid-evidence.ts';
import { rowsScreenedAlone } from './screened-alone.ts';
import { rowsScoredIn } from '../result-file/derive-rows.ts';
import { GiftSession } from '../gifts/gifts.ts';
import { examineOrder } from '../collect/order-join.ts';
import { pilotComparison } from '../results/pilot-comparison.ts';
import { pilotResults } from '../results/pilot-results.ts';
import { ResultPages } from '../results/result-pages.ts';
import { ScreeningReader } from '../results/screening-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { CheckedListSession } from './checked-list-session.ts';
import { offersFor } from './column-trial.ts';
import { suggestionsFor } from './column-suggestions.ts';
import { ComparisonSession } from './comparison-session.ts';
import { earlierView, historyOf } from './other-screenings.ts';
import { personView } from './person-view.ts';
import { ReviewSession } from './review-session.ts';
import { sampleView } from './sample-records.ts';

/** Queries that run alongside others: comparing long lists and reading every profile take seconds, and pages must not wait. */
const ALONGSIDE: ReadonlySet<QueryName<'query'>> = new Set([
  'results.compare',
  'results.comparePage',
  'results.since',
  'results.page',
  'review.get',
  'review.queue',
  'review.person',
  'review.accepting',
  'review.household',
] as const);

class OpenProject {
  private readonly file: ProjectFile;
  private readonly request: CheckRequest;
  private readonly context: TaskContext;
  private readonly blocks: RowBlocks;
  private readonly comparisons: ComparisonSession;
  private readonly gifts = new GiftSession();
  private openList: CheckedListSession | null = null;
  private openScreening: ScreeningReader | null = null;
  private resultPages: ResultPages | null = null;
  private openReview: ReviewSession | null = null;
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
    if (this.openList?.refresh() === true) this.gifts.forget();
    return (this.openList ??= new CheckedListSession(this.file, this.request, this.blocks, this.context));
  }

  private get screening(): ScreeningReader {
    return (this.openScreening ??= new ScreeningReader(this.request, this.file));
  }

  private get results(): ResultPages {
    return (this.resultPages ??= new ResultPages(this.screening));
  }

  private get review(): ReviewSession {
    return (this.openReview ??= new ReviewSession(this.screening, this.results, this.context.signal));
  }

  readonly answers: Answers<'query'> = {
    summary: () => this.list.summary(),
    suggestions: (systems) => suggestionsFor(systems, this.blocks, this.request.sheetLayout),
    'check.page': (ask, work) => this.list.page(ask, work),
    'check.nextIssue': (ask, work) => ({ index: this.list.nextIssue(ask, work) }),
    'check.emptyFields': () => [...this.list.emptyFields()],
    'check.causes': ({ code }, work) => this.list.causes(code, work),
    'check.values': ({ field }, work) => this.list.values(field, work),
    'check.settling': ({ code, how }) => this.list.settling(code, how),
    'check.columnOffers': ({ field }) => offersFor(field, this.request, this.blocks),
    'check.tryColumns': (ask, work) => this.list.tryColumns(ask, work),
    'cost.fields': ({ options, format }) => this.list.sentFields(options, format.neverSent),
    'check.duplicates': (ask) => this.list.duplicates(ask),
    edit: (request, work) => {
      this.gifts.forget();
      return this.list.edit(request, work);
    },
    gifts: (ask, work) => this.gifts.answer({ ...this.request, ...ask }, work),
    cellsOf: ({ label, from }) => this.list.cellsOf(label, from),
    appliedEdits: () => this.list.appliedEdits,
    fixSteps: () => this.list.fixSteps(),
    tryRecipe: (ask, work) => this.list.tryRecipe(ask, work),
    choose: (ask, work) => this.list.choose(ask, work),
    'check.replacing': (replacement, work) => this.list.preview(replacement, work),
    'check.safeFixes': ({ codes }, work) => this.list.safeFixes(codes, work),
    'check.carriedCorrections': ({ baseline }) => (baseline === null ? null : this.list.carriedCorrections(baseline)),
    baselineOverlap: (screenings) => baselineOverlap(this.file, this.blocks, this.request, screenings),
    'cost.sample': (ask) => sampleView(this.file, this.request, ask, this.list.sentFields(ask.options, ask.format.neverSent)),
    'cost.issues': ({ options }) => this.list.costIssues(options),
    scoredIn: ({ target, options }) => rowsScoredIn(this.file, target, options),
    screenedAlone: (ask) => rowsScreenedAlone(this.file, this.request, ask),
    'results.get': (ask) => this.shown(ask).overview(ask, this.review.judgedWrong),
    'results.page': (ask) => this.page(ask),
    'results.orderJoin': ({ sent }) => this.orderExamination(sent),
    unplaced: () => this.screening.results.unplaced,
    paidEvidence: ({ own }) => paidEvidence(this.file, this.screening.results, own),
    'segments.list': (ask) => this.shown(ask).segments(ask.preferences),
    'results.distribution': (ask) => this.shown(ask).distribution(ask.selection, ask.column),
    'results.pilot': ({ preferences, rankBy }) => pilotResults(this.screening, this.results.columns(preferences), rankBy),
    'results.pilotComparison': (ask) => pilotComparison(this.screening, this.results.columns(ask.preferences), ask),
    'results.capacity': (ask) => this.shown(ask).capacity.groups(),
    'results.order': (ask) => this.shown(ask).capacity.byOrder(),
    'results.sum': (ask) => this.shown(ask).sum(ask.selection, ask.column),
    'results.matrix': (ask) => this.shown(ask).office.matrix(ask),
    'results.officers': (ask) => this.shown(ask).office.officers(this.results.capacity.groups()),
    'ratings.basis': (ask) => this.shown(ask).office.basis(ask.column),
    'ratings.count': (ask) => ({ people: this.shown(ask).office.countSteps(ask.rating) }),
    selectedRows: (ask) => this.shown(ask).office.rowsOf(ask.selection),
    'results.person': ({ row, options, office }) => {
      this.screening.columns.useOffice(office);
      return personView(this.screening, row, options);
    },
    'results.earlier': (ask) => earlierView(this.screening, ask),
    'results.history': (ask) => historyOf(this.screening, ask, this.results.shownScores(ask.preferences)),
    'results.compare': (ask) => this.compare(ask),
    'results.since': (ask) => this.since(ask),
    'review.get': (ask) => this.review.view(ask),
    'review.queue': (ask) => this.review.page(ask),
    'review.person': (ask) => this.review.person(ask),
    'review.household': (ask) => this.review.household(ask),
    'review.accepting': (ask) => this.review.accepting(ask),
    pairs: (ask) => this.review.pairs(ask),
    carriable: (ask) => this.review.carriable(ask),
    'results.comparePage': async ({ other, column, ...ask }) => (await this.comparisons.compare(other.source, column)).page(column, ask),
  };

  /** The results with the office's current columns, without people whose profile is someone else's by the current verdicts. */
  private shown({ office, verdicts }: Pick<Additions, 'office' | 'verdicts'>): ResultPages {
    return this.review.judged(verdicts).use(office);
  }

  /** Loads the columns that pages show first, while no query is running. Each step runs in a separate turn. */
  private prepareResults(): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    const steps = this.results.prepare();
    const turn = () => {
      if (this.isClosed) return;
      try {
        if (steps.next().done !== true) setImmediate(turn);
      } catch {
        // Ignored here, because the query that needs the column reports the failure.
      }
    };
    setImmediate(turn);
  }

  /** Examines the profiles only once, because that reads all of them. A change of the results ends the session. */
  private orderExamination({ own, isAdopted }: Additions['sent']): OrderJoinView {
    if (this.examined === null) {
      const { indexes: _, ...examined } = examineOrder(this.file, this.request.plan, own, this.screening.results);
      this.examined = examined;
    }
    return isAdopted && this.examined.state === 'possible'
      ? { ...this.examined, state: 'refused', reason: ADOPTED_REASON, pairs: [] }
      : this.examined;
  }

  private async since({ since, earlier, preferences, office, verdicts }: ContractAsk<'results.since'>): Promise<Output<'results.since'>> {
    const known = this.results.columns(preferences).find(({ key }) => key === since);
    if (known === undefined) throw new AppError('NOT_FOUND', 'The results have no such column.');
    const found = await this.comparisons.since(earlier, since);
    const lists = found.used.flatMap((id) => earlier.find(({ projectId }) => projectId === id) ?? []);
    return {
      column: since,
      title: known.title,
      lists: lists.map(({ projectId, name, at }) => ({ id: projectId, name, at })),
      unread: found.unread,
      ...found.counts(this.shown({ office, verdicts }).everybody()),
    };
  }

  /** A page sorted by changes waits for the comparison. A page that only shows changes shows none until they are known. */
  private async page({ since, earlier, office, verdicts, ...page }: ContractAsk<'results.page'>): Promise<Output<'results.page'>> {
    const results = () => this.shown({ office, verdicts });
    const isSorted = page.sort?.bySince === true;
    const column = isSorted ? page.sort!.column : since;
    this.prepareResults();
    if (column === undefined) return results().page(page, null);
    const found = isSorted ? await this.comparisons.since(earlier, column) : this.comparisons.sinceReady(earlier, column);
    return results().page(page, found === null ? null : { ...found.changes(), isSorted });
  }

  private async compare({ withId, column, other, preferences }: ContractAsk<'results.compare'>): Promise<Output<'results.compare'>> {
    const known = this.results.columns(preferences).find(({ key }) => key === column);
    if (known === undefined) throw new AppError('NOT_FOUND', 'The results have no such column.');
    const counts = (await this.comparisons.compare(other.source, column)).counts(column);
    const { name, at } = other;
    return { id: this.request.file.projectId, withId, name, at, column, title: known.title, best: known.best, ...counts };
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
