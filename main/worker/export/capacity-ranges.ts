/** People by range of their capacity: by the office's bands, else by the service's own ranges, else in five groups of equal size. */
import { numberText } from '../../../shared/base/index.ts';
import { type Rating, stepOf, stepText } from '../../../shared/ratings/index.ts';
import { shortBounds } from '../../../shared/report/index.ts';
import { isMoney } from '../../../shared/results/index.ts';
import type { ExportList, ListRow } from './export-list.ts';

export interface CapacityRange {
  readonly label: string;
  readonly people: number;
  /** Sum of their capacity. */
  readonly sum: number;
}

const RANGE = /(?:^|\.)capacityRange$/i;
/** A column with more different values than this does not contain ranges. */
const MAX_RANGES = 12;
const GROUPS = 5;
const NAMES = ['Top fifth', 'Second fifth', 'Third fifth', 'Fourth fifth', 'Last fifth'] as const;

interface Group {
  people: number;
  sum: number;
  highest: number;
}

type Bands = Extract<Rating, { readonly kind: 'bands' }>;

/** The office's rating of an amount, if it divides amounts into bands; otherwise null. */
function bandsOf({ screening, scoreColumns }: ExportList, column: number): Bands | null {
  const key = scoreColumns[column]?.key ?? '';
  const rating = screening.columns.office.office.ratings.find((one) => one.column === key);
  return rating?.kind === 'bands' && isMoney(key) ? rating : null;
}

export class CapacityRanges {
  /** The office's bands; null if it does not rate the capacity. */
  readonly bands: Bands | null;
  private readonly list: ExportList;
  /** Index of the column with the service's ranges; -1 without one. */
  private readonly column: number;
  private readonly isAmount: boolean;
  private readonly byRange = new Map<string, Group>();
  private amounts = new Float64Array(1024);
  private count = 0;

  /** `capacity`: index of the amounts in the score columns of the list. */
  constructor(list: ExportList, capacity: number) {
    this.list = list;
    this.bands = bandsOf(list, capacity);
    this.isAmount = isMoney(list.scoreColumns[capacity]?.key ?? '');
    this.column = list.scoreColumns.findIndex(({ key }) => RANGE.test(key) && !key.startsWith('pending'));
  }

  add(row: ListRow, amount: number): void {
    if (!this.isAmount) return;
    if (this.bands !== null) this.addToRange(String(stepOf(this.bands, String(amount))), amount);
    else if (this.column < 0) this.addAmount(amount);
    else this.addToRange(this.list.scoreText(row, this.column), amount);
  }

  private addToRange(range: string, amount: number): void {
    if (this.bands === null && this.byRange.size > MAX_RANGES) return;
    const group = this.byRange.get(range);
    if (group === undefined) {
      this.byRange.set(range, { people: 1, sum: amount, highest: amount });
      return;
    }
    group.people += 1;
    group.sum += amount;
    group.highest = Math.max(group.highest, amount);
  }

  private addAmount(amount: number): void {
    if (this.count === this.amounts.length) {
      const larger = new Float64Array(this.count * 2);
      larger.set(this.amounts);
      this.amounts = larger;
    }
    this.amounts[this.count++] = amount;
  }

  /** All ranges, the highest first. */
  all(): CapacityRange[] {
    if (this.bands !== null) return this.byBand(this.bands);
    if (this.byRange.size > MAX_RANGES) return [];
    const ranges = [...this.byRange].sort(([, one], [, other]) => other.highest - one.highest);
    return ranges.length > 0
      ? ranges.map(([label, { people, sum }]) => ({ label: label === '' ? 'No range' : label, people, sum }))
      : this.groups();
  }

  private byBand({ steps }: Bands): CapacityRange[] {
    const labels = steps.map((step) => `${stepText(step)}, ${shortBounds.from(step.from)}+`);
    const outside = this.byRange.get('-1');
    return [
      ...labels.map((label, at) => ({ label, people: 0, sum: 0, ...this.byRange.get(String(at)) })),
      ...(outside === undefined ? [] : [{ label: `under ${shortBounds.to(steps.at(-1)!.from)}`, ...outside }]),
    ].map(({ label, people, sum }) => ({ label, people, sum }));
  }

  private groups(): CapacityRange[] {
    const { count } = this;
    if (count < GROUPS) return [];
    const amounts = this.amounts.subarray(0, count).sort().reverse();
    return NAMES.map((name, group) => {
      const part = amounts.subarray(Math.round((count * group) / GROUPS), Math.round((count * (group + 1)) / GROUPS));
      return { label: `${name}, from $${numberText(part.at(-1)!)}`, people: part.length, sum: part.reduce((all, one) => all + one, 0) };
    });
  }
}
