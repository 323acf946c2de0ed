/** Why a value breaks its rule, for rules with several possible causes: "12 no @, 7 a phone number". */
import { currencyOf } from '../numbers/index.ts';
import { PHONE_DIGITS } from '../transforms/index.ts';
import type { RuleCode } from './codes.ts';

interface Cause {
  /** Identifies the cause in a filter. Not stored. */
  readonly key: string;
  /** Describes one value. */
  readonly title: string;
  readonly is: (value: string) => boolean;
}

const digits = (value: string): number => value.replaceAll(/\D/g, '').length;

const CURRENCIES: readonly (readonly [currency: string, name: string])[] = [
  ['$', 'In dollars'],
  ['USD', 'In US dollars'],
  ['EUR', 'In euros'],
  ['GBP', 'In pounds'],
  ['CAD', 'In Canadian dollars'],
  ['AUD', 'In Australian dollars'],
  ['NZD', 'In New Zealand dollars'],
  ['CHF', 'In Swiss francs'],
  ['JPY', 'In yen'],
  ['MXN', 'In Mexican pesos'],
  ['INR', 'In rupees'],
  ['SEK', 'In Swedish kronor'],
  ['NOK', 'In Norwegian kroner'],
  ['DKK', 'In Danish kroner'],
  ['', 'No currency'],
];

/** The first cause that applies is used. The last one always applies. */
const CAUSES: Readonly<Partial<Record<RuleCode, readonly Cause[]>>> = {
  EMAIL_FORMAT: [
    { key: 'phone', title: 'A phone number', is: (value) => !value.includes('@') && digits(value) >= PHONE_DIGITS.fewest },
    { key: 'noAt', title: 'No @', is: (value) => !value.includes('@') },
    { key: 'noDomain', title: 'Nothing after the @', is: (value) => /@\W*$/.test(value) },
    { key: 'space', title: 'Space inside', is: (value) => /\S\s+\S/.test(value) },
    { key: 'other', title: 'Not the form of an address', is: () => true },
  ],
  PHONE_FORMAT: [
    { key: 'email', title: 'An email', is: (value) => value.includes('@') },
    { key: 'words', title: 'No digits', is: (value) => digits(value) === 0 },
    { key: 'short', title: 'Digits are missing', is: (value) => digits(value) < PHONE_DIGITS.fewest },
    { key: 'long', title: 'Too many digits', is: (value) => digits(value) > PHONE_DIGITS.most },
    { key: 'other', title: 'Not the form of a phone number', is: () => true },
  ],
  DATE_UNREADABLE: [
    { key: 'words', title: 'No digits', is: (value) => digits(value) === 0 },
    { key: 'part', title: 'Only part of a date', is: (value) => digits(value) <= 4 },
    { key: 'other', title: 'Not the form of a date', is: () => true },
  ],
  AMOUNT_UNREADABLE: [
    { key: 'words', title: 'No digits', is: (value) => digits(value) === 0 },
    { key: 'range', title: 'Two amounts', is: (value) => /\d\D*(?:-|–|to|or)\D*\d/i.test(value) },
    { key: 'other', title: 'Digits and words', is: () => true },
  ],
  AMOUNT_OTHER_CURRENCY: [
    ...CURRENCIES.map(([currency, title]) => ({
      key: currency === '' ? 'none' : currency,
      title,
      is: (value: string) => currencyOf('', value) === currency,
    })),
    { key: 'other', title: 'In another currency', is: () => true },
  ],
};

export type CauseOf = Pick<Cause, 'key' | 'title'>;

/** The causes of a rule, in the order in which they are tried; empty for a rule with only one. */
export const causesOf = (code: RuleCode): readonly CauseOf[] => CAUSES[code] ?? [];

/** Why a value breaks a rule; null for a rule with only one cause. */
export const causeOf = (code: RuleCode, value: string): CauseOf | null => CAUSES[code]?.find(({ is }) => is(value)) ?? null;
