/** Commands for a spreadsheet that is not a project yet. */
import { PROJECT_SETTINGS } from '../../../shared/contract/index.ts';
import {
  type CommandDescription,
  CONNECTION,
  ELSEWHERE,
  FORCE,
  HEADINGS,
  optionsOf,
  READING,
  SYSTEM,
  TEMPLATE,
  TOKEN,
  TOTALS,
} from './command-description.ts';

export const LIST_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'screen',
    usage: 'screen FILE --out RESULTS.xlsx [--connection NAME] [--yes]',
    summary: 'reads and checks a spreadsheet, sends it, waits for the service, and saves the workbook with scores and errors',
    words: [1, 1],
    options: {
      connection: CONNECTION,
      out: { type: 'string', value: 'FILE', help: 'where to save the results: .xlsx, .csv or .jsonl' },
      force: FORCE,
      yes: { type: 'boolean', help: 'sends without asking' },
      name: { type: 'string', value: 'TEXT', help: 'name of the project' },
      map: {
        type: 'string',
        value: 'COLUMN=FIELD',
        help: 'sends a column (its heading or letter) as this field; fullName, cityStateZip and the like split it; "none" does not send it',
        multiple: true,
      },
      dates: { type: 'string', value: 'COLUMN=ORDER', help: 'reads the dates of a column as mdy, dmy or ymd', multiple: true },
      decimal: {
        type: 'string',
        value: '[COLUMN=]SIGN',
        help: 'the decimal sign of amounts, comma or point, in one column or in all (default: as the values show)',
        multiple: true,
      },
      constant: { type: 'string', value: 'FIELD=VALUE', help: 'fills in this value in every row that has none', multiple: true },
      ids: {
        type: 'string',
        value: 'pseudonyms|own',
        help: 'what to send as the constituent ID (default: pseudonyms for medical record numbers, and the IDs themselves for all others)',
      },
      template: TEMPLATE,
      ...READING,
      ...HEADINGS,
      ...SYSTEM,
      ...TOTALS,
      ...optionsOf(PROJECT_SETTINGS),
      again: {
        type: 'boolean',
        help: 'also sends people who were screened recently, or are in progress in another list, and have not changed',
      },
      baseline: {
        type: 'string',
        value: 'ID',
        help: 'sends only rows that are new or changed since this finished project, the baseline; "last" is the newest one that has people in this list',
      },
      'carried-corrections': {
        type: 'boolean',
        help: 'with --baseline: applies the corrections carried from that list where the value is still the uncorrected one, and leaves out again whom the user left out there',
      },
      'send-objected': {
        type: 'string',
        value: 'REASON',
        help: 'also sends people who asked not to be screened (default: never); the reason is kept with the project',
      },
      repeat: { type: 'boolean', help: 'sends the same list again even if it was sent before' },
      elsewhere: ELSEWHERE,
      'short-balance': { type: 'boolean', help: 'continues even if the balance is known to be too small' },
      'score-settings': {
        type: 'string',
        value: 'FILE|NAME',
        help: 'requests scores with these settings: a JSON file, or the name of a preset; the service advises against them for most lists',
      },
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
    summary:
      'prints each row as a JSON array of the texts that the mapping uses; --batch answers {"file","sheet"?} lines from standard input',
    words: [0, 1],
    options: { ...READING, batch: { type: 'boolean', help: 'reads {"file","sheet"?} as JSON lines and answers with one line per file' } },
  },
  {
    name: 'check',
    usage: 'check FILE [--template NAME] [--organization-rules] [--fix]',
    summary: 'checks every row and prints what was found; nothing is kept and nothing is sent',
    words: [1, 1],
    options: {
      ...READING,
      ...HEADINGS,
      ...SYSTEM,
      ...TOTALS,
      template: TEMPLATE,
      'organization-rules': {
        type: 'boolean',
        help: 'checks with the organization rules of the data folder (default: the built-in rules)',
      },
      fix: { type: 'boolean', help: 'applies the fixes that have one sensible result, shows what they change, and checks again' },
    },
  },
];
