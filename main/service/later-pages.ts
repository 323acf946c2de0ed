/** The pages of a list after the first one: the service names the next page, or pages are asked for by number. */
import { AppError } from '../../shared/base/index.ts';
import type { NextPage } from '../../shared/results/index.ts';

/** The most pages of one answer: a million profiles with 10 on a page. */
const MOST_PAGES = 100_000;
/** The most pages in a row without a new entry: a service that names ever more of them does not end by itself. */
const MOST_WITHOUT_NEW = 1000;

/** The addresses of one list that were read, so that a service that leads in a circle is noticed. */
export class PageAddresses {
  private readonly read = new Set<string>();

  constructor(first: URL) {
    this.read.add(first.href);
  }

  /**
   * The address of the named page, from `current`, which names it. Null when it was read before or is that of another call at another
   * origin. The token only goes to the origin of `current`.
   */
  take(named: NextPage | null, current: URL): URL | null {
    const url = named === null ? null : addressOf(named, current);
    if (url === null || this.read.has(url.href)) return null;
    this.read.add(url.href);
    return url;
  }
}

const lastSegment = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/'));

function addressOf(named: NextPage, current: URL): URL | null {
  if (named.kind === 'cursor') {
    const url = new URL(current);
    url.searchParams.set(named.parameter, named.value);
    return url;
  }
  if (!URL.canParse(named.address, current.href)) return null;
  const url = new URL(named.address, current);
  if (!/^https?:$/.test(url.protocol)) return null;
  // A service behind a gateway may write http, or its name inside: the request goes to the origin of the connection in any case.
  const target = new URL(current);
  target.search = url.search;
  if (url.host === current.host) target.pathname = url.pathname;
  else if (lastSegment(url) !== lastSegment(current)) return null;
  return target;
}

/** A page that can be read, and the way to the pages after it. */
export interface LaterPages<P> {
  /** The page that this one or its Link header names, `named` being what its body names; null when there is none to follow. */
  readonly following: (named: NextPage | null) => Promise<P> | null;
  /** The page of that number. */
  readonly page: (page: number, itemsPerPage: number) => Promise<P>;
}

/** What is read of a list after a page. */
export interface PageState {
  /** Different entries of all pages. */
  readonly entries: number;
  /** The next page that the body names, for a page that does not know it itself. */
  readonly next?: NextPage | null;
  /** Whether the page repeats an earlier one; null before its first entry. */
  readonly repeats: boolean | null;
}

/** The page; null when the service refuses it. */
async function unlessRefused<P>(page: Promise<P> | null): Promise<P | null> {
  try {
    return await page;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_REFUSED') return null;
    throw error;
  }
}

/**
 * Reads the pages after `first`, whose state is `state`: the ones that the service names, else by number while `isMore` holds. Ends at a
 * page without a new entry. Returns the state after the last page that is no repetition.
 * @throws as the pages and `read`.
 */
export async function readLaterPages<P extends LaterPages<P>, S extends PageState>(
  first: P,
  state: S,
  read: (page: P) => Promise<S>,
  isMore: (state: S) => boolean,
): Promise<S> {
  const itemsPerPage = state.entries;
  let soFar = state;
  let current = first;
  // Pages count from 0 or from 1, so the first page that is asked for by number can repeat the one before it.
  let number = 1;
  let mayRepeat = true;
  let withoutNew = 0;
  for (let pages = 1; pages <= MOST_PAGES && withoutNew < MOST_WITHOUT_NEW; pages++) {
    const named = await unlessRefused(current.following(soFar.next ?? null));
    const page = named ?? (itemsPerPage > 0 && isMore(soFar) ? await unlessRefused(first.page(number, itemsPerPage)) : null);
    if (page === null) return soFar;
    const latest = await read(page);
    withoutNew = latest.repeats === true || latest.entries === soFar.entries ? withoutNew + 1 : 0;
    if (latest.repeats === true) {
      if (named === null && !mayRepeat) return soFar;
      if (named === null) {
        mayRepeat = false;
        number += 1;
      }
      // A repeated page is not read to its end, so only the state before it says whether more pages follow.
      continue;
    }
    const isEmpty = latest.entries === soFar.entries;
    soFar = latest;
    current = page;
    number += 1;
    if (isEmpty && named === null) return soFar;
  }
  return soFar;
}
