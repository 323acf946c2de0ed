import { centsOf, centsText } from './cents.ts';
import { inLineOrder } from './line-order.ts';
import type { GiftChoices, GiftsView } from './shapes.ts';

/** The view with other lines counted, shown until the file is read again and gives the days and people too. */
export function withLines(view: GiftsView, chosen: GiftChoices['lines']): GiftsView {
  const chosenLines = view.lines.map((line) => (line.canCount ? { ...line, counted: chosen[line.key] ?? line.why === null } : line));
  // Uses the final order at once: if a line moved again after the file is read, a click or key press on it would be lost.
  const lines = inLineOrder(chosenLines, ({ sum }) => (sum === null ? null : centsOf(sum)));
  const counted = lines.filter((line) => line.counted);
  const gifts = counted.reduce((all, line) => all + line.gifts, 0);
  const cents = counted.reduce((all, { sum }) => all + centsOf(sum ?? '0')!, 0);
  return { ...view, lines, counted: { ...view.counted, gifts, sum: centsText(cents) } };
}
