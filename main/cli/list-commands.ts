/** Commands for a spreadsheet that is not a project yet. */
import { type CommandDescription, CONNECTION, ELSEWHERE, HEADINGS, READING, SYSTEM, TEMPLATE, TOKEN, TOTALS } from './command.ts';

export const LIST_COMMANDS: readonly CommandDescription[] = [
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
];
