/**
 * A gift with an ambiguous date or amount has several readings. All of them are kept, each with the notation that it needs. The notation of
 * the whole file, or the user, decides later, so the file is read only once.
 */
import type { AmountNotation, amountReadings, DateOrder } from '../numbers/index.ts';

/** How the dates and amounts of a file are written. Null: not known, so ambiguous values cannot be read. */
export interface Notation {
  readonly order: DateOrder | null;
  readonly amounts: AmountNotation;
}

export type AmountKind = NonNullable<ReturnType<typeof amountReadings>>['kind'];

const DATE_NEEDS = ['any', 'mdy', 'dmy', 'none'] as const;
/** The date order under which a reading applies. `any`: always. `none`: while the order is not known. */
type DateNeeds = (typeof DATE_NEEDS)[number];

const KINDS = ['point', 'comma', 'groupedByPoint', 'groupedByComma'] as const satisfies readonly AmountKind[];
/** How an amount is read, by its kind. `any`: it has only one reading. `unclear`: it cannot be read. */
type AmountNeeds = 'any' | `${AmountKind}:${'whole' | 'decimals' | 'unclear'}`;
const AMOUNT_NEEDS: readonly AmountNeeds[] = [
  'any',
  ...KINDS.flatMap((kind) => [`${kind}:whole`, `${kind}:decimals`, `${kind}:unclear`] as const),
];

/** When a reading of a gift applies. Equal needs are the same object. `index`: from 0. */
export interface Needs {
  readonly date: DateNeeds;
  readonly amount: AmountNeeds;
  /** For the refunded amount. */
  readonly refunded: AmountNeeds;
  readonly index: number;
}
const KINDS_OF_NEEDS = AMOUNT_NEEDS.length;
const ALL: readonly Needs[] = DATE_NEEDS.flatMap((date, at) =>
  AMOUNT_NEEDS.flatMap((amount, second) =>
    AMOUNT_NEEDS.map((refunded, third) => ({ date, amount, refunded, index: (at * KINDS_OF_NEEDS + second) * KINDS_OF_NEEDS + third })),
  ),
);
export const NO_NEEDS: Needs = ALL[0]!;

export const dateNeeds = (date: DateNeeds): Needs => ALL[DATE_NEEDS.indexOf(date) * KINDS_OF_NEEDS * KINDS_OF_NEEDS]!;
export const amountNeeds = (amount: AmountNeeds): Needs => ALL[AMOUNT_NEEDS.indexOf(amount) * KINDS_OF_NEEDS]!;
/** Combines the needs of a date, an amount and a refunded amount. `refunded` is given like `amount`, as from `amountNeeds`. */
export const allNeeds = (date: Needs, amount: Needs, refunded: Needs): Needs =>
  ALL[date.index + amount.index + refunded.index / KINDS_OF_NEEDS]!;

const signOf = (kind: AmountKind) => (kind === 'point' || kind === 'groupedByPoint' ? 'point' : 'comma');
const canGroup = (kind: AmountKind): boolean => kind.startsWith('grouped');

/** Whether the sign of an amount separates groups (`whole`) or decimals; null when the notation does not decide. */
function amountReading(kind: AmountKind, { decimal, thousandths }: AmountNotation): 'whole' | 'decimals' | null {
  if (decimal === null) return null;
  // A group always has three digits. Other amounts therefore have decimals, even if the file uses the other decimal sign.
  if (!canGroup(kind)) return 'decimals';
  if (signOf(kind) !== decimal) return 'whole';
  return thousandths ? 'decimals' : null;
}

const partsOf = (amount: Exclude<AmountNeeds, 'any'>) => amount.split(':') as [AmountKind, 'whole' | 'decimals' | 'unclear'];

function isAmountRead(amount: AmountNeeds, notation: AmountNotation): boolean {
  if (amount === 'any') return true;
  const [kind, how] = partsOf(amount);
  return (amountReading(kind, notation) ?? 'unclear') === how;
}

/** Whether a reading applies under a notation. Exactly one reading of each gift does. */
export function isRead({ date, amount, refunded }: Needs, notation: Notation): boolean {
  const order = notation.order === 'mdy' || notation.order === 'dmy' ? notation.order : 'none';
  if (date !== 'any' && date !== order) return false;
  return isAmountRead(amount, notation.amounts) && isAmountRead(refunded, notation.amounts);
}

/** Whether an amount uses the other decimal sign: 30,5 where the notation has a decimal point. */
export function hasOtherSign({ amount }: Needs, { amounts: { decimal } }: Notation): boolean {
  if (amount === 'any' || decimal === null) return false;
  const [kind] = partsOf(amount);
  return !canGroup(kind) && signOf(kind) !== decimal;
}
