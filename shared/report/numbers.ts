/** Formats the numbers of the report, the same way everywhere. */
import { numberText } from '../base/index.ts';
import type { CapacityGroups } from '../contract/index.ts';
import type { ReportLine } from './facts.ts';

type Groups = NonNullable<CapacityGroups>;

const compactDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

/** $1.2M. */
export const shortMoney = (amount: number): string => compactDollars.format(amount);

/** 2,341, and 14.7 for a share. */
export const amountText = (value: number): string =>
  Number.isInteger(value) ? numberText(value) : value.toLocaleString('en-US', { maximumFractionDigits: 1 });

export const figureText = ({ value, isMoney }: ReportLine & { readonly isMoney: boolean }): string =>
  isMoney ? shortMoney(value) : amountText(value);

/** The service's name for a group of people by capacity, or else its amounts. */
export function bandName(groups: Groups, band: Groups['bands'][number], money: (amount: number) => string): string {
  const { bands } = groups;
  if (band.label !== null) return band.label;
  if (band.min === band.max) return money(band.min);
  if (band === bands[0]) return `${money(band.min)} and more`;
  return band === bands.at(-1) ? `up to ${money(band.max)}` : `${money(band.min)} to ${money(band.max)}`;
}
