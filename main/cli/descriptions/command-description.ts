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

export interface OptionDescription {
  readonly type: 'string' | 'boolean';
  /** A letter, as in `-h`. */
  readonly short?: string;
  readonly value?: string;
  readonly help: string;
  readonly multiple?: boolean;
}

/** An option without a value. */
export const flag = (help: string): OptionDescription => ({ type: 'boolean', help });

/** An option with a value. */
export const valued = (value: string, help: string): OptionDescription => ({ type: 'string', value, help });

/** An option with a value that can be given several times. */
export const repeated = (value: string, help: string): OptionDescription => ({ type: 'string', value, help, multiple: true });

/** The options of settings, by name. */
export const optionsOf = (settings: Settings): Readonly<Record<string, OptionDescription>> =>
  Object.fromEntries(
    Object.values(settings).flatMap(({ option }) => {
      if (option === undefined) return [];
      const { name, value, help } = option;
      return [[name, value === undefined ? flag(help) : valued(value, help)]];
    }),
  );

/** Agrees to what the command would ask about: spending credits, or removing something for good. */
export const YES = flag('agrees without being asked; needed where nobody can answer');
export const CONNECTION = valued('NAME', 'the connection, by name (default: the one chosen in the app)');
export const TOKEN = flag('reads the token from standard input, for this run only');
export const FORCE = flag('replaces an existing file, even if Screening Desk did not write it');
export const SHORT_BALANCE = flag('continues even if the balance is known to be too small');
export const AGAIN = flag('also sends people who were screened recently, or are in progress in another list, and have not changed');
export const REPEAT = flag('sends the same list again even if it was sent before');
export const ELSEWHERE = flag(
  'sends the list even if the service has a recent project with the same name that was not sent from here, or if people on the list were screened as single profiles',
);
export const SCORE_SETTINGS = valued(
  'FILE|NAME',
  'requests scores with these settings: a JSON file, or the name of a preset; the service advises against them for most lists',
);
export const TEMPLATE = valued('NAME', 'applies a template to the columns; "desk templates list" shows all templates');
export const READING: CommandDescription['options'] = {
  'password-stdin': flag('reads the password of the workbook from standard input'),
  sheet: valued('NAME', 'the sheet, by name (default: chosen by content)'),
  encoding: valued('NAME', 'encoding of a text file, such as utf-8 or windows-1252 (default: detected)'),
  delimiter: valued('SIGN', 'delimiter of a text file: comma, semicolon, tab or bar (default: detected)'),
};
export const HEADINGS: CommandDescription['options'] = {
  'header-row': valued('N', 'row of the sheet that holds the headings, 0 for none (default: detected)'),
};
export const SYSTEM: CommandDescription['options'] = {
  system: valued('NAME', 'the system that the file was exported from, "none" for none (default: detected)'),
};
/** The options of “same as last time”. */
export const LIKE: CommandDescription['options'] = {
  like: valued(
    'PROJECT',
    'applies the whole recipe of a screening that was sent: how the file is read, columns, cleaning, fixes by rule, settings and who to send; says what differs in this file',
  ),
  'accept-differences': flag(
    'with --like: continues as shown where the file differs, and also applies the fixes that clear or guess values (default: stops before anything is sent)',
  ),
};
/** The options that choose whom to send. */
export const BEST: CommandDescription['options'] = {
  best: valued(
    'N|DECILE|keep:CREDITS',
    'sends only the people who come first: this many, everyone down to a decile from A to J, or as many as possible while keeping these credits; all others are kept for "desk rest"',
  ),
  weights: valued('NAME=0-3,…', 'with --best: what puts people first (default: total=3,recency=2,gifts=1,readiness=2,neverScreened=1)'),
  'order-by': valued(
    'COLUMN',
    'with --best: orders people by a column (its heading or letter): largest number, newest day or first letter first',
  ),
  'smallest-first': flag('with --order-by: smallest number, oldest day or last letter first, as for ranks'),
  'sample-below': valued(
    'PERCENT',
    'with --best: the share of the people below the cut who are also sent, to check the order (default: 5%)',
  ),
  seed: valued('N', 'with --best or --pilot: draws the same sample again (default: a new one, printed with the price)'),
};
/** The options of a pilot. */
export const PILOT: CommandDescription['options'] = {
  pilot: valued(
    'N',
    'sends only this many people first, a mixed sample drawn by readiness, giving and state; "desk pilot" shows how they did, and "desk rest" sends the others',
  ),
  'know-column': valued(
    'COLUMN',
    'with --pilot: people with text in this column (its heading or letter) are people you know, and at most 50 of them are in the pilot',
  ),
  'know-ids': valued('FILE', 'with --pilot: a text file with the constituent IDs of people you know'),
};
/** The options for reading a gift file and choosing what counts. */
export const GIFT_CHOICES: CommandDescription['options'] = {
  'gift-sheet': valued('NAME', 'the sheet with the gifts, by name (default: chosen by content)'),
  'gift-column': repeated(
    'PART=HEADING',
    'the column of id, date, amount, refunded, type, status or currency in the gift file, "none" for none (default: by headings and values)',
  ),
  'gift-dates': valued('ORDER', 'reads the dates of gifts as mdy, dmy or ymd (default: as the values show, else as in the list)'),
  'gift-decimal': valued('SIGN', 'decimal sign of the gift amounts, point or comma (default: what the amounts show together)'),
  'count-gifts': repeated('TYPE', 'also counts the gifts of this type, or with "below zero" the amounts below zero of types that count'),
  'leave-out-gifts': repeated('TYPE', 'does not count the gifts of this type'),
  'list-wins': flag('keeps the giving values that the list has (default: the gifts win)'),
};
export const GIFTS: CommandDescription['options'] = {
  gifts: valued('FILE', 'fills the giving fields from a file with one gift per row, joined by constituent ID'),
  ...GIFT_CHOICES,
};
export const TOTALS: CommandDescription['options'] = {
  'keep-totals': flag('counts rows that look like totals or remarks as people'),
  'hidden-rows': valued('keep|leave-out', 'what to do with rows that the workbook hides (default: keep)'),
  'other-sheets': valued('keep|leave-out', 'what to do with the rows of further sheets with the same headings (default: leave-out)'),
  'merged-cells': valued('keep|leave-out', 'whether a cell that is merged over several rows has its value in all of them (default: keep)'),
};
