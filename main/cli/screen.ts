/** A complete screening in one command: import, map, check, send, follow, export. */
import { AppError, EXIT, countText } from '../../shared/base/index.ts';
import {
  type ColumnsView,
  type Input,
  type Output as MethodOutput,
  PROJECT_SETTINGS,
  type ProjectView,
} from '../../shared/contract/index.ts';
import { ROLE_TEXTS, roleOf } from '../../shared/mapping/index.ts';
import { missingFields, missingSentence, RECORD_TEXTS } from '../../shared/record/index.ts';
import { carriedCorrectionsText, nothingLeft, noticeTexts, wideText } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import { checkText } from './check.ts';
import { confirm } from './confirm.ts';
import { costText, warnElsewhere } from './cost-text.ts';
import type { Desk } from './desk.ts';
import { follow } from './follow.ts';
import { followParts, printWaiting } from './follow-parts.ts';
import { assertLinesKnown, assertUsable, giftChoicesOf, giftReadingOf, giftsText } from './gift-options.ts';
import { importOptionsOf } from './import-options.ts';
import { offerFile, passwordOf } from './input-file.ts';
import { targetName } from './inspect.ts';
import { applyLike, assertLikeAlone, printLike } from './like.ts';
import { planWithOptions } from './mapping-options.ts';
import { report } from './outcome.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { outTarget } from './out-target.ts';
import { sendingText } from './refusals.ts';
import { formatOf, saveOrKeep, wholeList } from './save-results.ts';
import { scoreSettingsOf } from './score-settings.ts';
import { settingsOf } from './settings.ts';
import { templateNamed } from './templates.ts';
import { keptText } from './unsent.ts';
import { bestOf, chooseBest } from './whom-to-send.ts';

/** Can be given instead of an ID: the newest screening that sent people of the list. */
const LAST = 'last';

/** Creates the project of the file and returns its ID. The file is read in the background. */
async function importFile(call: Call, desk: Desk, connectionId: string): Promise<string> {
  const { baseline, name } = call.values;
  const earlier = baseline === undefined || baseline === LAST ? null : await desk.project(baseline);
  const { id } = await desk.call('projects.create', {
    file: await offerFile(desk, call.words[0]!),
    connectionId,
    ...(name === undefined ? {} : { name }),
    importOptions: importOptionsOf(call),
    ...(await passwordOf(call)),
    ...(earlier === null ? {} : { baselineId: earlier.id }),
  });
  desk.unsent = id;
  return id;
}

/** The project's columns with the requested template applied. Without the option, mentions a template that fits. */
async function columnsWithTemplate(call: Call, desk: Desk, id: string, output: Output): Promise<ColumnsView> {
  const { template } = call.values;
  if (template !== undefined) return await desk.call('templates.apply', { id, template: (await templateNamed(desk, template)).id });
  const fitting = (await desk.call('templates.offers', { id })).find(({ same }) => same);
  if (fitting !== undefined && fitting.changes > 0)
    output.step(`The template “${fitting.name}” was made for these headings. Add --template "${fitting.name}" to use it.`);
  return await desk.call('columns.get', { id });
}

/**
 * Maps the columns according to the options, and prints the mapping.
 * @throws USAGE; FIELD_TAKEN_TWICE; MAPPING_INCOMPLETE.
 */
async function mapColumns(call: Call, desk: Desk, id: string, output: Output): Promise<void> {
  let columns = await columnsWithTemplate(call, desk, id, output);
  const plan = planWithOptions(columns, call.lists, call.values['ids']);
  if (plan !== columns.plan) columns = await desk.call('columns.change', { id, plan });
  const problem = columns.problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined)
    throw new AppError(
      problem.columns.length > 1 ? 'FIELD_TAKEN_TWICE' : 'MAPPING_INCOMPLETE',
      `${problem.message} Use --map COLUMN=FIELD.`,
    );
  const lines = columns.plan.columns
    .filter(({ to }) => to.kind !== 'none' || roleOf(to) !== null)
    .map((column) => [
      columns.headers[column.column] ?? '',
      targetName(column) ?? `nowhere: it ${ROLE_TEXTS[roleOf(column.to) ?? 'deceased']}`,
      column.settled ? 'certain' : (columns.suggestions[column.column]?.reason ?? 'suggested'),
    ]);
  output.step(table(['Column', 'Goes to', 'Why'], lines, output.widths.step));
}

/** Fills the giving fields from the gift file of --gifts, and prints what the file contains. */
async function fillGifts(call: Call, desk: Desk, id: string, output: Output): Promise<void> {
  const { gifts } = call.values;
  if (gifts === undefined) return;
  const choices = giftChoicesOf(call);
  const { view } = await desk.call('gifts.read', { id, file: await offerFile(desk, gifts), options: giftReadingOf(call), choices });
  assertUsable(view);
  assertLinesKnown(choices, view);
  await desk.call('gifts.use', { id });
  output.step(giftsText(view, output.widths.step));
}

/**
 * Uses the newest screening that sent people of the list as baseline.
 * @throws NOT_FOUND when there is none
 */
async function setNewestBaseline(desk: Desk, id: string): Promise<void> {
  const [newest] = await desk.call('cost.baselines', { id });
  if (newest === undefined)
    throw new AppError('NOT_FOUND', 'No finished screening on this account includes people from this list. Leave out --baseline.');
  await desk.call('projects.change', { id, baselineId: newest.id });
}

/** If requested, applies the carried corrections; otherwise mentions the option. */
async function applyCarriedCorrections(call: Call, desk: Desk, id: string, output: Output): Promise<void> {
  const offer = await desk.call('check.carriedCorrections', { id });
  if (offer === null) return;
  const found = carriedCorrectionsText(offer);
  if (found === '') return;
  if (!call.flags.has('carried-corrections')) {
    output.step(`${found} carried from “${offer.name}” can be applied again. Add --carried-corrections to do so.`);
    return;
  }
  await desk.call('check.applyCarriedCorrections', { id });
  output.step(`${found} carried from “${offer.name}” applied again.`);
}

/** Sets which rows are sent, and how. */
async function setOptions(call: Call, desk: Desk, id: string, settings: Omit<Input<'projects.change'>, 'id'>): Promise<void> {
  // Sending the same list again implies sending its people again.
  const resendRecent = call.flags.has('again') || call.flags.has('repeat') ? { resendRecent: true } : {};
  await desk.call('projects.change', { id, ...settings, ...resendRecent });
}

/**
 * Refuses an incomplete declaration before the user sees the price, because sending would refuse it anyway.
 * @throws RECORD_INCOMPLETE.
 */
async function assertDeclared(desk: Desk, id: string): Promise<void> {
  const { record } = await desk.call('organizationRules.get', {});
  const missing = missingFields(await desk.call('projects.get', { id }), record);
  if (missing.length === 0) return;
  const options = missing.map((field) => `--${RECORD_TEXTS[field].option}`).join(', ');
  throw new AppError('RECORD_INCOMPLETE', `${missingSentence(missing, record)} Nothing was sent. Add ${options}.`);
}

/**
 * Sends the list at this cost. False if the user says no.
 * @throws what `project.send` throws.
 */
async function send(
  call: Call,
  desk: Desk,
  id: string,
  output: Output,
  cost: MethodOutput<'cost.get'>,
  connectionId: string,
): Promise<boolean> {
  const isWarned = await warnElsewhere(desk, id, output);
  const question = `Send ${countText(cost.rowsToSend, 'row')} and spend about ${countText(cost.estimate, 'credit')}?`;
  let isAgreed = false;
  try {
    isAgreed = await confirm(call, question, undefined, ` ${keptText(id)}`);
  } finally {
    // If the user says no, or nobody can answer, the list is kept, so that it can be sent in the window.
    if (!isAgreed) desk.unsent = null;
  }
  if (!isAgreed) return false;
  await desk.call('project.send', {
    id,
    rows: cost.rowsToSend,
    connectionId,
    allowDuplicate: call.flags.has('repeat'),
    allowLowBalance: call.flags.has('short-balance'),
    // A user who answers yes has just seen the warning; --yes does not agree to it.
    allowElsewhere: call.flags.has('elsewhere') || call.flags.has('repeat') || (isWarned && !call.flags.has('yes')),
    parts: cost.parts,
    quoteId: cost.quoteId,
  });
  return true;
}

/** Follows a project and the later parts of its list. Returns the first project if all parts are done, otherwise the part that is not. */
async function followAll(desk: Desk, id: string, output: Output): Promise<ProjectView> {
  const last = await followParts(desk, await desk.call('projects.get', { id }), output);
  return last.state.at === 'done' ? await desk.call('projects.get', { id }) : last;
}

/** `desk screen FILE` returns the exit code. */
export async function screen(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out, baseline, like } = call.values;
  assertLikeAlone(call);
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the results: --out RESULTS.xlsx');
  formatOf(out);
  const scoreConfiguration = await scoreSettingsOf(call, desk);
  // Without the option, the score settings of the earlier screening are used.
  const ofScores = like !== undefined && scoreConfiguration === null ? {} : { scoreConfiguration };
  const settings = { ...settingsOf(call, PROJECT_SETTINGS), ...ofScores };
  const wanted = bestOf(call);
  const { 'send-objected': reason } = call.values;
  giftChoicesOf(call);
  if (reason?.trim() === '')
    throw new AppError('USAGE', '--send-objected needs the reason why they are screened. Nothing was read or sent.');
  const connection = await desk.connection(call.values['connection'] ?? null);
  desk.useTokenFor(connection.id);
  const target = outTarget(call, out, [call.words[0]!]);
  await desk.saveTo(target);
  const id = await importFile(call, desk, connection.id);
  const imported = await follow(desk, id, output, ({ state }) => state.at !== 'reading');
  if (imported.state.at === 'unreadable') return await report(desk, output, imported);
  const { notes, notices } = await desk.call('import.get', { id });
  if (notices.tooWide !== undefined && formatOf(out) === 'xlsx')
    throw new AppError('USAGE', `${wideText(notices.tooWide)} Nothing was sent. Use --out with a name that ends in .csv.`);
  for (const text of [...notes, ...noticeTexts(notices)]) output.step(text);
  if (like !== undefined) await desk.call('credits.read', { connectionId: connection.id });
  const asLast = await applyLike(call, desk, id);
  if (asLast !== null && printLike(asLast, call, (text) => output.step(text), output.widths.step)) {
    desk.unsent = null;
    throw new AppError('DECISION_NEEDED', `Nothing was sent. ${keptText(id)}`);
  }
  await mapColumns(call, desk, id, output);
  await fillGifts(call, desk, id, output);
  if (baseline === LAST) await setNewestBaseline(desk, id);
  if (baseline !== undefined) await applyCarriedCorrections(call, desk, id, output);
  const check = await desk.call('check.get', { id });
  // Without the people who were not chosen by the order of --like: they are chosen again below, after the options apply.
  output.step(checkText({ ...check, rules: check.rules.filter(({ code }) => code !== 'NOT_CHOSEN') }, output.widths.step));
  await setOptions(call, desk, id, settings);
  await assertDeclared(desk, id);
  if (reason !== undefined) await desk.call('check.sendObjected', { id, reason });
  await desk.call('credits.read', { connectionId: connection.id });
  await chooseBest(desk, id, wanted);
  const cost = await desk.call('cost.get', { id });
  output.step(costText(cost, connection.name, (await desk.call('check.get', { id })).rules));
  if (cost.rowsToSend === 0) {
    const nothing = nothingLeft(cost);
    const advice = nothing.code === 'NOTHING_TO_SEND' ? sendingText(cost.leftOut.map(({ reason: why }) => why)) : '';
    throw AppError.from({ ...nothing.toFailure(), message: nothing.message + advice });
  }
  if (!(await send(call, desk, id, output, cost, connection.id))) {
    output.step(`Nothing was sent. ${keptText(id)}`);
    return EXIT.done;
  }
  const ended = await followAll(desk, id, output);
  if (ended.state.at === 'done') await saveOrKeep(desk, id, target, output, wholeList(id, cost.baseline !== null));
  const rows = { file: cost.rowsInFile, leftOut: cost.rowsInFile - cost.rowsToSend, baseline: cost.baseline, best: cost.best };
  const exit = await report(desk, output, ended, out, rows);
  await printWaiting(desk, ended, output);
  return exit;
}
