/** The requested page of a list: `page` and `itemsPerPage` of #2, and of #7, #8, #9 and #13 in dialects that page them. */
import * as z from 'zod';
import type { Call, PageAnswer } from './endpoint.ts';
import { ErrorResponse } from './error-response.ts';
import { parseInput } from './parse-input.ts';

export const ITEMS_PER_PAGE = 25;
export const MAX_ITEMS = 100;

const wholeNumber = (min: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/u, 'is not a whole number')
    .transform(Number)
    .refine((number) => number >= min, `is below ${min}`)
    .optional();

/** The text that leads to a page (from 1) where pages are requested by cursor. */
export const cursorOf = (page: number): string => Buffer.from(`page:${page}`).toString('base64url');

function pageOfCursor(cursor: string): number {
  const page = /^page:(\d{1,9})$/u.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  if (page === undefined) throw new ErrorResponse(400, 'page_invalid', 'There is no such page.');
  return Number(page);
}

/**
 * The page of the list at `path` that a call requests, from 1.
 * @throws ErrorResponse 400 for an invalid page
 */
export function requestedPage({ dialect, query }: Call, path: string): PageAnswer {
  const firstPage = dialect.firstPage === 'zero' ? 0 : 1;
  const schema = z.object({ page: wholeNumber(firstPage), itemsPerPage: wholeNumber(1), cursor: z.string().optional() });
  const requested = parseInput(schema, query, 'page_invalid', 'There is no such page.');
  const itemsPerPage = Math.min(requested.itemsPerPage ?? ITEMS_PER_PAGE, MAX_ITEMS);
  if (dialect.pageBy === 'cursor') return { page: requested.cursor === undefined ? 1 : pageOfCursor(requested.cursor), itemsPerPage, path };
  return { page: dialect.pagingIgnored ? 1 : (requested.page ?? firstPage) + 1 - firstPage, itemsPerPage, path };
}
