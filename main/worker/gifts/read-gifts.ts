/** A gift file as read for a list. It answers every choice of types, dates, amounts and priority without reading the file again. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import {
  allNeeds,
  centsText,
  GiftLines,
  type GiftsView,
  GivingLedger,
  type Needs,
  NO_NEEDS,
  type Notation,
  isAfterRefunds,
  stateMarked,
  stateOfRest,
} from '../../../shared/gifts/index.ts';
import { compileMapping, createMappedRecord } from '../../../shared/mapping/index.ts';
import { formatDay, packedDay } from '../../../shared/numbers/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { GiftsInput, Work } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import type { ChosenGifts } from './examples.ts';
import { columnNames, GiftFile, type ReadGift } from './gift-file.ts';
import { GiftParts } from './gift-parts.ts';
import { idPlan, ListedPeople } from './listed-people.ts';
import type { GiftIds } from './repeated-rows.ts';

const NO_REFUND = [{ needs: NO_NEEDS, cents: 0 }];
const SHOWN_IDS = 10;
/** Maximum number of IDs to keep of people who are not on the list. The choices decide which of their gifts are counted. */
const KEPT_IDS = 1000;

/** What the reading depends on. Choices that do not need a new reading are not included. */
function basisOf({ gifts, choices, plan, today }: GiftsInput, hasOwnOrder: boolean) {
  const { mtimeMs, size } = statSync(gifts.path);
  return { gifts, columns: choices.columns, dateOrder: hasOwnOrder ? choices.dateOrder : null, plan, today, mtimeMs, size };
}

export class ReadGifts {
  readonly people: ListedPeople;
  private readonly source: GiftFile;
  private readonly lines: GiftLines;
  private readonly ledger = new GivingLedger();
  /** Used instead of the ledger if the rows have parts of gifts. */
  private readonly parts: GiftParts | null;
  private readonly basis: ReturnType<typeof basisOf>;
  private readonly isAfterRefunds: boolean;
  private gifts = 0;
  /** IDs by number of the person, minus `people.count`. */
  private readonly strangers: string[] = [];
  private notation: Notation;

  private constructor(people: ListedPeople, source: GiftFile, input: GiftsInput) {
    this.people = people;
    this.source = source;
    this.parts = source.found.giftIds.hasParts ? new GiftParts() : null;
    this.basis = basisOf(input, source.found.ownOrder !== null);
    this.isAfterRefunds = isAfterRefunds(columnNames(source.found).amount ?? '');
    this.notation = source.notation(input);
    this.lines = new GiftLines(() => this.notation);
  }

  /**
   * Reads the file again if all rows show something else than the first rows about whether a gift has several rows with parts.
   * @throws what opening a spreadsheet throws; INPUT_INVALID for a chosen column that does not exist; the reason of the signal.
   */
  static async read(file: ProjectFile, edits: Edits, input: GiftsInput, work: Work): Promise<ReadGifts> {
    const read = await ReadGifts.readAs(null, file, edits, input, work);
    const { hasParts, found } = read.source;
    if (hasParts === found.giftIds.hasParts) return read;
    return await ReadGifts.readAs({ ...found.giftIds, hasParts, isCertain: true }, file, edits, input, work);
  }

  private static async readAs(giftIds: GiftIds | null, file: ProjectFile, edits: Edits, input: GiftsInput, work: Work): Promise<ReadGifts> {
    const people = new ListedPeople(file, input, edits, work.signal);
    const id = createMappedRecord();
    const mapper = compileMapping(idPlan(input.plan.cleaning));
    const isListed = (text: string) => {
      mapper.map(() => text, id);
      return people.has(id);
    };
    const source = await GiftFile.open(input, isListed, giftIds, work.signal);
    try {
      const read = new ReadGifts(people, source, input);
      await read.addAll(packedDay(input.today), work);
      people.forgetIds();
      return read;
    } finally {
      await source.close();
    }
  }

  private async addAll(today: number, work: Work): Promise<void> {
    const { people } = this;
    await this.source.read(work, (gifts, count, ids) => {
      people.prepare(ids);
      this.gifts += count;
      for (let at = 0; at < count; at++) {
        const gift = gifts[at]!;
        if (gift.problem !== null) {
          this.lines.addUnusable(gift.problem, gift.sheetRow);
          continue;
        }
        const known = people.seen;
        const person = people.add(ids, at);
        if (person >= people.count && person === known && this.strangers.length < KEPT_IDS) this.strangers.push(gift.id);
        this.add(person, gift, today);
      }
    });
  }

  private add(person: number, gift: Readonly<ReadGift>, today: number): void {
    const { lines } = this;
    const { date, amount, sheetRow } = gift;
    if (date.only === 0 || Number.isNaN(amount.only) || gift.refunded !== null) {
      this.addReadings(person, gift, today);
      return;
    }
    if (amount.unclear !== null) lines.addUnusable('unclearAmount', sheetRow, amount.unclear);
    if (date.only > today) lines.addUnusable('future', sheetRow, amount.needs);
    else {
      const line = lines.add(gift.type, this.stateAt(gift.state, amount.only), gift.currency, amount.only, amount.needs, sheetRow);
      this.addTo(gift.number, person, line, date.only, amount.only);
    }
  }

  private stateAt(state: string, cents: number): string {
    return this.isAfterRefunds && cents > 0 ? stateOfRest(state) : state;
  }

  private addTo(gift: number, person: number, line: number, day: number, cents: number): void {
    if (this.parts === null) this.ledger.add(person, line, day, cents);
    else this.parts.add(gift, person, line, day, cents);
  }

  /** Returns functions for what a person has given in the counted lines. */
  private givingBy(isCounted: (line: number) => boolean): Pick<ChosenGifts, 'givingOf' | 'sumOf'> {
    const [ledger, counts] = this.parts === null ? [this.ledger, isCounted] : [this.parts.ledger(isCounted), () => true];
    return { givingOf: (person) => ledger.of(person, counts), sumOf: (person) => ledger.sumOf(person, counts) };
  }

  /** Adds every reading of a gift with several readings. */
  private addReadings(person: number, gift: Readonly<ReadGift>, today: number): void {
    const { lines } = this;
    const { sheetRow, date, amount } = gift;
    const refunds = gift.refunded?.readings ?? NO_REFUND;
    for (const { needs: order, day } of date.readings) {
      if (day === null) {
        lines.addUnusable('unclearDate', sheetRow, order);
        continue;
      }
      for (const { needs: notation, cents } of amount.readings)
        for (const { needs: ofRefund, cents: refunded } of refunds) {
          const needs = allNeeds(order, notation, ofRefund);
          if (cents === null || refunded === null) lines.addUnusable('unclearAmount', sheetRow, needs);
          else if (day > today) lines.addUnusable('future', sheetRow, needs);
          else this.addReading(person, gift, day, cents, Math.abs(refunded), needs);
        }
    }
  }

  /**
   * A partial refund is subtracted, unless the amount is what remained. A gift of which nothing is left is marked as refunded. A negative
   * amount is itself a refund.
   */
  private addReading(person: number, gift: Readonly<ReadGift>, day: number, cents: number, refunded: number, needs: Needs): void {
    const { lines } = this;
    const { type, state, currency, sheetRow } = gift;
    const part = !this.isAfterRefunds && refunded < cents ? refunded : 0;
    const isAll = refunded > 0 && cents >= 0 && part === 0 && (!this.isAfterRefunds || cents === 0);
    const left = isAll ? stateMarked(type, state, 'Refunded') : this.stateAt(state, cents);
    const line = lines.add(type, left, currency, cents - part, needs, sheetRow, part);
    this.addTo(gift.number, person, line, day, cents - part);
  }

  /** Whether the reading is still valid for this input; false if the file, its columns or the list has changed. */
  answers(input: GiftsInput): boolean {
    return isDeepStrictEqual(this.basis, basisOf(input, this.source.found.ownOrder !== null));
  }

  /** What people have given under these choices. Must be called again when the choices change. */
  chosen(input: GiftsInput): ChosenGifts {
    this.notation = this.source.notation(input);
    const { givingOf, sumOf } = this.givingBy(this.lines.counts(input.choices.lines));
    const { byPosition } = this.people;
    return {
      givingOf: (position) => (byPosition[position]! < 0 ? null : givingOf(byPosition[position]!)),
      sumOf: (position) => (byPosition[position]! < 0 ? null : sumOf(byPosition[position]!)),
    };
  }

  view(input: GiftsInput, examples: GiftsView['examples']): GiftsView {
    const { people, lines, source } = this;
    const { choices } = input;
    this.notation = source.notation(input);
    const { givingOf } = this.givingBy(lines.counts(choices.lines));
    const { sumOf: sumOfAll } = this.givingBy(() => true);
    const [onList, notOnList] = [
      { gifts: 0, people: 0 },
      { gifts: 0, people: 0 },
    ];
    const firstIds: string[] = [];
    let [sum, firstDay, lastDay, joined] = [0, 0, 0, 0];
    for (let person = 0; person < people.seen; person++) {
      if (person < people.count && joined === 0 && sumOfAll(person) !== null) joined = 1;
      const giving = givingOf(person);
      if (giving === null) continue;
      const side = person < people.count ? onList : notOnList;
      side.gifts += giving.count;
      side.people += 1;
      // Checked first, because V8 treats a negative index as a property name, which costs time and memory for each person.
      const id = person < people.count ? undefined : this.strangers[person - people.count];
      if (id !== undefined && firstIds.length < SHOWN_IDS) firstIds.push(id);
      sum += giving.sum;
      if (giving.firstDay !== 0 && (firstDay === 0 || giving.firstDay < firstDay)) firstDay = giving.firstDay;
      lastDay = Math.max(lastDay, giving.latestDay);
    }
    const ids = people.seen - people.count;
    const refunded = lines.refunded(choices.lines);
    const unclearDates = lines.unusableFor('unclearDate');
    const { decimal } = this.notation.amounts;
    const unclearAmounts = decimal === null ? lines.unusableFor('unclearAmount') : 0;
    return {
      file: input.gifts.name,
      sheet: source.sheetName,
      sheets: [...source.sheetNames],
      headings: source.found.firstValues.map(({ heading, first }) => ({ heading, first: [...first] })),
      columns: columnNames(source.found),
      certain: [...source.found.certain],
      dateOrder: this.notation.order,
      unclearDates:
        unclearDates === 0
          ? null
          : {
              gifts: unclearDates,
              monthFirst: source.cells.dates.mdy,
              dayFirst: source.cells.dates.dmy,
              example: source.cells.unclearDate ?? '',
            },
      decimal,
      unclearAmounts: unclearAmounts === 0 ? null : { gifts: unclearAmounts, example: source.cells.unclearAmount },
      gifts: this.gifts,
      currency: lines.currency,
      lines: lines
        .list(choices.lines)
        .map(({ cents, ...line }) => ({ ...line, rows: [...line.rows], sum: cents === null ? null : centsText(cents) })),
      counted: {
        gifts: onList.gifts + notOnList.gifts,
        sum: centsText(sum),
        firstDay: firstDay === 0 ? null : formatDay(firstDay),
        lastDay: lastDay === 0 ? null : formatDay(lastDay),
      },
      ...(refunded === null ? {} : { refunded: { gifts: refunded.gifts, sum: centsText(refunded.cents) } }),
      onList,
      notOnList: { ...notOnList, firstIds },
      withoutGifts: people.count - onList.people,
      nothingJoins:
        joined > 0 || ids === 0
          ? null
          : { ids, ofList: [...people.firstIds], ofGifts: this.strangers.slice(0, people.firstIds.length || 3) },
      examples,
    };
  }
}
