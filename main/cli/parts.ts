/** `desk parts`: shows the parts of a list, and sends or releases those that wait because an earlier part was given up. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { firstPartOf } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import { confirm, confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { followParts, partsWaiting, printWaiting, waitingText } from './follow-parts.ts';
import { type Output, notRemoved } from './output.ts';
import { statusText } from './status-text.ts';
import { table } from './table.ts';
import { report } from './outcome.ts';

/** Returns the exit code. */
export async function parts(call: Call, output: Output, desk: Desk): Promise<number> {
  const project = await desk.project(call.words[0]!);
  const { id, lineage } = project;
  const [send, release] = [call.flags.has('send'), call.flags.has('release')];
  if (send && release) throw new AppError('USAGE', 'Use either --send or --release, not both.');
  if (send) {
    const next = (await partsWaiting(desk, { id, lineage }))?.waiting[0];
    if (next !== undefined && !(await confirm(call, `Send ${countText(next.rows ?? 0, 'row')} and spend about as many credits?`))) {
      output.step('Nothing was sent.');
      return EXIT.done;
    }
    desk.useTokenFor(project.connection.id);
    const part = await desk.call('parts.sendNext', { id });
    output.step(`“${part.name}”`);
    const last = await followParts(desk, part, output);
    const exit = await report(desk, output, last);
    await printWaiting(desk, last, output);
    return exit;
  }
  if (release) {
    if (!(await confirmRemoval(call, 'This removes the parts that are not sent; the people in them are treated as not sent.')))
      return notRemoved(output);
    const released = await desk.call('parts.release', { id });
    const what = countText(released.parts, 'part');
    output.result(
      { ok: true, project: id, released: released.parts, rows: released.rows },
      `Released ${what} with ${countText(released.rows, 'row')}. Nothing was charged for them; the people in them are treated as not sent.`,
    );
    return EXIT.done;
  }
  const of = firstPartOf({ id, lineage });
  const list = (await desk.call('projects.list', {}))
    .flatMap((one) => {
      if (firstPartOf(one) !== of) return [];
      return [{ view: one, part: one.lineage?.kind === 'part' ? one.lineage.part : 1 }];
    })
    .toSorted((a, b) => a.part - b.part);
  const waiting = await partsWaiting(desk, { id, lineage });
  const lines = list.map(({ view, part }) => [
    view.id.slice(0, 8),
    String(part),
    view.name,
    statusText(view),
    view.sheet === null ? '' : numberText(view.sheet.rows),
  ]);
  output.result(
    {
      ok: true,
      project: of,
      parts: list.map(({ view, part }) => ({ project: view.id, part, name: view.name, at: view.state.at })),
      waiting: waiting?.waiting.map(({ id: project }) => project) ?? [],
    },
    [
      table(['ID', 'Part', 'Name', 'Status', 'Rows'], lines, output.widths.result),
      ...(waiting === null ? [] : [waitingText(id, waiting)]),
    ].join('\n'),
  );
  return EXIT.done;
}
