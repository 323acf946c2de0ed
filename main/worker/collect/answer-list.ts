/** Finds the list in the pages of an answer, what the envelope says about more pages, and pages that repeat earlier entries. */
import { type Hash, createHash } from 'node:crypto';
import {
  type Json,
  type JsonObject,
  hasOwnId,
  isObject,
  listRank,
  mapEntryRank,
  readMore,
  readNextPage,
  readProfileKeys,
  readTotal,
} from '../../../shared/results/index.ts';
import type { PartProgress } from '../../worker-protocol/index.ts';
import { readEntry } from '../result-file/answer-entry.ts';
import { type ElementSink, JsonElements, type ValueKind } from './json-stream.ts';
import { OPEN_ARRAY, OPEN_OBJECT } from './json-bytes.ts';

/** Longer values of an envelope, in bytes, do not describe pages. */
const MAX_SCALAR_BYTES = 4_096;
/** Deeper objects of an envelope do not describe pages. */
const MAX_LEVELS = 3;
/** The rank of an array with an unknown name. */
const UNNAMED = 200;
/** Maximum number of envelope values to keep. */
const MAX_SCALARS = 200;

/** Maximum number of entries of a page to compare with other pages. A service that splits a list into pages returns far fewer at once. */
const MAX_COMPARED = 10_000;

/** Names of lists about the answer or its rows. They are never the list of profiles. */
const ABOUT_ROWS = /^(?:row)?(?:errors|warnings|notices|notes|messages|problems|issues|violations|failures)$/i;
/** Names of lists that are read as the row errors only if there is no other list. */
const OF_PROFILES = /^(?:profiles|scores)$/i;
/** Added to the rank of such a list. */
const LAST_RESORT = 1_000;

/** Which list is requested. */
export type WantedList = 'profiles' | 'errors';

/** The rank of a list for the wanted list, derived from its rank by name and place; null when it cannot be the wanted list. */
function rankFor(wanted: WantedList, path: readonly string[], rank: number | null): number | null {
  if (rank === null || (wanted === 'profiles' && path.some((key) => ABOUT_ROWS.test(key)))) return null;
  return wanted === 'errors' && OF_PROFILES.test(path.at(-1) ?? '') ? LAST_RESORT + rank : rank;
}

type Envelope = { [key: string]: Json };

/** Without a prototype, because the service determines the keys. */
const emptyEnvelope = () => Object.create(null) as Envelope;

const ROW_KEY = /^\d{1,9}$/;
/** A path to a field of a row, such as "records[3].zip". */
const PATH_KEY = /[[./]\d{1,9}(?:[\]./]|$)/;

/** True for the path of an array with links to other pages. */
const isLinks = (path: readonly string[]) => /^links?$/i.test(path.at(-1) ?? '');

/** An entry of a map by ID. Its key is added as its ID, unless it has one. Everything else is unchanged. */
function withId(key: string, bytes: Buffer): Buffer {
  const { value: entry } = readEntry(bytes.toString('utf8'));
  if (!isObject(entry) || hasOwnId(entry)) return bytes;
  const rest = bytes.subarray(bytes.indexOf('{') + 1);
  return Buffer.concat([Buffer.from(`{"id":${JSON.stringify(key)}${Object.keys(entry).length === 0 ? '' : ','}`), rest]);
}

/** The entry inside an element of "edges", such as `{"cursor": "…", "node": {…}}`. Any other element is unchanged. */
function nodeOf(edge: Buffer): Buffer {
  let node = edge;
  const splitter = new JsonElements({
    element: () => undefined,
    isMapEntry: (path, key, kind) => path.length === 0 && key === 'node' && kind === 'object',
    mapEntry: (_path, _key, bytes) => {
      node = Buffer.from(bytes);
    },
  });
  try {
    splitter.write(edge);
    splitter.end();
  } catch {
    return edge;
  }
  return node;
}

function namesItself(bytes: Buffer): boolean {
  const { value: entry } = readEntry(bytes.toString('utf8'));
  return isObject(entry) && hasOwnId(entry);
}

/** Receives the entries of a list. Their bytes are valid only until the call returns. */
export interface ListEntries {
  /** Number of entries so far. */
  readonly count: number;
  /** Number of rows that the entries are about, if a row can have several entries. */
  readonly rowCount?: number;
  add(bytes: Buffer): void;
  /** Takes an entry of a map by row number or ID. Without this function, a number is treated as an ID. */
  addMapEntry?(key: string, bytes: Buffer): void;
  /** Discards the entries so far, because another array is more likely to be the wanted list. */
  restart(): void;
}

/** An entry of a page that may still turn out to repeat an earlier page. */
interface HeldEntry {
  readonly digest: string;
  readonly add: () => void;
}

export class AnswerList {
  /** Receives the elements of the current page. */
  readonly sink: ElementSink;
  private readonly entries: ListEntries;
  /** Rank of the list's path (`listRank`). The list has the same path in all pages. */
  private rank = Number.POSITIVE_INFINITY;
  /** Digests of each page's first entry. */
  private readonly firstEntries = new Set<string>();
  /** Digests of each page's compared entries. */
  private readonly pageDigests = new Set<string>();
  /** `compared`: number of compared entries of the current page. `page`: their digest so far; null once it is in `pageDigests`. */
  private compared = 0;
  private page: Hash | null = null;
  /** Entries of a page whose first entry equals an earlier page's, held until the whole page differs; null for other pages. */
  private held: HeldEntry[] | null = null;
  /** Digests of the entries of the previous page, and of the current page. */
  private previous: ReadonlySet<string> = new Set<string>();
  private current = new Set<string>();
  /** Number of entries that were also in the previous page, because pages overlap or the list changes while it is read. */
  private overlapping = 0;
  /** Number of entries before the current page. */
  private entriesBefore = 0;
  private envelope = emptyEnvelope();
  /** What the headers of the current page say about pages. */
  private headers: JsonObject = {};
  /** The last entry of the current page; null if the page has too many. */
  private lastEntry: Buffer | null = null;
  private scalars = 0;
  /** Number of different pages. */
  private pages = 0;
  /** Whether the page repeats an earlier page. Null before its first entry. If it begins like an earlier page, also null until its end. */
  private repeats: boolean | null = null;
  private readonly wanted: WantedList;
  private others = 0;
  /** True once the page contains a list. */
  private isFound = false;
  /** True while the page contains nothing, or only an empty object under the name of a list. */
  private isBlank = true;

  constructor(entries: ListEntries, wanted: WantedList) {
    this.entries = entries;
    this.wanted = wanted;
    this.sink = {
      element: (path, bytes) => {
        this.isBlank = false;
        if (isLinks(path)) this.keepLink(path, bytes);
        else if (!this.isList(this.rankOf(path))) this.countOther(bytes);
        else this.take(path.at(-1) === 'edges' ? nodeOf(bytes) : bytes, '', (entry) => entries.add(entry));
      },
      isMapEntry: (path, key, kind) => this.isErrorEntry(path, key, kind) || (kind === 'object' && mapEntryRank(path, key) !== null),
      mapEntry: (path, key, bytes) => {
        this.isBlank = false;
        if (this.isErrorEntry(path, key, bytes[0] === OPEN_ARRAY ? 'array' : bytes[0] === OPEN_OBJECT ? 'object' : 'plain')) {
          this.take(bytes, key, (entry) => entries.addMapEntry?.(key, entry));
        } else if (!this.isList(rankFor(wanted, path, mapEntryRank(path, key)))) this.countOther(bytes);
        else this.take(bytes, key, (entry) => entries.add(withId(key, entry)));
      },
      scalar: (path, key, bytes) => {
        this.isBlank = false;
        this.keepScalar(path, key, bytes);
      },
      begins: (path, what) => {
        const rank = this.rankOf(path) ?? UNNAMED;
        // An empty array under another name may not be the list.
        if (what === 'array' && rank < UNNAMED) {
          this.isFound = true;
          // An empty list of row errors is also the list, so that no other list is read as the row errors.
          if (wanted === 'errors' && ABOUT_ROWS.test(path.at(-1) ?? '')) this.isList(rank);
        }
        this.isBlank = what === 'object' && rank < UNNAMED;
      },
    };
  }

  /** `headers`: what the headers of the answer say about pages. */
  beginPage(headers: JsonObject): void {
    this.headers = headers;
    this.lastEntry = null;
    this.entriesBefore = this.different;
    if (this.current.size > 0) this.previous = this.current;
    this.current = new Set();
    this.envelope = emptyEnvelope();
    this.scalars = 0;
    this.beginComparison();
    this.isFound = false;
    this.isBlank = true;
  }

  /** Must be called after the last byte of a page that was read completely. */
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

  /** Number of entries in other lists, which were not read. */
  get notRead(): number {
    return this.others;
  }

  /** Whether a value is an entry of a map from row numbers to errors, or from IDs to lists of errors. */
  private isErrorEntry(path: readonly string[], key: string, kind: ValueKind): boolean {
    if (this.entries.addMapEntry === undefined) return false;
    return (
      ROW_KEY.test(key) ||
      (kind !== 'object' && ABOUT_ROWS.test(path.at(-1) ?? '') && PATH_KEY.test(key)) ||
      (kind === 'array' && ABOUT_ROWS.test(path.at(-1) ?? '') && !ABOUT_ROWS.test(key) && mapEntryRank(path, key) !== null)
    );
  }

  private rankOf(path: readonly string[]): number | null {
    return rankFor(this.wanted, path, listRank(path));
  }

  /** Only objects count, because other elements cannot be profiles or row errors. */
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
   * Takes an entry of the list, unless its page repeats an earlier one. Entries without an ID can be equal for different people, so for
   * them the whole page is compared. `key`: the key of a map entry.
   */
  private take(bytes: Buffer, key: string, add: (entry: Buffer) => void): void {
    if (this.repeats === true) return;
    if (this.compared >= MAX_COMPARED) {
      this.lastEntry = null;
      add(bytes);
      return;
    }
    this.lastEntry = Buffer.from(bytes);
    const digest = createHash('sha256').update(`${key}:`).update(bytes).digest('base64');
    if (this.compared === 0 && !this.beginEntries(digest, key !== '' || namesItself(bytes))) return;
    this.compared += 1;
    this.page?.update(digest);
    if (this.held === null) {
      this.keep({
        digest,
        add: () => add(bytes),
      });
    } else {
      const copy = Buffer.from(bytes);
      this.held.push({
        digest,
        add: () => add(copy),
      });
    }
    if (this.compared === MAX_COMPARED) this.endPage();
  }

  /** Returns false if the page repeats an earlier one. `first`: digest of the page's first entry. `isNamed`: the entry has an ID. */
  private beginEntries(first: string, isNamed: boolean): boolean {
    if (!this.firstEntries.has(first)) {
      this.firstEntries.add(first);
      this.repeats = false;
      this.pages += 1;
    } else if (isNamed) {
      // The same person begins the page, so the service returns the answer once more, possibly with people whom it omitted before.
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

  /** Number of entries of all pages. An entry that is in two consecutive pages counts once. */
  private get different(): number {
    return this.entries.count - this.overlapping;
  }

  /** Keeps a value of the envelope, unless it is too deep or too long to describe pages. */
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
    const soFar = { pages: this.pages, entries: count };
    const more = readMore(this.envelope, soFar) ?? readMore(this.headers, soFar);
    const next = readNextPage(this.headers, false) ?? readNextPage(this.envelope, more === false);
    const isEmpty = this.isBlank || readTotal(this.envelope) === 0;
    return {
      entries: count,
      rows: this.entries.rowCount ?? count,
      more: next === null ? more : true,
      next,
      lastId: this.lastEntry === null ? null : readProfileKeys(readEntry(this.lastEntry.toString('utf8')).value).profileId,
      repeats: this.repeats,
      isUnderstood: this.isFound || isEmpty || count > this.entriesBefore || this.repeats === true,
    };
  }
}
