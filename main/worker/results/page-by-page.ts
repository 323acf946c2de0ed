/** An answer that comes in pages: what its envelope says of more, and a page that came before, which a service sends that knows none. */
import { createHash } from 'node:crypto';
import { type Json, readMore } from '../../../shared/results/answers.ts';
import type { PartSoFar } from '../../worker-protocol/results.ts';
import { parseElement } from './profile-batches.ts';

/** Longer values are not about pages. */
const LONGEST_SCALAR = 4_096;
/** Values of an envelope that are kept. */
const MOST_SCALARS = 200;

type Envelope = { [key: string]: Json };

export class PageByPage {
  /** Digests of the first entry of each page. */
  private readonly firsts = new Set<string>();
  private envelope: Envelope = {};
  private scalars = 0;
  private repeats: boolean | null = null;

  /** A page begins. */
  begin(): void {
    this.envelope = {};
    this.scalars = 0;
    this.repeats = null;
  }

  /** Nothing that came counts: the entries before were something else. */
  restart(): void {
    this.firsts.clear();
    this.repeats = null;
  }

  /** Whether an entry of the page is to be taken: not when the page came before. `key`: of an entry in a map. */
  takes(bytes: Buffer, key = ''): boolean {
    if (this.repeats === null) {
      const digest = createHash('sha256').update(`${key}:`).update(bytes).digest('base64');
      this.repeats = this.firsts.has(digest);
      this.firsts.add(digest);
    }
    return !this.repeats;
  }

  /** A value of the envelope, which lies under `path`; one level down at most tells of pages. */
  scalar(path: readonly string[], key: string, bytes: Buffer): void {
    if (path.length > 1 || bytes.length > LONGEST_SCALAR || this.scalars >= MOST_SCALARS) return;
    this.scalars += 1;
    const [inner] = path;
    const value = parseElement(bytes);
    if (inner === undefined) this.envelope[key] = value;
    else this.envelope[inner] = { ...(this.envelope[inner] as Envelope | undefined), [key]: value };
  }

  /** `entries`: of all pages so far. */
  soFar(entries: number): PartSoFar {
    return { entries, more: readMore(this.envelope, entries, 1, 1), repeats: this.repeats };
  }
}
