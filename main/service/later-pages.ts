/** The pages of a list after the first one, at the addresses that the service names or by number. */
import { AppError } from '../../shared/base/index.ts';
import type { NextPage } from '../../shared/results/index.ts';

/** The most pages of one answer: enough for a million profiles with 10 on each page. */
const MAX_PAGES = 100_000;
/** The most pages in a row without a new entry, for a service that names a next page forever. */
const MAX_WITHOUT_NEW = 1000;

/** The addresses of a list that were already read, to detect a service whose next pages form a circle. */
export class PageAddresses {
  private readonly read = new Set<string>();

  constructor(first: URL) {
    this.read.add(first.href);
  }

  /**
   * The address of the next page after the page `current`, always at the origin of `current`, because no other origin must get the token.
   * Every call returns another one, as long as the query parameter is not known. Null when all were read before, or when another origin is
   * named with the path of another call.
   */
  take(named: NextPage | null, current: URL): URL | null {
    const url = named === null ? undefined : addressesOf(named, current).find(({ href }) => !this.read.has(href));
    if (url === undefined) return null;
    this.read.add(url.href);
    return url;
  }
}

const lastSegment = ({ pathname }: URL): string => pathname.slice(pathname.lastIndexOf('/'));

/** The possible addresses of a page, best first. */
function addressesOf(named: NextPage, current: URL): URL[] {
  if (named.kind === 'cursor') {
    const parameters = [named.parameter, ...(named.others ?? [])];
    const known = parameters.find((parameter) => current.searchParams.has(parameter));
    return (known === undefined ? parameters : [known]).map((parameter) => {
      const url = new URL(current);
      url.searchParams.set(parameter, named.value);
      return url;
    });
  }
  const url = URL.parse(named.address, current.href);
  if (url === null || !/^https?:$/.test(url.protocol)) return [];
  // Behind a gateway, the service may name http addresses or its internal host. The origin is always that of the connection.
  const target = new URL(current);
  target.search = url.search;
  if (url.host === current.host) target.pathname = url.pathname;
  else if (lastSegment(url) !== lastSegment(current)) return [];
  return [target];
}

/** A page that can be read, and the way to the pages after it. */
export interface LaterPages<P> {
  /** The page after this one, at the next address where it can be (`PageAddresses.take`); null when there is none to follow. */
  readonly following: (next: NextPage | null) => Promise<P> | null;
  /** The page with this number. */
  readonly page: (page: number, itemsPerPage: number) => Promise<P>;
}

/** What is known about a list after reading a page. */
export interface PageState {
  /** Number of different entries on all pages so far. */
  readonly entries: number;
  /** Whether the service says that more pages follow; null when it does not say. */
  readonly more: boolean | null;
  /** The next page that the page names. */
  readonly next: NextPage | null;
  /** The ID of the last entry; null without one. */
  readonly lastId: string | null;
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

/** The page after `current`; null when there is none to follow, or the service refuses all addresses where it can be. */
async function pageAfter<P extends LaterPages<P>>(current: P, next: NextPage | null): Promise<P | null> {
  for (;;) {
    const following = current.following(next);
    const page = await unlessRefused(following);
    if (page !== null || following === null) return page;
  }
}

/** The page after the entry with this ID. */
const afterEntry = (id: string | null): NextPage | null =>
  id === null ? null : { kind: 'cursor', parameter: 'starting_after', others: ['startingAfter', 'after'], value: id };

/**
 * Reads the pages after `first`: the ones that the service names, otherwise by number while `isMore` holds. If the service says that pages
 * follow, but does not return any by number, the page after the last entry is requested. `state`: the state after `first`. Stops at a page
 * without a new entry. Returns the state after the last page that was not a repetition.
 * @throws what the pages and `read` throw.
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
  // Some services count pages from 0, others from 1, so the first page requested by number may be a repetition.
  let number = 1;
  let mayRepeat = true;
  let isNumbered = itemsPerPage > 0;
  let withoutNew = 0;
  for (let pages = 1; pages <= MAX_PAGES && withoutNew < MAX_WITHOUT_NEW; pages++) {
    const named = await pageAfter(current, soFar.next);
    const numbered = named === null && isNumbered && isMore(soFar) ? await unlessRefused(first.page(number, itemsPerPage)) : null;
    if (named === null && numbered === null) isNumbered = false;
    const page = named ?? numbered ?? (soFar.more === true ? await pageAfter(current, afterEntry(soFar.lastId)) : null);
    if (page === null) return soFar;
    const latest = await read(page);
    withoutNew = latest.repeats === true || latest.entries === soFar.entries ? withoutNew + 1 : 0;
    if (latest.repeats === true) {
      if (page === numbered) {
        isNumbered = mayRepeat;
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
