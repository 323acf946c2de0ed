/** The review of an open project: its verdicts, its queue, and records and profiles side by side. */
import { AppError } from '../../../shared/base/index.ts';
import type { AnswerOf, AskOf, ContractAsk, PackedVerdicts, QueryName } from '../../worker-protocol/index.ts';
import { type ListIndex, NO_INDEX } from '../list/ordinals.ts';
import { listIndexOf } from '../result-file/result-file.ts';
import { findDoubts } from '../review/doubt.ts';
import { Judgments, MARK } from '../review/judgments.ts';
import { Households } from '../review/household.ts';
import { type PresentPair, PairReader } from '../review/pair-reader.ts';
import { ReviewQueue } from '../review/review-queue.ts';
import { reviewedPerson } from '../review/reviewed-person.ts';
import type { ResultPages } from '../results/result-pages.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import { inTurns } from '../threads/turns.ts';

type Asked<N extends QueryName<'query'>> = AskOf<'query', N>;
type Answered<N extends QueryName<'query'>> = AnswerOf<'query', N>;

export class ReviewSession {
  private readonly screening: ScreeningReader;
  private readonly pages: ResultPages;
  private readonly signal: AbortSignal;
  private readonly judgments: Judgments;
  private readonly reader: PairReader;
  private queue: Promise<ReviewQueue> | null = null;
  private households: Promise<Households> | null = null;
  private shownVersion = 0;

  constructor(screening: ScreeningReader, pages: ResultPages, signal: AbortSignal) {
    this.screening = screening;
    this.pages = pages;
    this.signal = signal;
    this.judgments = new Judgments(screening);
    this.reader = new PairReader(screening);
  }

  /** The results with these verdicts. People whose profile is someone else's are not listed and not included in sums. */
  judged(verdicts: PackedVerdicts): ResultPages {
    this.judgments.take(verdicts);
    const { marks, version } = this.judgments;
    if (this.shownVersion !== version) this.pages.leaveOut((index) => marks[index] === MARK.wrong);
    this.shownVersion = version;
    return this.pages;
  }

  get judgedWrong(): number {
    return this.judgments.count(MARK.wrong);
  }

  private async queued(verdicts: PackedVerdicts): Promise<ReviewQueue> {
    this.queue ??= inTurns(findDoubts(this.screening), this.signal).then(
      (doubts) => new ReviewQueue(this.screening, this.judgments, doubts),
    );
    const queue = await this.queue;
    this.judged(verdicts);
    return queue;
  }

  async view({ verdicts, preferences, ...ask }: ContractAsk<'review.get'>): Promise<Answered<'review.get'>> {
    return (await this.queued(verdicts)).view(ask, this.pages.columns(preferences));
  }

  async page({ verdicts, ...ask }: ContractAsk<'review.queue'>): Promise<Answered<'review.queue'>> {
    return (await this.queued(verdicts)).page(ask);
  }

  async accepting({ verdicts, acceptAt }: ContractAsk<'review.accepting'>): Promise<Answered<'review.accepting'>> {
    return (await this.queued(verdicts)).accepting(acceptAt);
  }

  async person({ verdicts, row, value }: ContractAsk<'review.person'>): Promise<Answered<'review.person'>> {
    const queue = await this.queued(verdicts);
    const { index, present } = this.presentAt(row);
    return reviewedPerson(this.screening, index, present, queue.rowAt(index, value));
  }

  private presentAt(row: number): { readonly index: ListIndex; readonly present: PresentPair } {
    const index = listIndexOf(this.screening.results.rows, row);
    const present = index === NO_INDEX ? null : this.reader.at(index);
    if (present === null) throw new AppError('NOT_FOUND', `Row ${row} has no profile to review.`);
    return { index, present };
  }

  async household({ row }: ContractAsk<'review.household'>): Promise<Answered<'review.household'>> {
    this.households ??= inTurns(Households.build(this.screening), this.signal);
    const households = await this.households;
    return households.of(this.presentAt(row).present);
  }

  private indexes(rows: readonly number[]): ListIndex[] {
    // In list order, so that each chunk of profiles is read only once.
    return rows
      .map((row) => listIndexOf(this.screening.results.rows, row))
      .filter((index) => index !== NO_INDEX)
      .toSorted((a, b) => a - b);
  }

  pairs({ rows }: Asked<'pairs'>): Answered<'pairs'> {
    const pairs = this.indexes(rows).flatMap((index) => this.reader.at(index)?.pair ?? []);
    return { pairs, changes: this.screening.file.changes };
  }

  carriable({ verdicts }: Asked<'carriable'>): Answered<'carriable'> {
    const byIndex = new Map<ListIndex, Asked<'carriable'>['verdicts'][number][]>();
    for (const verdict of verdicts) {
      const index = this.screening.find(verdict.constituentId);
      if (index !== NO_INDEX) byIndex.set(index, [...(byIndex.get(index) ?? []), verdict]);
    }
    const found = [...byIndex.keys()]
      .toSorted((a, b) => a - b)
      .flatMap((index) => {
        const pair = this.reader.at(index)?.pair;
        // Takes the newest verdict, which comes first.
        const from = pair === undefined ? undefined : byIndex.get(index)!.find(({ carry }) => carry === pair.carry);
        return pair === undefined || from === undefined ? [] : [{ pair, from }];
      });
    return { found, changes: this.screening.file.changes };
  }
}
