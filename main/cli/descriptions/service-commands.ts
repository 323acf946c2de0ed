/** Commands for the balance and for the calls of the interface outside bulk projects. */
import { FIELDS } from '../../../shared/fields/index.ts';
import { type CommandDescription, CONNECTION, FORCE, type OptionDescription, TOKEN, YES } from './command-description.ts';

const RECORD: CommandDescription['options'] = {
  file: { type: 'string', value: 'FILE', help: 'the record as a JSON object of the fields below; - reads standard input' },
  yes: YES,
  again: { type: 'boolean', help: 'screens a person again who was screened before, alone or in a list' },
  connection: CONNECTION,
  'token-stdin': TOKEN,
  ...Object.fromEntries(FIELDS.map(({ key, label }) => [key, { type: 'string', value: 'TEXT', help: label } satisfies OptionDescription])),
};

export const SERVICE_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'credits',
    usage: 'credits [--connection NAME] [--history]',
    summary: 'asks the service for the balance',
    examples: ['credits', 'credits --history'],
    prints: 'the balance, or a table of balances',
    exits: ['service', 'noToken'],
    words: [0, 0],
    options: {
      connection: CONNECTION,
      history: { type: 'boolean', help: 'shows the balances seen so far, oldest first; the service is not asked' },
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'profile',
    usage: 'profile create [--file FILE] [--primaryLast TEXT …] [--yes] [--again]   |   profile show ID',
    summary: 'screens one person, or shows the profile with an ID; a person who was screened before is screened again only with --again',
    examples: ['profile create --primaryFirst Ada --primaryLast Byrne --postalCode 01970', 'profile show 77'],
    prints: 'the values of the profile',
    exits: ['service', 'undecided', 'noToken', 'file'],
    words: [1, 2],
    options: RECORD,
  },
  {
    name: 'profiles',
    usage: 'profiles [--all] [--page N] [--items N] [--find TEXT]   |   profiles --out FILE',
    summary: 'lists the profiles on the service (default: the first page), or saves all of them; costs nothing',
    examples: ['profiles', 'profiles --find byrne@example.org', 'profiles --out profiles.csv'],
    prints: 'a table of profiles, or where they are saved',
    exits: ['service', 'noToken'],
    words: [0, 0],
    options: {
      all: { type: 'boolean', help: 'every page' },
      page: { type: 'string', value: 'N', help: 'this page; the first page is 1' },
      items: { type: 'string', value: 'N', help: 'profiles per page (default: 25)' },
      out: { type: 'string', value: 'FILE', help: 'saves every profile as a table: .xlsx, .csv or .jsonl' },
      force: FORCE,
      find: { type: 'string', value: 'TEXT', help: 'only profiles that contain this text: an ID, a name, an email; reads every page' },
      connection: CONNECTION,
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'score-request',
    usage: 'score-request create [--file FILE] [--primaryLast TEXT …] [--yes] [--again]   |   score-request show ID',
    summary: 'deprecated by the service: "profile create" replaces create, "profile show" replaces show',
    examples: ['score-request show 77'],
    prints: 'the values of the answer',
    exits: ['service', 'undecided', 'noToken', 'file'],
    words: [1, 2],
    options: RECORD,
  },
  {
    name: 'project-scores',
    usage: 'project-scores ID',
    summary: 'deprecated by the service: prints the scores of a project, here or on the service; use "fetch" and "export" instead',
    examples: ['project-scores 1a2b3c4d'],
    prints: 'one JSON object per score',
    exits: ['service', 'noToken'],
    words: [1, 1],
    options: { connection: CONNECTION, 'token-stdin': TOKEN },
  },
  {
    name: 'score-settings',
    usage: 'score-settings list | show NAME | save NAME --file FILE [--replace] | rename NAME --name N | remove NAME',
    summary: 'manages presets of score settings for "screen --score-settings NAME"',
    examples: ['score-settings list', 'score-settings save Giving --file settings.json'],
    prints: 'a table of presets, or one of them',
    exits: ['service', 'file'],
    words: [1, 2],
    options: {
      file: { type: 'string', value: 'FILE', help: 'the settings as a JSON object, as in the body of a project' },
      name: { type: 'string', value: 'N', help: 'the new name' },
      replace: { type: 'boolean', help: 'replaces the preset that has this name' },
      yes: YES,
    },
  },
];
