/** A command of the command line, as data, and options that several commands have. */

export interface CommandDescription {
  readonly name: string;
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, OptionDescription>>;
  /** Minimum and maximum number of words after the command. */
  readonly words: readonly [least: number, most: number];
}

export interface OptionDescription {
  readonly type: 'string' | 'boolean';
  readonly value?: string;
  readonly help: string;
  readonly multiple?: boolean;
}

export const CONNECTION: OptionDescription = {
  type: 'string',
  value: 'NAME',
  help: 'the connection by name; otherwise the one chosen in the window',
};
export const TOKEN: OptionDescription = { type: 'boolean', help: 'takes the token from standard input, for this run only' };
export const ELSEWHERE: OptionDescription = {
  type: 'boolean',
  help: 'sends it although the service has a project with its name and number of rows that was not sent from here',
};
export const TEMPLATE: OptionDescription = {
  type: 'string',
  value: 'NAME',
  help: 'applies a saved mapping to the columns; "desk templates list" shows them',
};
export const READING: CommandDescription['options'] = {
  sheet: { type: 'string', value: 'NAME', help: 'the sheet by name; otherwise chosen by its content' },
  encoding: { type: 'string', value: 'NAME', help: 'for text: its encoding, such as utf-8 or windows-1252; otherwise found out' },
  delimiter: { type: 'string', value: 'SIGN', help: 'for text: comma, semicolon, tab or bar; otherwise found out' },
};
export const HEADINGS: CommandDescription['options'] = {
  'header-row': { type: 'string', value: 'N', help: 'row of the headings in the sheet, 0 for none; otherwise found' },
};
export const SYSTEM: CommandDescription['options'] = {
  system: { type: 'string', value: 'NAME', help: 'the system that the file was exported from, "none" for none; otherwise recognized' },
};
export const TOTALS: CommandDescription['options'] = {
  'keep-totals': { type: 'boolean', help: 'rows that look like totals or subtotals are people, too' },
  'hidden-rows': { type: 'string', value: 'keep|leave-out', help: 'rows that the workbook hides; otherwise they are kept' },
};
