/** `desk retention`: when lists are removed, and which are kept longer. */
import { EXIT, countText } from '../../shared/base/index.ts';
import { retainedText } from '../../shared/view-texts/index.ts';
import { type Call, usageError } from './arguments.ts';
import { confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { type Output, notRemoved } from './output.ts';
import { table } from './table.ts';

export async function retention(call: Call, output: Output, desk: Desk): Promise<number> {
  const [verb = 'list', word] = call.words;
  const { reason } = call.values;
  switch (verb) {
    case 'list': {
      const { lists, today } = await desk.call('retention.get', {});
      const lines = lists.map((list) => [list.id.slice(0, 8), list.name, list.screened, retainedText(list, today)]);
      for (const { name, loses } of lists) for (const sentence of loses) output.step(`“${name}”: ${sentence}`);
      output.result(
        { ok: true, today, lists },
        lines.length === 0
          ? 'No list is removed because of its age.'
          : table(['ID', 'Project', 'Screened', 'What happens'], lines, output.widths.result),
      );
      return EXIT.done;
    }
    case 'keep':
    case 'release':
    case 'agree': {
      if (word === undefined || (verb === 'keep') !== (reason !== undefined)) throw usageError(call);
      const { id, name } = await desk.project(word);
      const agrees = `This allows “${name}” to be removed on its day even though its results were never saved in a file.`;
      if (verb === 'agree' && !(await confirmRemoval(call, agrees))) return notRemoved(output);
      const { lists, today } =
        verb === 'agree'
          ? await desk.call('retention.agree', { ids: [id] })
          : await desk.call('retention.keep', { ids: [id], reason: reason ?? null });
      const list = lists.find((one) => one.id === id);
      const text = list === undefined ? 'It is not removed because of its age.' : retainedText(list, today);
      output.result({ ok: true, project: id, list: list ?? null }, `“${name}”: ${text}`);
      return EXIT.done;
    }
    case 'apply': {
      const { removed } = await desk.call('retention.apply', {});
      const text = removed.length === 0 ? 'No list is due.' : `${countText(removed.length, 'list')} removed: ${removed.join(', ')}.`;
      output.result({ ok: true, removed }, text);
      return EXIT.done;
    }
    default:
      throw usageError(call);
  }
}
