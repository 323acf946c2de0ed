/** Statistics for the reports of the benchmarks. */

/** The median; for an even number of values, the greater of the two middle values. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** The number with at most `digits` decimal places. */
export const round = (value: number, digits = 3): number => Number(value.toFixed(digits));

/** The spread of a measurement: the difference between its largest and smallest value, divided by the median. */
export const noise = (values: readonly number[]): number => round((Math.max(...values) - Math.min(...values)) / median(values));
