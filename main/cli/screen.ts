/** A complete screening in one command: import, map, check, send, follow, export. */
import { countText, numberText } from '../../shared/base/text.ts';
import { carriedCorrectionsText } from '../../shared/view-texts/carried-corrections.ts';
import { resolve, basename, extname } from 'node:path';
import type {
  ColumnsView,
  ExportFormat,
  ExportRequest,
  Output as MethodOutput,
  ProjectView,
  TableRequest,
} from '../../shared/contract/index.ts';
import { leftOutText } from '../../shared/view-texts/export-notes.ts';
import { AppError, toErrorCode } from '../../shared/base/errors.ts';
import { ROLE_TEXTS, roleOf } from '../../shared/mapping/plan.ts';
import { dispositionText } from '../../shared/rows/disposition-text.ts';
import { elsewhereText } from '../../shared/view-texts/elsewhere.ts';
import { nothingLeft, withoutResultSentence } from '../../shared/view-texts/nothing-left.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { confirm } from './confirm.ts';
import { checkText, targetName } from './files.ts';
import { follow, outcome } from './follow.ts';
import { followParts, printWaiting } from './followparts.ts';
import { planWithOptions } from './mapping.ts';
import { type Output, table } from './output.ts';
import { noticeTexts } from '../../shared/view-texts/sheet-notices.ts';
import { readingOf } from './reading.ts';
import { listFormatOf } from './list-format.ts';
import { scoreSettingsOf } from './score-settings.ts';
import { templateNamed } from './templates.ts';

/** Instead of an ID: the newest screening that sent people of the list. */
const LAST = 'last';

const FORMATS = { '.xlsx': 'xlsx', '.csv': 'csv', '.jsonl': 'jsonl' } as const;

/** The format for a file's extension. @throws USAGE for an unknown one */
export function formatOf(path: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(path).toLowerCase();
  if (!Object.hasOwn(FORMATS, ending)) throw new AppError('USAGE', 'Results can be saved only as .xlsx, .csv or .jsonl.');
  return FORMATS[ending as keyof typeof FORMATS];
}

type Cost = MethodOutput<'cost.get'>;

/** Names the unfinished lists that some of the people are already in. */
function onTheirWayText({ leftOut, screened: { onTheirWay } }: Cost): string[] {
  if (!leftOut.some(({ reason }) => reason === 'inProgress')) return [];
  return [
    `Not finished yet: ${onTheirWay.map((name) => `“${name}”`).join(', ')}; --again sends the people in ${onTheirWay.length === 1 ? 'it' : 'them'} anyway`,
  ];
}

/** Names the screenings without a result for some of the excluded people. */
function withoutResultText({ leftOut, screened: { withoutResult } }: Cost): string[] {
  if (!leftOut.some(({ reason }) => reason === 'recentlyScreened')) return [];
  return withoutResult.map((screening) => `${withoutResultSentence(screening)}; --again sends them anyway`);
}

/** Describes the changes since the baseline. */
function sinceText({ since }: Cost): string[] {
  if (since === null) return [];
  const { name, fresh, changed, unchanged, saved, otherSettings } = since;
  return [
    `Since “${name}”: ${numberText(fresh)} new, ${numberText(changed)} changed, ${numberText(unchanged)} unchanged and left out; sending everyone would cost about ${countText(saved, 'credit')} more`,
    ...(otherSettings ? [`“${name}” was scored with other score settings: its scores and the new ones may not be comparable`] : []),
  ];
}

function costText(cost: Cost, connection: string): string {
  const leftOut = cost.leftOut.map(({ reason, rows }) => `${numberText(rows)} ${dispositionText(reason).phrase}`);
  return [
    `${numberText(cost.rowsToSend)} of ${countText(cost.rowsInFile, 'row')} to send to ${connection} (${cost.host})${leftOut.length === 0 ? '' : `; left out: ${leftOut.join(', ')}`}`,
    ...onTheirWayText(cost),
    ...withoutResultText(cost),
    ...sinceText(cost),
    `About ${countText(cost.estimate, 'credit')}${cost.balance?.remaining === null || cost.balance === null ? '' : ` of ${numberText(cost.balance.remaining)}`}${cost.saved === 0 ? '' : `; leaving rows out saves about ${numberText(cost.saved)}`}`,
  ].join('\n');
}

/** Names service projects that can already contain this list; returns whether there are any. */
export async function warnElsewhere(desk: Desk, id: string, output: Output): Promise<boolean> {
  const projects = await desk.call('cost.elsewhere', { id });
  for (const project of projects)
    output.step(
      `The service already has ${elsewhereText(project)}, which was not sent from here: a colleague may have sent this list; --elsewhere sends it anyway`,
    );
  return projects.length > 0;
}

/** The project's columns with the requested template; without one, mentions a template that fits. */
async function mapped(call: Call, desk: Desk, id: string, output: Output): Promise<ColumnsView> {
  const { template } = call.values;
  if (template !== undefined) return await desk.call('templates.apply', { id, template: (await templateNamed(desk, template)).id });
  const fitting = (await desk.call('templates.offers', { id })).find(({ same }) => same);
  if (fitting !== undefined && fitting.changes > 0)
    output.step(`The template “${fitting.name}” was made for these headings. Add --template "${fitting.name}" to use it.`);
  return await desk.call('columns.get', { id });
}

/** Uses the newest screening that sent people of the list as baseline. @throws NOT_FOUND when there is none */
async function sinceLast(desk: Desk, id: string): Promise<void> {
  const [newest] = await desk.call('cost.since', { id });
  if (newest === undefined)
    throw new AppError('NOT_FOUND', 'No finished screening on this account includes people from this list. Leave out --since.');
  await desk.call('projects.change', { id, since: newest.id });
}

/** Reapplies the corrections of the baseline list on request; otherwise mentions the option. */
async function correctAgain(call: Call, desk: Desk, id: string, output: Output): Promise<void> {
  const offer = await desk.call('check.madeBefore', { id });
  if (offer === null) return;
  const found = carriedCorrectionsText(offer);
  if (found === '') return;
  if (!call.flags.has('correct-again')) {
    output.step(`${found} made in “${offer.name}” can be applied again. Add --correct-again to do so.`);
    return;
  }
  await desk.call('check.makeAgain', { id });
  output.step(`${found} from “${offer.name}” applied again.`);
}

export async function screen(call: Call, output: Output, desk: Desk): Promise<number> {
  const path = call.words[0]!;
  const out = call.values['out'];
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the results: --out RESULTS.xlsx');
  formatOf(out);
  const listFormat = listFormatOf(call);
  const scoreConfiguration = await scoreSettingsOf(call, desk);
  const connection = await desk.connection(call.values['connection'] ?? null);
  desk.tokenIsFor(connection.id);
  const { since } = call.values;
  const earlier = since === undefined || since === LAST ? null : await desk.project(since);
  const { token } = await desk.application.offerFile(resolve(path), basename(path));
  const created = await desk.call('projects.create', {
    file: token,
    connectionId: connection.id,
    ...(call.values['name'] === undefined ? {} : { name: call.values['name'] }),
    reading: readingOf(call),
    ...(earlier === null ? {} : { since: earlier.id }),
  });
  const { id } = created;
  const read = await follow(desk, id, output, ({ state }) => state.at !== 'reading');
  if (read.state.at === 'unreadable') return report(output, read);

  const { notes, notices } = await desk.call('import.get', { id });
  for (const text of [...notes, ...noticeTexts(notices)]) output.step(text);

  let columns = await mapped(call, desk, id, output);
  const plan = planWithOptions(columns, call.lists, call.values['ids']);
  if (plan !== columns.plan) columns = await desk.call('columns.change', { id, plan });
  const problem = columns.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined)
    throw new AppError(
      problem.columns.length > 1 ? 'FIELD_TAKEN_TWICE' : 'MAPPING_INCOMPLETE',
      `${problem.message} Use --map COLUMN=FIELD.`,
    );
  output.step(
    table(
      ['Column', 'Goes to', 'Why'],
      columns.plan.columns
        .filter(({ to }) => to.kind !== 'none' || roleOf(to) !== null)
        .map((column) => [
          columns.headers[column.column] ?? '',
          targetName(column) ?? `nowhere: it ${ROLE_TEXTS[roleOf(column.to) ?? 'deceased']}`,
          column.settled ? 'certain' : (columns.suggestions[column.column]?.reason ?? 'suggested'),
        ]),
    ),
  );

  if (since === LAST) await sinceLast(desk, id);
  if (since !== undefined) await correctAgain(call, desk, id, output);
  const check = await desk.call('check.get', { id });
  output.step(checkText(check));
  const within = call.values['screened-within'];
  if (within !== undefined && !/^\d{1,4}$/.test(within))
    throw new AppError('USAGE', '--screened-within must be a number of days, or 0 for none.');
  await desk.call('projects.change', {
    id,
    ...(call.flags.has('send-errors') ? { sendErrors: true } : {}),
    // Sending the same list again implies sending its people again.
    ...(call.flags.has('again') || call.flags.has('repeat') ? { again: true } : {}),
    ...(within === undefined ? {} : { screenedWithin: Number(within) }),
    ...(scoreConfiguration === undefined ? {} : { scoreConfiguration }),
    ...(listFormat === undefined ? {} : { listFormat }),
  });
  await desk.call('credits.read', { connectionId: connection.id });
  const cost = await desk.call('cost.get', { id });
  output.step(costText(cost, connection.name));
  if (cost.rowsToSend === 0) throw nothingLeft(cost);
  const isWarned = await warnElsewhere(desk, id, output);
  if (
    !call.flags.has('yes') &&
    !(await confirm(`Send ${countText(cost.rowsToSend, 'row')} and spend about ${countText(cost.estimate, 'credit')}?`))
  ) {
    output.step(`Nothing was sent. The project is kept as ${id.slice(0, 8)}.`);
    return 0;
  }
  await desk.call('project.send', {
    id,
    rows: cost.rowsToSend,
    connectionId: connection.id,
    repeat: call.flags.has('repeat'),
    short: call.flags.has('short-balance'),
    // Answering yes counts as consent: the warning was shown just before.
    elsewhere: call.flags.has('elsewhere') || call.flags.has('repeat') || (isWarned && !call.flags.has('yes')),
    parts: cost.parts,
    seen: cost.seen,
  });
  const ended = await followAll(desk, id, output);
  if (ended.state.at === 'done') await save(desk, out, output, wholeList(id, cost.since !== null));
  const exit = report(output, ended, out, {
    file: cost.rowsInFile,
    leftOut: cost.rowsInFile - cost.rowsToSend,
    since: cost.since,
  });
  await printWaiting(desk, ended, output);
  return exit;
}

/** Follows a project and the parts of its list; returns the first project after all parts are done. */
async function followAll(desk: Desk, id: string, output: Output): Promise<ProjectView> {
  const last = await followParts(desk, await desk.call('projects.get', { id }), output);
  return last.state.at === 'done' ? await desk.call('projects.get', { id }) : last;
}

/** The export request for a file format. */
export type SaveChoice = (format: ExportFormat) => ExportRequest;

/** A workbook with bars behind these columns, or a plain table. */
export const tableFormat = (format: ExportFormat, bars: string[] = []): TableRequest['format'] =>
  format === 'xlsx' ? { kind: 'xlsx', bars } : { kind: format };

/** All people with all scores. `intact`: only what is not damaged in the project's file. */
export const wholeList =
  (id: string, priorScores: boolean, intact = false): SaveChoice =>
  (format) => ({ kind: 'list', id, format: tableFormat(format), people: { kind: 'everyone', priorScores }, columns: null, intact });

/** Failures of an export that keep their code. */
const SHOWN_CODES = ['DISK_FULL', 'PROJECT_FILE_DAMAGED', 'PROJECT_PART_DAMAGED', 'INPUT_INVALID'] as const;

/** Exports a project's results and waits until the file is complete. @throws TARGET_UNWRITABLE; SHOWN_CODES */
export async function save(desk: Desk, out: string, output: Output, choice: SaveChoice): Promise<void> {
  desk.saveTo(out);
  await written(desk, output, await desk.call('results.export', choice(formatOf(out))));
}

/** Waits until a file is complete. @throws as `save` */
export async function written(desk: Desk, output: Output, begun: MethodOutput<'results.export'>): Promise<void> {
  if (begun === null) throw new AppError('TARGET_UNWRITABLE', 'There is no place to save the results.');
  await new Promise<void>((done, fail) => {
    const see = (view: MethodOutput<'exports.get'>) => {
      if (view.id !== begun.id) return;
      if (view.state === 'reading' || view.state === 'writing') {
        output.progress(view.state === 'reading' ? `${countText(view.done, 'profile')} read` : `Saving ${countText(view.done, 'row')}`);
        return;
      }
      unsubscribe();
      const leftOut = leftOutText(view);
      if (leftOut !== '') output.step(leftOut);
      if (view.failure === null) done();
      else {
        const { code, message } = view.failure;
        // A file without a project can fail at the service too, with any of its codes.
        const known = view.projectId === null ? toErrorCode(code, 'TARGET_UNWRITABLE') : SHOWN_CODES.find((one) => one === code);
        fail(new AppError(known ?? 'TARGET_UNWRITABLE', message));
      }
    };
    const unsubscribe = desk.application.subscribe((event) => {
      if (event.name === 'export.changed') see(event.payload);
    });
    desk.call('exports.get', { id: begun.id }).then(see, fail);
  });
}

/** Prints the outcome of a project; returns the exit code. */
export function report(
  output: Output,
  view: Parameters<typeof outcome>[0],
  out: string | null = null,
  rows: { readonly file: number; readonly leftOut: number; readonly since: Cost['since'] } | null = null,
): number {
  const { exit, text, error } = outcome(view);
  const saved = view.state.at === 'done' && out !== null ? out : null;
  if (error !== null) {
    const pending = view.state.at === 'needs-decision' ? { question: view.state.question, choices: view.state.choices } : {};
    output.result({ ok: false, project: view.id, at: view.state.at, ...pending, error }, `${text} (${error.code})`);
    return exit;
  }
  const counts = view.state.at === 'done' ? view.state.counts : null;
  output.result(
    {
      ok: true,
      project: view.id,
      at: view.state.at,
      ...(rows === null ? {} : { inFile: rows.file, leftOut: rows.leftOut, since: rows.since }),
      counts,
      out: saved,
    },
    [
      ...(rows === null
        ? []
        : [
            `${countText(rows.file, 'row')} in the file = ${numberText(rows.file - rows.leftOut)} submitted + ${numberText(rows.leftOut)} left out`,
          ]),
      text,
      ...(saved === null ? [] : [`Results: ${saved}`]),
    ].join('\n'),
  );
  return exit;
}
