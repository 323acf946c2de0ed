/** The facts of a row that a check finds, packed into a code of 16 bits. Stored as uint16 per row. */

/** Values by fact. The first value of each has the code 0. Stored codes depend on the order: append facts and values only. */
const TABLE = {
  readiness: ['ready', 'incomplete', 'invalid', 'duplicateId'],
  leftOut: ['no', 'byHand', 'otherRow', 'merged'],
  suppressed: ['no', 'yes'],
  /** Comparison with the baseline: `none` when the list has no baseline or the row was not compared. */
  comparison: ['none', 'new', 'changed', 'unchanged', 'unchangedUnscored'],
  recent: ['none', 'screened', 'inProgress', 'screenedOtherDetails'],
  /** `notThisTime`: the user chose other people of the list for this screening. */
  chosen: ['yes', 'notThisTime'],
  /** Whether an issue weakens the match of a row that can be sent. `fixable`: the safe fixes resolve every such issue. */
  weakness: ['none', 'fixable', 'open'],
  /** `yes` when a rule of the severity warning applies. */
  hasWarning: ['no', 'yes'],
  /** What the row names. Rows without a living person are left out, unless the user sends them anyway. */
  who: ['person', 'notAPerson', 'organization', 'deceased'],
} as const;

type Table = typeof TABLE;
export type FactName = keyof Table;

/** The facts of one row. `duplicateId`: the row is valid except that an earlier row has its constituent ID. */
export type RowFacts = { readonly [F in FactName]: Table[F][number] };

export type Who = RowFacts['who'];

/** Facts as a number from 0 to 65534. */
export type FactsCode = number & { readonly brand: 'FactsCode' };

/** Stored instead of a code for a row that is a heading, a title or a total. */
export const NO_ROW = 0xffff;

const NAMES = Object.keys(TABLE) as FactName[];
const widthOf = (name: FactName): number => Math.ceil(Math.log2(TABLE[name].length));
const OFFSETS = new Map(NAMES.map((name, at) => [name, NAMES.slice(0, at).reduce((sum, before) => sum + widthOf(before), 0)]));
const offsetOf = (name: FactName): number => OFFSETS.get(name)!;

/** Number of codes; every code is below. */
export const CODES = 1 << NAMES.reduce((sum, name) => sum + widthOf(name), 0);
if (CODES > NO_ROW + 1) throw new RangeError('the facts of a row do not fit into 16 bits');

/** Bits of a fact within a code. */
export const FACT_MASK = Object.fromEntries(NAMES.map((name) => [name, ((1 << widthOf(name)) - 1) << offsetOf(name)])) as {
  readonly [F in FactName]: number;
};

/** Bits of each value of each fact, to be combined with `|`. */
export const FACT_BITS = Object.fromEntries(
  NAMES.map((name) => [name, Object.fromEntries(TABLE[name].map((value, index) => [value, index << offsetOf(name)]))]),
) as { readonly [F in FactName]: { readonly [V in Table[F][number]]: number } };

export function encodeFacts(facts: RowFacts): FactsCode {
  const bits: Readonly<Record<string, Readonly<Record<string, number>>>> = FACT_BITS;
  return NAMES.reduce((code, name) => code | bits[name]![facts[name]]!, 0) as FactsCode;
}

const decoded: (RowFacts | undefined)[] = [];

/**
 * The facts of a code. Returns the same object each time.
 * @throws RangeError for a number that encodes no facts, such as `NO_ROW`.
 */
export const decodeFacts = (code: number): RowFacts => (decoded[code] ??= decode(code));

function decode(code: number): RowFacts {
  const entries = NAMES.map((name) => {
    const value = (TABLE[name] as readonly string[])[(code & FACT_MASK[name]) >> offsetOf(name)];
    if (value === undefined || code >= CODES) throw new RangeError(`${code} encodes no facts of a row`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries) as RowFacts;
}

/** True for a row that a user left out, that must not be screened, or that names no living person. */
export const isLeftOut = ({ leftOut, suppressed, who }: RowFacts): boolean => leftOut !== 'no' || suppressed === 'yes' || who !== 'person';

/** A row is left out if any of these bits of its code is set. */
export const LEFT_OUT_MASK = FACT_MASK.leftOut | FACT_MASK.suppressed | FACT_MASK.who;

/** A row is not compared with other rows if any of these bits of its code is set: a user left it out, or it must not be screened. */
export const NOT_COMPARED_MASK = FACT_MASK.leftOut | FACT_MASK.suppressed;

/** True for a row with a warning that is not left out. */
export const hasWarningOf = (facts: RowFacts): boolean => facts.hasWarning === 'yes' && !isLeftOut(facts);

/** True for a row with an error or a warning that is not left out. */
export const hasIssueOf = (facts: RowFacts): boolean =>
  !isLeftOut(facts) && (facts.hasWarning === 'yes' || facts.readiness === 'invalid' || facts.readiness === 'duplicateId');

/**
 * Whether the service accepts a row and can find the person. `fixable`: ready once the safe fixes are applied. `incomplete`: a part of the
 * match is missing or doubtful. A row with a duplicate ID is invalid.
 */
export type Readiness = 'ready' | 'fixable' | 'incomplete' | 'invalid';

export function readinessOf({ readiness, weakness }: RowFacts): Readiness {
  if (readiness === 'duplicateId' || readiness === 'invalid') return 'invalid';
  if (readiness === 'incomplete' || weakness === 'open') return 'incomplete';
  return weakness === 'fixable' ? 'fixable' : 'ready';
}
