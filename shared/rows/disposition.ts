/** The disposition of a row: sent, or why not. Its facts and the options of the list decide. */
import { CODES, decodeFacts, type RowFacts } from './row-facts.ts';

/** How a list is sent. */
export interface SendOptions {
  /** Sends invalid rows too, which the service refuses. */
  readonly sendErrors: boolean;
  /** Sends people who were screened recently or are in progress in another list. */
  readonly resendRecent: boolean;
}

interface DispositionEntry {
  readonly applies: (facts: RowFacts, options: SendOptions) => boolean;
  readonly group: 'excluded' | 'invalid' | 'alreadyScreened' | 'sent';
}

const table = <D extends string>(entries: Readonly<Record<D, DispositionEntry>>): Readonly<Record<D, DispositionEntry>> => entries;

/** The first entry that applies wins. */
const DISPOSITIONS = table({
  excludedManually: { group: 'excluded', applies: ({ excluded }) => excluded === 'manual' },
  sameHousehold: { group: 'excluded', applies: ({ excluded }) => excluded === 'household' },
  suppressed: { group: 'excluded', applies: ({ suppressed }) => suppressed === 'yes' },
  invalid: { group: 'invalid', applies: ({ readiness }, { sendErrors }) => readiness === 'invalid' && !sendErrors },
  duplicateId: { group: 'invalid', applies: ({ readiness }, { sendErrors }) => readiness === 'duplicateId' && !sendErrors },
  unchanged: { group: 'alreadyScreened', applies: ({ comparison }) => comparison === 'unchanged' },
  unchangedUnscored: { group: 'alreadyScreened', applies: ({ comparison }) => comparison === 'unchangedUnscored' },
  inProgress: { group: 'alreadyScreened', applies: ({ recent }, { resendRecent }) => recent === 'inProgress' && !resendRecent },
  recentlyScreened: { group: 'alreadyScreened', applies: ({ recent }, { resendRecent }) => recent === 'screened' && !resendRecent },
  sent: { group: 'sent', applies: () => true },
});

export type Disposition = keyof typeof DISPOSITIONS;
/** Why a row is not sent. */
export type NotSent = Exclude<Disposition, 'sent'>;
/** Why a row that was screened already is not sent. */
export type AlreadyScreened = Extract<NotSent, 'unchanged' | 'unchangedUnscored' | 'inProgress' | 'recentlyScreened'>;

export const DISPOSITION_NAMES = Object.keys(DISPOSITIONS) as readonly Disposition[];

export function dispositionOf(facts: RowFacts, options: SendOptions): Disposition {
  return DISPOSITION_NAMES.find((name) => DISPOSITIONS[name].applies(facts, options))!;
}

export const isAlreadyScreened = (disposition: Disposition): disposition is AlreadyScreened =>
  DISPOSITIONS[disposition].group === 'alreadyScreened';

const computed = new Map<number, (Disposition | undefined)[]>();

/** The disposition by facts code, computed once per code and options: for loops over every row of a list. */
export function dispositionsBy(options: SendOptions): (code: number) => Disposition {
  const key = (options.sendErrors ? 1 : 0) | (options.resendRecent ? 2 : 0);
  const known = computed.get(key) ?? Array.from<Disposition | undefined>({ length: CODES });
  computed.set(key, known);
  return (code) => (known[code] ??= dispositionOf(decodeFacts(code), options));
}
