/** Commands for the projects of the data folder and of the service. */
import { Choice } from '../../../shared/project/index.ts';
import { type CommandDescription, CONNECTION, ELSEWHERE, FORCE, READING, SYSTEM, TEMPLATE, TOKEN, TOTALS } from './command-description.ts';

export const PROJECT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'projects',
    usage: 'projects [--remote [--connection NAME]]',
    summary: 'lists the projects of the data folder, or those that the service has',
    words: [0, 0],
    options: {
      remote: { type: 'boolean', help: 'lists all projects on the service, including those that were not sent from here; costs nothing' },
      connection: CONNECTION,
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'adopt',
    usage: 'adopt REMOTE_ID [--file FILE] [--connection NAME]',
    summary: 'adds a processed project from the service to this data folder; costs nothing, and sends nothing',
    words: [1, 1],
    options: {
      file: {
        type: 'string',
        value: 'FILE',
        help: 'the list that was sent, so that results are joined to its rows (default: a list of the rows that the profiles show)',
      },
      connection: CONNECTION,
      template: TEMPLATE,
      ...READING,
      ...SYSTEM,
      ...TOTALS,
      'token-stdin': TOKEN,
    },
  },
  { name: 'status', usage: 'status ID', summary: 'shows the current state of a project and every step so far', words: [1, 1], options: {} },
  {
    name: 'resume',
    usage: 'resume [ID]',
    summary: 'continues unfinished projects until they are done or need a decision',
    words: [0, 1],
    options: { 'token-stdin': TOKEN },
  },
  {
    name: 'decide',
    usage: 'decide ID --choice CHOICE',
    summary: 'answers the question of a project that is waiting for a decision, and continues',
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
    summary: 'stops a project: free of charge until the service has the whole list; after that, this only stops watching it',
    words: [1, 1],
    options: {},
  },
  {
    name: 'fix',
    usage: 'fix ID [--correct ROW:FIELD=VALUE …] [--yes] [--again]',
    summary: 'copies the refused rows of a finished project into a new project, to be fixed and sent again',
    words: [1, 1],
    options: {
      correct: {
        type: 'string',
        value: 'ROW:FIELD=VALUE',
        help: 'replaces a refused value; ROW is the number of the row in the sheet',
        multiple: true,
      },
      yes: { type: 'boolean', help: 'sends the fixed rows; the others stay' },
      again: { type: 'boolean', help: 'continues even if a refused row may have been paid for already' },
      elsewhere: ELSEWHERE,
      'short-balance': { type: 'boolean', help: 'continues even if the balance is known to be too small' },
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
    summary:
      'shows the parts of a list that is longer than the service takes at a time, and what you can do with the parts that are waiting',
    words: [1, 1],
    options: {
      send: { type: 'boolean', help: 'sends the next part after one that was given up; the parts after it follow automatically' },
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
      force: FORCE,
      contents: {
        type: 'string',
        value: 'C',
        help: 'workbook: the top prospects, then everyone with the scores first (default) · sheet: everything, in the order of your file · keyed: the scores by ID · errors: the refused rows, to be fixed · cleaned: the list as it is sent, before or after the screening',
      },
      columns: {
        type: 'string',
        value: 'NAMES',
        help: 'score columns in their order, by title or path, separated by commas; "shown" for those shown in the list (default: all)',
      },
      segment: { type: 'string', value: 'S', help: 'only the people in this segment' },
      layout: {
        type: 'string',
        value: 'L',
        help: 'for another system: raisers-edge, salesforce, donorperfect, civicrm, neon, or one of your own',
      },
      earlier: { type: 'boolean', help: 'includes the earlier scores of people who were left out as unchanged (screen --baseline)' },
      intact: {
        type: 'boolean',
        help: 'for a damaged project: saves all that is intact, as a workbook whose sheet Summary says what is missing',
      },
      bars: { type: 'string', value: 'NAMES', help: 'number columns that get a bar behind each number, in a workbook' },
      'join-by-order': {
        type: 'boolean',
        help: 'first joins profiles to rows by their order, if the answer names no row; shows three pairs and asks',
      },
      yes: { type: 'boolean', help: 'does not ask before joining by order, or before writing rows joined by order for another system' },
      'undo-join-by-order': { type: 'boolean', help: 'first undoes a join by order' },
    },
  },
  {
    name: 'compare',
    usage: 'compare BEFORE NOW [--by COLUMN] [--out FILE]',
    summary: 'compares two finished projects of one connection: who is new, gone, or has another score',
    words: [2, 2],
    options: {
      by: { type: 'string', value: 'COLUMN', help: 'the score column, by title or path (default: the first number in the list)' },
      out: { type: 'string', value: 'FILE', help: 'also saves everybody who was compared: .xlsx, .csv or .jsonl' },
      force: FORCE,
    },
  },
  {
    name: 'review',
    usage: 'review ID | review set ID --rows 2,5-9 --verdict V | review ID --export FILE | review ID --import FILE',
    summary: 'lists whose match needs a decision first, and sets verdicts; nothing is sent, and nothing is charged',
    words: [1, 2],
    options: {
      part: { type: 'string', value: 'P', help: 'who is listed: left (default), right, wrong, unsure, accepted or all' },
      find: { type: 'string', value: 'TEXT', help: 'only people with this ID or name' },
      limit: { type: 'string', value: 'N', help: 'how many people are listed, at most 200 (default: 200)' },
      rows: { type: 'string', value: 'ROWS', help: 'the rows of the file that get the verdict, such as 2,5-9' },
      verdict: { type: 'string', value: 'V', help: 'right, wrong, unsure, or none to take a verdict away' },
      reason: { type: 'string', value: 'R', help: 'moved, newName, generation, sameName, family, known or other' },
      note: { type: 'string', value: 'TEXT', help: 'kept with the verdict' },
      export: { type: 'string', value: 'FILE', help: 'saves the sheet “To review” for a colleague: .xlsx or .csv' },
      import: { type: 'string', value: 'FILE', help: 'reads the verdicts of such a sheet' },
      take: { type: 'string', value: 'WHICH', help: 'where a verdict here differs from the file: file or here' },
      force: FORCE,
    },
  },
  {
    name: 'remove',
    usage: 'remove ID --yes [--lose-results]',
    summary: "removes a project's data for good",
    words: [1, 1],
    options: {
      yes: { type: 'boolean', help: 'confirms that the data is removed for good' },
      'lose-results': { type: 'boolean', help: 'confirms it even if the screening may be paid for and its results have not been fetched' },
    },
  },
];
