/** Which rows of a file were part of the project that was adopted from the service. */
import type { Counts } from './project-shapes.ts';

/** `rows`: of the project on the service; null if it does not say. */
interface Adopted {
  readonly rows: number | null;
}

/**
 * Whether every row that an adopted project has on the service has its result in the file. If so, the other rows of the file were not part
 * of it.
 */
export const allHaveResults = ({ rows }: Adopted, { scored, refused, unmatched }: Counts): boolean =>
  rows !== null && unmatched === 0 && scored + refused === rows;

/** The number of rows of the file that were not part of the project, and so were neither sent nor charged with it. */
export const rowsNotPart = (adopted: Adopted | null, counts: Counts): number =>
  adopted !== null && allHaveResults(adopted, counts) ? counts.unknown : 0;
