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
