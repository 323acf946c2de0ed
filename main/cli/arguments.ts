/** The command line as data: commands, options and help. */
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { AppError } from '../../shared/base/errors.ts';
import { Choice } from '../../shared/project/project.ts';
import { type CommandDescription, CONNECTION, type OptionDescription, TOKEN } from './command.ts';
import { SERVICE_COMMANDS } from './service-commands.ts';

const EVERYWHERE: Readonly<Record<string, OptionDescription>> = {
  data: { type: 'string', value: 'DIR', help: 'the data folder; otherwise that of the window' },
  json: { type: 'boolean', help: 'one JSON object a line on standard output, progress on standard error' },
  help: { type: 'boolean', help: 'this text' },
};

const ELSEWHERE: OptionDescription = {
  type: 'boolean',
  help: 'sends it although the service has a project with its name and number of rows that was not sent from here',
};
const TEMPLATE: OptionDescription = {
  type: 'string',
  value: 'NAME',
  help: 'applies a saved mapping to the columns; "desk templates list" shows them',
};
const READING: CommandDescription['options'] = {
  sheet: { type: 'string', value: 'NAME', help: 'the sheet by name; otherwise chosen by its content' },
  encoding: { type: 'string', value: 'NAME', help: 'for text: its encoding, such as utf-8 or windows-1252; otherwise found out' },
  delimiter: { type: 'string', value: 'SIGN', help: 'for text: comma, semicolon, tab or bar; otherwise found out' },
};
const HEADINGS: CommandDescription['options'] = {
  'header-row': { type: 'string', value: 'N', help: 'row of the headings in the sheet, 0 for none; otherwise found' },
};
const SYSTEM: CommandDescription['options'] = {
  system: { type: 'string', value: 'NAME', help: 'the system that the file was exported from, "none" for none; otherwise recognized' },
};
const TOTALS: CommandDescription['options'] = {
  'keep-totals': { type: 'boolean', help: 'rows that look like totals or subtotals are people, too' },
  'hidden-rows': { type: 'string', value: 'keep|leave-out', help: 'rows that the workbook hides; otherwise they are kept' },
};

const COMMANDS: readonly CommandDescription[] = [
  {
    name: 'screen',
    usage: 'screen FILE --out RESULTS.xlsx [--connection NAME] [--yes]',
    summary: 'reads a spreadsheet, checks it, sends it, follows it, and saves the workbook with scores and errors',
    words: [1, 1],
    options: {
      connection: CONNECTION,
      out: { type: 'string', value: 'FILE', help: 'where to save the results: .xlsx, .csv or .jsonl' },
      yes: { type: 'boolean', help: 'do not ask before sending' },
      name: { type: 'string', value: 'TEXT', help: 'name of the project' },
      map: {
        type: 'string',
        value: 'COLUMN=FIELD',
        help: 'sends a column (its heading or letter) as this field; fullName, cityStateZip and the like split it, "none" keeps it here',
        multiple: true,
      },
      dates: { type: 'string', value: 'COLUMN=ORDER', help: 'reads the dates of a column as mdy, dmy or ymd', multiple: true },
      constant: { type: 'string', value: 'FIELD=VALUE', help: 'the same value in every row that has none', multiple: true },
      ids: {
        type: 'string',
        value: 'pseudonyms|own',
        help: 'what the service gets as the constituent ID; otherwise pseudonyms for medical record numbers, and the IDs for all others',
      },
      template: TEMPLATE,
      ...READING,
      ...HEADINGS,
      ...SYSTEM,
      ...TOTALS,
      'send-errors': { type: 'boolean', help: 'also sends rows that have errors; they are left out otherwise' },
      again: {
        type: 'boolean',
        help: 'also sends people who were screened recently, or are in progress in another list, and have not changed',
      },
      'screened-within': {
        type: 'string',
        value: 'DAYS',
        help: 'how far back people count as screened, 0 for never; else as the connection says',
      },
      since: {
        type: 'string',
        value: 'ID',
        help: 'sends only rows that are new or changed since this finished project; "last" for the newest that has people of the list',
      },
      'correct-again': {
        type: 'boolean',
        help: 'with --since: applies the corrections of that list again, where the value is still the one that was corrected',
      },
      repeat: { type: 'boolean', help: 'sends this very list once more although it was sent before' },
      elsewhere: ELSEWHERE,
      'short-balance': { type: 'boolean', help: 'continues although the balance is known to be too small' },
      'score-settings': {
        type: 'string',
        value: 'FILE|NAME',
        help: 'asks for scores by these settings: a JSON file, or the name of a preset; the service advises against them for most lists',
      },
      'list-format': { type: 'string', value: 'json|csv', help: 'how the list is sent; otherwise as the connection says' },
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'inspect',
    usage: 'inspect FILE [--sheet NAME] [--template NAME]',
    summary: 'shows the sheets, the header row and where each column would go',
    words: [1, 1],
    options: { ...READING, ...HEADINGS, ...SYSTEM, template: TEMPLATE },
  },
  {
    name: 'rows',
    usage: 'rows FILE [--sheet NAME]   |   rows --batch',
    summary: 'prints each row as a JSON array of the texts that mapping sees; --batch answers {"file","sheet"?} lines from standard input',
    words: [0, 1],
    options: { ...READING, batch: { type: 'boolean', help: 'reads {"file","sheet"?} as JSON lines and answers one line a file' } },
  },
  {
    name: 'check',
    usage: 'check FILE [--template NAME] [--house-rules] [--fix]',
    summary: 'checks every row and prints what was found; nothing is kept and nothing is sent',
    words: [1, 1],
    options: {
      ...READING,
      ...HEADINGS,
      ...SYSTEM,
      ...TOTALS,
      template: TEMPLATE,
      'house-rules': { type: 'boolean', help: 'checks by the organization rules of the data folder; otherwise by the rules as they come' },
      fix: { type: 'boolean', help: 'applies the fixes with one sensible result, says what they change, and checks again' },
    },
  },
  {
    name: 'projects',
    usage: 'projects [--remote [--connection NAME]]',
    summary: 'lists the projects of the data folder, or those that the service has',
    words: [0, 0],
    options: {
      remote: { type: 'boolean', help: 'all projects on the service, also those that were not sent from here; costs nothing' },
      connection: CONNECTION,
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'adopt',
    usage: 'adopt REMOTE_ID [--file FILE] [--connection NAME]',
    summary: 'takes over a processed project that the service has and this data folder does not know; costs nothing, and sends nothing',
    words: [1, 1],
    options: {
      file: {
        type: 'string',
        value: 'FILE',
        help: 'the list that was sent: results are joined to its rows; otherwise the list has the rows that the profiles show',
      },
      connection: CONNECTION,
      template: TEMPLATE,
      ...READING,
      ...SYSTEM,
      ...TOTALS,
      'token-stdin': TOKEN,
    },
  },
  { name: 'status', usage: 'status ID', summary: 'shows where a project stands and every step so far', words: [1, 1], options: {} },
  {
    name: 'resume',
    usage: 'resume [ID]',
    summary: 'continues what was running, until it is done or needs a decision',
    words: [0, 1],
    options: { 'token-stdin': TOKEN },
  },
  {
    name: 'decide',
    usage: 'decide ID --choice CHOICE',
    summary: 'answers the question of a project that waits for a decision, and continues',
    words: [1, 1],
    options: {
      choice: {
        type: 'string',
        value: 'CHOICE',
        help: `${Choice.options.slice(0, -1).join(', ')} or ${Choice.options.at(-1)!}; "status ID" names those that apply and says what they do`,
      },
    },
  },
  {
    name: 'cancel',
    usage: 'cancel ID',
    summary: 'stops a project: free before the whole list was handed over, afterwards it only ends the watching',
    words: [1, 1],
    options: {},
  },
  {
    name: 'fix',
    usage: 'fix ID [--correct ROW:FIELD=VALUE …] [--yes]',
    summary: 'takes the refused rows of a finished project into a project of their own, to be fixed and sent again',
    words: [1, 1],
    options: {
      correct: {
        type: 'string',
        value: 'ROW:FIELD=VALUE',
        help: 'puts a value in place of the refused one; rows are those of the sheet',
        multiple: true,
      },
      yes: { type: 'boolean', help: 'sends the rows that are fixed; the others stay' },
      elsewhere: ELSEWHERE,
      'short-balance': { type: 'boolean', help: 'continues although the balance is known to be too small' },
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'fetch',
    usage: 'fetch ID',
    summary: 'fetches the results of a finished project again, free of charge; nothing that was fetched before is lost',
    words: [1, 1],
    options: { 'token-stdin': TOKEN },
  },
  {
    name: 'parts',
    usage: 'parts ID [--send | --release]',
    summary: 'shows the parts of a list that is longer than the service takes at once, and what can be done with those that wait',
    words: [1, 1],
    options: {
      send: { type: 'boolean', help: 'sends the next part after one that was given up; the parts after it follow by themselves' },
      release: { type: 'boolean', help: 'removes the parts that are not sent, free of charge: their people count as not sent' },
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'export',
    usage: 'export ID --out FILE [--contents C] [--columns …] [--segment S] [--layout L] [--join-by-order [--yes]]',
    summary: 'saves the results of a finished project, or the cleaned list of any project',
    words: [1, 1],
    options: {
      out: { type: 'string', value: 'FILE', help: 'where to save the results: .xlsx, .csv or .jsonl' },
      contents: {
        type: 'string',
        value: 'C',
        help: 'sheet: every column of the file, then the scores (otherwise) · keyed: the scores by id · errors: the refused rows, to be fixed · cleaned: the list as it is sent, before or after the screening',
      },
      columns: {
        type: 'string',
        value: 'NAMES',
        help: 'score columns in their order, by title or path, separated by commas; "shown" for those in the list; otherwise all',
      },
      segment: { type: 'string', value: 'S', help: 'the people of this segment alone' },
      layout: {
        type: 'string',
        value: 'L',
        help: 'for another system: raisers-edge, salesforce, donorperfect, civicrm, neon, or one of your own',
      },
      earlier: { type: 'boolean', help: 'with the earlier scores of people who were left out as unchanged (screen --since)' },
      intact: { type: 'boolean', help: 'of a damaged project: all that is intact, as a workbook whose sheet Summary says what is missing' },
      bars: { type: 'string', value: 'NAMES', help: 'number columns with a bar behind each number, in a workbook' },
      'join-by-order': {
        type: 'boolean',
        help: 'first joins the profiles of an answer that names no row to the rows by their order; it shows three pairs and asks',
      },
      yes: { type: 'boolean', help: 'joins by order without asking' },
      'undo-join-by-order': { type: 'boolean', help: 'first takes back a join by order' },
    },
  },
  {
    name: 'compare',
    usage: 'compare BEFORE NOW [--by COLUMN] [--out FILE]',
    summary: 'compares two finished projects of one connection: who is new, gone, or has another score',
    words: [2, 2],
    options: {
      by: { type: 'string', value: 'COLUMN', help: 'the score column, by title or path; otherwise the first number in the list' },
      out: { type: 'string', value: 'FILE', help: 'also saves everybody who was compared: .xlsx, .csv or .jsonl' },
    },
  },
  {
    name: 'remove',
    usage: 'remove ID --yes [--lose-results]',
    summary: "removes a project's data for good",
    words: [1, 1],
    options: {
      yes: { type: 'boolean', help: 'yes, for good' },
      'lose-results': { type: 'boolean', help: 'yes, although the screening may be paid for and its results have not been fetched' },
    },
  },
  {
    name: 'credits',
    usage: 'credits [--connection NAME] [--history]',
    summary: 'asks the service for the balance',
    words: [0, 0],
    options: {
      connection: CONNECTION,
      history: { type: 'boolean', help: 'the balances that were seen so far, the oldest first; the service is not asked' },
      'token-stdin': TOKEN,
    },
  },
  ...SERVICE_COMMANDS,
  {
    name: 'connections',
    usage: 'connections list | add --name N --base-url URL [--version V] [--token-stdin] | test NAME | remove NAME',
    summary: 'manages the connections to services',
    words: [1, 2],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the new connection' },
      'base-url': { type: 'string', value: 'URL', help: 'address of the service, https://…' },
      version: { type: 'string', value: 'V', help: 'version segment of the path; 20240515 otherwise' },
      'token-stdin': { type: 'boolean', help: 'takes the token from standard input' },
    },
  },
  {
    name: 'templates',
    usage:
      'templates list | save ID --name N [--replace] | apply ID --name N | rename NAME --name N | export NAME --out FILE | import FILE | remove NAME',
    summary: 'manages the saved mappings; ID is a project, NAME a template',
    words: [1, 2],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the template' },
      replace: { type: 'boolean', help: 'saves in place of the template that has this name' },
      out: { type: 'string', value: 'FILE', help: 'where to save the template, as JSON' },
    },
  },
  {
    name: 'do-not-screen',
    usage: 'do-not-screen list | add FILE | add --id ID | remove PART | remove --id ID | clear --yes',
    summary: 'manages the people who are never sent; a person is named by --id, --email, or --first, --last and --zip',
    words: [1, 2],
    options: {
      id: { type: 'string', value: 'ID', help: 'constituent ID of the person' },
      email: { type: 'string', value: 'ADDRESS', help: 'email of the person' },
      first: { type: 'string', value: 'NAME', help: 'first name of the person' },
      last: { type: 'string', value: 'NAME', help: 'last name of the person' },
      zip: { type: 'string', value: 'ZIP', help: 'ZIP of the person' },
      yes: { type: 'boolean', help: 'yes, all of them' },
    },
  },
  {
    name: 'dismiss',
    usage: 'dismiss',
    summary: 'says that the notice about missing changes, which every command shows, was read',
    words: [0, 0],
    options: {},
  },
  {
    name: 'practice',
    usage: 'practice --port N --data DIR --token-file F [--dialect NAME]',
    summary: 'runs the practice service alone, on 127.0.0.1, until it is ended',
    words: [0, 0],
    options: {
      port: { type: 'string', value: 'N', help: 'port; any free one otherwise' },
      'token-file': {
        type: 'string',
        value: 'F',
        help: 'first line: the bearer token that it takes; second line: a token for the control and ledger endpoints. -: standard input',
      },
      token: { type: 'string', value: 'T', help: 'the bearer token; other users of this computer can read it' },
      'control-token': { type: 'string', value: 'C', help: 'the token of the control endpoints; others can read it as well' },
      dialect: { type: 'string', value: 'NAME', help: 'how it speaks; a comma parts several' },
      credits: { type: 'string', value: 'N', help: 'balance at the start' },
      'seconds-per-thousand': { type: 'string', value: 'S', help: 'how long it works on a thousand rows' },
    },
  },
];

const HELP_END = `
Exit codes: 0 done · 1 usage · 2 service, network or this computer · 3 outcome unknown: a person must decide ·
4 done, but some rows were refused or are unknown · 5 no token, or it was refused · 6 the file cannot be read

The token of a service comes from the keychain, from DESK_TOKEN, or with --token-stdin from standard input.`;

/** The general help, or that of one command. */
export function helpText(command: CommandDescription | null): string {
  if (command === null) {
    const widest = Math.max(...COMMANDS.map(({ name }) => name.length));
    const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(widest)}  ${summary}`);
    return `Screening Desk\n\nUsage: desk COMMAND …\n\n${lines.join('\n')}\n\n"desk COMMAND --help" tells more of one.\n${HELP_END}`;
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

/** Parses the arguments of a call. @throws USAGE with the mistake and the command's usage */
export function readCall(argv: readonly string[]): Call {
  const name = commandName(argv);
  const command = COMMANDS.find((candidate) => candidate.name === name) ?? null;
  if (command === null && name !== undefined) throw new AppError('USAGE', `There is no command “${name}”. "desk --help" lists them.`);
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
