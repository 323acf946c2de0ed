/** Adds up the gifts of each person by line. Uses typed arrays because a file can have a million people. */
import { formatDay } from '../numbers/index.ts';
import { centsText } from './cents.ts';

/**
 * What a person has given. Days are packed (YYYYMMDD), amounts are whole cents. Day and amount of the first, latest and largest gift are 0
 * when no gift is above zero.
 */
export interface Giving {
  readonly count: number;
  readonly sum: number;
  readonly firstDay: number;
  readonly firstCents: number;
  readonly latestDay: number;
  readonly latestCents: number;
  readonly largestDay: number;
  readonly largestCents: number;
}

/** The texts for `GIFT_COLUMNS`, in their order. */
export function giftTexts(giving: Giving): string[] {
  const one = (cents: number, day: number) => (day === 0 ? ['', ''] : [centsText(cents), formatDay(day)]);
  return [
    ...one(giving.firstCents, giving.firstDay),
    ...one(giving.latestCents, giving.latestDay),
    ...one(giving.largestCents, giving.largestDay),
    String(giving.count),
    giving.sum < 0 ? '' : centsText(giving.sum),
  ];
}

/** Slots per segment. A slot has the sums of one person and line. */
const SEGMENT = 1 << 14;
const INTS = 6;
const [NEXT, LINE, COUNT, FIRST, LATEST, LARGEST] = [0, 1, 2, 3, 4, 5];
const FLOATS = 4;
const [SUM, FIRST_CENTS, LATEST_CENTS, LARGEST_CENTS] = [0, 1, 2, 3];

interface Segment {
  readonly ints: Int32Array;
  readonly floats: Float64Array;
}

export class GivingLedger {
  /** By person: their first slot + 1; 0 for none. */
  private heads = new Int32Array(1 << 12);
  private readonly segments: Segment[] = [];
  private slots = 0;

  /** Adds a gift. `day`: packed, as in `Giving`. */
  add(person: number, line: number, day: number, cents: number): void {
    if (person >= this.heads.length) {
      const larger = new Int32Array(Math.max(person + 1, Math.ceil(this.heads.length * 1.5)));
      larger.set(this.heads);
      this.heads = larger;
    }
    const slot = this.slotOf(person, line);
    const { ints, floats } = this.segments[Math.floor(slot / SEGMENT)]!;
    const [int, float] = [(slot % SEGMENT) * INTS, (slot % SEGMENT) * FLOATS];
    ints[int + COUNT]! += 1;
    floats[float + SUM]! += cents;
    if (cents <= 0) return;
    // Ties are broken by amount or day, so that the result does not depend on the order of the file.
    const first = ints[int + FIRST]!;
    if (first === 0 || day < first || (day === first && cents > floats[float + FIRST_CENTS]!)) {
      ints[int + FIRST] = day;
      floats[float + FIRST_CENTS] = cents;
    }
    const latest = ints[int + LATEST]!;
    if (day > latest || (day === latest && cents > floats[float + LATEST_CENTS]!)) {
      ints[int + LATEST] = day;
      floats[float + LATEST_CENTS] = cents;
    }
    const largest = floats[float + LARGEST_CENTS]!;
    if (cents > largest || (cents === largest && day > ints[int + LARGEST]!)) {
      ints[int + LARGEST] = day;
      floats[float + LARGEST_CENTS] = cents;
    }
  }

  private slotOf(person: number, line: number): number {
    for (let entry = this.heads[person]!; entry !== 0;) {
      const { ints } = this.segments[Math.floor((entry - 1) / SEGMENT)]!;
      const int = ((entry - 1) % SEGMENT) * INTS;
      if (ints[int + LINE] === line) return entry - 1;
      entry = ints[int + NEXT]!;
    }
    const slot = this.slots++;
    if (slot % SEGMENT === 0) this.segments.push({ ints: new Int32Array(SEGMENT * INTS), floats: new Float64Array(SEGMENT * FLOATS) });
    const { ints } = this.segments.at(-1)!;
    const int = (slot % SEGMENT) * INTS;
    ints[int + LINE] = line;
    ints[int + NEXT] = this.heads[person]!;
    this.heads[person] = slot + 1;
    return slot;
  }

  /** The cents that a person has given in the lines that count; null for nothing. */
  sumOf(person: number, counts: (line: number) => boolean): number | null {
    let [sum, gifts] = [0, 0];
    for (let entry = this.heads[person] ?? 0; entry !== 0;) {
      const { ints, floats } = this.segments[Math.floor((entry - 1) / SEGMENT)]!;
      const int = ((entry - 1) % SEGMENT) * INTS;
      if (counts(ints[int + LINE]!)) {
        gifts += ints[int + COUNT]!;
        sum += floats[((entry - 1) % SEGMENT) * FLOATS + SUM]!;
      }
      entry = ints[int + NEXT]!;
    }
    return gifts === 0 ? null : sum;
  }

  /** What a person has given in the lines that count; null for nothing. */
  of(person: number, counts: (line: number) => boolean): Giving | null {
    const all = { count: 0, sum: 0, firstDay: 0, firstCents: 0, latestDay: 0, latestCents: 0, largestDay: 0, largestCents: 0 };
    for (let entry = this.heads[person] ?? 0; entry !== 0;) {
      const { ints, floats } = this.segments[Math.floor((entry - 1) / SEGMENT)]!;
      const [int, float] = [((entry - 1) % SEGMENT) * INTS, ((entry - 1) % SEGMENT) * FLOATS];
      entry = ints[int + NEXT]!;
      if (!counts(ints[int + LINE]!)) continue;
      all.count += ints[int + COUNT]!;
      all.sum += floats[float + SUM]!;
      const [first, latest, largest] = [ints[int + FIRST]!, ints[int + LATEST]!, ints[int + LARGEST]!];
      if (first === 0) continue;
      const [firstCents, latestCents, largestCents] = [
        floats[float + FIRST_CENTS]!,
        floats[float + LATEST_CENTS]!,
        floats[float + LARGEST_CENTS]!,
      ];
      if (all.firstDay === 0 || first < all.firstDay || (first === all.firstDay && firstCents > all.firstCents)) {
        all.firstDay = first;
        all.firstCents = firstCents;
      }
      if (latest > all.latestDay || (latest === all.latestDay && latestCents > all.latestCents)) {
        all.latestDay = latest;
        all.latestCents = latestCents;
      }
      if (largestCents > all.largestCents || (largestCents === all.largestCents && largest > all.largestDay)) {
        all.largestDay = largest;
        all.largestCents = largestCents;
      }
    }
    return all.count === 0 ? null : all;
  }
}
