/** Finds the list in the pages of an answer, what the envelope says about further pages, and pages that repeat entries of earlier ones. */
import { type Hash, createHash } from 'node:crypto';
import {
  type Json,
  hasOwnId,
  isGroupKey,
  isObject,
  listRank,
  mapEntryRank,
  readMore,
  readNextPage,
  readTotal,
} from '../../../shared/results/index.ts';
import type { PartProgress } from '../../worker-protocol/index.ts';
import { readEntry } from '../result-file/answer-entry.ts';
import type { ElementSink, ValueKind } from './json-stream.ts';

/** Bytes. Longer values do not describe pages. */
const MAX_SCALAR_BYTES = 4_096;
/** Levels of objects in an envelope that can describe pages. */
const MAX_LEVELS = 2;
/** The rank of an array that has no known name. */
const UNNAMED = 200;
/** Most envelope values that are kept. */
const MAX_SCALARS = 200;
const [OPEN_OBJECT, OPEN_ARRAY] = [0x7b, 0x5b];

/** Entries of a page that are compared with those of other pages. A service that splits a list gives far fewer at once. */
const MOST_COMPARED = 10_000;

/** Names of lists that say something about the answer or its rows, and are never the list of profiles. */
const ABOUT_ROWS = /^(?:row)?(?:errors|warnings|notices|notes|messages|problems|issues|violations|failures)$/i;
/** Names of lists that are the row errors only where there is no other list. */
const OF_PROFILES = /^(?:profiles|scores)$/i;
/** Added to the rank of such a list. */
const LAST_RESORT = 1_000;

/** Which list an answer is asked for. */
export type WantedList = 'profiles' | 'errors';

/** The rank of a list for what is asked for, from its rank by name and place; null when it cannot be that. */
function rankFor(wanted: WantedList, path: readonly string[], rank: number | null): number | null {
  if (rank === null || (wanted === 'profiles' && path.some((key) => ABOUT_ROWS.test(key)))) return null;
  return wanted === 'errors' && OF_PROFILES.test(path.at(-1) ?? '') ? LAST_RESORT + rank : rank;
}

type Envelope = { [key: string]: Json };

/** Without a prototype, because its keys come from the service. */
const emptyEnvelope = () => Object.create(null) as Envelope;

const ROW_KEY = /^\d{1,9}$/;

/** Paths of arrays with links to other pages. */
const isLinks = (path: readonly string[]) => /^links?$/i.test(path.at(-1) ?? '');

/** An entry of a map from IDs: its key is its ID unless it has one. All else stays as it is written. */
function withId(key: string, bytes: Buffer): Buffer {
  const { value: entry } = readEntry(bytes.toString('utf8'));
  if (!isObject(entry) || hasOwnId(entry)) return bytes;
  const rest = bytes.subarray(bytes.indexOf('{') + 1);
  return Buffer.concat([Buffer.from(`{"id":${JSON.stringify(key)}${Object.keys(entry).length === 0 ? '' : ','}`), rest]);
}

function namesItself(bytes: Buffer): boolean {
  const { value: entry } = readEntry(bytes.toString('utf8'));
  return isObject(entry) && hasOwnId(entry);
}

/** Takes the entries of a list. Their bytes are only valid until the call returns. */
export interface ListEntries {
  /** Number of entries so far. */
  readonly count: number;
  /** Number of rows that the entries are about, where a row can have several. */
  readonly rowCount?: number;
  add(bytes: Buffer): void;
  /** Takes an entry of a map from row numbers or IDs to errors. Without this function a number is an ID like any other. */
  addMapEntry?(key: string, bytes: Buffer): void;
  /** Discards the entries so far, because another array is more likely to be the list. */
  restart(): void;
}

/** An entry of a page that can turn out to repeat an earlier one. */
interface HeldEntry {
  readonly digest: string;
  readonly add: () => void;
}

export class AnswerList {
  /** Takes the elements of the current page. */
  readonly sink: ElementSink;
  private readonly entries: ListEntries;
  /** Rank of the list's path (`listRank`). All pages have the list under the same path. */
  private rank = Number.POSITIVE_INFINITY;
  /** Digests of the first entry of each page. */
  private readonly firstEntries = new Set<string>();
  /** Digests of the compared entries of each page. */
  private readonly pageDigests = new Set<string>();
  /** Entries of the current page that are compared, and their digest; null when it is in `pageDigests`. */
  private compared = 0;
  private page: Hash | null = null;
  /** The entries of a page that begins like an earlier one, until it differs in whole; null for any other page. */
  private held: HeldEntry[] | null = null;
  /** Digests of the entries of the previous page and of this one. */
  private previous: ReadonlySet<string> = new Set<string>();
  private current = new Set<string>();
  /** Entries that the page before had too, because pages overlap or the list changes while it is read. */
  private overlapping = 0;
  /** Entries of the previous pages. */
  private entriesBefore = 0;
  private envelope = emptyEnvelope();
  private scalars = 0;
  /** Different pages. */
  private pages = 0;
  /** Whether the page repeats an earlier one; null before its first entry, and until its end when it begins like an earlier one. */
  private repeats: boolean | null = null;
  private readonly wanted: WantedList;
  private others = 0;
  /** True once the page shows a list. */
  private isFound = false;
  /** True while the page shows nothing at all, or last showed an object under the name of a list and nothing in it. */
  private isBlank = true;

  constructor(entries: ListEntries, wanted: WantedList) {
    this.entries = entries;
    this.wanted = wanted;
    this.sink = {
      element: (path, bytes) => {
        this.isBlank = false;
        if (isLinks(path)) this.keepLink(path, bytes);
        else if (!this.isList(this.rankOf(path))) this.countOther(bytes);
        else
          this.take(bytes, '', (entry) => {
            entries.add(entry);
          });
      },
      isMapEntry: (path, key, kind) => this.isErrorEntry(path, key, kind) || (kind === 'object' && mapEntryRank(path, key) !== null),
      mapEntry: (path, key, bytes) => {
        this.isBlank = false;
        if (this.isErrorEntry(path, key, bytes[0] === OPEN_ARRAY ? 'array' : 'object')) {
          this.take(bytes, key, (entry) => {
            entries.addMapEntry?.(key, entry);
          });
        } else if (!this.isList(rankFor(wanted, path, mapEntryRank(path, key)))) this.countOther(bytes);
        else
          this.take(bytes, key, (entry) => {
            entries.add(withId(key, entry));
          });
      },
      scalar: (path, key, bytes) => {
        this.isBlank = false;
        this.keepScalar(path, key, bytes);
      },
      begins: (path, what) => {
        const rank = this.rankOf(path) ?? UNNAMED;
        // An empty array under any other name can be anything.
        if (what === 'array' && rank < UNNAMED) {
          this.isFound = true;
          // Without any row error, another list is not that of the row errors either.
          if (wanted === 'errors' && ABOUT_ROWS.test(path.at(-1) ?? '')) this.isList(rank);
        }
        this.isBlank = what === 'object' && rank < UNNAMED;
      },
    };
  }

  beginPage(): void {
    this.entriesBefore = this.different;
    if (this.current.size > 0) this.previous = this.current;
    this.current = new Set();
    this.envelope = emptyEnvelope();
    this.scalars = 0;
    this.beginComparison();
    this.isFound = false;
    this.isBlank = true;
  }

  /** Call it after the last byte of a page that was read to its end. */
  endPage(): void {
    if (this.page === null) return;
    const digest = this.page.digest('base64');
    this.page = null;
    const { held } = this;
    this.held = null;
    if (held !== null) {
      this.repeats = this.pageDigests.has(digest);
      if (this.repeats) return;
      this.pages += 1;
      for (const entry of held) this.keep(entry);
    }
    this.pageDigests.add(digest);
  }

  private beginComparison(): void {
    this.repeats = null;
    this.compared = 0;
    this.page = null;
    this.held = null;
  }

  /** Entries of other lists, which were not read. */
  get notRead(): number {
    return this.others;
  }

  /** Whether a value is an entry of a map from row numbers to errors, or from IDs to lists of errors. */
  private isErrorEntry(path: readonly string[], key: string, kind: ValueKind): boolean {
    if (this.entries.addMapEntry === undefined) return false;
    return ROW_KEY.test(key) || (kind === 'array' && ABOUT_ROWS.test(path.at(-1) ?? '') && !ABOUT_ROWS.test(key) && isGroupKey(key));
  }

  private rankOf(path: readonly string[]): number | null {
    return rankFor(this.wanted, path, listRank(path));
  }

  /** Only objects can be profiles or row errors. */
  private countOther(bytes: Buffer): void {
    if (bytes[0] === OPEN_OBJECT) this.others += 1;
  }

  private isList(rank: number | null): boolean {
    if (rank === null || rank > this.rank) return false;
    if (rank < this.rank) {
      if (this.entriesBefore > 0) return false;
      this.firstEntries.clear();
      this.pageDigests.clear();
      this.current.clear();
      this.beginComparison();
      this.pages = 0;
      this.others += this.entries.count;
      this.entries.restart();
      this.rank = rank;
    }
    return true;
  }

  /**
   * Takes an entry of the list unless its page repeats an earlier one. Where entries have no ID, different people can have equal ones, so
   * the whole page decides. `key`: of a map entry.
   */
  private take(bytes: Buffer, key: string, add: (entry: Buffer) => void): void {
    if (this.repeats === true) return;
    if (this.compared >= MOST_COMPARED) {
      add(bytes);
      return;
    }
    const digest = createHash('sha256').update(`${key}:`).update(bytes).digest('base64');
    if (this.compared === 0 && !this.beginEntries(digest, key !== '' || namesItself(bytes))) return;
    this.compared += 1;
    this.page?.update(digest);
    if (this.held === null) {
      this.keep({
        digest,
        add: () => {
          add(bytes);
        },
      });
    } else {
      const copy = Buffer.from(bytes);
      this.held.push({
        digest,
        add: () => {
          add(copy);
        },
      });
    }
    if (this.compared === MOST_COMPARED) this.endPage();
  }

  /** `first`: the digest of the first entry of the page. `isNamed`: the entry has an ID. False when the page repeats an earlier one. */
  private beginEntries(first: string, isNamed: boolean): boolean {
    if (!this.firstEntries.has(first)) {
      this.firstEntries.add(first);
      this.repeats = false;
      this.pages += 1;
    } else if (isNamed) {
      // The same person begins an answer that the service gives once more, maybe with people that it left out before.
      this.repeats = true;
      return false;
    } else this.held = [];
    this.page = createHash('sha256');
    return true;
  }

  private keep({ digest, add }: HeldEntry): void {
    this.current.add(digest);
    if (this.previous.has(digest)) this.overlapping += 1;
    add();
  }

  /** Entries of all pages; one that two pages in a row have counts once. */
  private get different(): number {
    return this.entries.count - this.overlapping;
  }

  /** Keeps a value of the envelope. Values more than two levels deep do not describe pages. */
  private keepScalar(path: readonly string[], key: string, bytes: Buffer): void {
    if (path.length > MAX_LEVELS || bytes.length > MAX_SCALAR_BYTES || this.scalars >= MAX_SCALARS) return;
    this.scalars += 1;
    this.envelopeAt(path)[key] = readEntry(bytes.toString('utf8')).value;
  }

  private keepLink(path: readonly string[], bytes: Buffer): void {
    if (path.length > 1 || bytes.length > MAX_SCALAR_BYTES || this.scalars >= MAX_SCALARS) return;
    this.scalars += 1;
    const links = (this.envelope[path[0]!] ??= []);
    if (Array.isArray(links)) links.push(readEntry(bytes.toString('utf8')).value);
  }

  private envelopeAt(path: readonly string[]): Envelope {
    let at = this.envelope;
    for (const key of path) {
      const inner = at[key];
      at = isObject(inner) ? inner : (at[key] = emptyEnvelope());
    }
    return at;
  }

  progress(): PartProgress {
    const count = this.different;
    const more = readMore(this.envelope, { pages: this.pages, entries: count });
    const next = readNextPage(this.envelope, more === false);
    const isEmpty = this.isBlank || readTotal(this.envelope) === 0;
    return {
      entries: count,
      rows: this.entries.rowCount ?? count,
      more: next === null ? more : true,
      next,
      repeats: this.repeats,
      isUnderstood: this.isFound || isEmpty || count > this.entriesBefore || this.repeats === true,
    };
  }
}
