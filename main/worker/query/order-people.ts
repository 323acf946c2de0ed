/** Sorts the people of a checked list, and decides who is sent this time. Reads each row that can be sent, once. */
import { AppError } from '../../../shared/base/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import {
  type BestOutcome,
  type OrderSettings,
  DECILES,
  type DecileCounts,
  FACTORS,
  type Factor,
  GIFT_FACTORS,
  LEAST_FOR_DECILES,
  addPoints,
  bestProblem,
  chosenOf,
  ranked,
  sampleBelow,
  strataOf,
} from '../../../shared/order/index.ts';
import { readinessOf } from '../../../shared/rows/index.ts';
import { toIsoDate } from '../../../shared/numbers/index.ts';
import type { BestAsk, Work } from '../../worker-protocol/index.ts';
import { BEST } from '../list/best-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { drawPilot } from './draw-pilot.ts';
import { columnOrder } from './order-column.ts';
import { amountOf, eachSendable } from './sendable-people.ts';

const { rfmTotalGiftValue: TOTAL, rfmMostRecentGiftDate: LATEST, rfmTotalGiftCount: GIFTS } = FIELD_INDEX;
const GIFT_FIELDS = [TOTAL, LATEST, GIFTS];
/** Readiness as a number, for sorting. */
const READY = { ready: 1, fixable: 0.5, incomplete: 0, invalid: 0 } as const;

/** The people of a list who can be sent, in list order, with the values by which they are sorted. */
class People {
  readonly rows: number[] = [];
  readonly ready: boolean[] = [];
  readonly values: Readonly<Record<Factor, number[]>> = { total: [], recency: [], gifts: [], readiness: [], neverScreened: [] };
  /** The texts of the column that determines the order. */
  readonly texts: string[] = [];

  get giving(): readonly number[] {
    return this.values.total;
  }
}

function dayNumber(text: string): number {
  const iso = text === '' ? null : toIsoDate(text, null);
  return iso === null ? Number.NaN : Number(iso.replaceAll('-', ''));
}

function readPeople(list: CheckedList, ask: BestAsk, settings: OrderSettings, work: Work): People {
  const people = new People();
  const column = settings.by.kind === 'column' ? settings.by.column : null;
  eachSendable(list, ask.options, GIFT_FIELDS, work, ({ row, facts, record: { values }, block, inBlock }) => {
    const readiness = readinessOf(facts);
    people.rows.push(row);
    people.ready.push(readiness === 'ready');
    people.values.total.push(amountOf(values[TOTAL]!));
    people.values.recency.push(dayNumber(values[LATEST]!));
    people.values.gifts.push(amountOf(values[GIFTS]!));
    people.values.readiness.push(READY[readiness]);
    people.values.neverScreened.push(facts.recent === 'none' && (facts.comparison === 'none' || facts.comparison === 'new') ? 1 : 0);
    if (column !== null) people.texts.push(block.text(inBlock, column).trim());
  });
  return people;
}

function pointsOf(people: People, column: Float64Array | null, { by }: OrderSettings, without: readonly Factor[]): Float64Array {
  const points = new Float64Array(people.rows.length);
  if (column !== null) addPoints(points, column, 1);
  if (by.kind === 'weights')
    for (const factor of FACTORS)
      if (!without.includes(factor)) addPoints(points, Float64Array.from(people.values[factor]), by.weights[factor]);
  return points;
}

const sumOf = (order: Uint32Array, values: readonly number[], from: number, to: number): number => {
  let cents = 0;
  for (let place = from; place < to; place++) cents += Math.round((values[order[place]!] || 0) * 100);
  return cents / 100;
};

/**
 * Chooses who is sent. Returns one byte for `BestRows` per sheet row, and the outcome.
 * @throws INPUT_INVALID when the settings do not determine an order, or nobody is above the cut; the reason of the signal
 */
export function orderPeople(
  list: CheckedList,
  headers: readonly string[],
  ask: BestAsk & { readonly settings: OrderSettings },
  work: Work,
): { readonly rows: Uint8Array; readonly outcome: BestOutcome } {
  const { settings } = ask;
  if (settings.by.kind === 'pilot') return drawPilot(list, headers, { ...ask, settings, by: settings.by }, work);
  const people = readPeople(list, ask, settings, work);
  const count = people.rows.length;
  const without = GIFT_FACTORS.filter((factor) => people.values[factor].every((value) => Number.isNaN(value)));
  const problem = count === 0 ? null : bestProblem(settings, without);
  if (problem !== null) throw new AppError('INPUT_INVALID', `${problem}.`);
  const heading = settings.by.kind === 'column' ? headers[settings.by.column] : null;
  if (heading === undefined) throw new AppError('INPUT_INVALID', 'The list has no such column. Choose another column for the order.');
  const { by } = settings;
  const column =
    by.kind === 'column'
      ? columnOrder(
          people.texts,
          list.plan.columns.find((one) => one.column === by.column),
        )
      : null;
  const numbers = by.kind === 'column' && by.smallestFirst ? column?.numbers.map((number) => -number) : column?.numbers;
  const points = pointsOf(people, numbers ?? null, settings, without);
  const order = ranked(points);
  const chosen = chosenOf(count, settings, ask.affordable);
  if (chosen === 0 && count > 0) throw new AppError('INPUT_INVALID', 'Nobody is above the cut. Keep fewer credits.');
  const drawn = sampleBelow(count, chosen, settings);
  const rows = new Uint8Array(people.rows.reduce((most, row) => Math.max(most, row), 0) + 1);
  const hasDeciles = count >= LEAST_FOR_DECILES;
  const deciles: DecileCounts[] = [];
  let from = 0;
  for (const [at, to] of strataOf(count).entries()) {
    let [sent, ready] = [0, 0];
    for (let place = from; place < to; place++) {
      const person = order[place]!;
      const mark = place < chosen ? BEST.chosen : drawn[place - chosen] === 1 ? BEST.sampled : BEST.notChosen;
      rows[people.rows[person]!] = mark | (hasDeciles ? at + 1 : 0);
      if (mark !== BEST.notChosen) sent += 1;
      if (people.ready[person]!) ready += 1;
    }
    deciles.push({ decile: DECILES[at]!, people: to - from, sent, giving: sumOf(order, people.giving, from, to), ready });
    from = to;
  }
  const last = chosen === 0 ? Number.NaN : points[order[chosen - 1]!]!;
  let tied = 0;
  while (chosen + tied < count && points[order[chosen + tied]!] === last) tied += 1;
  const sampled = drawn.reduce((sum, one) => sum + one, 0);
  const sentNow = chosen + sampled;
  return {
    rows,
    outcome: {
      settings,
      heading,
      column: column?.reading ?? null,
      without,
      people: count,
      chosen,
      sampled,
      notChosen: count - sentNow,
      tied,
      giving: sumOf(order, people.giving, 0, count),
      givingChosen: sumOf(order, people.giving, 0, chosen),
      deciles: hasDeciles ? deciles : null,
      pilot: null,
      before: ask.before === null || ask.before === sentNow ? null : ask.before,
    },
  };
}
