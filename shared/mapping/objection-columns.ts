/** Reads the columns that forbid screening a person: objections, missing consent, and children. */
import { childMarks, hasNotToScreen, saysDoNotScreen, saysNoConsent } from '../transforms/index.ts';
import type { RoleColumn } from './plan.ts';

const { isAgeOfAdult, saysChild } = childMarks;

type ReadCell = (column: number) => string;

/** What a column says about one cell. Children are decided by all their columns together. */
const readerOf = ({ role, codes }: RoleColumn): ((text: string) => boolean) =>
  role === 'screeningConsent' ? saysNoConsent : codes ? hasNotToScreen : saysDoNotScreen;

/**
 * True for a row that must not be screened; null without such columns. A son or daughter whose age is in another column and at least 18 is
 * not a child.
 */
export function objectionIn(by: readonly RoleColumn[]): ((cell: ReadCell) => boolean) | null {
  if (by.length === 0) return null;
  const children = by.filter(({ role }) => role === 'child').map(({ column }) => column);
  const others = by.filter(({ role }) => role !== 'child').map((one) => ({ column: one.column, objects: readerOf(one) }));
  return (cell) =>
    others.some(({ column, objects }) => objects(cell(column))) ||
    (children.some((column) => saysChild(cell(column))) && !children.some((column) => isAgeOfAdult(cell(column))));
}
