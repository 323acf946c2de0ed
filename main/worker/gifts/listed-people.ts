/**
 * The people of gifts and of a list by their IDs. Numbers count IDs, from 0; rows with the same ID have the same number. Gifts are added first, so
 * that they do not wait for the list.
 */
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import { IdHasher, type IdHashes, noIds } from './id-hashes.ts';
import { IdTexts } from './id-texts.ts';
import type { ListedRows } from './listed-rows.ts';

/** IDs that are looked up together. */
const TOGETHER = 128;
/** IDs of nobody on the list that are shown. */
const SHOWN_IDS = 10;

export class ListedPeople {
  /** How many IDs the list has. */
  count = 0;
  /** The first IDs of gifts of nobody on the list. */
  readonly strangers: string[] = [];
  readonly firstIds: string[] = [];
  /** The columns of the widest row. */
  width = 0;
  /** By position of a stored row: the number of its ID; -1 for a row without one, or that is not of the list. */
  byPosition: Int32Array = new Int32Array();
  /** By position of a stored row: the total that the list itself has. */
  totals: Float64Array = new Float64Array();
  /** By number: 1 for an ID of the list. */
  private listed = new Uint8Array();
  private table = new HashTable64();
  private texts = new IdTexts();
  private readonly hasher = new IdHasher();
  private readonly asked = noIds(1);
  private all = 0;
  private prefetched = 0;

  /** `expected`: about how many IDs. */
  constructor(expected: number) {
    this.table.expect(expected);
  }

  /** Loads what `add` needs for the first of some IDs into the processor's cache. */
  prepare({ firsts }: IdHashes, count: number): void {
    // Stored so that V8 cannot drop the loop.
    this.prefetched = this.table.touch(firsts, count);
  }

  /** The number of the ID of a gift, whose hash is at a place; -1 without an ID. Call it before `join`. */
  add(ids: IdHashes, at: number, text: string): number {
    const before = this.all;
    const number = this.numberOf(ids, at);
    if (this.all > before) this.texts.add(text);
    return number;
  }

  private numberOf({ firsts, seconds }: IdHashes, at: number): number {
    const [a, b] = [firsts[at]!, seconds[at]!];
    if (a === 0 && b === 0) return -1;
    const known = this.table.add(a, b, this.all);
    return known >= 0 ? known : this.all++;
  }

  /** Finds the people of the list. */
  join({ totals, width, firstIds, ...ids }: ListedRows): void {
    const ofGifts = this.all;
    const positions = totals.length;
    this.totals = totals;
    this.width = width;
    this.firstIds.push(...firstIds);
    this.byPosition = new Int32Array(positions);
    this.listed = new Uint8Array(ofGifts + positions);
    for (let from = 0; from < positions; from += TOGETHER) {
      const end = Math.min(from + TOGETHER, positions);
      this.prefetched = this.table.touch(ids.firsts.subarray(from, end), end - from);
      for (let at = from; at < end; at++) {
        const number = (this.byPosition[at] = this.numberOf(ids, at));
        if (number < 0 || this.listed[number] === 1) continue;
        this.listed[number] = 1;
        this.count += 1;
      }
    }
    for (let number = 0; number < ofGifts && this.strangers.length < SHOWN_IDS; number++)
      if (!this.isListed(number)) this.strangers.push(this.texts.of(number));
  }

  /** Whether a number is that of an ID of the list. */
  isListed(number: number): boolean {
    return this.listed[number] === 1;
  }

  /** Whether the ID of a record is on the list. */
  has(record: MappedRecord): boolean {
    this.hasher.put(record, this.asked, 0);
    const [a, b] = [this.asked.firsts[0]!, this.asked.seconds[0]!];
    return (a !== 0 || b !== 0) && this.isListed(this.table.get(a, b));
  }

  /** Frees what finds people by ID: nobody is added or asked for any more. */
  forgetIds(): void {
    this.table = new HashTable64();
    this.texts = new IdTexts();
  }

  /** How many IDs have been seen, on the list and in gifts. */
  get seen(): number {
    return this.all;
  }
}
