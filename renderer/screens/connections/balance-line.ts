/** The step line of balances in the units of its drawing area, and a description of it in words. */
import type { ReportedBalance } from '../../../shared/contract/index.ts';
import { count, whenWithin } from '../../format/index.ts';

/** The drawing area. It is stretched to the width of the card, so its units have no fixed size. */
export const CHART = { width: 1000, height: 100 } as const;

/** Kept free above and below the line, so that its stroke is not cut off. */
const MARGIN = 8;

interface BalanceLine {
  /** SVG path of the line. A balance is drawn until the next one was reported. */
  readonly path: string;
  /** SVG path of the area below the line. */
  readonly area: string;
  /** The position of the newest balance. */
  readonly end: { readonly x: number; readonly y: number };
  readonly lowest: number;
  readonly highest: number;
}

const range = (balances: readonly ReportedBalance[]) => {
  const credits = balances.map(({ remaining }) => remaining);
  return { lowest: Math.min(...credits), highest: Math.max(...credits) };
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** `balances`: at least two, the oldest first. Balances of one moment are spread evenly. */
export function balanceLine(balances: readonly ReportedBalance[]): BalanceLine {
  const { lowest, highest } = range(balances);
  const from = balances[0]!.at;
  const span = balances.at(-1)!.at - from;
  const points = balances.map(({ at, remaining }, index) => {
    const place = span > 0 ? (at - from) / span : index / (balances.length - 1);
    const level = highest === lowest ? 0.5 : (highest - remaining) / (highest - lowest);
    return { x: rounded(place * CHART.width), y: rounded(MARGIN + level * (CHART.height - 2 * MARGIN)) };
  });
  const end = points.at(-1)!;
  const path = points.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('');
  return { path, area: `${path}V${CHART.height}H0Z`, end, lowest, highest };
}

/** The line in words, for screen readers. */
export function balanceSummary(balances: readonly ReportedBalance[]): string {
  const { lowest, highest } = range(balances);
  const [first, last] = [balances[0]!, balances.at(-1)!];
  const ends = `${count(first.remaining, 'credit')}, ${whenWithin(first.at)}, to ${count(last.remaining, 'credit')}, ${whenWithin(last.at)}`;
  return `Credits over time: from ${ends}. Highest ${count(highest, 'credit')}, lowest ${count(lowest, 'credit')}.`;
}
