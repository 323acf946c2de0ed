/** A gift file as it was read for a list. Every choice about types, dates, amounts and priority is answered from here. */
import { statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { bothNeeds, centsText, GiftLines, type GiftsView, GivingLedger, type Notation } from '../../../shared/gifts/index.ts';
import { compileMapping, createMappedRecord, type MappingPlan } from '../../../shared/mapping/index.ts';
import { formatDay, packedDay } from '../../../shared/numbers/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { GiftsInput, Work } from '../../worker-protocol/index.ts';
import type { Edits } from '../list/edits.ts';
import type { TaskContext } from '../threads/task-context.ts';
import type { ChosenGifts } from './examples.ts';
import { earlyGifts, findColumns, idColumn, likelyIdColumn } from './find-columns.ts';
import { columnNames, GiftFile, openGifts, type ReadGift } from './gift-file.ts';
import { ListedPeople } from './listed-people.ts';
import { type ListedRows, readListedRows } from './listed-rows.ts';

/** A plan that reads the ID from the first column of a row. */
const ID_PLAN = (cleaning: MappingPlan['cleaning']): MappingPlan => ({
  columns: [{ column: 0, to: { kind: 'field', field: 'constituentId' }, settled: true, dateOrder: null, decimal: 'point' }],
  combinations: [],
  constants: [],
  cleaning,
});

export type GiftWork = Work & Pick<TaskContext, 'startHelper'>;

/** What a reading depends on; choices that it answers are not part of it. */
function basisOf({ gifts, choices, plan, today }: GiftsInput, hasOwnOrder: boolean) {
  const { mtimeMs, size } = statSync(gifts.path);
  return { gifts, columns: choices.columns, dateOrder: hasOwnOrder ? choices.dateOrder : null, plan, today, mtimeMs, size };
}

export class ReadGifts {
  readonly people: ListedPeople;
  private readonly source: GiftFile;
  private readonly lines: GiftLines;
  private readonly ledger = new GivingLedger();
  private readonly basis: ReturnType<typeof basisOf>;
  private gifts = 0;
  private notation: Notation;

  private constructor(source: GiftFile, input: GiftsInput) {
    this.people = new ListedPeople(input.sheetLayout.rows);
    this.source = source;
    this.basis = basisOf(input, source.found.ownOrder !== null);
    this.notation = source.notation(input);
    this.lines = new GiftLines(() => this.notation);
  }

  /**
   * @throws what opening a spreadsheet throws; INPUT_INVALID for a chosen column that is not there; WORKER_LOST when reading the list ended; the
   * reason of the signal.
   */
  static async read(file: ProjectFile, edits: Edits, input: GiftsInput, work: GiftWork): Promise<ReadGifts> {
    const ended = new AbortController();
    const listed = readListedRows(file, edits, input, AbortSignal.any([work.signal, ended.signal]), work.startHelper);
    // The gifts may fail first.
    listed.catch(() => undefined);
    try {
      return await ReadGifts.readWith(listed, input, work);
    } finally {
      ended.abort();
    }
  }

  private static async readWith(listed: Promise<ListedRows>, input: GiftsInput, work: Work): Promise<ReadGifts> {
    const id = createMappedRecord();
    const mapper = compileMapping(ID_PLAN(input.plan.cleaning));
    const opened = await openGifts(input, work.signal);
    try {
      const early = earlyGifts(opened.early, input);
      const columnBy = (people: ListedPeople) =>
        idColumn(early, input, (text) => {
          mapper.map(() => text, id);
          return people.has(id);
        });
      let column = likelyIdColumn(early, input);
      if (column === null) {
        const people = new ListedPeople(input.sheetLayout.rows);
        people.join(await listed);
        column = columnBy(people);
      }
      for (;;) {
        const read = new ReadGifts(new GiftFile(opened, findColumns(early, input, column)), input);
        await read.addAll(packedDay(input.today), work);
        read.people.join(await listed);
        const right = columnBy(read.people);
        read.people.forgetIds();
        if (right === column) return read;
        column = right;
      }
    } finally {
      await opened.workbook.close();
    }
  }

  private async addAll(today: number, work: Work): Promise<void> {
    const { people } = this;
    await this.source.read(work, (gifts, count, ids) => {
      people.prepare(ids, count);
      this.gifts += count;
      for (let at = 0; at < count; at++) {
        const gift = gifts[at]!;
        if (gift.problem === null) this.add(people.add(ids, at, gift.id), gift, today);
        else this.lines.addUnusable(gift.problem, gift.sheetRow);
      }
    });
  }

  /** Adds each reading of a gift. */
  private add(person: number, { sheetRow, days, cents: amounts, type, state, currency }: Readonly<ReadGift>, today: number): void {
    const { lines, ledger } = this;
    for (const { needs: order, day } of days) {
      if (day === null) {
        lines.addUnusable('unclearDate', sheetRow, order);
        continue;
      }
      for (const { needs: notation, cents } of amounts) {
        const needs = bothNeeds(order, notation);
        if (cents === null) lines.addUnusable('unclearAmount', sheetRow, needs);
        else if (day > today) lines.addUnusable('future', sheetRow, needs);
        else ledger.add(person, lines.add(type, state, currency, cents, needs, sheetRow), day, cents);
      }
    }
  }

  /** Whether it answers other choices; false once the file, its columns or the list differ. */
  answers(input: GiftsInput): boolean {
    return isDeepStrictEqual(this.basis, basisOf(input, this.source.found.ownOrder !== null));
  }

  /** What people have given by the choices. Call it again for other ones. */
  chosen(input: GiftsInput): ChosenGifts {
    this.notation = this.source.notation(input);
    const isCounted = this.lines.counts(input.choices.lines);
    const { byPosition } = this.people;
    return {
      givingOf: (position) => (byPosition[position]! < 0 ? null : this.ledger.of(byPosition[position]!, isCounted)),
      sumOf: (position) => (byPosition[position]! < 0 ? null : this.ledger.sumOf(byPosition[position]!, isCounted)),
    };
  }

  view(input: GiftsInput, examples: GiftsView['examples']): GiftsView {
    const { people, ledger, lines, source } = this;
    const { choices } = input;
    this.notation = source.notation(input);
    const isCounted = lines.counts(choices.lines);
    const [onList, notOnList] = [
      { gifts: 0, people: 0 },
      { gifts: 0, people: 0 },
    ];
    let [sum, firstDay, lastDay, joined] = [0, 0, 0, 0];
    for (let person = 0; person < people.seen; person++) {
      if (joined === 0 && people.isListed(person) && ledger.sumOf(person, () => true) !== null) joined = 1;
      const giving = ledger.of(person, isCounted);
      if (giving === null) continue;
      const side = people.isListed(person) ? onList : notOnList;
      side.gifts += giving.count;
      side.people += 1;
      sum += giving.sum;
      if (giving.firstDay !== 0 && (firstDay === 0 || giving.firstDay < firstDay)) firstDay = giving.firstDay;
      lastDay = Math.max(lastDay, giving.latestDay);
    }
    const ids = people.seen - people.count;
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
      onList,
      notOnList: { ...notOnList, firstIds: people.strangers },
      withoutGifts: people.count - onList.people,
      nothingJoins:
        joined > 0 || ids === 0
          ? null
          : { ids, ofList: [...people.firstIds], ofGifts: people.strangers.slice(0, people.firstIds.length || 3) },
      examples,
    };
  }
}
