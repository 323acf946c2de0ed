/** Commands for what the data folder holds besides projects, and the practice service. */
import type { CommandDescription } from './command.ts';

export const FOLDER_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'connections',
    usage:
      'connections list | add --name N --base-url URL [--version V] [--token-stdin] | test NAME | change NAME [--list-format F] [--csv-heading FIELD=HEADING …] | headings NAME | remove NAME',
    summary: 'manages the connections to services',
    words: [1, 2],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the new connection' },
      'base-url': { type: 'string', value: 'URL', help: 'address of the service, https://…' },
      version: { type: 'string', value: 'V', help: 'version segment of the path; 20240515 otherwise' },
      'list-format': { type: 'string', value: 'json|csv', help: 'how lists are sent over the connection' },
      'csv-heading': {
        type: 'string',
        value: 'FIELD=HEADING',
        help: 'the heading of a field in a list in CSV; "connections headings NAME" shows all, and what the service said of them',
        multiple: true,
      },
      'usual-headings': { type: 'boolean', help: 'the names of the fields again, apart from those of --csv-heading' },
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
