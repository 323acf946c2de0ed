/** `desk check`: checks a file without creating a project. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError, EXIT, countText, localDay, numberText } from '../../shared/base/index.ts';
import type { CheckView, SafeFixes } from '../../shared/contract/index.ts';
import { type CheckCounts, checkCounts, rowsByDisposition } from '../../shared/rows/index.ts';
import { noticeTexts, noticesOf } from '../../shared/view-texts/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import { type LoadInput, type CheckRequest, type CheckSummary, NO_INPUTS } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import type { FolderSettings } from './folder-settings.ts';
import { importOptionsOf } from './import-options.ts';
import { giftsText } from './gift-options.ts';
import { readGifts } from './gifts.ts';
import { existingFile, passwordOf } from './input-file.ts';
import { checkLike, printLike, readingFor, rolesIn } from './like.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { temporaryFolder } from './temporary-folders.ts';

const HEADINGS = ['Rows', 'Severity', 'What was found', 'Field', 'For example'];

/** The text of a check result. */
export function checkText(check: CheckCounts & Pick<CheckView, 'rules'>, width: number): string {
  const found = check.rules.filter(({ rows, leftOut, severity }) => rows > 0 || (leftOut > 0 && severity !== 'note'));
  const isAnyOut = found.some(({ leftOut }) => leftOut > 0);
  const rules = found.map(({ rows: on, leftOut, severity, title, fields, example }) => [
    numberText(on),
    ...(isAnyOut ? [numberText(leftOut)] : []),
    severity,
    title,
    fields.map(({ field, rows: onField }) => (fields.length === 1 ? field : `${field} ${numberText(onField)}`)).join(', '),
    example === null ? '' : `${example.before}${example.after === null ? '' : ` → ${example.after}`}`,
  ]);
  return [
    `${countText(check.rows, 'row')}: ${numberText(check.ready)} ready to match, ${check.fixable === 0 ? '' : `${numberText(check.fixable)} more after the safe fixes, `}${numberText(check.incomplete)} incomplete, ${numberText(check.invalid)} that won’t be accepted${check.leftOut === 0 ? '' : `, ${numberText(check.leftOut)} left out`}`,
    ...(rules.length === 0
      ? ['No issues.']
      : [table([...HEADINGS.slice(0, 1), ...(isAnyOut ? ['Left out'] : []), ...HEADINGS.slice(1)], rules, width)]),
  ].join('\n');
}

/** Applies the safe fixes to a checked list. */
async function fixSafely(spawn: SpawnWorker, request: CheckRequest): Promise<{ readonly fixes: SafeFixes; readonly check: CheckSummary }> {
  const task = spawn('query', request);
  try {
    const fixes = await task.ask('check.safeFixes', { codes: null, options: { sendErrors: false, resendRecent: false } });
    return { fixes, check: await task.ask('edit', { kind: 'fixSafe', codes: null }) };
  } finally {
    task.cancel();
  }
}

function fixedText({ fixes, cells, rows, ready }: SafeFixes, width: number): string {
  if (rows === 0) return 'No issue has a safe fix.';
  const lines = fixes.map(({ title, cells, examples }) => [
    numberText(cells),
    title,
    examples.map(({ before, after }) => `${before} → ${after}`).join(', '),
  ]);
  return [
    `Fixed ${countText(cells, 'cell')} in ${countText(rows, 'row')}; ready to match ${numberText(ready.before)} → ${numberText(ready.after)}`,
    table(['Cells', 'What was fixed', 'For example'], lines, width),
  ].join('\n');
}

/**
 * `desk check FILE` runs the full check in a temporary folder.
 * @throws NO_ROWS, and as reading the file
 */
export async function check(
  call: Call,
  output: Output,
  spawn: SpawnWorker,
  { template, rules, recipeFor }: FolderSettings,
): Promise<number> {
  const file = { ...(await existingFile(call.words[0]!)), ...(await passwordOf(call)) };
  const folder = await temporaryFolder();
  const today = localDay(Date.now());
  let project = { path: join(folder, 'check.sqlite'), projectId: 'check', key: randomBytes(32) };
  const request = {
    ...file,
    file: project,
    options: importOptionsOf(call),
    today,
    inputs: { ...NO_INPUTS, rules },
    ...(template === null ? {} : { template }),
  };
  const load = async (asked: LoadInput) =>
    await spawn('load', asked, ({ done, total, unit }) => {
      output.progress(
        `Reading and checking ${unit === 'bytes' && total !== null ? `${Math.floor((100 * done) / total)}%` : numberText(done)}`,
      );
    }).result;
  let imported = await load(request);
  let { options } = request;
  const recipe = recipeFor === null ? null : await recipeFor(rolesIn(imported, options));
  const reading = recipe === null ? null : readingFor(recipe, imported, options);
  if (reading !== null) {
    project = { ...project, path: join(folder, 'as-last-time.sqlite') };
    options = { ...options, ...reading };
    imported = await load({ ...request, file: project, options });
  }
  const { check: found, import: read, sheetLayout } = imported;
  if (read.rows === 0) throw new AppError('NO_ROWS', 'The sheet has headings but no rows below them.');
  const source = { file: project, sheetLayout, plan: imported.plan, today, rowIdPrefix: '', inputs: request.inputs };
  const asLast = recipe === null ? null : await checkLike(call, spawn, recipe, imported, options, source);
  const plan = asLast?.plan ?? imported.plan;
  const list = { file: project, sheetLayout, plan, today, rowIdPrefix: '' };
  const { gifts: giftFile } = call.values;
  const gifts = giftFile === undefined ? null : await readGifts(call, output, spawn, { path: giftFile, list, write: true });
  const checked: CheckRequest = { ...list, plan: gifts?.plan ?? plan, inputs: request.inputs };
  const withGifts = gifts === null ? (asLast?.check ?? found) : await spawn('check', checked).result;
  const safe = call.flags.has('fix') ? await fixSafely(spawn, checked) : null;
  const { histogram, fields, rules: ruleCounts } = safe?.check ?? withGifts;
  const { invalid: errors, duplicateId: sameId } = rowsByDisposition(histogram, { sendErrors: false, resendRecent: false });
  const counts = checkCounts(histogram);
  const fixed = safe === null ? {} : { fixed: safe.fixes };
  const ofGifts = gifts === null ? {} : { gifts: gifts.view };
  const ofLike = asLast === null ? {} : { like: asLast.like };
  const notes = [...read.notes, ...noticeTexts(noticesOf(read, sheetLayout, options, found.rules))];
  const likeLines: string[] = [];
  const isUndecided = asLast !== null && printLike(asLast.like, call, (text) => likeLines.push(text, ''), output.widths.result);
  output.result(
    { ok: true, ...counts, errors, sameId, fields, rules: ruleCounts, notes, ...fixed, ...ofGifts, ...ofLike },
    [
      ...notes,
      ...likeLines,
      ...(gifts === null ? [] : [giftsText(gifts.view, output.widths.result), '']),
      ...(safe === null ? [] : [fixedText(safe.fixes, output.widths.result), '']),
      checkText({ ...counts, rules: ruleCounts }, output.widths.result),
    ].join('\n'),
  );
  return isUndecided ? EXIT.undecided : EXIT.done;
}
