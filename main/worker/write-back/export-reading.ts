/** Reads an export of another system once: values that arrived, texts in place of others, and records with values of other people. */
import { compareValues } from '../../../shared/write-back/index.ts';
import { hashOf } from '../../../shared/rules/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import type { LayoutTable } from '../export/layout-table.ts';
import type { CrmExport, ExportRow, LineColumns } from './crm-export.ts';
import { codeOf, type ExpectedValues, SEEN, share } from './expected-values.ts';
import { FoundTexts } from './found-texts.ts';

const [YES, NO] = [codeOf('true'), codeOf('false')];
const FIRST_RECORDS = 1 << 12;
/** Number of IDs that a message shows. */
const SHOWN_IDS = 3;
const MOST_DAYS = 10_000;

/** Returns a function that tells whether a text is a day, in any notation. Its answers are kept, because most rows have the same day. */
function sameDay(day: string): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const answer = known.get(text) ?? compareValues(day, text) === 'there';
    if (known.size < MOST_DAYS) known.set(text, answer);
    return answer;
  };
}

export class ExportReading {
  readonly texts = new FoundTexts();
  /** Number of our people who are in the export. */
  found = 0;
  /** The first IDs of the export. */
  readonly firstIds: string[] = [];
  /** By value: the length of the longest text that arrived. */
  readonly longest: Uint32Array;
  /** Records with values that were not written for them, by ID, with the sum of these values. */
  private readonly strangers = new HashTable64();
  private sums = new Uint32Array(FIRST_RECORDS);
  private records = 0;
  private readonly expected: ExpectedValues;
  private readonly source: CrmExport;
  private readonly wasFound: Uint8Array;
  private readonly titles: ReadonlyMap<number, number>;
  private readonly isDay: (text: string) => boolean;
  /** By value: whether the export has ticked checkboxes, and whether it has texts for those that are not. */
  private readonly ticked: Uint8Array;
  private readonly unticked: Uint8Array;
  private readonly isShared: readonly boolean[];

  constructor(expected: ExpectedValues, source: CrmExport, table: LayoutTable) {
    this.expected = expected;
    this.source = source;
    this.wasFound = new Uint8Array(expected.people);
    this.longest = new Uint32Array(expected.width);
    this.titles = new Map(table.valueTitles.map((title, at) => [codeOf(title), at]));
    this.isDay = sameDay(table.day);
    this.ticked = new Uint8Array(expected.width);
    this.unticked = new Uint8Array(expected.width);
    this.isShared = table.isShared;
  }

  async read(): Promise<void> {
    await this.source.forEachRow((id, at) => {
      if (this.firstIds.length < SHOWN_IDS) this.firstIds.push(id);
      const position = this.expected.find(id);
      if (position >= 0 && this.wasFound[position] === 0) {
        this.wasFound[position] = 1;
        this.found += 1;
      }
      const { lines } = this.source.columns;
      if (lines === null) this.readRecord(id, position, at);
      else for (const line of lines) this.readLine(id, position, at, line);
    });
    if (this.source.columns.lines === null) this.readBlankCheckboxes();
  }

  /** Some reports mark only the checkboxes that are ticked. Nothing in the record then means one that is not. */
  private readBlankCheckboxes(): void {
    const { expected, ticked, unticked } = this;
    for (let value = 0; value < expected.width; value++) {
      if (ticked[value] === 0 || unticked[value] === 1) continue;
      for (let position = 0; position < expected.people; position++) {
        const slot = position * expected.width + value;
        const isBlank = this.wasFound[position] === 1 && expected.seen[slot] === SEEN.expected;
        if (isBlank && expected.has(slot, NO)) expected.seen[slot] = SEEN.there;
      }
    }
  }

  /** Reads a row with all values of a person. */
  private readRecord(id: string, position: number, { block, row }: ExportRow): void {
    const { values } = this.source.columns;
    let sum = 0;
    let own = 0;
    let all = 0;
    for (let value = 0; value < values.length; value++) {
      const column = values[value]!;
      const text = column < 0 ? '' : block.text(row, column).trim();
      if (text === '') continue;
      const isThere = this.note(position, value, text);
      if (this.isShared[value]!) continue;
      all += 1;
      if (isThere) own += 1;
      sum = (sum + share(codeOf(text), value)) >>> 0;
    }
    if (own * 2 < all) this.addStranger(id, sum);
  }

  /** Reads one value of a person. A value with another day belongs to another screening. */
  private readLine(id: string, position: number, { block, row }: ExportRow, { title, text: column, day }: LineColumns): void {
    const value = this.titles.get(codeOf(block.text(row, title)));
    const text = block.text(row, column).trim();
    if (value === undefined || text === '') return;
    const own = day < 0 ? '' : block.text(row, day).trim();
    if (own !== '' && !this.isDay(own)) {
      const slot = position * this.expected.width + value;
      if (position >= 0 && this.expected.has(slot, codeOf(text))) this.addOther(slot, `${text}, ${own}`);
      return;
    }
    if (!this.note(position, value, text)) this.addStranger(id, share(codeOf(text), value));
  }

  /** Notes a value. Returns true if it is the value that was written. */
  private note(position: number, value: number, text: string): boolean {
    if (position < 0) return false;
    const slot = position * this.expected.width + value;
    if (this.expected.seen[slot] === SEEN.none) return false;
    if (this.expected.has(slot, YES) || this.expected.has(slot, NO))
      (compareValues('true', text) === 'there' ? this.ticked : this.unticked)[value] = 1;
    if (this.expected.has(slot, codeOf(text))) {
      this.expected.seen[slot] = SEEN.there;
      if (text.length > this.longest[value]!) this.longest[value] = text.length;
      return true;
    }
    this.addOther(slot, text);
    return false;
  }

  private addOther(slot: number, text: string): void {
    if (this.expected.seen[slot] !== SEEN.there) this.expected.seen[slot] = SEEN.other;
    this.texts.add(slot, text);
  }

  private addStranger(id: string, sum: number): void {
    const { a, b } = hashOf('i', idKeyOf(id));
    const known = this.strangers.add(a, b, this.records);
    if (known < 0 && this.records === this.sums.length) {
      const sums = new Uint32Array(this.records * 2);
      sums.set(this.sums);
      this.sums = sums;
    }
    const at = known < 0 ? this.records++ : known;
    this.sums[at] = (this.sums[at]! + sum) >>> 0;
  }

  /** The sum of a record's values that were not written for it; null if there are none. */
  strangeSumOf(id: string): number | null {
    const { a, b } = hashOf('i', idKeyOf(id));
    const at = this.strangers.get(a, b);
    return at < 0 ? null : this.sums[at]!;
  }

  /** Returns a function that tells whether any record has this sum of values that were not written for it. */
  strangeSums(): (sum: number) => boolean {
    const sorted = this.sums.subarray(0, this.records).toSorted();
    return (sum) => {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sorted[middle]! < sum) low = middle + 1;
        else high = middle;
      }
      return sorted[low] === sum;
    };
  }
}
