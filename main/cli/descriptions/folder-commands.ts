/** Commands for what the data folder holds besides projects, and the practice service. */
import { CONNECTION_SETTINGS, DEFAULT_VERSION } from '../../../shared/contract/index.ts';
import { type CommandDescription, FORCE, optionsOf } from './command-description.ts';

export const FOLDER_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'connections',
    usage:
      'connections list | add --name N --base-url URL [--version V] [--token-stdin] | test NAME | change NAME [--list-format F] [--csv-heading FIELD=HEADING …] | headings NAME | remove NAME',
    summary: 'manages connections to services',
    words: [1, 2],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the new connection' },
      'base-url': { type: 'string', value: 'URL', help: 'address of the service, https://…' },
      version: { type: 'string', value: 'V', help: `version segment of the path (default: ${DEFAULT_VERSION})` },
      ...optionsOf(CONNECTION_SETTINGS),
      'csv-heading': {
        type: 'string',
        value: 'FIELD=HEADING',
        help: 'the heading of a field in a list sent as CSV; "connections headings NAME" shows all headings, and what the service said about them',
        multiple: true,
      },
      'usual-headings': { type: 'boolean', help: 'uses the field names as headings again, except for those set with --csv-heading' },
      'token-stdin': { type: 'boolean', help: 'reads the token from standard input' },
    },
  },
  {
    name: 'templates',
    usage:
      'templates list | save ID --name N [--replace] | apply ID --name N | rename NAME --name N | export NAME --out FILE | import FILE | remove NAME',
    summary: 'manages templates, which are saved mappings; ID is a project, NAME is a template',
    words: [1, 2],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the template' },
      replace: { type: 'boolean', help: 'replaces the template that has this name' },
      out: { type: 'string', value: 'FILE', help: 'where to save the template, as JSON' },
      force: FORCE,
    },
  },
  {
    name: 'do-not-screen',
    usage: 'do-not-screen list | add FILE | add --id ID | remove PART | remove --id ID | clear --yes',
    summary: 'manages the people who are never sent; identify a person with --id, with --email, or with --first, --last and --zip',
    words: [1, 2],
    options: {
      id: { type: 'string', value: 'ID', help: 'constituent ID of the person' },
      email: { type: 'string', value: 'ADDRESS', help: 'email of the person' },
      first: { type: 'string', value: 'NAME', help: 'first name of the person' },
      last: { type: 'string', value: 'NAME', help: 'last name of the person' },
      zip: { type: 'string', value: 'CODE', help: 'postal code of the person' },
      yes: { type: 'boolean', help: 'confirms that everybody is removed' },
    },
  },
  {
    name: 'dismiss',
    usage: 'dismiss',
    summary: 'marks the notice about missing changes, which every command shows, as read',
    words: [0, 0],
    options: {},
  },
  {
    name: 'completion',
    usage: 'completion bash|zsh',
    summary: 'prints a script by which the shell completes commands and options: source <(desk completion bash)',
    words: [1, 1],
    options: {},
  },
  {
    name: 'practice',
    usage: 'practice --port N --data DIR --token-file F [--dialect NAME]',
    summary: 'runs only the practice service, on 127.0.0.1, until you stop it',
    words: [0, 0],
    options: {
      port: { type: 'string', value: 'N', help: 'port (default: any free port)' },
      'token-file': {
        type: 'string',
        value: 'F',
        help: 'first line: the bearer token to accept; second line: a token for the control and ledger endpoints; - reads standard input',
      },
      token: { type: 'string', value: 'T', help: 'the bearer token; other users of this computer can read it' },
      'control-token': { type: 'string', value: 'C', help: 'the token for the control endpoints; other users can read it as well' },
      dialect: { type: 'string', value: 'NAME', help: 'the dialect that it uses; separate several with commas' },
      credits: { type: 'string', value: 'N', help: 'starting balance' },
      'seconds-per-thousand': { type: 'string', value: 'S', help: 'seconds that it takes for a thousand rows' },
    },
  },
];
