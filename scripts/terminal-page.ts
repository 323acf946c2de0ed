/** The text of `docs/TERMINAL.md`: the output and exit codes of each command, derived from the descriptions and schemas of the commands. */
import { z } from 'zod';
import { COMMANDS } from '../main/cli/arguments.ts';
import { FAILED, SHAPES, VERSION } from '../main/cli/shapes.ts';
import { EXIT } from '../shared/base/errors.ts';

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** An enum with more values appears as `text`, and an object with more fields as `object`. */
const MOST = 6;
const TYPES: Readonly<Record<string, string>> = { string: 'text', integer: 'number', array: 'list', null: 'null' };

const alternatives = (texts: readonly string[]): string => {
  const different = [...new Set(texts)];
  const objects = different.filter((text) => text.startsWith('{'));
  return objects.length > 1 ? alternatives(['object', ...different.filter((text) => !text.startsWith('{'))]) : different.join(' or ');
};

function typeOf({ type, const: only, enum: values, anyOf, oneOf, items, properties }: JsonSchema): string {
  const choices = anyOf ?? oneOf;
  if (only !== undefined) return JSON.stringify(only);
  if (values !== undefined) return values.length > MOST ? 'text' : values.map((value) => JSON.stringify(value)).join(' or ');
  if (choices !== undefined) return alternatives(choices.map(typeOf));
  if (Array.isArray(type)) return alternatives(type.map((one: string) => TYPES[one] ?? one));
  if (type === 'array') return `list of ${typeOf(items ?? {})}`;
  if (properties === undefined) return TYPES[String(type)] ?? (type === undefined ? 'any JSON' : String(type));
  const names = Object.keys(properties);
  return names.length > MOST ? 'object' : `{ ${names.join(', ')} }`;
}

function fieldsOf({ properties = {}, required }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${name}${required?.includes(name) === false ? '?' : ''}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join(', ')} }`;
}

/** Describes a line of JSON by its fields and their types. */
function lineText(shape: z.ZodType): string {
  const schema = z.toJSONSchema(shape, { unrepresentable: 'any' }) as JsonSchema;
  return schema.properties === undefined ? typeOf(schema) : fieldsOf(schema);
}

const EXIT_TEXTS: Readonly<Record<keyof typeof EXIT, string>> = {
  done: 'done',
  usage: 'the command was wrong, or it needs an option to agree',
  service: 'the service, the network or this computer failed',
  undecided: 'a decision is needed: the outcome is not known, the list was sent before, or a file differs from what was decided before',
  refusedRows: 'done, but some rows were not accepted or have no result',
  noToken: 'there is no token, or it was not accepted',
  file: 'the file cannot be read',
};

export function terminalPage(): string {
  const rows = COMMANDS.map(({ name, prints, steps, exits }) => {
    const codes = [EXIT.done, EXIT.usage, ...exits.map((exit) => EXIT[exit])].toSorted((a, b) => a - b);
    return `| \`${name}\` | ${prints} | ${steps ?? '–'} | ${codes.join(', ')} |`;
  });
  const lines = Object.entries(SHAPES).map(
    ([name, shapes]) => `### ${name}\n\n${shapes.map((shape) => `- \`${lineText(shape)}\``).join('\n')}`,
  );
  return `# The terminal

\`desk help COMMAND\` shows the options of a command, with examples. This page is written by \`npm run terminal-page\`; a test fails while it is not up to date, and
tests run every command and compare what it prints with this page.

## Rules of all commands

- **Standard output** has the result and nothing else; with \`--json\`, one JSON object per line. Everything else goes to **standard error**: notices, steps, progress, questions, errors.
- Nothing is colored. Only a terminal shows progress in one line that changes, with what remains and until when; \`TERM=dumb\` turns it off. A list that waits, for example for a proxy or a login page of the network, also prints the reason as a line. Tables are cut to the width of a terminal, and complete in a file or a pipe.
- A command that spends credits or removes something for good asks first. \`--yes\` agrees, and is needed where nobody can answer. No other option agrees to this.
- A refusal names the option that allows it: \`--repeat\` the same list again, \`--again\` the same people again, \`--elsewhere\` what somebody else may have sent, \`--short-balance\` a balance that is too small, \`--send-errors\`, \`--send-anyway\` and \`--send-objected REASON\` rows that are left out.
- In place of a file that is read, \`-\` reads standard input; its content shows the format. A token comes from standard input (\`--token-stdin\`), from \`DESK_TOKEN\`, from a question or from the keychain, and never from an argument.
- Ctrl+C stops at a safe point, with exit code 130. A reader that closes the pipe (\`| head\`) ends the output, not the work.
- A list whose screening fails before anything is sent does not stay in the data folder. One that only lacks an answer, such as that to the price, stays, and its ID is printed.

## Exit codes

| exit code | meaning |
|---|---|
${Object.entries(EXIT_TEXTS)
  .map(([name, text]) => `| ${EXIT[name as keyof typeof EXIT]} | ${text} |`)
  .join('\n')}
| 130 | Ctrl+C stopped it; 143 after another request to end |

## Commands

Every command can also end with 2 when the data folder cannot be used, and with 130. *Standard error* is what it gets besides notices, questions and errors.

| command | standard output | standard error | exit codes |
|---|---|---|---|
${rows.join('\n')}

## JSON

One name means one thing in all commands: \`project\` is the ID of a project of the data folder, \`remoteId\` its ID on the service, \`connection\` the name and ID of a connection,
\`at\` the state of a project, \`counts\` its rows by outcome, \`out\` a file that was saved. A line that *is* a project, a connection or a template has its own \`id\`. Times are
milliseconds since 1970. A \`?\` marks a field that can be missing. \`completion\` and \`practice\` print no such lines.

A failure is \`${lineText(FAILED)}\`; \`code\` is one of [ERRORS.md](ERRORS.md), and \`retry\` says whether the same call can be made again. \`--version\` prints \`${lineText(VERSION)}\`.

${lines.join('\n\n')}
`;
}
