/** Commands for the projects of the data folder and of the service. */
import { Choice } from '../../shared/project/project.ts';
import { type CommandDescription, CONNECTION, ELSEWHERE, READING, SYSTEM, TEMPLATE, TOKEN, TOTALS } from './command.ts';

export const PROJECT_COMMANDS: readonly CommandDescription[] = [
  {
    name: 'projects',
    usage: 'projects [--remote [--connection NAME]]',
    summary: 'lists the projects of the data folder, or those that the service has',
    words: [0, 0],
    options: {
      remote: { type: 'boolean', help: 'all projects on the service, also those that were not sent from here; costs nothing' },
      connection: CONNECTION,
      'token-stdin': TOKEN,
    },
  },
  {
    name: 'adopt',
    usage: 'adopt REMOTE_ID [--file FILE] [--connection NAME]',
    summary: 'takes over a processed project that the service has and this data folder does not know; costs nothing, and sends nothing',
    words: [1, 1],
    options: {
      file: {
        type: 'string',
        value: 'FILE',
        help: 'the list that was sent: results are joined to its rows; otherwise the list has the rows that the profiles show',
      },
      connection: CONNECTION,
      template: TEMPLATE,
      ...READING,
      ...SYSTEM,
      ...TOTALS,
      'token-stdin': TOKEN,
    },
  },
  { name: 'status', usage: 'status ID', summary: 'shows where a project stands and every step so far', words: [1, 1], options: {} },
  {
    name: 'resume',
    usage: 'resume [ID]',
    summary: 'continues what was running, until it is done or needs a decision',
    words: [0, 1],
    options: { 'token-stdin': TOKEN },
  },
  {
    name: 'decide',
    usage: 'decide ID --choice CHOICE',
    summary: 'answers the question of a project that waits for a decision, and continues',
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
    summary: 'stops a project: free before the whole list was handed over, afterwards it only ends the watching',
    words: [1, 1],
    options: {},
  },
  {
    name: 'fix',
    usage: 'fix ID [--correct ROW:FIELD=VALUE …] [--yes]',
    summary: 'takes the refused rows of a finished project into a project of their own, to be fixed and sent again',
    words: [1, 1],
    options: {
      correct: {
        type: 'string',
        value: 'ROW:FIELD=VALUE',
        help: 'puts a value in place of the refused one; rows are those of the sheet',
        multiple: true,
      },
      yes: { type: 'boolean', help: 'sends the rows that are fixed; the others stay' },
      elsewhere: ELSEWHERE,
      'short-balance': { type: 'boolean', help: 'continues although the balance is known to be too small' },
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
    summary: 'shows the parts of a list that is longer than the service takes at once, and what can be done with those that wait',
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
      contents: {
        type: 'string',
        value: 'C',
        help: 'sheet: every column of the file, then the scores (otherwise) · keyed: the scores by id · errors: the refused rows, to be fixed · cleaned: the list as it is sent, before or after the screening',
      },
      columns: {
        type: 'string',
        value: 'NAMES',
        help: 'score columns in their order, by title or path, separated by commas; "shown" for those in the list; otherwise all',
      },
      segment: { type: 'string', value: 'S', help: 'the people of this segment alone' },
      layout: {
        type: 'string',
        value: 'L',
        help: 'for another system: raisers-edge, salesforce, donorperfect, civicrm, neon, or one of your own',
      },
      earlier: { type: 'boolean', help: 'with the earlier scores of people who were left out as unchanged (screen --since)' },
      intact: { type: 'boolean', help: 'of a damaged project: all that is intact, as a workbook whose sheet Summary says what is missing' },
      bars: { type: 'string', value: 'NAMES', help: 'number columns with a bar behind each number, in a workbook' },
      'join-by-order': {
        type: 'boolean',
        help: 'first joins the profiles of an answer that names no row to the rows by their order; it shows three pairs and asks',
      },
      yes: { type: 'boolean', help: 'without asking: joins by order, and writes rows joined by order for another system' },
      'undo-join-by-order': { type: 'boolean', help: 'first takes back a join by order' },
    },
  },
  {
    name: 'compare',
    usage: 'compare BEFORE NOW [--by COLUMN] [--out FILE]',
    summary: 'compares two finished projects of one connection: who is new, gone, or has another score',
    words: [2, 2],
    options: {
      by: { type: 'string', value: 'COLUMN', help: 'the score column, by title or path; otherwise the first number in the list' },
      out: { type: 'string', value: 'FILE', help: 'also saves everybody who was compared: .xlsx, .csv or .jsonl' },
    },
  },
  {
    name: 'remove',
    usage: 'remove ID --yes [--lose-results]',
    summary: "removes a project's data for good",
    words: [1, 1],
    options: {
      yes: { type: 'boolean', help: 'yes, for good' },
      'lose-results': { type: 'boolean', help: 'yes, although the screening may be paid for and its results have not been fetched' },
    },
  },
];
