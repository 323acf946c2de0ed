/** `desk record show|export`: the screening record of a project, even if it was removed. `verify` is in record-verify.ts. */
import { resolve } from 'node:path';
import { AppError, EXIT } from '../../shared/base/index.ts';
import type { RecordView } from '../../shared/contract/index.ts';
import { REMOVED_PROJECT, recordSections, writtenText } from '../../shared/view-texts/index.ts';
import { type Call, usageError } from './arguments.ts';
import type { Desk } from './desk.ts';
import { outTarget } from './out-target.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

/**
 * The project with this ID or unique ID prefix, including removed projects with a record.
 * @throws NOT_FOUND.
 */
async function recordOf(desk: Desk, word: string): Promise<RecordView> {
  const { newest } = await desk.call('records.chain', {});
  const ids = new Set(newest.flatMap(({ projectId }) => (projectId.startsWith(word) ? [projectId] : [])));
  const [only] = ids;
  if (ids.size > 1) throw new AppError('NOT_FOUND', `The IDs of ${ids.size} projects begin with “${word}”. Enter more of the ID.`);
  return await desk.call('record.get', { id: only ?? (await desk.project(word)).id });
}

function textOf(record: RecordView, width: number): string {
  const head = `${record.name ?? REMOVED_PROJECT}\n${writtenText(record)}`;
  const sections = recordSections(record).map(({ title, lines }) =>
    table(
      [title, ''],
      lines.map(({ label, value, missing }) => [label, missing === undefined ? value : `${value}; your organization requires it`]),
      width,
    ),
  );
  return [head, ...sections].join('\n\n');
}

export async function record(call: Call, output: Output, desk: Desk): Promise<number> {
  const [what, word] = call.words;
  if (word === undefined || call.words.length > 2) throw usageError(call);
  const found = await recordOf(desk, word);
  if (found.entries.length === 0) throw new AppError('NOT_FOUND', 'This list was not sent from here, so it has no record.');
  switch (what) {
    case 'show': {
      output.result({ ok: true, project: found.id, record: found }, textOf(found, output.widths.result));
      return EXIT.done;
    }
    case 'export': {
      const { out } = call.values;
      if (out === undefined) throw usageError(call);
      await desk.saveTo(outTarget(call, out));
      await desk.call('record.export', { id: found.id });
      await desk.application.targetWritten(resolve(out));
      output.result(
        { ok: true, project: found.id, out },
        `The record was saved: ${out}\nIt has no value from the list. "desk record verify" checks it anywhere.`,
      );
      return EXIT.done;
    }
    default:
      throw usageError(call);
  }
}
