/** Formats the numbers of the report, the same way everywhere. */
import { numberText } from '../base/index.ts';
import type { CapacityGroups } from '../contract/index.ts';
import type { ReportLine } from './facts.ts';

type Groups = NonNullable<CapacityGroups>;

/** Texts of bounds of groups. */
export interface MoneyBounds {
  readonly from: (amount: number) => string;
  readonly to: (amount: number) => string;
}

const dollars = (options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact', ...options });
const compactDollars = dollars({ maximumFractionDigits: 1 });

/** $1.2M. */
export const shortMoney = (amount: number): string => compactDollars.format(amount);

/**
 * Options of a format for bounds: with a digit more, and never inside the group. “$1.1M and more” would be untrue of a group from
 * $1,052,100.
 */
export const BOUND_OPTIONS = {
  from: { maximumFractionDigits: 2, roundingMode: 'floor' },
  to: { maximumFractionDigits: 2, roundingMode: 'ceil' },
} as const satisfies Record<keyof MoneyBounds, Intl.NumberFormatOptions>;

const [from, to] = [dollars(BOUND_OPTIONS.from), dollars(BOUND_OPTIONS.to)];

/** $1.25M, rounded away from the group that it bounds. */
export const shortBounds: MoneyBounds = { from: (amount) => from.format(amount), to: (amount) => to.format(amount) };

/** 2,341, and 14.7 for a share. */
export const amountText = (value: number): string =>
  Number.isInteger(value) ? numberText(value) : value.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const figureText = ({ value, isMoney }: ReportLine & { readonly isMoney: boolean }): string =>
  isMoney ? shortMoney(value) : amountText(value);

/** The service's name for a group of people by capacity, or else its amounts. */
export function bandName(groups: Groups, band: Groups['bands'][number], money: MoneyBounds): string {
  const { bands } = groups;
  if (band.label !== null) return band.label;
  if (band.min === band.max) return money.from(band.min);
  if (band === bands[0]) return `${money.from(band.min)} and more`;
  return band === bands.at(-1) ? `up to ${money.to(band.max)}` : `${money.from(band.min)} to ${money.to(band.max)}`;
}
