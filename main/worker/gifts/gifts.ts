/** Reads a gift file for a list: what it holds, whose gifts they are, and what they change. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { centsText, GiftLines, type GiftsView, giftsProblem, GivingLedger, giftTexts } from '../../../shared/gifts/index.ts';
import { compileMapping, createMappedRecord, type MappedRecord, withoutGifts } from '../../../shared/mapping/index.ts';
import { formatDay, packedDay } from '../../../shared/transforms/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { GiftsInput } from '../../worker-protocol/index.ts';
import { markStale } from '../list/best-rows.ts';
import { Edits } from '../list/edits.ts';
import { personName } from '../list/person-texts.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { rewriteGiftColumns } from '../check/gift-columns.ts';
import { columnNames, GiftFile } from './gift-file.ts';
import { ID_PLAN, ListedPeople } from './listed-people.ts';

const F = FIELD_INDEX;
const SHOWN_IDS = 10;
const EXAMPLES = 10;

interface Example {
  readonly row: number;
  /** How much the total changes. */
  readonly change: number;
  readonly name: string;
  readonly before: GiftsView['examples'][number]['before'];
  readonly after: GiftsView['examples'][number]['after'];
}

const valuesOf = ({ values }: MappedRecord): Example['before'] => ({
  latestDate: values[F.rfmMostRecentGiftDate]!,
  total: values[F.rfmTotalGiftValue]!,
  count: values[F.rfmTotalGiftCount]!,
});

class GiftJoin {
  private readonly people: ListedPeople;
  private readonly source: GiftFile;
  private readonly input: GiftsInput;
  private readonly lines = new GiftLines();
  private readonly ledger = new GivingLedger();
  private gifts = 0;
  private unclear = 0;
  private readonly strangers: string[] = [];
  private firstId = '';

  private constructor(people: ListedPeople, source: GiftFile, input: GiftsInput) {
    this.people = people;
    this.source = source;
    this.input = input;
  }

  static async read(people: ListedPeople, input: GiftsInput, context: TaskContext): Promise<GiftJoin> {
    const id = createMappedRecord();
    const mapper = compileMapping(ID_PLAN(input.plan.cleaning));
    const isListed = (text: string) => {
      mapper.map(() => text, id);
      return people.find(id) >= 0;
    };
    const source = await GiftFile.open(input, isListed, context.signal);
    try {
      const join = new GiftJoin(people, source, input);
      await source.read(packedDay(input.today), context, (gift) => {
        join.gifts += 1;
        if (gift.problem === 'unclearDate') join.unclear += 1;
        if (gift.problem !== null) {
          join.lines.addUnusable(gift.problem, gift.sheetRow);
          return;
        }
        const known = people.seen;
        const person = people.add(gift.record);
        if (join.firstId === '') join.firstId = gift.record.values[F.constituentId]!;
        if (person >= people.count && person === known && join.strangers.length < SHOWN_IDS)
          join.strangers.push(gift.record.values[F.constituentId]!);
        join.ledger.add(person, join.lines.add(gift.type, gift.state, gift.currency, gift.cents), gift.day, gift.cents);
      });
      return join;
    } finally {
      await source.close();
    }
  }

  view(examples: readonly Example[]): GiftsView {
    const { people, ledger, lines, source, input } = this;
    const isCounted = lines.counts(input.choices.lines);
    const [onList, notOnList] = [
      { gifts: 0, people: 0 },
      { gifts: 0, people: 0 },
    ];
    let [sum, firstDay, lastDay, joined] = [0, 0, 0, 0];
    for (let person = 0; person < people.seen; person++) {
      if (person < people.count && joined === 0 && ledger.of(person, () => true) !== null) joined = 1;
      const giving = ledger.of(person, isCounted);
      if (giving === null) continue;
      const side = person < people.count ? onList : notOnList;
      side.gifts += giving.count;
      side.people += 1;
      sum += giving.sum;
      if (giving.firstDay !== 0 && (firstDay === 0 || giving.firstDay < firstDay)) firstDay = giving.firstDay;
      lastDay = Math.max(lastDay, giving.latestDay);
    }
    const ids = people.seen - people.count;
    const ofGifts = this.strangers.slice(0, people.firstIds.length || 3);
    return {
      file: input.gifts.name,
      sheet: source.sheetName,
      sheets: [...source.sheetNames],
      headings: source.firstValues.map(({ heading, first }) => ({ heading, first: [...first] })),
      columns: columnNames(source),
      certain: [...source.certain],
      dateOrder: source.dateOrder,
      unclearDates:
        source.unclearDate === null
          ? null
          : { gifts: this.unclear, monthFirst: source.dates.mdy, dayFirst: source.dates.dmy, example: source.unclearDate },
      gifts: this.gifts,
      currency: lines.currency,
      lines: lines
        .list(input.choices.lines)
        .map(({ cents, ...line }) => ({ ...line, rows: [...line.rows], sum: cents === null ? null : centsText(cents) })),
      counted: {
        gifts: onList.gifts + notOnList.gifts,
        sum: centsText(sum),
        firstDay: firstDay === 0 ? null : formatDay(firstDay),
        lastDay: lastDay === 0 ? null : formatDay(lastDay),
      },
      onList,
      notOnList: { ...notOnList, firstIds: this.strangers },
      withoutGifts: people.count - onList.people,
      nothingJoins: joined > 0 || ids === 0 ? null : { ids, ofList: [...people.firstIds], ofGifts },
      examples: examples.map(({ row, name, before, after }) => ({ row, name, before, after })),
    };
  }

  /** The texts of the gifts of the stored rows, each called for in order; null without gifts. */
  textsInOrder(): () => string[] | null {
    const { input, people, ledger, lines } = this;
    const isCounted = lines.counts(input.choices.lines);
    let position = 0;
    return () => {
      const person = people.byPosition[position++]!;
      const giving = person < 0 ? null : ledger.of(person, isCounted);
      return giving === null ? null : giftTexts(giving);
    };
  }
}

/** The rows whose totals change most, before and after. */
class Examples {
  private readonly first: number;
  private best: Example[] = [];
  private readonly totals: RecordReader;
  private readonly before: RecordReader;
  private readonly after: ReturnType<typeof compileMapping>;
  private readonly record = createMappedRecord();

  private readonly others: number;

  constructor(first: number, { plan, choices: { wins }, others = 0 }: GiftsInput, edits: Edits) {
    this.first = first;
    this.others = others;
    const own = withoutGifts(plan);
    this.totals = new RecordReader(own, edits, new Set([F.rfmTotalGiftValue]));
    this.before = new RecordReader(own, edits);
    this.after = compileMapping({ ...own, gifts: { first, wins } });
  }

  add(block: RowBlock, row: number, texts: readonly string[]): void {
    const change = Math.abs(Number(texts.at(-1)) - Number(this.totals.of(block, row).values[F.rfmTotalGiftValue]));
    if (this.best.length === this.most && change <= this.best.at(-1)!.change) return;
    const record = this.before.of(block, row);
    const [before, name] = [valuesOf(record), personName(record)];
    this.after.map((column) => (column >= this.first ? (texts[column - this.first] ?? '') : block.text(row, column)), this.record);
    this.best.push({ row: block.rowNumber(row), change, name, before, after: valuesOf(this.record) });
    this.best.sort((a, b) => b.change - a.change || a.row - b.row);
    this.best.length = Math.min(this.best.length, this.most);
  }

  private get most(): number {
    return (this.others + 1) * EXAMPLES;
  }

  /** The ten people that were asked for; the first ten when there are no more. */
  get list(): readonly Example[] {
    const asked = this.best.slice(this.others * EXAMPLES);
    return asked.length > 0 ? asked : this.best.slice(0, EXAMPLES);
  }
}

/** It writes only what `giftsProblem` finds usable; else the list stays as it is. */
export const gifts: Task<'gifts'> = async (input, context) => {
  using file = new ProjectFile(input.file, input.write ? 'write' : 'read');
  const edits = new Edits(file);
  const people = new ListedPeople(file, input, edits, context.signal);
  const first = input.plan.gifts?.first ?? Math.max(people.width, input.sheetLayout.headers.length);
  const join = await GiftJoin.read(people, input, context);
  const examples = new Examples(first, input, edits);
  const nextTexts = join.textsInOrder();
  const visit = (block: RowBlock, row: number) => {
    const texts = nextTexts();
    if (texts !== null) examples.add(block, row, texts);
    return texts;
  };
  if (!input.write) {
    for (const { bytes } of file.chunks('rows')) {
      context.signal.throwIfAborted();
      const block = new RowBlock(bytes);
      for (let row = 0; row < block.rowCount; row++) visit(block, row);
    }
    return { view: join.view(examples.list), first };
  }
  file.begin();
  try {
    rewriteGiftColumns(file, first, visit, (rows) => {
      context.signal.throwIfAborted();
      context.progress(rows, input.sheetLayout.rows, 'rows');
    });
    const view = join.view(examples.list);
    if (giftsProblem(view) === null) {
      markStale(file);
      file.commit();
    }
    return { view, first };
  } finally {
    file.rollback();
  }
};
