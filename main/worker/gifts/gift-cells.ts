/** The dates and amounts of a gift file, with all possible readings. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type AmountKind, amountNeeds, centsOf, dateNeeds, type Needs, NO_NEEDS } from '../../../shared/gifts/index.ts';
import {
  CHANGE,
  compileMapping,
  createMappedRecord,
  type MappedRecord,
  type MappingPlan,
  PARSE_ERROR,
} from '../../../shared/mapping/index.ts';
import {
  type AmountEvidence,
  amountReadings,
  countAmount,
  countDate,
  currencyOf,
  type DateEvidence,
  noAmountEvidence,
  noDateEvidence,
  packedDay,
  toIsoDate,
} from '../../../shared/numbers/index.ts';
import { CellKind, type RowBlock } from '../../spreadsheet/index.ts';
import { READ_AS } from './find-columns.ts';
import { ReadOnce } from './read-once.ts';

const [DATE, AMOUNT] = [FIELD_INDEX[READ_AS.date], FIELD_INDEX[READ_AS.amount]];

/** `day`: packed; null if no order of dates is known. */
interface DateReading {
  readonly needs: Needs;
  readonly day: number | null;
}

/** `cents`: null if the amount cannot be read in the notation. */
interface AmountReading {
  readonly needs: Needs;
  readonly cents: number | null;
}

/** `readings`: empty for a date that is missing or unreadable. `shows`: which evidence about the order of dates it adds; null for none. */
export interface DateCell {
  readonly isEmpty: boolean;
  readonly readings: readonly DateReading[];
  /** The day of a date with one reading, which is the usual case; otherwise 0. */
  readonly only: number;
  readonly shows: readonly (keyof DateEvidence)[] | null;
}

/** `readings` and `shows`: same as for a date. `currency`: the currency in the text; '' if it has none. */
export interface AmountCell {
  readonly isEmpty: boolean;
  readonly readings: readonly AmountReading[];
  /** The cents of an amount with one reading; otherwise NaN. */
  readonly only: number;
  /** The notation that the first reading needs. */
  readonly needs: Needs;
  /** The notation in which the amount is unclear; null if there is none. */
  readonly unclear: Needs | null;
  readonly currency: string;
  readonly shows: readonly (keyof AmountEvidence)[] | null;
}

const DATE_NEEDS = { mdy: dateNeeds('mdy'), dmy: dateNeeds('dmy'), none: dateNeeds('none') };
const needsOf = (kind: AmountKind) => ({
  whole: amountNeeds(`${kind}:whole`),
  decimals: amountNeeds(`${kind}:decimals`),
  unclear: amountNeeds(`${kind}:unclear`),
});
const AMOUNT_NEEDS: Readonly<Record<AmountKind, ReturnType<typeof needsOf>>> = {
  point: needsOf('point'),
  comma: needsOf('comma'),
  groupedByPoint: needsOf('groupedByPoint'),
  groupedByComma: needsOf('groupedByComma'),
};

/** The kinds of evidence in one text; null for none. */
function shownIn<K extends string>(evidence: Readonly<Record<K, number>>): K[] | null {
  const shown = (Object.keys(evidence) as K[]).filter((key) => evidence[key] > 0);
  return shown.length === 0 ? null : shown;
}

/** Reads one column as the plan of a gift file says. */
function columnReader(plan: MappingPlan, field: number): (text: string) => MappedRecord {
  const record = createMappedRecord();
  const mapper = compileMapping(plan, new Set([field]));
  return (text) => {
    mapper.map(() => text, record);
    return record;
  };
}

export class GiftCells {
  /** Evidence so far about the order of dates, if the plan has none. */
  readonly dates = noDateEvidence();
  /** Evidence so far about the decimal separator of amounts. */
  readonly amounts = noAmountEvidence();
  /** The first date in which day and month could be swapped; null if there is none. */
  unclearDate: string | null = null;
  private grouped: string | null = null;
  private signed: string | null = null;
  private readonly known: {
    readonly dates: ReadOnce<DateCell>;
    readonly texts: ReadOnce<AmountCell>;
    readonly numbers: ReadOnce<AmountCell>;
  };

  /** `isOpen`: true if the order of dates is still unknown. */
  constructor(plan: MappingPlan, isOpen: boolean) {
    const [dateOf, amountOf] = [columnReader(plan, DATE), columnReader(plan, AMOUNT)];
    this.known = {
      dates: new ReadOnce((text) => this.readDate(dateOf(text), text.trim(), isOpen)),
      texts: new ReadOnce((text) => this.readAmount(amountOf(text), text.trim(), false)),
      numbers: new ReadOnce((text) => this.readAmount(amountOf(text), text.trim(), true)),
    };
  }

  /** Reads the date of a gift, and counts it as evidence for the order of dates. */
  date(block: RowBlock, row: number, column: number): DateCell {
    const cell = this.known.dates.of(block, row, column);
    if (cell.shows !== null) for (const order of cell.shows) this.dates[order] += 1;
    return cell;
  }

  /** Reads an amount, and counts it as evidence for the decimal separator. A numeric cell has one reading, whatever its format. */
  amount(block: RowBlock, row: number, column: number): AmountCell {
    const isNumber = block.kind(row, column) === CellKind.Number;
    const cell = (isNumber ? this.known.numbers : this.known.texts).of(block, row, column);
    if (cell.shows !== null) for (const sign of cell.shows) this.amounts[sign] += 1;
    return cell;
  }

  /** An example of an amount with two readings, preferably one in which both are likely; '' if there is none. */
  get unclearAmount(): string {
    return this.grouped ?? this.signed ?? '';
  }

  private readDate(record: MappedRecord, text: string, isOpen: boolean): DateCell {
    const evidence = noDateEvidence();
    if (isOpen) countDate(text, evidence);
    const readings = this.daysOf(record, text, isOpen);
    const only = readings.length === 1 && readings[0]!.needs === NO_NEEDS ? readings[0]!.day : null;
    return { isEmpty: text === '', readings, only: only ?? 0, shows: shownIn(evidence) };
  }

  private daysOf(record: MappedRecord, text: string, isOpen: boolean): readonly DateReading[] {
    if (record.values[DATE] === '' || record.parseErrors[DATE] !== PARSE_ERROR.none) return [];
    const day = record.numbers[DATE]!;
    if (!isOpen || (record.changes[DATE]! & CHANGE.ambiguousDate) === 0) return [{ needs: NO_NEEDS, day }];
    this.unclearDate ??= text;
    const as = (order: 'mdy' | 'dmy') => {
      const iso = toIsoDate(text, order);
      return { needs: DATE_NEEDS[order], day: iso === null ? day : packedDay(iso) };
    };
    return [as('mdy'), as('dmy'), { needs: DATE_NEEDS.none, day: null }];
  }

  private readAmount(record: MappedRecord, text: string, isNumber: boolean): AmountCell {
    const evidence = noAmountEvidence();
    if (!isNumber && /[.,]/.test(text)) countAmount(text, evidence);
    const readings = this.centsOf(record, text, isNumber ? null : amountReadings(text));
    const [one, unclear = null] = readings;
    const isAlone = one !== undefined && one.cents !== null && readings.length <= 2 && (unclear === null || unclear.cents === null);
    return {
      isEmpty: text === '',
      readings,
      only: isAlone ? one.cents : NaN,
      needs: one?.needs ?? NO_NEEDS,
      unclear: unclear?.needs ?? null,
      currency: currencyOf('', text),
      shows: shownIn(evidence),
    };
  }

  private centsOf(record: MappedRecord, text: string, read: ReturnType<typeof amountReadings>): readonly AmountReading[] {
    if (read === null || read.kind === 'point') {
      const problem = record.parseErrors[AMOUNT];
      // Negative amounts are errors in fields of a person, but valid for gifts.
      const isRead = problem === PARSE_ERROR.none || problem === PARSE_ERROR.amountNegative;
      const cents = record.values[AMOUNT] === '' || !isRead ? null : centsOf(record.values[AMOUNT]!);
      if (cents === null) return [];
      if (read === null) return [{ needs: NO_NEEDS, cents }];
      this.signed ??= text;
      return [
        { needs: AMOUNT_NEEDS.point.decimals, cents },
        { needs: AMOUNT_NEEDS.point.unclear, cents: null },
      ];
    }
    this.grouped ??= text;
    const [whole, decimals] = [centsOf(read.asWhole), centsOf(read.asDecimals)];
    const needs = AMOUNT_NEEDS[read.kind];
    return [
      ...(read.kind.startsWith('grouped') && whole !== null ? [{ needs: needs.whole, cents: whole }] : []),
      ...(decimals === null ? [] : [{ needs: needs.decimals, cents: decimals }]),
      { needs: needs.unclear, cents: null },
    ];
  }
}
