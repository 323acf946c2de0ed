/** The order of the lines of a gift file. */

interface Ordered {
  readonly key: string;
  readonly counted: boolean;
}

/**
 * Sorts lines: those that count, then those left out, each by the absolute value of their sum, largest first. Lines without a sum come
 * last, in their own order.
 */
export function inLineOrder<L extends Ordered>(lines: readonly L[], centsOf: (line: L) => number | null): L[] {
  const sized = lines.flatMap((line) => {
    const cents = centsOf(line);
    return cents === null ? [] : [{ line, size: Math.abs(cents) }];
  });
  const sorted = sized.toSorted(
    (a, b) => Number(b.line.counted) - Number(a.line.counted) || b.size - a.size || (a.line.key < b.line.key ? -1 : 1),
  );
  return [...sorted.map(({ line }) => line), ...lines.filter((line) => centsOf(line) === null)];
}
