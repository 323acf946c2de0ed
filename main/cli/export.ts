/** `desk export`: saves the results of a project as the options say. */
import { extname } from 'node:path';
import { ExportFormat, type Output as MethodOutput, type TableRequest } from '../../shared/contract/index.ts';
import { AppError, EXIT } from '../../shared/base/index.ts';
import { isScoreKey } from '../../shared/results/index.ts';
import { byOrderInLayout } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { outTarget } from './out-target.ts';
import { changeOrder } from './order-join.ts';
import { assertReads } from './layout-format.ts';
import { everythingIntact, formatOf, save, type SaveChoice, tableFormat } from './save-results.ts';

const CONTENTS = ['workbook', 'sheet', 'keyed', 'errors', 'cleaned'] as const;

const KINDS = { workbook: 'workbook', sheet: 'list', keyed: 'scoresById' } as const;

const FORMATS: readonly string[] = ExportFormat.options;

const plain = (text: string) => text.trim().toLowerCase();

type Results = Pick<MethodOutput<'results.get'>, 'columns' | 'shown' | 'byOrder' | 'officer'>;

/**
 * The key of a score column, given its title, its path or the end of its path.
 * @throws USAGE for an unknown column.
 */
export function columnKey({ columns }: Pick<Results, 'columns'>, name: string): string {
  const wanted = plain(name);
  const found =
    columns.find(({ key, title }) => key === name.trim() || plain(title) === wanted) ??
    columns.find(({ key }) => plain(key).endsWith(`.${wanted}`));
  if (found === undefined)
    throw new AppError(
      'USAGE',
      `No score column is named “${name.trim()}”. The columns are in the results; run "desk status" to see the project.`,
    );
  return found.key;
}

/**
 * The keys for "all", "shown", or score columns separated by commas. Null means all.
 * @throws USAGE for an unknown column.
 */
function requestedColumns(results: Results, names: string | undefined): string[] | null {
  if (names === undefined || names === 'all') return null;
  if (names === 'shown') return results.shown.filter(isScoreKey);
  return names.split(',').map((name) => columnKey(results, name));
}

/**
 * Asks before rows that were joined by order are written without being marked.
 * @throws USAGE when the user does not agree.
 */
async function confirmOrder(call: Call, output: Output, { byOrder }: Results): Promise<void> {
  if (byOrder === 0) return;
  output.step(byOrderInLayout(byOrder));
  const refused = 'Nothing was saved: the file is for another system, and some of its rows were joined by order.';
  if (!(await confirm(call, 'Write them anyway?', refused))) throw new AppError('USAGE', `${refused} Add --yes to confirm.`);
}

async function choiceOf(call: Call, output: Output, desk: Desk, id: string): Promise<SaveChoice> {
  const { columns, contents = 'workbook', segment, layout, bars } = call.values;
  if (call.flags.has('intact')) return everythingIntact(id);
  const known = CONTENTS.find((one) => one === contents);
  if (known === undefined) throw new AppError('USAGE', `--contents must be one of ${CONTENTS.join(', ')}.`);
  if (known === 'cleaned') return (format) => ({ kind: 'cleanedList', id, format });
  const results = await desk.call('results.get', { id });
  const segments = segment === undefined ? [] : await desk.call('segments.list', { id });
  const chosen = segments.find(({ id: own, name }) => own === segment || plain(name) === plain(segment ?? ''));
  if (segment !== undefined && chosen === undefined)
    throw new AppError(
      'USAGE',
      `No segment is named “${segment}”. ${segments.length === 0 ? 'There are no segments.' : `The segments are ${segments.map(({ name }) => `“${name}”`).join(', ')}.`}`,
    );
  const layouts = layout === undefined ? [] : await desk.call('layouts.list', { id });
  const namedLayout = layouts.find(({ id: own, name }) => own === layout || plain(name) === plain(layout ?? ''));
  if (layout !== undefined && namedLayout === undefined)
    throw new AppError('USAGE', `No layout is named “${layout}”. The layouts are ${layouts.map(({ id: own }) => own).join(', ')}.`);
  const keys = requestedColumns(results, columns);
  const barKeys = bars === undefined ? [] : bars.split(',').map((name) => columnKey(results, name));
  const conditions = chosen === undefined ? null : { filters: chosen.filters, find: chosen.find };
  if (namedLayout !== undefined) {
    assertReads(namedLayout, formatOf(call.values['out']!));
    await confirmOrder(call, output, results);
  }
  // A layout defines the contents of the file, and refused rows are saved as they were in the list.
  if (namedLayout !== undefined)
    return (format) => ({ kind: 'layout', id, format, layoutId: namedLayout.id, segment: conditions, columns: keys, byOrder: true });
  if (known === 'errors') return (format) => ({ kind: 'refusedRows', id, format });
  const people: TableRequest['people'] =
    chosen === undefined || conditions === null
      ? { kind: 'everyone', priorScores: call.flags.has('earlier') }
      : { kind: 'segment', name: chosen.name, ...conditions };
  const kind = KINDS[known];
  const byOfficer = divisionOf(call);
  if (byOfficer === null) return (format) => ({ kind, id, format: tableFormat(format, barKeys), people, columns: keys });
  if (results.officer === null)
    throw new AppError('USAGE', 'Nobody has an officer: choose the column that names them, or assign people, with "desk officers".');
  return (format) => ({ kind, id, format: tableFormat(format, barKeys), people, columns: keys, byOfficer });
}

/**
 * How people are divided among officers; null if they are not.
 * @throws USAGE for a file format that does not allow it.
 */
function divisionOf({ values, flags }: Call): 'sheets' | 'files' | null {
  const { out = '', layout, contents = 'workbook' } = values;
  const isZip = extname(out).toLowerCase() === '.zip';
  const by = values['by-officer'];
  if (by === undefined) {
    if (isZip) throw new AppError('USAGE', 'A .zip holds one file for each officer. Add --by-officer xlsx, csv or jsonl.');
    return null;
  }
  const isTable = Object.hasOwn(KINDS, contents) && layout === undefined && !flags.has('intact');
  if (by === 'sheets' && isTable && contents === 'workbook' && extname(out).toLowerCase() === '.xlsx') return 'sheets';
  if (by === 'sheets') throw new AppError('USAGE', '--by-officer sheets is for --contents workbook with a name that ends in .xlsx.');
  if (!FORMATS.includes(by)) throw new AppError('USAGE', `--by-officer must be one of sheets, ${FORMATS.join(', ')}.`);
  if (!isTable || !isZip)
    throw new AppError(
      'USAGE',
      `--by-officer ${by} saves one file for each officer in a .zip, with --contents workbook, sheet or keyed: --out FILE.zip`,
    );
  return 'files';
}

export async function exportCommand(call: Call, output: Output, desk: Desk): Promise<number> {
  const out = call.values['out'];
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the results: --out FILE');
  const format = divisionOf(call) === 'files' ? ExportFormat.parse(call.values['by-officer']) : formatOf(out);
  const target = outTarget(call, out);
  await desk.saveTo(target);
  const { id } = await desk.project(call.words[0]!);
  if (!(await changeOrder(call, output, desk, id))) {
    output.result({ ok: true, project: id, joinedByOrder: false, out: null }, 'Nothing was joined, and nothing was saved.');
    return EXIT.done;
  }
  await save(desk, target, output, await choiceOf(call, output, desk, id), format);
  output.result({ ok: true, project: id, out }, `${call.values['contents'] === 'cleaned' ? 'Cleaned list' : 'Results'}: ${out}`);
  return EXIT.done;
}
