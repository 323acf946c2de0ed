/** Reads a list of which the service answers one page at a time. */
import { AppError } from '../base/errors.ts';

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

/**
 * Every page of a list, from page 0 of `read`. Ends at an empty page, at a repeated page (the service ignores paging), at
 * the total, or when the service says that no page follows. A service that says none of this ends with a page that is
 * shorter than another one. `textOf` tells two entries apart.
 * @throws as `read`, except for a refusal of a page that the service did not announce.
 */
export async function* everyPage<T>(
  read: (page: number) => Promise<ListPage<T>>,
  textOf: (entry: T) => string,
): AsyncGenerator<readonly T[]> {
  let seen = 0;
  let longest = 0;
  let before = '';
  for (let page = 0; ; page++) {
    let answer: ListPage<T>;
    try {
      answer = await read(page);
    } catch (error) {
      if (page > 0 && error instanceof AppError && error.code === 'SERVICE_REFUSED' && PAST_THE_END.has(error.details.status)) return;
      throw error;
    }
    const { entries, more, total } = answer;
    const now = entries.map(textOf).join('\n');
    if (entries.length === 0 || now === before) return;
    yield entries;
    before = now;
    seen += entries.length;
    if (total === null ? more === false || (more === null && entries.length < longest) : seen >= total) return;
    longest = Math.max(longest, entries.length);
  }
}
