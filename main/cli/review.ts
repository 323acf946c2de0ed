/** `desk review`: the queue, verdicts, and the workbook that a colleague fills in. Nothing is sent or charged. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { PAGE_ROWS, ReviewPart, type Output as Answer } from '../../shared/contract/index.ts';
import { Reason, VERDICT_TEXTS, type Verdict, VerdictKind, precisionOf } from '../../shared/review/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { offerFile } from './input-file.ts';
import { outTarget } from './out-target.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { formatOf, save } from './save-results.ts';

type ReviewImported = Answer<'review.import'>;

/** Most rows of one call. */
const MAX_ROWS = 5000;

/**
 * Finds one of the words, ignoring case.
 * @throws USAGE for any other word.
 */
function wordOf<T extends string>(option: string, words: readonly T[], text: string): T {
  const found = words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
  if (found === undefined) throw new AppError('USAGE', `--${option} must be one of ${words.join(', ')}.`);
  return found;
}

/**
 * Parses row numbers such as "2,5-9".
 * @throws USAGE.
 */
function rowsOf(text: string): number[] {
  const rows = text.split(',').flatMap((part) => {
    const [, first = '', last = first] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last === '' ? first : last)];
    if (first === '' || to < from || to - from >= MAX_ROWS)
      throw new AppError('USAGE', `--rows “${text}”: it must be rows of the file, such as 2,5-9.`);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
  if (rows.length > MAX_ROWS) throw new AppError('USAGE', `--rows takes at most ${numberText(MAX_ROWS)} rows.`);
  return rows;
}

async function setVerdict(call: Call, output: Output, desk: Desk, id: string): Promise<number> {
  const { rows, verdict, reason, note = '' } = call.values;
  if (rows === undefined || verdict === undefined)
    throw new AppError('USAGE', 'Usage: desk review set ID --rows 2,5-9 --verdict right|wrong|unsure|none');
  const is = wordOf('verdict', [...VerdictKind.options, 'none' as const], verdict);
  const given: Verdict | null =
    is === 'none' ? null : { is, reason: reason === undefined ? null : wordOf('reason', Reason.options, reason), note };
  const changed = await desk.call('review.set', { id, people: rowsOf(rows).map((row) => ({ row })), verdict: given });
  output.result({ ok: true, project: id, changed: changed.rows }, `${countText(changed.rows.length, 'verdict')} changed.`);
  return EXIT.done;
}

/** Sentences about what an imported workbook changed. */
function importedText({ changed, same, nobody, twice, unknown, unread, conflicts }: ReviewImported): string {
  const lines = [`${countText(changed, 'verdict')} changed, ${numberText(same)} here already.`];
  for (const { line, text } of nobody) lines.push(`Line ${line} matches nobody, or someone whose profile has changed: ${text}`);
  for (const { row, verdicts } of twice) lines.push(`Row ${row} has two verdicts in the file, so neither was used: ${verdicts.join(', ')}`);
  for (const { line, text } of unknown) lines.push(`Line ${line} has no known verdict or reason: ${text}`);
  if (unread > 0) lines.push(`${countText(unread, 'line')} of the file ${unread === 1 ? 'was' : 'were'} not used.`);
  for (const { row, here, file } of conflicts)
    lines.push(`Row ${row} is ${VERDICT_TEXTS[here.is]} here and ${VERDICT_TEXTS[file.is]} in the file`);
  if (conflicts.length > 0) lines.push('Decide with --take file or --take here.');
  return lines.join('\n');
}

async function importVerdicts(call: Call, output: Output, desk: Desk, id: string, path: string): Promise<number> {
  const choice = call.values['take'];
  const take = choice === undefined ? null : wordOf('take', ['file', 'here'] as const, choice);
  const imported = await desk.call('review.import', { id, file: await offerFile(desk, path), take });
  const exit = imported.conflicts.length > 0 ? EXIT.undecided : imported.unread > 0 ? EXIT.refusedRows : EXIT.done;
  output.result({ ok: exit === EXIT.done, project: id, ...imported }, importedText(imported));
  return exit;
}

async function printQueue(call: Call, output: Output, desk: Desk, id: string): Promise<number> {
  const { part: word, find = '', limit: most } = call.values;
  const part = word === undefined ? 'left' : wordOf('part', ReviewPart.options, word);
  const limit = most === undefined ? PAGE_ROWS : Number(most);
  if (!Number.isInteger(limit) || limit < 1 || limit > PAGE_ROWS)
    throw new AppError('USAGE', `--limit must be a number from 1 to ${PAGE_ROWS}.`);
  const carried = await desk.call('review.carry', { id });
  const ask = { id, filters: [], find: '', value: null };
  const view = await desk.call('review.get', ask);
  const { rows, total } = await desk.call('review.queue', { ...ask, find, part, offset: 0, limit });
  const { right, wrong, unsure } = view.verdicts;
  const lines = [
    `${countText(view.left, 'person', 'people')} left to review; ${numberText(right)} right, ${numberText(wrong)} wrong, ${numberText(unsure)} unsure, ${numberText(view.accepted)} accepted without a review.`,
    ...(view.all.wrong === 0
      ? []
      : [
          `${numberText(view.all.scored)} scored − ${numberText(view.all.wrong)} judged wrong = ${numberText(view.all.scored - view.all.wrong)}`,
        ]),
    ...(view.next === null
      ? []
      : [
          `The next ${numberText(view.next.people)} ${view.next.people === 1 ? 'settles' : 'settle'} ${view.next.percent}% of what is doubtful.`,
        ]),
    ...(carried.carried === 0
      ? []
      : [`${countText(carried.carried, 'verdict')} taken over from ${carried.from ?? 'an earlier screening'}.`]),
    ...(view.stale.length === 0 ? [] : [`Kept for profiles that are no longer matched: row ${view.stale.join(', ')}.`]),
    ...view.bands.flatMap(({ text, right: good, verdicts }) => {
      if (verdicts === 0) return [];
      const range = precisionOf(good, verdicts);
      const share = range === null ? '' : `: ${range.share}%, between ${range.low} and ${range.high}%`;
      return `Match ${text}: ${numberText(good)} of ${numberText(verdicts)} right${share}`;
    }),
  ];
  output.result(
    { ok: true, project: id, ...view, carried, part, total, rows },
    [
      ...lines,
      '',
      table(
        ['Row', 'Name', 'Value', 'Match', 'Doubt', 'Verdict'],
        rows.map(({ row, name, value, match, doubt, verdict }) => [
          String(row),
          name,
          value === null ? '' : numberText(value),
          match === null ? '' : String(match),
          doubt.toFixed(2),
          verdict === null ? '' : VERDICT_TEXTS[verdict],
        ]),
      ),
    ].join('\n'),
  );
  return EXIT.done;
}

export async function review(call: Call, output: Output, desk: Desk): Promise<number> {
  const isSet = call.words[0] === 'set' && call.words.length === 2;
  if (!isSet && call.words.length !== 1) throw new AppError('USAGE', 'Usage: desk review ID, or desk review set ID --rows … --verdict …');
  const { export: out, import: path } = call.values;
  if (out !== undefined) {
    formatOf(out);
    const target = outTarget(call, out);
    await desk.saveTo(target);
    const { id } = await desk.project(call.words[0]!);
    await save(desk, target, output, (format) => ({ kind: 'toReview', id, format, filters: [], find: '' }));
    output.result({ ok: true, project: id, out }, `To review: ${out}`);
    return EXIT.done;
  }
  const { id } = await desk.project(call.words.at(-1)!);
  if (isSet) return await setVerdict(call, output, desk, id);
  return path === undefined ? await printQueue(call, output, desk, id) : await importVerdicts(call, output, desk, id, path);
}
