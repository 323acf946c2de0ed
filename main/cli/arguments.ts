/** Parses the command line, and prints its help. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '../../shared/base/index.ts';
import type { CommandDescription, OptionDescription } from './descriptions/command-description.ts';
import { FOLDER_COMMANDS } from './descriptions/folder-commands.ts';
import { LIST_COMMANDS } from './descriptions/list-commands.ts';
import { PROJECT_COMMANDS } from './descriptions/project-commands.ts';
import { SERVICE_COMMANDS } from './descriptions/service-commands.ts';

const EVERYWHERE: Readonly<Record<string, OptionDescription>> = {
  data: { type: 'string', value: 'DIR', help: 'the data folder (default: the one that the app uses)' },
  json: { type: 'boolean', help: 'prints one JSON object per line on standard output, and progress on standard error' },
  help: { type: 'boolean', help: 'shows this help' },
};

export const COMMANDS: readonly CommandDescription[] = [...LIST_COMMANDS, ...PROJECT_COMMANDS, ...SERVICE_COMMANDS, ...FOLDER_COMMANDS];

const HELP_END = `
Exit codes: 0 done · 1 usage · 2 service, network or this computer · 3 outcome unknown: a person must decide ·
4 done, but some rows were refused or are unknown · 5 no token, or it was refused · 6 the file cannot be read

The token of a service comes from the keychain, from DESK_TOKEN, or from standard input with --token-stdin.`;

/** The general help, or that of one command. */
export function helpText(command: CommandDescription | null): string {
  if (command === null) {
    const widest = Math.max(...COMMANDS.map(({ name }) => name.length));
    const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`);
    return `Screening Desk\n\nUsage: desk COMMAND …\n\n${lines.join('\n')}\n\nRun "desk COMMAND --help" for more about one command.\n${HELP_END}`;
  }
  const options = Object.entries({ ...command.options, ...EVERYWHERE });
  const usages = options.map(([name, { value }]) => `--${name}${value === undefined ? '' : ` ${value}`}`);
  const widest = Math.max(...usages.map(({ length }) => length));
  const lines = options.map(([, { help }], index) => `  ${usages[index]!.padEnd(widest)}  ${help}`);
  return `desk ${command.usage}\n\n${command.summary}\n\n${lines.join('\n')}\n${HELP_END}`;
}

export interface Call {
  readonly command: CommandDescription | null;
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const asParsed = (described: Readonly<Record<string, OptionDescription>>): ParseArgsOptionsConfig =>
  Object.fromEntries(Object.entries(described).map(([option, { type, multiple }]) => [option, { type, multiple: multiple === true }]));

/** The first word that is neither an option nor its value; general options can precede the command. */
function commandName(argv: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: asParsed(EVERYWHERE), allowPositionals: true, strict: false, tokens: true });
  return tokens.find((token) => token.kind === 'positional')?.value;
}

/**
 * Parses the arguments of a call.
 * @throws USAGE with the mistake and the command's usage
 */
export function readCall(argv: readonly string[]): Call {
  const name = commandName(argv);
  const command = COMMANDS.find((candidate) => candidate.name === name) ?? null;
  if (command === null && name !== undefined)
    throw new AppError('USAGE', `“${name}” is not a command. Run "desk --help" to see all commands.`);
  const options = asParsed({ ...command?.options, ...EVERYWHERE });
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\. To specify.*$/s, '.') : '';
    throw new AppError('USAGE', `${why} Usage: desk ${command?.usage ?? 'COMMAND'}`);
  }
  const words = parsed.positionals.slice(command === null ? 0 : 1);
  const flags = new Set<string>();
  const values: Record<string, string> = {};
  const lists: Record<string, readonly string[]> = {};
  for (const [option, value] of Object.entries(parsed.values)) {
    if (value === true) flags.add(option);
    else if (typeof value === 'string') values[option] = value;
    else if (Array.isArray(value)) lists[option] = value.filter((item) => typeof item === 'string');
  }
  if (command !== null && !flags.has('help')) {
    const [min, max] = command.words;
    if (words.length < min || words.length > max) throw new AppError('USAGE', `Usage: desk ${command.usage}`);
  }
  return { command, words, flags, values, lists };
}
