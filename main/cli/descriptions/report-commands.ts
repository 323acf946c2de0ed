/** The commands for the report and the record of a screening, and for the plan of the next one. */
import { type CommandDescription, CONNECTION, flag, FORCE, repeated, valued, YES } from './command-description.ts';

export const REPORT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'report',
    usage: 'report ID [--out FILE] [--names on|off] [--without PARTS] [--step TEXT …]',
    summary: 'shows the report about a finished project on one page: counts, capacity, matches, credits and next steps, without names',
    examples: ['report 1a2b3c4d', 'report 1a2b3c4d --without matrix,since --out report.xlsx'],
    prints: 'the report, and where the file is',
    exits: ['service'],
    words: [1, 1],
    options: {
      out: valued('FILE', 'saves the report as a workbook with charts: .xlsx'),
      force: FORCE,
      names: valued('on|off', 'with the names of the 20 people with the most capacity; kept with the project'),
      without: valued(
        'PARTS',
        'leaves out parts, separated by commas: capacity, matrix, sent, match, since or credits; "" shows all; kept with the project',
      ),
      step: repeated('TEXT', 'a next step in place of the suggested ones; "" for the suggested ones again; kept with the project'),
    },
  },
  {
    name: 'plan',
    usage: 'plan [--connection NAME] [--months N] [--renewal DAY] [--without GROUPS] [--save] [--make-draft]',
    summary: 'shows who is due to be screened again, and what the credits are enough for; costs nothing and sends nothing',
    examples: ['plan', 'plan --months 12 --renewal 2027-06-30 --save', 'plan --make-draft'],
    prints: 'who was screened when, who is due, and what is needed until the renewal',
    steps: 'with --make-draft, that the draft is read',
    exits: ['service'],
    words: [0, 0],
    options: {
      connection: CONNECTION,
      months: valued('N', 'people are due this many months after they were last screened (default: as saved, else 24)'),
      renewal: valued('DAY', 'the day on which the credits are renewed, as 2027-06-30, or none (default: as saved)'),
      without: valued(
        'GROUPS',
        'who is not due: people whose address changed since (moved), people who were never screened (never), or moved,never; "" for neither',
      ),
      save: flag('keeps these settings for the account; Projects then says when people are due'),
      'make-draft': flag('makes a draft of the people who are due, with their newest values; it is not sent'),
    },
  },
  {
    name: 'record',
    usage: 'record show ID | export ID --out FILE | verify FILE …',
    summary:
      'shows the screening record of a project, also of a removed one; saves it as JSON; verify checks saved records offline, several of them against each other',
    examples: ['record show 1a2b3c4d', 'record export 1a2b3c4d --out record.json', 'record verify record.json'],
    prints: 'the record, where the file is, or one line that says whether everything is as written (exit code 0) or not (1)',
    exits: ['service', 'file'],
    words: [2, 20],
    options: {
      out: valued('FILE', 'where to save the record, as JSON; it holds no person'),
      force: FORCE,
    },
  },
  {
    name: 'bundle',
    usage: 'bundle create ID --out FILE [--hand-over] | bundle open FILE [--connection NAME] | bundle take-back ID',
    summary:
      'saves one project with everything as an encrypted bundle, and opens one on another computer; only one of the two computers can send it',
    examples: [
      'bundle create 1a2b3c4d --out spring.deskbundle',
      'bundle create 1a2b3c4d --out spring.deskbundle --hand-over --yes --passphrase-stdin',
      'bundle open spring.deskbundle',
    ],
    prints: 'where the bundle is, what was opened, and which computer can send it',
    exits: ['service', 'file'],
    words: [2, 2],
    options: {
      out: valued('FILE', 'where to save the bundle'),
      force: FORCE,
      'hand-over': flag(
        'gives up the right to send: the project can be sent only where the bundle is opened (default: a copy, which can only be read there)',
      ),
      connection: valued('NAME', 'the connection of the opened project (default: the one that reaches its account)'),
      'passphrase-stdin': flag('reads the passphrase from standard input (default: asks for it)'),
      yes: YES,
    },
  },
];
