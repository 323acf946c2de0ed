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

const DATE_NEEDS = ['any', 'mdy', 'dmy', 'none'] as const;
/** The order that a date needs; `none`: no order is known. */
type DateNeeds = (typeof DATE_NEEDS)[number];

const KINDS = ['point', 'comma', 'groupedByPoint', 'groupedByComma'] as const satisfies readonly AmountKind[];
/** A reading of an amount of each kind; `unclear`: it has none. */
type AmountNeeds = 'any' | `${AmountKind}:${'whole' | 'decimals' | 'unclear'}`;
const AMOUNT_NEEDS: readonly AmountNeeds[] = [
  'any',
  ...KINDS.flatMap((kind) => [`${kind}:whole`, `${kind}:decimals`, `${kind}:unclear`] as const),
];

/** What a reading of a gift needs. Equal needs are one object. `index`: from 0. */
export interface Needs {
  readonly date: DateNeeds;
  readonly amount: AmountNeeds;
  /** Of the amount that was refunded. */
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
/** What a reading of a date, one of an amount and one of the refunded amount, each as of an amount, need together. */
export const allNeeds = (date: Needs, amount: Needs, refunded: Needs): Needs =>
  ALL[date.index + amount.index + refunded.index / KINDS_OF_NEEDS]!;

const signOf = (kind: AmountKind) => (kind === 'point' || kind === 'groupedByPoint' ? 'point' : 'comma');
const canGroup = (kind: AmountKind): boolean => kind.startsWith('grouped');

/** Whether an amount of a kind is read as a whole number, or with decimals; null when the notation does not say. */
function amountReading(kind: AmountKind, { decimal, thousandths }: AmountNotation): 'whole' | 'decimals' | null {
  if (decimal === null) return null;
  // No group has one or two digits: such an amount has decimals, although the others have another sign before theirs.
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

/** Whether a reading is the one of a notation. Of all readings of a gift, one is. */
export function isRead({ date, amount, refunded }: Needs, notation: Notation): boolean {
  const order = notation.order === 'mdy' || notation.order === 'dmy' ? notation.order : 'none';
  if (date !== 'any' && date !== order) return false;
  return isAmountRead(amount, notation.amounts) && isAmountRead(refunded, notation.amounts);
}

/** Whether an amount has decimals behind another sign than those of the notation: 30,5 where others have a decimal point. */
export function hasOtherSign({ amount }: Needs, { amounts: { decimal } }: Notation): boolean {
  if (amount === 'any' || decimal === null) return false;
  const [kind] = partsOf(amount);
  return !canGroup(kind) && signOf(kind) !== decimal;
}
