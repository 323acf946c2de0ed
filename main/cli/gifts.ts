/** `desk gifts`: what a gift file contains, and what it would add to the people of a list. Nothing is stored or sent. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { AppError, EXIT, localDay, numberText } from '../../shared/base/index.ts';
import type { GiftsView } from '../../shared/gifts/index.ts';
import type { MappingPlan } from '../../shared/mapping/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import { type ListSource, NO_INPUTS } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import type { FolderSettings } from './folder-settings.ts';
import { assertLinesKnown, assertUsable, giftChoicesOf, giftReadingOf, giftsText } from './gift-options.ts';
import { importOptionsOf } from './import-options.ts';
import { existingFile, passwordOf } from './input-file.ts';
import type { Output } from './output.ts';
import { temporaryFolder } from './temporary-folders.ts';

/**
 * Reads the gift file of a call for a list. `write`: also writes the gifts to the list's rows. The returned plan reads them.
 * @throws USAGE for a type that is not in the file; INPUT_INVALID when the gifts cannot be used; what the task `gifts` throws.
 */
export async function readGifts(
  call: Call,
  output: Output,
  spawn: SpawnWorker,
  { path, list, write }: { readonly path: string; readonly list: ListSource; readonly write: boolean },
): Promise<{ readonly view: GiftsView; readonly plan: MappingPlan }> {
  const choices = giftChoicesOf(call);
  const gifts = { ...(await existingFile(path)), options: giftReadingOf(call) };
  const { view, first } = await spawn('gifts', { ...list, gifts, choices, write }, ({ done, total, unit }) => {
    output.progress(`Reading gifts ${unit === 'bytes' && total !== null ? `${Math.floor((100 * done) / total)}%` : numberText(done)}`);
  }).result;
  assertUsable(view);
  assertLinesKnown(choices, view);
  return { view, plan: { ...list.plan, gifts: { first, wins: choices.wins } } };
}

/** @throws NO_ROWS; as `readGifts`, and as reading the list. */
export async function gifts(call: Call, output: Output, spawn: SpawnWorker, { template, rules }: FolderSettings): Promise<number> {
  const today = localDay(Date.now());
  const file = { path: join(await temporaryFolder(), 'gifts.sqlite'), projectId: 'gifts', key: randomBytes(32) };
  const { sheetLayout, plan } = await spawn('load', {
    ...(await existingFile(call.words[1]!)),
    ...(await passwordOf(call)),
    file,
    options: importOptionsOf(call),
    today,
    inputs: { ...NO_INPUTS, rules },
    ...(template === null ? {} : { template }),
  }).result;
  if (sheetLayout.rows === 0) throw new AppError('NO_ROWS', 'The sheet has headings but no rows below them.');
  const list = { file, sheetLayout, plan, today, rowIdPrefix: '' };
  const { view } = await readGifts(call, output, spawn, { path: call.words[0]!, list, write: false });
  output.result({ ok: true, ...view }, giftsText(view, output.widths.result));
  return EXIT.done;
}
