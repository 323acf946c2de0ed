/** The commands for the report and the record of a screening. */
import { type CommandDescription, FORCE } from './command-description.ts';

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
      out: { type: 'string', value: 'FILE', help: 'saves the report as a workbook with charts: .xlsx' },
      force: FORCE,
      names: { type: 'string', value: 'on|off', help: 'with the names of the 20 people with the most capacity; kept with the project' },
      without: {
        type: 'string',
        value: 'PARTS',
        help: 'leaves out parts, separated by commas: capacity, matrix, sent, match, since or credits; "" shows all; kept with the project',
      },
      step: {
        type: 'string',
        value: 'TEXT',
        multiple: true,
        help: 'a next step in the place of the suggested ones; "" for the suggested ones again; kept with the project',
      },
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
      out: { type: 'string', value: 'FILE', help: 'where to save the record, as JSON; it holds no person' },
      force: FORCE,
    },
  },
];
