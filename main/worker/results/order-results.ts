/** Capacity by the order that chose the people: whether people above the cut have more of it than the sample below it. */
import { DECILES, isPilot, type OrderResults, type Yield } from '../../../shared/order/index.ts';
import { BEST, BestRows, storedBest } from '../list/best-rows.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { Column } from './whole-column.ts';

type Numbers = Extract<Column, { readonly type: 'number' }>;

/** Counts people, and keeps the capacities of the scored ones. */
class Group {
  people = 0;
  sent = 0;
  scored = 0;
  top = 0;
  private readonly amounts: number[] = [];

  add(amount: number, least: number): void {
    this.scored += 1;
    if (Number.isNaN(amount)) return;
    this.amounts.push(amount);
    if (amount >= least) this.top += 1;
  }

  yield(): Yield {
    const sorted = Float64Array.from(this.amounts).toSorted();
    const { length } = sorted;
    const median = length === 0 ? null : (sorted[(length - 1) >> 1]! + sorted[length >> 1]!) / 2;
    const { people, sent, scored, top } = this;
    return { people, sent, scored, sum: sorted.reduce((sum, amount) => sum + amount, 0), median, top };
  }
}

interface Scored {
  readonly amounts: Numbers;
  /** The lowest capacity in the top group. */
  readonly least: number;
  /** The scored people. */
  readonly items: Iterable<number>;
  readonly sheetRowOf: (item: number) => number;
  readonly positionOf: (item: number) => number;
}

/** Null if everyone was sent, and for a pilot, whose people were not chosen by an order. */
export function orderResults(file: ProjectFile, { amounts, least, items, sheetRowOf, positionOf }: Scored): OrderResults {
  const best = storedBest(file);
  if (best === null || isPilot(best.settings)) return null;
  const { bytes } = new BestRows(file);
  const deciles = DECILES.map(() => new Group());
  const [above, below] = [new Group(), new Group()];
  const groupsOf = (byte: number): Group[] => {
    const decile = deciles[(byte & BEST.decile) - 1];
    return [(byte & BEST.chosen) === 0 ? below : above, ...(decile === undefined ? [] : [decile])];
  };
  for (const byte of bytes) {
    if (byte === 0) continue;
    for (const group of groupsOf(byte)) {
      group.people += 1;
      if ((byte & BEST.notChosen) === 0) group.sent += 1;
    }
  }
  for (const item of items) {
    const byte = bytes[sheetRowOf(item)] ?? 0;
    if (byte !== 0) for (const group of groupsOf(byte)) group.add(amounts.values[positionOf(item)]!, least);
  }
  return {
    deciles: best.deciles === null ? [] : deciles.map((group, at) => ({ decile: DECILES[at]!, ...group.yield() })),
    above: above.yield(),
    below: below.yield(),
  };
}
