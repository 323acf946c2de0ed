/** Parses the command line, and prints its help. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import packageFile from '../../package.json' with { type: 'json' };
import { AppError } from '../../shared/base/index.ts';
import type { CommandDescription, OptionDescription } from './descriptions/command-description.ts';
import { FOLDER_COMMANDS } from './descriptions/folder-commands.ts';
import { LIST_COMMANDS } from './descriptions/list-commands.ts';
import { PROJECT_COMMANDS } from './descriptions/project-commands.ts';
import { REPORT_COMMANDS } from './descriptions/report-commands.ts';
import { WRITE_BACK_COMMANDS } from './descriptions/write-back-commands.ts';
import { SERVICE_COMMANDS } from './descriptions/service-commands.ts';

const EVERYWHERE: Readonly<Record<string, OptionDescription>> = {
  data: { type: 'string', value: 'DIR', help: 'the data folder (default: the one that the app uses)' },
  json: { type: 'boolean', help: 'prints one JSON object per line on standard output, and progress on standard error' },
  help: { type: 'boolean', short: 'h', help: 'shows this help' },
  version: { type: 'boolean', help: 'shows the version of the program' },
};

export const COMMANDS: readonly CommandDescription[] = [
  ...LIST_COMMANDS,
  ...PROJECT_COMMANDS,
  ...WRITE_BACK_COMMANDS,
  ...REPORT_COMMANDS,
  ...SERVICE_COMMANDS,
  ...FOLDER_COMMANDS,
];

const HELP_END = `
Exit codes: 0 done · 1 usage · 2 service, network or this computer · 3 outcome unknown: a decision is needed ·
4 done, but some rows were not accepted or have no result · 5 no token, or it was refused · 6 the file cannot be read ·
130 stopped with Ctrl+C

A command that spends credits or removes something for good asks first. --yes agrees, and is needed where nobody can answer.
The token of a service comes from the keychain, from DESK_TOKEN, or from standard input with --token-stdin.
In place of a FILE that is read, - reads standard input.`;

/** The general options, except those that the command redefines. */
const generalOptions = ({ options }: CommandDescription): Readonly<Record<string, OptionDescription>> =>
  Object.fromEntries(Object.entries(EVERYWHERE).filter(([name]) => !Object.hasOwn(options, name)));

/** The options of a command as the user types them; null: the general options only. */
export const optionNames = (command: CommandDescription | null): readonly string[] =>
  Object.keys({ ...EVERYWHERE, ...command?.options }).map((name) => `--${name}`);

/** Can be given instead of a file name. */
export const STANDARD_INPUT = '-';

/** The most common commands. A call without a command prints only these. */
export const FIRST_STEPS = `  desk check people.xlsx                           what is wrong in a list; nothing is sent
  desk screen people.xlsx --out results.xlsx       sends a list, after you agree to its price, and saves the scores
  desk projects                                    what was sent, and what waits for you`;

/** The general help, or the help of one command. */
export function helpText(command: CommandDescription | null): string {
  if (command === null) {
    const widest = Math.max(...COMMANDS.map(({ name }) => name.length));
    const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`);
    return `Screening Desk ${packageFile.version}\n\n${FIRST_STEPS}\n\nUsage: desk COMMAND …\n\n${lines.join('\n')}\n\nRun "desk help COMMAND" for more about one command.\n${HELP_END}`;
  }
  const options = Object.entries({ ...command.options, ...generalOptions(command) });
  const usages = options.map(
    ([name, { short, value }]) => `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
  );
  const widest = Math.max(...usages.map(({ length }) => length));
  const lines = options.map(([, { help }], index) => `  ${usages[index]!.padEnd(widest)}  ${help}`);
  const examples = command.examples.map((example) => `  desk ${example}`);
  return `desk ${command.usage}\n\n${command.summary}\n\nExamples:\n${examples.join('\n')}\n\nOptions:\n${lines.join('\n')}\n${HELP_END}`;
}

export interface Call {
  readonly command: CommandDescription | null;
  readonly words: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** The error for a call that does not follow the usage of its command. */
export const usageError = ({ command }: Call): AppError => new AppError('USAGE', `Usage: desk ${command?.usage ?? 'COMMAND'}`);

/**
 * The words of a command that shows a project, or performs one of its actions with it.
 * @throws USAGE for other words
 */
export function actionOf<A extends string>(call: Call, actions: readonly A[]): { readonly action: A | null; readonly project: string } {
  const [first, second, ...rest] = call.words;
  const action = actions.find((one) => one === first) ?? null;
  const project = action === null ? first : second;
  if (project === undefined || rest.length > 0 || (action === null && second !== undefined)) throw usageError(call);
  return { action, project };
}

const asParsed = (described: Readonly<Record<string, OptionDescription>>): ParseArgsOptionsConfig =>
  Object.fromEntries(
    Object.entries(described).map(([option, { type, short, multiple }]) => [
      option,
      { type, multiple: multiple === true, ...(short === undefined ? {} : { short }) },
    ]),
  );

/** The first word that is neither an option nor its value. General options can come before the command. */
function commandName(argv: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: asParsed(EVERYWHERE), allowPositionals: true, strict: false, tokens: true });
  return tokens.find((token) => token.kind === 'positional')?.value;
}

/** The edit distance of two words: how many letters must be added, left out or replaced. */
function difference(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of Array.from(a).entries()) {
    const next = [row + 1];
    for (const [column, other] of Array.from(b).entries())
      next.push(Math.min(last[column + 1]! + 1, next[column]! + 1, last[column]! + (letter === other ? 0 : 1)));
    last = next;
  }
  return last[b.length]!;
}

/** A question that suggests a similar word from `known`, to add to a sentence; empty if there is none. */
function didYouMean(word: string, known: readonly string[], prefix = ''): string {
  const most = Math.max(1, Math.floor(word.length / 3));
  const [nearest] = known.map((name) => ({ name, by: difference(word, name) })).toSorted((a, b) => a.by - b.by);
  return nearest !== undefined && nearest.by <= most ? ` Did you mean “${prefix}${nearest.name}”?` : '';
}

/** `desk help COMMAND` is `desk COMMAND --help`. */
function withoutHelpWord(argv: readonly string[]): readonly string[] {
  const at = commandName(argv) === 'help' ? argv.indexOf('help') : -1;
  return at < 0 ? argv : [...argv.slice(0, at), ...argv.slice(at + 1), '--help'];
}

/**
 * Two different values for an option of a command must be a mistake, such as two seeds or two connections. A general option may be given
 * twice, for example because an alias contains it; the last value is used.
 * @throws USAGE
 */
function assertGivenOnce(tokens: readonly Token[], options: CommandDescription['options']): void {
  const given = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind !== 'option' || !Object.hasOwn(options, token.name) || options[token.name]!.multiple === true) continue;
    if (given.has(token.name) && given.get(token.name) !== token.value)
      throw new AppError(
        'USAGE',
        `--${token.name} has two values: “${given.get(token.name) ?? ''}” and “${token.value ?? ''}”. Give it once.`,
      );
    given.set(token.name, token.value);
  }
}

/**
 * Parses the arguments of a call.
 * @throws USAGE with the mistake and the command's usage
 */
export function readCall(given: readonly string[]): Call {
  const argv = withoutHelpWord(given);
  const name = commandName(argv);
  const command = COMMANDS.find((candidate) => candidate.name === name) ?? null;
  if (command === null && name !== undefined)
    throw new AppError(
      'USAGE',
      `“${name}” is not a command.${didYouMean(
        name,
        COMMANDS.map((one) => one.name),
      )} Run "desk --help" to see all commands.`,
    );
  // A command can redefine a general option, with a value.
  const options = asParsed({ ...EVERYWHERE, ...command?.options });
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\. To specify.*$/s, '.') : '';
    const unknown = /^Unknown option '--(?<name>[^']+)'/.exec(why)?.groups?.['name'] ?? '';
    const meant = unknown === '' ? '' : didYouMean(unknown, Object.keys(options), '--');
    throw new AppError('USAGE', `${why}${meant} Usage: desk ${command?.usage ?? 'COMMAND'}`);
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
  if (command !== null && !flags.has('help') && !flags.has('version')) {
    const [min, max] = command.words;
    if (words.length < min || words.length > max) throw new AppError('USAGE', `Usage: desk ${command.usage}`);
    // Every ID starts with an empty text, so an empty variable in a script would name a project.
    if (words.includes('')) throw new AppError('USAGE', `A word of the command is empty. Usage: desk ${command.usage}`);
  }
  assertGivenOnce(parsed.tokens ?? [], command?.options ?? {});
  const readers = [...words, ...Object.values(values)].filter((word) => word === STANDARD_INPUT).length;
  if (readers + [...flags].filter((flag) => flag.endsWith('-stdin')).length > 1)
    throw new AppError(
      'USAGE',
      'Standard input can hold only one thing: a file, the password of a workbook, or the token. Give the token with DESK_TOKEN.',
    );
  return { command, words, flags, values, lists };
}
