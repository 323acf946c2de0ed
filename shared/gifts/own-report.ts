/** Compares the totals of the user's own gift report with those of the gift file. */
import { readAmount } from '../numbers/index.ts';
import { centsOf } from './cents.ts';
import type { GiftReport, GiftsView } from './shapes.ts';

type Line = GiftsView['lines'][number];

export interface ReportDifference {
  /** Cents in the report minus counted cents; null without a readable sum. */
  readonly cents: number | null;
  /** Gifts in the report minus counted gifts; null without a readable number. */
  readonly gifts: number | null;
  /** The line that explains both differences exactly; null when none does. */
  readonly line: Line | null;
}

const centsOfText = (text: string): number | null => {
  const plain = readAmount(text, 'point');
  return plain === null ? null : centsOf(plain);
};

const COUNT = /^\d{1,3}(?:[,. ]?\d{3})*$/;

/** Compares both totals. A line explains the differences only if both its sum and its count match: a single match can be chance. */
export function compareReport(
  { counted, lines }: Pick<GiftsView, 'counted' | 'lines'>,
  report: Pick<GiftReport, 'sum' | 'gifts'>,
): ReportDifference {
  const sum = report.sum.trim() === '' ? null : centsOfText(report.sum);
  const typed = report.gifts.trim();
  const gifts = COUNT.test(typed) ? Number(typed.replaceAll(/\D/g, '')) - counted.gifts : null;
  const cents = sum === null ? null : sum - centsOf(counted.sum)!;
  if (cents === null || gifts === null || (cents === 0 && gifts === 0)) return { cents, gifts, line: null };
  const explains = ({ sum: ofLine, gifts: count, counted: isCounted, canCount }: Line) => {
    const lineCents = ofLine === null || !canCount ? null : centsOf(ofLine);
    if (lineCents === null) return false;
    const sign = isCounted ? -1 : 1;
    return sign * lineCents === cents && sign * count === gifts;
  };
  return { cents, gifts, line: lines.find(explains) ?? null };
}
