import { centsOf, centsText } from './cents.ts';
import { inLineOrder } from './line-order.ts';
import type { GiftChoices, GiftsView } from './shapes.ts';

/** A view with other lines counted, before the file says which days and people they are of. */
export function withLines(view: GiftsView, chosen: GiftChoices['lines']): GiftsView {
  const chosenLines = view.lines.map((line) => (line.canCount ? { ...line, counted: chosen[line.key] ?? line.why === null } : line));
  // A line that moves once more when the file was read would lose a key or a button that is held down on it.
  const lines = inLineOrder(chosenLines, ({ sum }) => (sum === null ? null : centsOf(sum)));
  const counted = lines.filter((line) => line.counted);
  const gifts = counted.reduce((all, line) => all + line.gifts, 0);
  const cents = counted.reduce((all, { sum }) => all + centsOf(sum ?? '0')!, 0);
  return { ...view, lines, counted: { ...view.counted, gifts, sum: centsText(cents) } };
}
