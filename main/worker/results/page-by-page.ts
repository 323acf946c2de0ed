/** Paged answers: finds what the envelope says about further pages, and detects a repeated page from a service without paging. */
import { createHash } from 'node:crypto';
import type { Json } from '../../../shared/results/json.ts';
import { readMore } from '../../../shared/results/list-answer.ts';
import type { PartProgress } from '../../worker-protocol/results.ts';
import { parseElement } from './profile-batches.ts';

/** Bytes. Longer values do not describe pages. */
const MAX_SCALAR_BYTES = 4_096;
/** Most envelope values that are kept. */
const MAX_SCALARS = 200;

type Envelope = { [key: string]: Json };

export class PageByPage {
  /** Digests of the first entry of each page. */
  private readonly firsts = new Set<string>();
  private envelope: Envelope = {};
  private scalars = 0;
  private repeats: boolean | null = null;

  /** Starts a page. */
  begin(): void {
    this.envelope = {};
    this.scalars = 0;
    this.repeats = null;
  }

  /** Forgets all pages: the entries so far were not the list. */
  restart(): void {
    this.firsts.clear();
    this.repeats = null;
  }

  /** Whether to use an entry of the page; false when the page repeats an earlier one. `key`: the key of a map entry. */
  takes(bytes: Buffer, key = ''): boolean {
    if (this.repeats === null) {
      const digest = createHash('sha256').update(`${key}:`).update(bytes).digest('base64');
      this.repeats = this.firsts.has(digest);
      this.firsts.add(digest);
    }
    return !this.repeats;
  }

  /** Keeps a value of the envelope. Values more than one level deep do not describe pages. */
  scalar(path: readonly string[], key: string, bytes: Buffer): void {
    if (path.length > 1 || bytes.length > MAX_SCALAR_BYTES || this.scalars >= MAX_SCALARS) return;
    this.scalars += 1;
    const [inner] = path;
    const value = parseElement(bytes);
    if (inner === undefined) this.envelope[key] = value;
    else this.envelope[inner] = { ...(this.envelope[inner] as Envelope | undefined), [key]: value };
  }

  /** `entries`: of all pages so far. */
  progress(entries: number): PartProgress {
    return { entries, more: readMore(this.envelope, entries, 1, 1), repeats: this.repeats };
  }
}
