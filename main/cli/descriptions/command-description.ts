/** The type of a command's description, and options that several commands have. */
import type { EXIT } from '../../../shared/base/index.ts';
import type { Settings } from '../../../shared/contract/index.ts';

export interface CommandDescription {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  /** Calls as the user types them, without `desk`. */
  readonly examples: readonly [string, ...string[]];
  /** What is printed on standard output without --json. */
  readonly prints: string;
  /** What is printed on standard error besides notices, questions and errors. Missing if there is nothing. */
  readonly steps?: string;
  readonly exits: readonly ExitName[];
  readonly options: Readonly<Record<string, OptionDescription>>;
  /** Minimum and maximum number of words after the command. */
  readonly words: readonly [least: number, most: number];
}

/** Exit codes other than those that every command has, `done` and `usage`. */
type ExitName = Exclude<keyof typeof EXIT, 'done' | 'usage'>;

/** Agrees to what the command would ask about: spending credits, or removing something for good. */
export const YES: OptionDescription = { type: 'boolean', help: 'agrees without being asked; needed where nobody can answer' };

export interface OptionDescription {
  readonly type: 'string' | 'boolean';
  /** A letter, as in `-h`. */
  readonly short?: string;
  readonly value?: string;
  readonly help: string;
  readonly multiple?: boolean;
}

/** The options of settings, by name. */
export const optionsOf = (settings: Settings): Readonly<Record<string, OptionDescription>> =>
  Object.fromEntries(
    Object.values(settings).flatMap(({ option }) => {
      if (option === undefined) return [];
      const { name, value, help } = option;
      return [[name, value === undefined ? { type: 'boolean', help } : { type: 'string', value, help }]];
    }),
  );

export const CONNECTION: OptionDescription = {
  type: 'string',
  value: 'NAME',
  help: 'the connection, by name (default: the one chosen in the app)',
};
export const TOKEN: OptionDescription = { type: 'boolean', help: 'reads the token from standard input, for this run only' };
export const FORCE: OptionDescription = {
  type: 'boolean',
  help: 'replaces an existing file, even if Screening Desk did not write it',
};
export const SHORT_BALANCE: OptionDescription = { type: 'boolean', help: 'continues even if the balance is known to be too small' };
export const AGAIN: OptionDescription = {
  type: 'boolean',
  help: 'also sends people who were screened recently, or are in progress in another list, and have not changed',
};
export const REPEAT: OptionDescription = { type: 'boolean', help: 'sends the same list again even if it was sent before' };
export const ELSEWHERE: OptionDescription = {
  type: 'boolean',
  help: 'sends the list even if the service has a recent project with the same name that was not sent from here, or if people on the list were screened as single profiles',
};
export const SCORE_SETTINGS: OptionDescription = {
  type: 'string',
  value: 'FILE|NAME',
  help: 'requests scores with these settings: a JSON file, or the name of a preset; the service advises against them for most lists',
};
export const TEMPLATE: OptionDescription = {
  type: 'string',
  value: 'NAME',
  help: 'applies a template to the columns; "desk templates list" shows all templates',
};
export const READING: CommandDescription['options'] = {
  'password-stdin': { type: 'boolean', help: 'reads the password of the workbook from standard input' },
  sheet: { type: 'string', value: 'NAME', help: 'the sheet, by name (default: chosen by content)' },
  encoding: { type: 'string', value: 'NAME', help: 'encoding of a text file, such as utf-8 or windows-1252 (default: detected)' },
  delimiter: { type: 'string', value: 'SIGN', help: 'delimiter of a text file: comma, semicolon, tab or bar (default: detected)' },
};
export const HEADINGS: CommandDescription['options'] = {
  'header-row': { type: 'string', value: 'N', help: 'row of the sheet that holds the headings, 0 for none (default: detected)' },
};
export const SYSTEM: CommandDescription['options'] = {
  system: { type: 'string', value: 'NAME', help: 'the system that the file was exported from, "none" for none (default: detected)' },
};
/** The options of “same as last time”. */
export const LIKE: CommandDescription['options'] = {
  like: {
    type: 'string',
    value: 'PROJECT',
    help: 'applies the whole recipe of a screening that was sent: how the file is read, columns, cleaning, fixes by rule, settings and who to send; says what differs in this file',
  },
  'accept-differences': {
    type: 'boolean',
    help: 'with --like: continues as shown where the file differs, and also applies the fixes that clear or guess values (default: stops before anything is sent)',
  },
};
/** The options that choose whom to send. */
export const BEST: CommandDescription['options'] = {
  best: {
    type: 'string',
    value: 'N|DECILE|keep:CREDITS',
    help: 'sends only the people who come first: this many, everyone down to a decile from A to J, or as many as possible while keeping these credits; all others are kept for "desk rest"',
  },
  weights: {
    type: 'string',
    value: 'NAME=0-3,…',
    help: 'with --best: what puts people first (default: total=3,recency=2,gifts=1,readiness=2,neverScreened=1)',
  },
  'order-by': {
    type: 'string',
    value: 'COLUMN',
    help: 'with --best: orders people by a column (its heading or letter): largest number, newest day or first letter first',
  },
  'smallest-first': { type: 'boolean', help: 'with --order-by: smallest number, oldest day or last letter first, as for ranks' },
  'sample-below': {
    type: 'string',
    value: 'PERCENT',
    help: 'with --best: the share of the people below the cut who are also sent, to check the order (default: 5%)',
  },
  seed: {
    type: 'string',
    value: 'N',
    help: 'with --best or --pilot: draws the same sample again (default: a new one, printed with the price)',
  },
};
/** The options of a pilot. */
export const PILOT: CommandDescription['options'] = {
  pilot: {
    type: 'string',
    value: 'N',
    help: 'sends only this many people first, a mixed sample drawn by readiness, giving and state; "desk pilot" shows how they did, and "desk rest" sends the others',
  },
  'know-column': {
    type: 'string',
    value: 'COLUMN',
    help: 'with --pilot: people with text in this column (its heading or letter) are people you know, and at most 50 of them are in the pilot',
  },
  'know-ids': { type: 'string', value: 'FILE', help: 'with --pilot: a text file with the constituent IDs of people you know' },
};
/** The options for reading a gift file and choosing what counts. */
export const GIFT_CHOICES: CommandDescription['options'] = {
  'gift-sheet': { type: 'string', value: 'NAME', help: 'the sheet with the gifts, by name (default: chosen by content)' },
  'gift-column': {
    type: 'string',
    value: 'PART=HEADING',
    help: 'the column of id, date, amount, refunded, type, status or currency in the gift file, "none" for none (default: by headings and values)',
    multiple: true,
  },
  'gift-dates': {
    type: 'string',
    value: 'ORDER',
    help: 'reads the dates of gifts as mdy, dmy or ymd (default: as the values show, else as in the list)',
  },
  'gift-decimal': {
    type: 'string',
    value: 'SIGN',
    help: 'decimal sign of the gift amounts, point or comma (default: what the amounts show together)',
  },
  'count-gifts': {
    type: 'string',
    value: 'TYPE',
    help: 'also counts the gifts of this type, or with "below zero" the amounts below zero of types that count',
    multiple: true,
  },
  'leave-out-gifts': { type: 'string', value: 'TYPE', help: 'does not count the gifts of this type', multiple: true },
  'list-wins': { type: 'boolean', help: 'keeps the giving values that the list has (default: the gifts win)' },
};
export const GIFTS: CommandDescription['options'] = {
  gifts: { type: 'string', value: 'FILE', help: 'fills the giving fields from a file with one gift per row, joined by constituent ID' },
  ...GIFT_CHOICES,
};
export const TOTALS: CommandDescription['options'] = {
  'keep-totals': { type: 'boolean', help: 'counts rows that look like totals or remarks as people' },
  'hidden-rows': { type: 'string', value: 'keep|leave-out', help: 'what to do with rows that the workbook hides (default: keep)' },
  'other-sheets': {
    type: 'string',
    value: 'keep|leave-out',
    help: 'what to do with the rows of further sheets with the same headings (default: leave-out)',
  },
  'merged-cells': {
    type: 'string',
    value: 'keep|leave-out',
    help: 'whether a cell that is merged over several rows has its value in all of them (default: keep)',
  },
};
