/**
 * Groups the gifts of a file into lines with a count and a sum: a line for each type, for amounts below zero, for each other currency, and
 * for each reason why gifts cannot be used.
 */
import { hasRecurringPayments, reasonOf, REASONS, typeOf } from './gift-types.ts';
import { inLineOrder } from './line-order.ts';
import { hasOtherSign, isRead, type Needs, NO_NEEDS, type Notation } from './readings.ts';

/** Labels of the lines with gifts that cannot be used, by reason. */
const UNUSABLE = {
  noId: 'Without an ID',
  unclearDate: 'Day or month first?',
  noDate: 'No date that can be read',
  noAmount: 'No amount that can be read',
  twoCurrencies: 'Two currencies for one amount',
  unclearAmount: 'Amounts that can be read in two ways',
  future: 'In the future',
} as const;
export type Unusable = keyof typeof UNUSABLE;

/** Whether lines count, by key, as the user chose. A missing line has its default. */
type LineChoices = Readonly<Record<string, boolean>>;

interface GiftLine {
  /** `type:cash`, `below-zero`, `other-sign`, `currency:EUR`, `no-date`. */
  readonly key: string;
  readonly label: string;
  readonly gifts: number;
  /** Whole cents of the currency of the line. Null when the gifts have no amount. */
  readonly cents: number | null;
  readonly counted: boolean;
  /** Why it does not count by default, as the rest of a sentence about its gifts; null when it counts. */
  readonly why: string | null;
  /** Whether the user can choose to count it. */
  readonly canCount: boolean;
  /** The first rows of the line. Only for gifts that cannot be used, and for amounts with another decimal sign. */
  readonly rows: readonly number[];
}

/** Further types share one line: a column with more values is probably not a column of types. */
const MAX_TYPES = 200;
/** Maximum number of cached combinations of type, state and currency. Others are parsed for each gift. */
const MAX_WRITINGS = MAX_TYPES * MAX_TYPES;
const SHOWN_ROWS = 5;
const BELOW_ZERO = 'below-zero';
/** Types that the line of amounts below zero names; it counts the others. */
const NAMED_TYPES = 3;
const OTHER_SIGN = 'other-sign';
const OTHER_TYPES = 'Other types';
const WITHOUT_TYPE = 'Without a type';

interface Total {
  readonly type: string;
  readonly currency: string;
  readonly isNegative: boolean;
  readonly needs: Needs;
  /** The first rows of amounts with two readings. */
  readonly rows: number[];
  gifts: number;
  cents: number;
  /** The refunded cents, and the number of gifts with a refund. */
  refundedCents: number;
  refundedGifts: number;
}

/** The lines of a type in a currency. `byNeeds`: numbers of lines, by `2 * needs.index`, + 1 for amounts below zero. */
interface LinesOfType {
  readonly label: string;
  readonly byNeeds: (number | undefined)[];
}

interface UnusableGifts {
  readonly why: Unusable;
  readonly needs: Needs;
  gifts: number;
  rows: number[];
}

/** The notation for gifts that have only one reading. */
const USUAL: Notation = { order: null, amounts: { decimal: 'point', thousandths: false } };

const firstRows = (some: readonly number[], others: readonly number[]): number[] =>
  [...some, ...others].toSorted((a, b) => a - b).slice(0, SHOWN_ROWS);

const keyOf = (type: string): string => `type:${type.toLowerCase()}`;
const UNUSABLE_KEYS: Readonly<Record<Unusable, string>> = {
  noId: 'no-id',
  unclearDate: 'unclear-date',
  noDate: 'no-date',
  noAmount: 'no-amount',
  twoCurrencies: 'two-currencies',
  unclearAmount: 'unclear-amount',
  future: 'future',
};

export class GiftLines {
  private readonly totals: Total[] = [];
  /** By currency and type. */
  private readonly byLabel = new Map<string, LinesOfType>();
  /** By type, then state, then currency, as in the file. */
  private readonly written = new Map<string, Map<string, Map<string, LinesOfType>>>();
  private writings = 0;
  private readonly labels = new Map<string, string>();
  /** By reason, then by `needs.index`. */
  private readonly unusable: Readonly<Record<Unusable, (UnusableGifts | undefined)[]>> = {
    noId: [],
    unclearDate: [],
    noDate: [],
    noAmount: [],
    twoCurrencies: [],
    unclearAmount: [],
    future: [],
  };
  private readonly notation: () => Notation;

  /** `notation`: called when the lines are listed. */
  constructor(notation: () => Notation = () => USUAL) {
    this.notation = notation;
  }

  /**
   * Adds a gift and returns the number of its line. A gift is added once for each of its readings. `row`: in the file. `refunded`: cents
   * that are already subtracted from `cents`.
   */
  add(type: string, state: string, currency: string, cents: number, needs: Needs = NO_NEEDS, row = 0, refunded = 0): number {
    const lines = this.linesOf(type, state, currency);
    const at = needs.index * 2 + (cents < 0 ? 1 : 0);
    const line = (lines.byNeeds[at] ??= this.totals.length);
    if (line === this.totals.length)
      this.totals.push({
        type: lines.label,
        currency,
        isNegative: cents < 0,
        needs,
        rows: [],
        gifts: 0,
        cents: 0,
        refundedCents: 0,
        refundedGifts: 0,
      });
    const total = this.totals[line]!;
    total.gifts += 1;
    total.cents += cents;
    if (refunded > 0) {
      total.refundedCents += refunded;
      total.refundedGifts += 1;
    }
    if (needs !== NO_NEEDS && total.rows.length < SHOWN_ROWS) total.rows.push(row);
    return line;
  }

  addUnusable(why: Unusable, row: number, needs: Needs = NO_NEEDS): void {
    const found = (this.unusable[why][needs.index] ??= { why, needs, gifts: 0, rows: [] });
    found.gifts += 1;
    if (found.rows.length < SHOWN_ROWS) found.rows.push(row);
  }

  /** Nested maps, because one map with a combined key would need a new string for each gift. */
  private linesOf(type: string, state: string, currency: string): LinesOfType {
    const known = this.written.get(type)?.get(state)?.get(currency);
    if (known !== undefined) return known;
    const label = this.labelOf(type, state);
    const key = `${currency}\n${label}`;
    const lines = this.byLabel.get(key) ?? { label, byNeeds: [] };
    this.byLabel.set(key, lines);
    if (this.writings >= MAX_WRITINGS) return lines;
    this.writings += 1;
    const states = this.written.get(type) ?? new Map<string, Map<string, LinesOfType>>();
    const currencies = states.get(state) ?? new Map<string, LinesOfType>();
    this.written.set(type, states.set(state, currencies.set(currency, lines)));
    return lines;
  }

  private labelOf(type: string, state: string): string {
    const label = typeOf(type, state) || WITHOUT_TYPE;
    const folded = label.toLowerCase();
    const kept = this.labels.get(folded) ?? (this.labels.size < MAX_TYPES ? label : OTHER_TYPES);
    this.labels.set(kept.toLowerCase(), kept);
    return kept;
  }

  /** The currency of most gifts. Only gifts in this currency are added up. '' when most gifts state none. */
  get currency(): string {
    return this.currencies().main;
  }

  /** The total of each line; null for a line of readings that the notation rules out. `$` becomes USD when another gift states USD. */
  private byLine(): readonly (Total | null)[] {
    const notation = this.notation();
    const read = this.totals.map((total) => (isRead(total.needs, notation) ? total : null));
    const isUs = read.some((total) => total?.currency === 'USD');
    return isUs ? read.map((total) => (total?.currency === '$' ? { ...total, currency: 'USD' } : total)) : read;
  }

  private read(): readonly Total[] {
    return this.byLine().filter((total) => total !== null);
  }

  private currencies(): { readonly main: string; readonly isAdded: (total: Total) => boolean } {
    const gifts = new Map<string, number>();
    for (const total of this.read()) gifts.set(total.currency, (gifts.get(total.currency) ?? 0) + total.gifts);
    const most = [...gifts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
    // If the others state only one currency, it applies to gifts that state none. If most gifts state none, this is only assumed for
    // dollars.
    const alone = gifts.size <= 2;
    const dollars = alone && most === '' ? ['$', 'USD'].find((currency) => gifts.has(currency)) : undefined;
    const main = dollars ?? most;
    return { main, isAdded: ({ currency }) => currency === main || (currency === '' && alone) };
  }

  /** How many gifts cannot be used for a reason. */
  unusableFor(reason: Unusable): number {
    return this.unusableRead().find(({ why }) => why === reason)?.gifts ?? 0;
  }

  /** Returns a function that gives the key of a total's line. */
  private keysOf(): (total: Total) => string {
    const recurring = hasRecurringPayments(this.labels.values());
    const { isAdded } = this.currencies();
    const notation = this.notation();
    return (total) => {
      if (!isAdded(total)) return `currency:${total.currency}`;
      if (reasonOf(total.type, recurring) !== null) return keyOf(total.type);
      if (hasOtherSign(total.needs, notation)) return OTHER_SIGN;
      return total.isNegative ? BELOW_ZERO : keyOf(total.type);
    };
  }

  /** The label of a line, and why it does not count by default. `total`: one of the line's totals. */
  private textsOf(key: string, total: Total): Pick<GiftLine, 'label' | 'why'> {
    switch (key) {
      case BELOW_ZERO: {
        const keyOfTotal = this.keysOf();
        const types = [...new Set(this.read().flatMap((other) => (keyOfTotal(other) === BELOW_ZERO ? [other.type] : [])))];
        const more = types.length - NAMED_TYPES;
        const names = [...types.slice(0, NAMED_TYPES), ...(more > 0 ? [`${more} more`] : [])];
        return { label: 'Amounts below zero', why: `below zero: ${names.join(', ')}` };
      }
      case OTHER_SIGN: {
        const sign = this.notation().amounts.decimal === 'point' ? 'comma' : 'point';
        return { label: `With a decimal ${sign}`, why: 'written unlike the other amounts' };
      }
      case `currency:${total.currency}`: {
        const { main } = this.currencies();
        const label = total.currency === '' ? 'Without a currency' : `In ${total.currency}`;
        return { label, why: `not added to ${main === '' ? 'the other gifts' : main}` };
      }
      default: {
        const reason = reasonOf(total.type, hasRecurringPayments(this.labels.values()));
        return { label: total.type, why: reason === null ? null : REASONS[reason] };
      }
    }
  }

  /** The lines in the order of `inLineOrder`. */
  list(choices: LineChoices): GiftLine[] {
    const keyOfTotal = this.keysOf();
    const lines = new Map<string, GiftLine>();
    for (const total of this.read()) {
      const key = keyOfTotal(total);
      const before = lines.get(key);
      const { label, why } = before ?? this.textsOf(key, total);
      const canCount = !key.startsWith('currency:');
      const rows = key === OTHER_SIGN ? firstRows(before?.rows ?? [], total.rows) : [];
      const counted = canCount && (choices[key] ?? why === null);
      const [gifts, cents] = [(before?.gifts ?? 0) + total.gifts, (before?.cents ?? 0) + total.cents];
      lines.set(key, { key, label, gifts, cents, counted, why, canCount, rows });
    }
    const unusable = this.unusableRead().map(({ why, gifts, rows }): GiftLine => ({
      key: UNUSABLE_KEYS[why],
      label: UNUSABLE[why],
      gifts,
      cents: null,
      counted: false,
      why: 'cannot be used',
      canCount: false,
      rows,
    }));
    return inLineOrder([...lines.values(), ...unusable], ({ cents }) => cents);
  }

  private unusableRead(): UnusableGifts[] {
    const notation = this.notation();
    const found = new Map<Unusable, UnusableGifts>();
    for (const one of Object.values(this.unusable).flat()) {
      if (one === undefined || !isRead(one.needs, notation)) continue;
      const { why, gifts, rows } = one;
      const before = found.get(why);
      found.set(why, { why, needs: NO_NEEDS, gifts: (before?.gifts ?? 0) + gifts, rows: firstRows(before?.rows ?? [], rows) });
    }
    return [...found.values()];
  }

  /** The refunds that were subtracted from the gifts that count under the choices; null without any. */
  refunded(choices: LineChoices): { readonly gifts: number; readonly cents: number } | null {
    const isCounted = this.counts(choices);
    let [gifts, cents] = [0, 0];
    for (const [line, total] of this.totals.entries()) {
      if (!isCounted(line)) continue;
      gifts += total.refundedGifts;
      cents += total.refundedCents;
    }
    return gifts === 0 ? null : { gifts, cents };
  }

  /** Whether a line of `add` counts under the choices. */
  counts(choices: LineChoices): (line: number) => boolean {
    const counted = new Map(this.list(choices).map((line) => [line.key, line.counted]));
    const keyOfTotal = this.keysOf();
    const isCounted = this.byLine().map((total) => total !== null && counted.get(keyOfTotal(total)) === true);
    return (line) => isCounted[line] === true;
  }
}
