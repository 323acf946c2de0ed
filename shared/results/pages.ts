/** Reads a list that the service returns page by page. */
import { AppError } from '../base/index.ts';

/** A page of a list. */
export interface ListPage<T> {
  readonly entries: readonly T[];
  /** Whether more pages follow; null when the service does not say. */
  readonly more: boolean | null;
  /** Entries on all pages; null when the service does not say. */
  readonly total: number | null;
}

/** Statuses with which services refuse a page after the last one. */
const PAST_THE_END: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** Called after the last page. `isWhole`: false when the service says that more entries follow but does not return them. */
export type OnEnd = (isWhole: boolean) => void;

/**
 * Yields all pages of a list, from page 0 of `read`. Ends at an empty page, at a repeated page (if the service ignores paging, or its links
 * form a circle), at the total, or when the service says that no page follows. If the service says nothing, ends at a page that is shorter
 * than an earlier one. `textOf` identifies entries: an entry that the previous page also had is left out.
 * @throws as `read`, but ignores the refusal of a page that the service did not announce.
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
