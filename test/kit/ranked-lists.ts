/** Lists of people with an order by total giving, and choices of the first of them. */
import type { OrderSettings } from '../../shared/order/index.ts';

export const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Total Gift Amount,Last Gift Date,Number of Gifts,Rank';
/** Numbers as letters, for names: without digits, no two people have the same name. */
const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);
export const total = (n: number) => 100 + n * 10;

/** A person who gave more if the number is higher; `Rank` is the reverse. */
export const line = (prefix: string, n: number, id = `${prefix}${n}`) =>
  `${id},First${letters(n)},Last${prefix.toLowerCase()}${letters(n)},${n} Larkspur Ln,Worcester,MA,01609,${total(n)},01/15/20${10 + (n % 15)},${1 + (n % 4)},${n}`;

/** The lines of a list with `count` people, and more lines. */
export const rankedList = (prefix: string, count: number, ...more: string[]) => [
  HEADINGS,
  ...Array.from({ length: count }, (_, at) => line(prefix, at + 1)),
  ...more,
];

export const NOTHING = { total: 0, recency: 0, gifts: 0, readiness: 0, neverScreened: 0 };
export const best = (cut: OrderSettings['cut'], more: Partial<OrderSettings> = {}): OrderSettings => ({
  by: { kind: 'weights', weights: { ...NOTHING, total: 3 } },
  cut,
  sample: 0,
  seed: 4127,
  ...more,
});
export const pilot = (people: number, ids: readonly string[] = []): OrderSettings => ({
  by: { kind: 'pilot', column: null, ids: [...ids], rows: [] },
  cut: first(people),
  sample: 0,
  seed: 4127,
});
export const first = (people: number): OrderSettings['cut'] => ({ kind: 'people', people });
export const ids = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${prefix}${from + at}`).toSorted();
