/**
 * The readings of a gift whose date or amount allows several. All are kept, each with what it needs, so that the notation of the whole file,
 * or a choice of the user, decides afterwards and the file is read once.
 */
import type { AmountNotation, amountReadings, DateOrder } from '../numbers/index.ts';

/** How the dates and amounts of a file are read. Null: nothing decides, so what has two readings has none. */
export interface Notation {
  readonly order: DateOrder | null;
  readonly amounts: AmountNotation;
}

export type AmountKind = NonNullable<ReturnType<typeof amountReadings>>['kind'];

/** The order that a date needs; `none`: no order is known. */
type DateNeeds = 'any' | 'mdy' | 'dmy' | 'none';

/** A reading of an amount of each kind; `unclear`: it has none. */
type AmountNeeds = 'any' | `${AmountKind}:${'whole' | 'decimals' | 'unclear'}`;

/** Whether an amount of a kind is read as a whole number, or with decimals; null when the notation does not say. */
function amountReading(kind: string, { decimal, thousandths }: AmountNotation): 'whole' | 'decimals' | null {
  const canGroup = kind.startsWith('grouped');
  const sign = kind === 'point' || kind === 'groupedByPoint' ? 'point' : 'comma';
  if (decimal === null) return null;
  if (sign === decimal) return canGroup && !thousandths ? null : 'decimals';
  return canGroup ? 'whole' : null;
}

/** What a reading of a gift needs. */
export interface Needs {
  readonly date: DateNeeds;
  readonly amount: AmountNeeds;
}
export const NO_NEEDS: Needs = { date: 'any', amount: 'any' };

/** Whether a reading is the one of a notation. Of all readings of a gift, one is. */
export function isRead({ date, amount }: Needs, notation: Notation): boolean {
  const order = notation.order === 'mdy' || notation.order === 'dmy' ? notation.order : 'none';
  if (date !== 'any' && date !== order) return false;
  if (amount === 'any') return true;
  const [kind, how] = amount.split(':') as [AmountKind, 'whole' | 'decimals' | 'unclear'];
  return (amountReading(kind, notation.amounts) ?? 'unclear') === how;
}
