/** Why a scored person is not written to another system. */
import { z } from 'zod';

/**
 * The reasons by precedence: a person counts only under the first that applies. `notReviewed`: no verdict, and below the match number from
 * which the office accepts profiles.
 */
export const HELD_BACK = ['notReviewed', 'wrong', 'unsure', 'noId', 'sameId', 'organization', 'noScore', 'empty', 'tooLong'] as const;
export const HeldBack = z.enum(HELD_BACK);
export type HeldBack = z.infer<typeof HeldBack>;

/** People held back by reason. Each person counts once. */
export type HeldBackCounts = Record<HeldBack, number>;
export const noneHeldBack = (): HeldBackCounts => ({
  notReviewed: 0,
  wrong: 0,
  unsure: 0,
  noId: 0,
  sameId: 0,
  organization: 0,
  noScore: 0,
  empty: 0,
  tooLong: 0,
});

/** People of a layout who are not held back. */
export const passing = ({ people, heldBack }: { readonly people: number; readonly heldBack: HeldBackCounts }): number =>
  people - HELD_BACK.reduce((sum, reason) => sum + heldBack[reason], 0);

/** Shortens a text to `most` characters, at the end of a word if possible. */
export function shortenedTo(text: string, most: number): string {
  if (text.length <= most) return text;
  // Does not split a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '') ? most - 1 : most;
  const cut = text.slice(0, end);
  const space = text[end] === ' ' ? end : cut.lastIndexOf(' ');
  return (space > 0 ? cut.slice(0, space) : cut).trimEnd();
}
