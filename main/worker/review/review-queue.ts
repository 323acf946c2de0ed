/** The scored people, sorted by value × doubt: whose match needs a decision first, what is decided, and how often matches are right. */
import { freeBytes } from '../../../shared/base/index.ts';
import type { ScoreColumn, Output } from '../../../shared/contract/index.ts';
import { MATCH_STEPS, type Conditions, capacityColumn, isMoney } from '../../../shared/results/index.ts';
import type { ContractAsk } from '../../worker-protocol/index.ts';
import { LEAST_VERDICTS } from '../../../shared/review/index.ts';
import type { ListIndex } from '../list/ordinals.ts';
import { personName } from '../list/person-texts.ts';
import { LruCache } from '../result-file/lru-cache.ts';
import { orderOf } from '../results/result-order.ts';
import { ResultSelections } from '../results/result-selections.ts';
import type { ScreeningReader } from '../results/screening-reader.ts';
import type { Doubts } from './doubt.ts';
import { type Judgments, kindOf, MARK } from './judgments.ts';

type AcceptView = Output<'review.accepting'>;
type ReviewRow = Output<'review.queue'>['rows'][number];
type ReviewView = Output<'review.get'>;

const CACHED_ORDERS = 3;
/** The sentence about the next people tells how many of them settle this share of the total doubt. */
const SETTLED = 0.8;
const CURVE_STEPS = 40;
const MAX_STALE = 200;
/** The state of people without a verdict whose match number reaches `acceptAt`. Must be higher than every `MARK`. */
const ACCEPTED = 4;

/** Everybody who was scored. */
const EVERYBODY: Conditions = { filters: [], find: '' };

/** The scored people who meet some conditions, by descending weight (value × doubt). */
interface Order {
  readonly items: Uint32Array;
  readonly weights: Float64Array;
}

type Ask = Pick<ContractAsk<'review.get'>, 'filters' | 'find' | 'value'>;

export class ReviewQueue {
  private readonly screening: ScreeningReader;
  private readonly judgments: Judgments;
  private readonly doubts: Doubts;
  private readonly selections: ResultSelections;
  private known: { readonly version: number; readonly acceptAt: number | null; readonly states: Uint8Array } | null = null;
  private readonly orders = new LruCache<Order>(CACHED_ORDERS);

  constructor(screening: ScreeningReader, judgments: Judgments, doubts: Doubts) {
    this.screening = screening;
    this.judgments = judgments;
    this.doubts = doubts;
    this.selections = new ResultSelections(screening);
  }

  /** The key of the column with the value; null if there is no column with numbers. */
  private valueKey(asked: string | null): string | null {
    const key = asked ?? capacityColumn(this.screening.results.columns.map((column) => column.key));
    return key === null || this.screening.columns.column(key).type !== 'number' ? null : key;
  }

  private values(key: string | null): (index: ListIndex) => number {
    const column = key === null ? null : this.screening.columns.column(key);
    if (column?.type !== 'number') return () => Number.NaN;
    return (index) => column.values[this.selections.positionIn(column, 'scored', index)]!;
  }

  private orderFor({ filters, find, value }: Ask): Order {
    const key = this.valueKey(value);
    return this.orders.getOrCreate(JSON.stringify([filters, find, key]), () => {
      const items = this.selections.select({ outcome: 'scored', filters, find });
      const valueOf = this.values(key);
      const doubts = this.doubts.values;
      // Loops instead of `from`, which would first collect all values in an array.
      const weights = new Float64Array(items.length);
      for (let at = 0; at < items.length; at++) {
        const item = items[at] as ListIndex;
        weights[at] = (key === null ? 1 : Math.max(0, valueOf(item))) * doubts[item]!;
      }
      const order = orderOf(weights, true);
      const sorted = new Float64Array(order.length);
      for (let at = 0; at < order.length; at++) sorted[at] = weights[order[at]!]!;
      freeBytes(weights);
      for (let at = 0; at < order.length; at++) order[at] = items[order[at]!]!;
      return { items: order, weights: sorted };
    });
  }

  private isAccepted(index: number, acceptAt = this.judgments.acceptAt): boolean {
    return acceptAt !== null && this.doubts.matches !== null && this.doubts.matches[index]! >= acceptAt;
  }

  /** The state by list index: the mark of a verdict, `ACCEPTED`, or 0 if undecided. Cached until a verdict or `acceptAt` changes. */
  private states(): Uint8Array {
    const { version, acceptAt, marks } = this.judgments;
    if (this.known?.version === version && this.known.acceptAt === acceptAt) return this.known.states;
    const states = marks.slice();
    const { matches } = this.doubts;
    if (acceptAt !== null && matches !== null)
      for (let index = 0; index < states.length; index++)
        if (states[index] === MARK.none && matches[index]! >= acceptAt) states[index] = ACCEPTED;
    this.known = { version, acceptAt, states };
    return states;
  }

  /** The people of a part of the queue, in queue order. */
  items({ part, ...ask }: Ask & Pick<ContractAsk<'review.queue'>, 'part'>): Uint32Array {
    const { items } = this.orderFor(ask);
    if (part === 'all') return items;
    const states = this.states();
    const wanted = part === 'left' ? MARK.none : part === 'accepted' ? ACCEPTED : MARK[part];
    const found = new Uint32Array(items.length);
    let count = 0;
    for (let at = 0; at < items.length; at++) if (states[items[at]!] === wanted) found[count++] = items[at]!;
    return found.subarray(0, count);
  }

  page({ offset, limit, ...ask }: Ask & Pick<ContractAsk<'review.queue'>, 'part' | 'offset' | 'limit'>): {
    total: number;
    rows: ReviewRow[];
  } {
    const items = this.items(ask);
    const valueOf = this.values(this.valueKey(ask.value));
    return {
      total: items.length,
      rows: Array.from(items.subarray(offset, offset + limit), (index) => this.row(index as ListIndex, valueOf)),
    };
  }

  /** What a list shows about a person. */
  rowAt(index: ListIndex, value: string | null): ReviewRow {
    return this.row(index, this.values(this.valueKey(value)));
  }

  private row(index: ListIndex, valueOf: (index: ListIndex) => number): ReviewRow {
    const { blocks, records, results } = this.screening;
    const row = results.rows[index]!;
    const at = blocks.find(row);
    const number = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);
    return {
      row,
      name: at === null ? '' : personName(records.of(at.block, at.row)),
      value: number(valueOf(index)),
      match: number(this.doubts.matches?.[index]),
      doubt: this.doubts.values[index]!,
      verdict: kindOf(this.judgments.marks[index]!),
    };
  }

  /** Numbers of people by state. */
  private counts(items: Uint32Array) {
    const states = this.states();
    const counts = new Uint32Array(ACCEPTED + 1);
    for (let at = 0; at < items.length; at++) counts[states[items[at]!]!]! += 1;
    const [left, right, wrong, unsure, accepted] = counts as unknown as [number, number, number, number, number];
    return { left, right, wrong, unsure, accepted };
  }

  view(ask: Ask, columns: readonly ScoreColumn[]): ReviewView {
    const order = this.orderFor(ask);
    const { left, accepted, right, wrong, unsure } = this.counts(order.items);
    const everybody = this.selections.select({ outcome: 'scored', ...EVERYBODY });
    const all = everybody.length === order.items.length ? { left, wrong } : this.counts(everybody);
    const key = this.valueKey(ask.value);
    const title = columns.find((column) => column.key === key)?.title ?? key;
    return {
      scored: order.items.length,
      left,
      accepted,
      verdicts: { right, wrong, unsure },
      all: { scored: everybody.length, left: all.left, wrong: all.wrong },
      stale: this.judgments.stale.slice(0, MAX_STALE),
      doubtBy: this.doubts.by,
      value: key === null ? null : { key, title: title ?? key, isMoney: isMoney(key) },
      ...this.settling(order, left),
      bands: this.bands(),
      acceptAt: this.judgments.acceptAt,
      canUndo: this.judgments.canUndo,
    };
  }

  /** How much of the total doubt the first people of the queue settle. */
  private settling({ items, weights }: Order, left: number): Pick<ReviewView, 'doubtful' | 'next' | 'curve'> {
    const states = this.states();
    let doubtful = 0;
    for (let at = 0; at < items.length; at++) if (states[items[at]!] === MARK.none && weights[at]! > 0) doubtful += weights[at]!;
    if (doubtful === 0) return { doubtful, next: null, curve: [] };
    let [people, sum, step] = [0, 0, 1];
    let next: ReviewView['next'] = null;
    const curve = [0];
    for (let at = 0; at < items.length && people < left; at++) {
      if (states[items[at]!] !== MARK.none) continue;
      people += 1;
      if (weights[at]! > 0) sum += weights[at]!;
      if (next === null && sum >= doubtful * SETTLED) next = { people, percent: Math.floor((sum / doubtful) * 100), sum };
      for (; step <= CURVE_STEPS && people >= (left * step) / CURVE_STEPS; step++) curve.push(Math.min(1, sum / doubtful));
    }
    return { doubtful, next, curve };
  }

  private stepOf(index: number): number {
    const match = this.doubts.matches?.[index] ?? Number.NaN;
    return MATCH_STEPS.findIndex(({ min }) => (Number.isNaN(match) ? false : min === null || match >= min));
  }

  private bands(): ReviewView['bands'] {
    if (this.doubts.matches === null) return [];
    const bands = MATCH_STEPS.map(({ text }) => ({ text, right: 0, verdicts: 0 }));
    const { marks } = this.judgments;
    for (let index = 0; index < marks.length; index++) {
      if (marks[index] === MARK.none) continue;
      const band = bands[this.stepOf(index)];
      if (band === undefined) continue;
      band.verdicts += 1;
      if (marks[index] === MARK.right) band.right += 1;
    }
    return bands;
  }

  /** The effect of another `acceptAt`. */
  accepting(acceptAt: number | null): AcceptView {
    const { marks } = this.judgments;
    const bands = this.bands();
    const view = { accepted: 0, reviewedBelow: 0, left: 0, more: 0 };
    const byBand = new Map<number, number>();
    const everybody = this.selections.select({ outcome: 'scored', ...EVERYBODY });
    for (const item of everybody) {
      const isAccepted = this.isAccepted(item, acceptAt);
      if (!isAccepted) {
        view[marks[item] === MARK.none ? 'left' : 'reviewedBelow'] += 1;
        continue;
      }
      view.accepted += 1;
      if (!this.isAccepted(item)) view.more += 1;
      if (marks[item] === MARK.none) byBand.set(this.stepOf(item), (byBand.get(this.stepOf(item)) ?? 0) + 1);
    }
    let notRight: number | null = 0;
    for (const [step, people] of byBand) {
      const band = bands[step];
      notRight =
        notRight === null || band === undefined || band.verdicts < LEAST_VERDICTS
          ? null
          : notRight + people * (1 - band.right / band.verdicts);
    }
    return { acceptAt, scored: everybody.length, ...view, notRight: notRight === null ? null : Math.round(notRight) };
  }
}
