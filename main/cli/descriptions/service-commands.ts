/** Commands for the balance and for the calls of the interface outside bulk projects. */
import { FIELDS } from '../../../shared/fields/index.ts';
import { type CommandDescription, CONNECTION, FORCE, type OptionDescription, TOKEN } from './command-description.ts';

const YES: OptionDescription = { type: 'boolean', help: 'spends credits without asking; the practice connection never asks' };

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
    words: [1, 2],
    options: RECORD,
  },
  {
    name: 'profiles',
    usage: 'profiles [--all] [--page N] [--items N] [--find TEXT]   |   profiles --out FILE',
    summary: 'lists the profiles on the service (default: the first page), or saves all of them; costs nothing',
    words: [0, 0],
    options: {
      all: { type: 'boolean', help: 'every page' },
      page: { type: 'string', value: 'N', help: 'this page; the first page is 1' },
      items: { type: 'string', value: 'N', help: 'profiles per page, 1 to 100 (default: 25)' },
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
    words: [1, 2],
    options: RECORD,
  },
  {
    name: 'project-scores',
    usage: 'project-scores ID',
    summary: 'deprecated by the service: prints the scores of a project, here or on the service; use "fetch" and "export" instead',
    words: [1, 1],
    options: { connection: CONNECTION, 'token-stdin': TOKEN },
  },
  {
    name: 'score-settings',
    usage: 'score-settings list | show NAME | save NAME --file FILE [--replace] | rename NAME --name N | remove NAME',
    summary: 'manages presets of score settings for "screen --score-settings NAME"',
    words: [1, 2],
    options: {
      file: { type: 'string', value: 'FILE', help: 'the settings as a JSON object, as in the body of a project' },
      name: { type: 'string', value: 'N', help: 'the new name' },
      replace: { type: 'boolean', help: 'replaces the preset that has this name' },
    },
  },
];
