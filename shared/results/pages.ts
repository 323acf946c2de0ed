/** Reads a list of which the service answers one page at a time. */
import { AppError } from '../base/index.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly entries: readonly T[];
  /** Whether pages follow; null when the service does not say. */
  readonly more: boolean | null;
  /** Entries on all pages; null when the service does not say. */
  readonly total: number | null;
}

/** Statuses with which a service refuses a page after the last one. */
const PAST_THE_END: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** Called when the pages end. `isWhole`: false when the service says that more follows and does not give it. */
export type OnEnd = (isWhole: boolean) => void;

/**
 * Every page of a list, from page 0 of `read`. Ends at an empty page, at a repeated page (the service ignores paging, or leads in a
 * circle), at the total, or when the service says that no page follows. A service that says none of this ends with a page that is
 * shorter than another one. `textOf` tells two entries apart: one that the page before had too is left out.
 * @throws as `read`, except for a refusal of a page that the service did not announce.
 */
export async function* everyPage<T>(
  read: (page: number) => Promise<ListPage<T>>,
  textOf: (entry: T) => string,
  onEnd: OnEnd = () => undefined,
): AsyncGenerator<readonly T[]> {
  const pages = new Set<string>();
  let previous: ReadonlySet<string> = new Set();
  let seen = 0;
  let longest = 0;
  let announced: boolean | null = null;
  let count: number | null = null;
  const end = () => onEnd(count === null ? announced !== true : seen >= count);
  for (let page = 0; ; page++) {
    let answer: ListPage<T>;
    try {
      answer = await read(page);
    } catch (error) {
      const isRefusal = error instanceof AppError && error.code === 'SERVICE_REFUSED' && PAST_THE_END.has(error.details.status);
      if (page === 0 || !isRefusal) throw error;
      end();
      return;
    }
    const { entries, more, total } = answer;
    count = total ?? count;
    if (entries.length === 0) announced = more;
    const first = entries[0];
    const now = first === undefined ? '' : [entries.length, textOf(first), textOf(entries.at(-1)!)].join('\n');
    if (first === undefined || pages.has(now)) {
      end();
      return;
    }
    announced = more;
    pages.add(now);
    const texts = entries.map(textOf);
    const isKnown = previous;
    const fresh = entries.filter((_entry, at) => !isKnown.has(texts[at]!));
    previous = new Set(texts);
    seen += fresh.length;
    if (fresh.length > 0) yield fresh;
    if (total === null ? more === false || (more === null && entries.length < longest) : seen >= total) {
      end();
      return;
    }
    longest = Math.max(longest, entries.length);
  }
}
