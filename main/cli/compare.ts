/** Compares two screenings of the same people by one column. */
import { AppError, EXIT, numberText } from '../../shared/base/index.ts';
import { CHANGE_TEXTS, ChangeKind, hasSize } from '../../shared/results/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { columnKey } from './export.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { outTarget } from './out-target.ts';
import { formatOf, save } from './save-results.ts';

/** The most people that are listed for each kind of change. An export has all of them. */
const MAX_LISTED = 20;
const MOVED: readonly ChangeKind[] = ['higher', 'lower', 'changed', 'new', 'gone'];

/** Says which people of a kind are listed. Follows the name of the kind. */
function shownText(change: ChangeKind, shown: number, total: number): string {
  if (hasSize(change)) return `, largest change first${total > shown ? `: ${shown} of ${numberText(total)}` : ''}`;
  return total > shown ? `, the first ${shown} of ${numberText(total)}` : '';
}

/** `desk compare OLDER NEWER` returns the exit code. */
export async function compare(call: Call, output: Output, desk: Desk): Promise<number> {
  const [before, now] = [await desk.project(call.words[0]!), await desk.project(call.words[1]!)];
  const results = await desk.call('results.get', { id: now.id });
  const { by, out } = call.values;
  const target = out === undefined ? null : outTarget(call, out);
  if (target !== null) {
    formatOf(target.path);
    await desk.saveTo(target);
  }
  const first = results.shown.find((key) => results.columns.some((column) => column.key === key && column.type === 'number'));
  const column = by === undefined ? (first ?? results.columns[0]?.key) : columnKey(results, by);
  if (column === undefined) throw new AppError('USAGE', 'The results have no score column to compare by.');
  const request = { id: now.id, withId: before.id, column };
  const view = await desk.call('results.compare', request);
  if (target !== null)
    await save(desk, target, output, (format) => ({ kind: 'comparison', id: now.id, format, withId: before.id, column }));
  const lists = await Promise.all(
    MOVED.map(async (change) => ({
      change,
      ...(await desk.call('results.comparePage', { ...request, change, order: 'size', offset: 0, limit: MAX_LISTED })),
    })),
  );
  const lines = ChangeKind.options.map((change) => [CHANGE_TEXTS[change], numberText(view.counts[change])]);
  output.result(
    {
      ok: true,
      before: before.id,
      now: now.id,
      column,
      title: view.title,
      counts: view.counts,
      withoutId: view.withoutId,
      first: Object.fromEntries(lists.map(({ change, rows }) => [change, rows])),
      out: out ?? null,
    },
    [
      `${view.title}: “${before.name}” → “${now.name}”`,
      table(['', 'People'], lines, output.widths.result),
      ...lists
        .filter(({ rows }) => rows.length > 0)
        .map(({ change, rows, total }) =>
          [
            `${CHANGE_TEXTS[change]}${shownText(change, rows.length, total)}`,
            table(
              ['ID', 'Name', 'Before', 'Now'],
              rows.map((row) => [row.id, row.name, row.before, row.after]),
              output.widths.result,
            ),
          ].join('\n'),
        ),
      ...(out === undefined ? [] : [`Saved: ${out}`]),
    ].join('\n'),
  );
  return EXIT.done;
}
