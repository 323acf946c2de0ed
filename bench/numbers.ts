/** Numbers for the reports of the benchmarks. */

/** The middle value; of an even number of values the greater of the two in the middle. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** The number with at most `digits` decimal places. */
export const round = (value: number, digits = 3): number => Number(value.toFixed(digits));
