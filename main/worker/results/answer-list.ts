/** Finds the list in the pages of an answer, what the envelope says about further pages, and a page that repeats an earlier one. */
import { createHash } from 'node:crypto';
import type { Json } from '../../../shared/results/json.ts';
import { listRank, readMore } from '../../../shared/results/list-answer.ts';
import type { PartProgress } from '../../worker-protocol/results.ts';
import { readEntry } from './answer-entry.ts';
import type { ElementSink } from './json-stream.ts';

/** Bytes. Longer values do not describe pages. */
const MAX_SCALAR_BYTES = 4_096;
/** Most envelope values that are kept. */
const MAX_SCALARS = 200;

type Envelope = { [key: string]: Json };

/** Takes the entries of a list. Their bytes are only valid until the call returns. */
export interface ListEntries {
  /** Number of entries so far. */
  readonly count: number;
  add(bytes: Buffer): void;
  /** Takes an entry of a map from row numbers. Without this function a map is not a list. */
  addMapEntry?(key: string, bytes: Buffer): void;
  /** Discards the entries so far, because another array is more likely to be the list. */
  restart(): void;
}

export class AnswerList {
  /** Takes the elements of the current page. */
  readonly sink: ElementSink;
  private readonly entries: ListEntries;
  /** Rank of the list's path (`listRank`). All pages have the list under the same path. */
  private rank = Number.POSITIVE_INFINITY;
  /** Digests of the first entry of each page. */
  private readonly firstEntries = new Set<string>();
  /** Entries of the previous pages. */
  private entriesBefore = 0;
  private envelope: Envelope = {};
  private scalars = 0;
  /** Whether the page repeats an earlier one; null before its first entry. */
  private repeats: boolean | null = null;

  constructor(entries: ListEntries) {
    this.entries = entries;
    this.sink = {
      element: (path, bytes) => {
        if (this.isList(path) && this.isNew(bytes)) entries.add(bytes);
      },
      ...(entries.addMapEntry !== undefined && {
        mapEntry: (_path: readonly string[], key: string, bytes: Buffer) => {
          if (this.isNew(bytes, key)) entries.addMapEntry?.(key, bytes);
        },
      }),
      scalar: (path, key, bytes) => {
        this.keepScalar(path, key, bytes);
      },
    };
  }

  beginPage(): void {
    this.entriesBefore = this.entries.count;
    this.envelope = {};
    this.scalars = 0;
    this.repeats = null;
  }

  private isList(path: readonly string[]): boolean {
    const rank = listRank(path);
    if (rank === null || rank > this.rank) return false;
    if (rank < this.rank) {
      if (this.entriesBefore > 0) return false;
      this.firstEntries.clear();
      this.repeats = null;
      this.entries.restart();
      this.rank = rank;
    }
    return true;
  }

  /** False when the page repeats an earlier one. `key`: of a map entry. */
  private isNew(bytes: Buffer, key = ''): boolean {
    if (this.repeats === null) {
      const digest = createHash('sha256').update(`${key}:`).update(bytes).digest('base64');
      this.repeats = this.firstEntries.has(digest);
      this.firstEntries.add(digest);
    }
    return !this.repeats;
  }

  /** Keeps a value of the envelope. Values more than one level deep do not describe pages. */
  private keepScalar(path: readonly string[], key: string, bytes: Buffer): void {
    if (path.length > 1 || bytes.length > MAX_SCALAR_BYTES || this.scalars >= MAX_SCALARS) return;
    this.scalars += 1;
    const [inner] = path;
    const { value } = readEntry(bytes.toString('utf8'));
    if (inner === undefined) this.envelope[key] = value;
    else this.envelope[inner] = { ...(this.envelope[inner] as Envelope | undefined), [key]: value };
  }

  progress(): PartProgress {
    const { count } = this.entries;
    return { entries: count, more: readMore(this.envelope, count, 1, 1), repeats: this.repeats };
  }
}
