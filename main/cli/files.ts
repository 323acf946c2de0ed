/** Commands that read a file without creating a project: rows, inspect, check. */
import { countText, numberText } from '../../shared/base/text.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RuleConfiguration } from '../../shared/rules/row-checks.ts';
import type { CheckView, SafeFixes } from '../../shared/contract/index.ts';
import { localDay } from '../../shared/base/local-day.ts';
import { AppError } from '../../shared/base/errors.ts';
import { type ColumnSuggestion, SPLITTER_FIELDS } from '../../shared/mapping/plan.ts';
import type { ImportOptions } from '../../shared/mapping/import-options.ts';
import { fitTemplate, type Template } from '../../shared/mapping/templates.ts';
import { noticesOf, noticeTexts } from '../../shared/view-texts/sheet-notices.ts';
import type { SpawnWorker } from '../platform/ports.ts';
import { type CheckRequest, type CheckSummary, NO_INPUTS } from '../worker-protocol/check.ts';
import { type CheckCounts, checkCounts } from '../../shared/rows/check-counts.ts';
import { rowsByDisposition } from '../../shared/rows/histogram.ts';
import type { Call } from './arguments.ts';
import { type Output, table } from './output.ts';
import { readingOf } from './reading.ts';

/** Settings that a command takes from the data folder: a named template, and the rule settings on request. */
export interface FolderChoices {
  readonly template: Template | null;
  readonly houseRules: RuleConfiguration;
}

async function theFile(path: string): Promise<{ readonly path: string; readonly name: string }> {
  const name = basename(path);
  const facts = await stat(path).catch(() => null);
  if (facts === null) throw new AppError('FILE_NOT_FOUND', `The file “${name}” was not found.`);
  if (facts.isDirectory()) throw new AppError('FILE_IS_FOLDER', `“${name}” is a folder. Choose the spreadsheet in it.`);
  return { path: resolve(path), name };
}

/** Calls `row` for each row of a file, as JSON text, until `isEnough`. */
async function eachRow(
  spawn: SpawnWorker,
  path: string,
  reading: ImportOptions,
  row: (json: string) => void,
  isEnough = () => false,
): Promise<void> {
  const task = spawn('rows', { ...(await theFile(path)), options: reading });
  let rest = '';
  for await (const bytes of task.bytes) {
    const lines = (rest + Buffer.from(bytes).toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) row(line);
    if (!isEnough()) continue;
    task.result.catch(() => {});
    task.cancel();
    return;
  }
  await task.result;
}

export async function rows(call: Call, output: Output, spawn: SpawnWorker): Promise<number> {
  if (call.flags.has('batch')) return await batch(spawn);
  const [path] = call.words;
  if (path === undefined) throw new AppError('USAGE', 'Usage: desk rows FILE [--sheet NAME]');
  const print = (json: string) => {
    output.result(JSON.parse(json), (JSON.parse(json) as string[]).join('\t'));
  };
  await eachRow(spawn, path, readingOf(call), print, () => output.closed);
  return 0;
}

/** Writes one answer per input line, in order. A bad file does not end the batch. */
async function batch(spawn: SpawnWorker): Promise<number> {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue;
    let file = '';
    try {
      const request = JSON.parse(line) as { file?: unknown; sheet?: unknown };
      if (typeof request.file !== 'string')
        throw new AppError('USAGE', 'Each line must be an object with "file" and, optionally, "sheet".');
      ({ file } = request);
      const all: string[] = [];
      await eachRow(spawn, file, typeof request.sheet === 'string' ? { sheet: request.sheet } : {}, (json) => all.push(json));
      process.stdout.write(`{"file":${JSON.stringify(file)},"ok":true,"rows":[${all.join(',')}]}\n`);
    } catch (error) {
      const failure = error instanceof AppError ? error : new AppError('USAGE', 'The line is not a JSON object.');
      process.stdout.write(`${JSON.stringify({ file, ok: false, error: { code: failure.code, message: failure.message } })}\n`);
    }
  }
  return 0;
}

/** The target of a column: its field, its splitter, or null when it is not sent. */
export function targetName({ to }: Pick<ColumnSuggestion, 'to'>): string | null {
  if (to.kind === 'field') return to.field;
  return to.kind === 'split' ? to.splitter : null;
}

/** One field name for a split column: `fullName` for a whole name, otherwise the first field that it fills. */
function fieldName({ to }: Pick<ColumnSuggestion, 'to'>): string | null {
  if (to.kind !== 'split') return to.kind === 'field' ? to.field : null;
  return to.splitter === 'fullName' || to.splitter === 'lastFirst' ? 'fullName' : (SPLITTER_FIELDS[to.splitter][0] ?? null);
}

/** The suggestions after applying a template; its decisions are certain and name the template as their reason. */
function underTemplate(suggestions: readonly ColumnSuggestion[], template: Template | null): readonly ColumnSuggestion[] {
  if (template === null) return suggestions;
  const { plan } = fitTemplate(
    template,
    suggestions.map(({ header }) => header),
    suggestions,
  );
  const reason = `Template “${template.name}”`;
  return suggestions.map((suggestion, column) => ({ ...suggestion, to: plan.columns[column]!.to, certainty: 'certain', reason }));
}

export async function inspect(call: Call, output: Output, spawn: SpawnWorker, { template }: FolderChoices): Promise<number> {
  const found = await spawn('inspect', { ...(await theFile(call.words[0]!)), options: readingOf(call) }).result;
  const columns = underTemplate(found.suggestions, template).map((suggestion) => ({
    index: suggestion.column,
    header: suggestion.header,
    samples: suggestion.samples,
    field: fieldName(suggestion),
    split: suggestion.to.kind === 'split' ? suggestion.to.splitter : null,
    certainty: suggestion.certainty,
    reason: suggestion.reason,
  }));
  const { sheets, sheet, headerRow, system } = found;
  const lines = columns.map(({ header, samples, field, split, certainty, reason }) => [
    header,
    samples.slice(0, 2).join(' · ').slice(0, 30),
    split ?? field ?? '–',
    certainty,
    reason,
  ]);
  const notes = [...found.notes, ...noticeTexts(found.notices)];
  output.result(
    { sheets, sheet, headerRow, columns, system, notes },
    [
      `Sheet “${sheet}”${sheets.length > 1 ? ` of ${sheets.length}` : ''}, headings in row ${headerRow ?? 'none'}${system === null ? '' : `, from ${system.name}`}`,
      ...notes,
      table(['Column', 'First values', 'Goes to', 'How sure', 'Why'], lines),
    ].join('\n'),
  );
  return 0;
}

/** The text of a check result. */
export function checkText(check: CheckCounts & Pick<CheckView, 'rules'>): string {
  const rules = check.rules.map(({ rows: on, severity, title, fields, example }) => [
    numberText(on),
    severity,
    title,
    fields.map(({ field, rows: onField }) => (fields.length === 1 ? field : `${field} ${numberText(onField)}`)).join(', '),
    example === null ? '' : `${example.before}${example.after === null ? '' : ` → ${example.after}`}`,
  ]);
  return [
    `${countText(check.rows, 'row')}: ${numberText(check.ready)} ready to match, ${check.fixable === 0 ? '' : `${numberText(check.fixable)} more after the safe fixes, `}${numberText(check.incomplete)} incomplete, ${numberText(check.invalid)} with errors${check.leftOut === 0 ? '' : `, ${numberText(check.leftOut)} left out`}`,
    ...(rules.length === 0 ? ['Nothing was found.'] : [table(['Rows', 'Severity', 'What was found', 'Field', 'For example'], rules)]),
  ].join('\n');
}

/** Applies the safe fixes to a checked list. */
async function fixSafely(spawn: SpawnWorker, request: CheckRequest): Promise<{ readonly fixes: SafeFixes; readonly check: CheckSummary }> {
  const task = spawn('query', request);
  try {
    const fixes = await task.ask('safeFixes', null);
    return { fixes, check: await task.ask('edit', { kind: 'fixSafe', codes: null }) };
  } finally {
    task.cancel();
  }
}

function fixedText({ fixes, cells, rows, ready }: SafeFixes): string {
  if (rows === 0) return 'No issue has a safe fix.';
  const lines = fixes.map(({ title, cells: written, examples }) => [
    numberText(written),
    title,
    examples.map(({ before, after }) => `${before} → ${after}`).join(', '),
  ]);
  return [
    `Fixed ${countText(cells, 'cell')} in ${countText(rows, 'row')}; ready to match ${numberText(ready.before)} → ${numberText(ready.after)}`,
    table(['Cells', 'What was fixed', 'For example'], lines),
  ].join('\n');
}

/** `desk check FILE` runs the full check in a temporary folder. @throws NO_ROWS, and as reading the file */
export async function check(call: Call, output: Output, spawn: SpawnWorker, { template, houseRules }: FolderChoices): Promise<number> {
  const file = await theFile(call.words[0]!);
  const folder = await mkdtemp(join(tmpdir(), 'desk-check-'));
  try {
    const today = localDay(Date.now());
    const project = { path: join(folder, 'check.sqlite'), projectId: 'check', key: randomBytes(32) };
    const request = {
      ...file,
      file: project,
      options: readingOf(call),
      today,
      inputs: { ...NO_INPUTS, rules: houseRules },
      ...(template === null ? {} : { template }),
    };
    const {
      check: found,
      import: read,
      sheetLayout,
      plan,
    } = await spawn('load', request, ({ done, total, unit }) => {
      output.progress(
        `Reading and checking ${unit === 'bytes' && total !== null ? `${Math.floor((100 * done) / total)} %` : numberText(done)}`,
      );
    }).result;
    if (read.rows === 0) throw new AppError('NO_ROWS', 'The sheet has headings but no rows below them.');
    const checked: CheckRequest = { file: project, sheetLayout, plan, today, rowIdPrefix: '', inputs: request.inputs };
    const safe = call.flags.has('fix') ? await fixSafely(spawn, checked) : null;
    const { histogram, ...check } = safe?.check ?? found;
    const { invalid: errors, duplicateId: sameId } = rowsByDisposition(histogram, { sendErrors: false, resendRecent: false });
    const counts = checkCounts(histogram);
    const fixed = safe === null ? {} : { fixed: safe.fixes };
    const notes = [...read.notes, ...noticeTexts(noticesOf(read, sheetLayout, request.options))];
    output.result(
      { ok: true, ...counts, errors, sameId, ...check, notes, ...fixed },
      [...notes, ...(safe === null ? [] : [fixedText(safe.fixes), '']), checkText({ ...counts, rules: check.rules })].join('\n'),
    );
    return 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
