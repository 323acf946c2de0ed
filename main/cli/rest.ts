/** `desk rest`: sends the people of a finished list who were not chosen. */
import { AppError, EXIT, countText } from '../../shared/base/index.ts';
import { RECORD_SETTINGS } from '../../shared/contract/index.ts';
import { comparedPilot } from '../../shared/project/index.ts';
import type { Call } from './arguments.ts';
import { confirm } from './confirm.ts';
import { costText, warnElsewhere } from './cost-text.ts';
import type { Desk } from './desk.ts';
import { follow } from './follow.ts';
import { followParts, printWaiting } from './follow-parts.ts';
import { report } from './outcome.ts';
import type { Output } from './output.ts';
import { settingsOf } from './settings.ts';
import { bestOf, chooseBest } from './whom-to-send.ts';

/** @throws NOT_FOUND when the pilot was not compared. */
async function comparisonOf(desk: Desk, pilot: string): Promise<string> {
  const found = (await desk.call('projects.list', {})).find(
    ({ lineage, state }) => comparedPilot(lineage) === pilot && state.at === 'done',
  );
  if (found === undefined)
    throw new AppError('NOT_FOUND', 'There is no finished comparison of this pilot. Run "desk compare-pilot" first. Nothing was sent.');
  return found.id;
}

/** Returns the exit code. */
export async function rest(call: Call, output: Output, desk: Desk): Promise<number> {
  const wanted = bestOf(call);
  const from = await desk.project(call.words[0]!);
  await desk.assertRunsHere();
  desk.useTokenFor(from.connection.id);
  const like = call.flags.has('as-compared') ? await comparisonOf(desk, from.id) : null;
  const { id, name, connection } = await desk.call('projects.screenRest', { id: from.id, like });
  const made = await follow(desk, id, output, ({ state, activity }) => state.at !== 'reading' && activity === null);
  if (made.state.at !== 'draft') return await report(desk, output, made);
  desk.useTokenFor(connection.id);
  // Set even without the option --again, because a draft of an earlier command may still have it.
  await desk.call('projects.change', { id, ...settingsOf(call, RECORD_SETTINGS), resendRecent: call.flags.has('again') });
  await desk.call('credits.read', { connectionId: connection.id });
  await chooseBest(desk, id, wanted);
  const cost = await desk.call('cost.get', { id });
  const { rowsToSend, estimate, parts, quoteId, best } = cost;
  output.step(costText(cost, connection.name, (await desk.call('check.get', { id })).rules));
  // Without a terminal and without --yes, the command only makes the draft.
  const mayAsk = rowsToSend > 0 && (call.flags.has('yes') || process.stdin.isTTY);
  const isWarned = mayAsk && (await warnElsewhere(desk, id, output));
  const question = `Send ${countText(rowsToSend, 'row')} and spend about ${countText(estimate, 'credit')}?`;
  if (!mayAsk || !(await confirm(call, question))) {
    output.result(
      { ok: true, project: id, from: from.id, rowsToSend },
      `“${name}” is in ${id.slice(0, 8)}. Nothing was sent. Add --yes to send ${countText(rowsToSend, 'row')}.`,
    );
    return EXIT.done;
  }
  await desk.call('project.send', {
    id,
    rows: rowsToSend,
    connectionId: connection.id,
    parts,
    quoteId,
    allowLowBalance: call.flags.has('short-balance'),
    allowElsewhere: call.flags.has('elsewhere') || call.flags.has('repeat') || (isWarned && !call.flags.has('yes')),
    allowDuplicate: call.flags.has('repeat'),
  });
  const last = await followParts(desk, await desk.call('projects.get', { id }), output);
  const ended = last.state.at === 'done' ? await desk.call('projects.get', { id }) : last;
  const rows = { file: cost.rowsInFile, leftOut: cost.rowsInFile - rowsToSend, baseline: null, best };
  const exit = await report(desk, output, ended, null, rows);
  await printWaiting(desk, ended, output);
  return exit;
}
