/** Numbers for the reports of the benchmarks. */

/** The middle value; of an even number of values the greater of the two in the middle. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** The number with at most `digits` decimal places. */
export const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** How much the values of one measurement differ: the distance of the largest from the smallest, divided by the median. */
export const noise = (values: readonly number[]): number => round((Math.max(...values) - Math.min(...values)) / median(values));
