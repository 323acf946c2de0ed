/** Estimates how often matches are right, with a confidence interval. */

/** With fewer verdicts, a percentage would not be reliable. */
export const LEAST_VERDICTS = 20;

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959964;

/** The 95 % Wilson interval of a share, as fractions; null without observations. */
export function wilsonInterval(right: number, total: number): { readonly low: number; readonly high: number } | null {
  if (total === 0) return null;
  const share = right / total;
  const square = Z * Z;
  const center = share + square / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  const scale = 1 + square / total;
  return { low: Math.max(0, (center - spread) / scale), high: Math.min(1, (center + spread) / scale) };
}

/** The share of right matches with its likely range, in whole percent; null with too few verdicts. */
export function precisionOf(right: number, total: number): { readonly share: number; readonly low: number; readonly high: number } | null {
  const range = total < LEAST_VERDICTS ? null : wilsonInterval(right, total);
  if (range === null) return null;
  const percent = (fraction: number) => Math.round(fraction * 100);
  return { share: percent(right / total), low: percent(range.low), high: percent(range.high) };
}
