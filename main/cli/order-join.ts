/** The options `--join-by-order` and `--undo-join-by-order` of `desk export`. */
import { AppError, countText } from '../../shared/base/index.ts';
import type { OrderJoinView } from '../../shared/contract/index.ts';
import { ORDER_WARNING, pairText } from '../../shared/view-texts/index.ts';
import type { Call } from './arguments.ts';
import { confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';

const pairsText = ({ pairs }: OrderJoinView): string => pairs.map((pair) => `  ${pairText(pair)}`).join('\n');

/**
 * True once the profiles are joined or need no join; false when the user says no.
 * @throws INPUT_INVALID if it is not possible.
 */
async function joinByOrder(call: Call, output: Output, desk: Desk, id: string): Promise<boolean> {
  const found = await desk.call('results.orderJoin', { id });
  if (found.state === 'none' || found.state === 'joined') {
    output.step(found.state === 'none' ? 'Every profile has its row, so there is nothing to join by order.' : 'Already joined by order.');
    return true;
  }
  if (found.pairs.length > 0) output.step(`Each row, and the profile in the same position:\n${pairsText(found)}`);
  if (found.state === 'refused') throw new AppError('INPUT_INVALID', `Not joined by order. ${found.reason ?? ''}`);
  output.step(ORDER_WARNING);
  const question = `Join ${countText(found.rows, 'row')} by order?`;
  if (!(await confirm(call, question, 'Nothing was joined by order.'))) return false;
  const { rows } = await desk.call('results.joinByOrder', { id, previewId: found.previewId });
  output.step(`Joined by order: ${countText(rows, 'row')}. Nothing was charged. Use --undo-join-by-order to undo this.`);
  return true;
}

async function undoJoinByOrder(output: Output, desk: Desk, id: string): Promise<void> {
  const { rows } = await desk.call('results.undoOrderJoin', { id });
  output.step(rows === 0 ? 'Nothing was joined by order.' : `Undone: ${countText(rows, 'row')} joined by order. Nothing was charged.`);
}

/**
 * Joins by order or undoes it, according to the options. False if the user says no.
 * @throws USAGE; INPUT_INVALID.
 */
export async function changeOrder(call: Call, output: Output, desk: Desk, id: string): Promise<boolean> {
  const [isJoin, isUndo] = [call.flags.has('join-by-order'), call.flags.has('undo-join-by-order')];
  if (isJoin && isUndo) throw new AppError('USAGE', 'Use --join-by-order or --undo-join-by-order, not both.');
  if (isUndo) await undoJoinByOrder(output, desk, id);
  return isJoin ? await joinByOrder(call, output, desk, id) : true;
}
