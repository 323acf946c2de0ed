/** Scores and filters for display. The data itself stays plain: ISO dates, plain numbers, TRUE and FALSE. */
import { labelOf } from '../../shared/fields/index.ts';
import { BOUND_OPTIONS, type MoneyBounds } from '../../shared/report/index.ts';
import { type ResultFilter, isMoney } from '../../shared/results/index.ts';
import type { Distribution, ResultRow, ScoreColumn } from '../../shared/contract/index.ts';
import { mediumDay } from './text.ts';

/** The most decimal places that a format can show. */
const MAX_DECIMALS = 100;
const roughly = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });

/** The day of an ISO date, short enough for a cell; any other text unchanged. */
export function shortDay(isoDay: string): string {
  const at = /^\d{4}-\d{2}-\d{2}/.test(isoDay) ? new Date(`${isoDay.slice(0, 10)}T00:00`) : null;
  return at === null || Number.isNaN(at.getTime()) ? isoDay : mediumDay.format(at);
}

const monthAndYear = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' });

/** The month of a time: Sep 2026. */
export const monthAt = (at: number): string => monthAndYear.format(at);

/** The month of an ISO date: Sep 2026. */
export function monthText(isoDay: string): string {
  const at = /^\d{4}-\d{2}-\d{2}/.test(isoDay) ? new Date(`${isoDay.slice(0, 10)}T00:00`) : null;
  return at === null || Number.isNaN(at.getTime()) ? '' : monthAndYear.format(at);
}

/** How a value is shown; `money`: US dollars. */
export type DisplayType = ScoreColumn['type'] | 'money';

export const displayTypeOf = ({ key, type }: Pick<ScoreColumn, 'key' | 'type'>): DisplayType =>
  type === 'number' && isMoney(key) ? 'money' : type;

const DOLLARS: Intl.NumberFormatOptions = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' };
const dollars = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(undefined, { ...DOLLARS, ...options });
const wholeDollars = dollars({ maximumFractionDigits: 0 });
const compactDollars = dollars({ notation: 'compact', maximumFractionDigits: 1 });

/** $1.2M: short enough for a bar. */
export const compactMoney = (amount: number): string => compactDollars.format(amount);

const boundFrom = dollars({ notation: 'compact', ...BOUND_OPTIONS.from });
const boundTo = dollars({ notation: 'compact', ...BOUND_OPTIONS.to });

/** $1.25M: the bounds of a group, rounded away from it. */
export const compactBounds: MoneyBounds = { from: (amount) => boundFrom.format(amount), to: (amount) => boundTo.format(amount) };

const decimalsOf = (value: number | string | null): number => (/\.(\d+)$/.exec(String(value))?.[1] ?? '').length;

/** Decimal places for all numbers of a column, so that 3 is shown as 3.0 next to 3.6 and 2.9; at most 2. */
export const digitsOf = ({ min, max }: Pick<ScoreColumn, 'min' | 'max'>, values: readonly string[] = []): number =>
  Math.min(2, Math.max(decimalsOf(min), decimalsOf(max), ...values.map(decimalsOf)));

const PLAIN = /^-?\d+(\.\d+)?$/;

/**
 * A plain decimal number with all of its digits, and at least this many decimal places. Formats take texts, so that no double loses a
 * digit.
 */
function allDigits(value: string, digits: number, options: Intl.NumberFormatOptions): string {
  const decimals = Math.min(MAX_DECIMALS, Math.max(digits, decimalsOf(value)));
  const places = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return formatOf(options, places).format(value as Intl.StringNumericLiteral);
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(options: Intl.NumberFormatOptions, places: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${options.style ?? ''}${places.minimumFractionDigits}`;
  let format = formats.get(key);
  if (format === undefined) formats.set(key, (format = new Intl.NumberFormat(undefined, { ...options, ...places })));
  return format;
}

/** The text of a score with all of its digits; a number has at least `digits` decimal places. */
export function scoreText(value: string, type: DisplayType, digits = 0): string {
  if (value === '') return '';
  switch (type) {
    case 'number':
      return PLAIN.test(value) ? allDigits(value, digits, {}) : value;
    case 'money':
      // $412,000; with cents only if there are any.
      return PLAIN.test(value) ? allDigits(value, decimalsOf(value) === 0 ? 0 : 2, DOLLARS) : value;
    case 'date':
      return shortDay(value);
    case 'flag':
      return value.toUpperCase() === 'TRUE' ? 'Yes' : value.toUpperCase() === 'FALSE' ? 'No' : value;
    default:
      return value;
  }
}

/** The text of a value of a column, with as many decimal places as the other values of the column. */
export const columnText = (value: string, column: Pick<ScoreColumn, 'key' | 'type' | 'min' | 'max'>): string =>
  scoreText(value, displayTypeOf(column), digitsOf(column));

const amountText = (amount: number, type: DisplayType): string => (type === 'money' ? wholeDollars : roughly).format(amount);

/** A filter after the name of its column: "is 4", "3 or more", "50,000 to 100,000", "has no value". */
export function filterText(filter: ResultFilter, type: DisplayType): string {
  switch (filter.kind) {
    case 'is':
      return `is ${scoreText(filter.value, type)}`;
    case 'empty':
      return 'has no value';
    case 'contains':
      return `contains ${filter.text}`;
    case 'days': {
      const { from, to } = filter;
      if (from !== null && to !== null) return from === to ? `is ${shortDay(from)}` : `${shortDay(from)} to ${shortDay(to)}`;
      if (from !== null) return `since ${shortDay(from)}`;
      return to === null ? 'has a day' : `until ${shortDay(to)}`;
    }
    case 'range': {
      const { min, max } = filter;
      if (min !== null && max !== null)
        return min === max ? `is ${scoreText(String(min), type)}` : `${amountText(min, type)} to ${amountText(max, type)}`;
      if (min !== null) return `${amountText(min, type)} or more`;
      return max === null ? 'has a value' : `${amountText(max, type)} or less`;
    }
  }
}

type Bar = Distribution['bars'][number];

/** The filter of a bar of a distribution. */
export function barFilter(column: string, bar: Bar): ResultFilter {
  if (bar.from === null && bar.to === null) return { kind: 'is', column, value: bar.label };
  return { kind: 'range', column, min: bar.from, max: bar.to };
}

const isRange = ({ from, to }: Bar): boolean => from !== null && to !== null && from !== to;

/** A bar's value, or the range it covers. */
export function barText(bar: Bar, type: DisplayType): string {
  if (!isRange(bar)) return scoreText(bar.label, type);
  return `${amountText(bar.from ?? 0, type)} to ${amountText(bar.to ?? 0, type)}`;
}

/** The text below a bar: its value, or the start of its range. */
export const barMark = (bar: Bar, type: DisplayType): string =>
  isRange(bar) ? (type === 'money' ? compactDollars : compact).format(bar.from ?? 0) : scoreText(bar.label, type);

export const isSameFilter = (a: ResultFilter, b: ResultFilter): boolean => JSON.stringify(a) === JSON.stringify(b);

/** True for numbers that are also shown as a length: ratings and other scales from zero or one up to 10. */
export const hasLength = ({ type, min, max }: Pick<ScoreColumn, 'type' | 'min' | 'max'>): boolean =>
  type === 'number' && min !== null && max !== null && min >= 0 && max > 0 && max <= 10;

/** Why a row was refused, in the service's words. */
export const reasonText = ({ field, message }: ResultRow['reasons'][number]): string =>
  field === null ? message : `${labelOf(field)}: ${message}`;
