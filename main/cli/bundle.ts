/**
 * `desk bundle`: hands over a project, or a copy of it, as an encrypted bundle; opens a bundle; takes back a project that was handed over.
 */
import { resolve } from 'node:path';
import { AppError, countText, EXIT, numberText } from '../../shared/base/index.ts';
import { CHECKED_THERE, HAND_OVER_MEANS, TAKE_BACK_MEANS, openedTexts } from '../../shared/view-texts/index.ts';
import { type Call, usageError } from './arguments.ts';
import { askHidden, confirm } from './confirm.ts';
import type { Desk } from './desk.ts';
import { offerFile } from './input-file.ts';
import { outTarget } from './out-target.ts';
import type { Output } from './output.ts';
import { secretInput } from './standard-input.ts';

const REFUSAL = 'Give the passphrase on standard input, with --passphrase-stdin.';

/**
 * The passphrase from standard input or typed by the user, who types a new one twice.
 * @throws USAGE when nobody can type it, or the two differ.
 */
async function passphraseOf({ flags }: Call, isNew: boolean): Promise<string> {
  if (flags.has('passphrase-stdin')) return await secretInput();
  const passphrase = await askHidden('Passphrase: ', REFUSAL);
  if (isNew && (await askHidden('The same passphrase again: ', REFUSAL)) !== passphrase)
    throw new AppError('USAGE', 'The two passphrases differ. No bundle was made.');
  return passphrase;
}

const shown = (output: Output, what: string) => ({
  onProgress: ({ done, total }: { readonly done: number; readonly total: number | null }) =>
    output.progress(`${what}: ${numberText(done)} of ${countText(total ?? done, 'byte')}`),
});

async function create(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out } = call.values;
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the bundle: --out FILE');
  const { id, name } = await desk.project(call.words[1]!);
  const right = call.flags.has('hand-over') ? 'hand-over' : 'copy';
  if (right === 'hand-over') {
    const question = `This hands “${name}” over. ${HAND_OVER_MEANS} ${CHECKED_THERE}`;
    if (!(await confirm(call, `${question} Continue?`, question))) {
      output.step('Nothing was handed over.');
      return EXIT.done;
    }
  }
  await desk.saveTo(outTarget(call, out));
  const passphrase = await passphraseOf(call, true);
  const made = await desk.call('bundles.make', { id, right, passphrase }, shown(output, 'Writing the bundle'));
  await desk.application.targetWritten(resolve(out));
  const what = right === 'copy' ? 'A copy was saved' : 'Handed over';
  output.result(
    { ok: true, project: id, out, right, bytes: made?.bytes ?? 0 },
    `${what}: ${out}\nGive the passphrase to your colleague by phone or in person, not with the file. Without it, nobody can open the bundle.`,
  );
  return EXIT.done;
}

async function open(call: Call, output: Output, desk: Desk): Promise<number> {
  const connection = call.values['connection'] === undefined ? undefined : await desk.connection(call.values['connection']);
  const file = await offerFile(desk, call.words[1]!);
  const passphrase = await passphraseOf(call, false);
  const opened = await desk.call(
    'bundles.open',
    { file, passphrase, ...(connection !== undefined && { connectionId: connection.id }) },
    shown(output, 'Reading the bundle'),
  );
  const { project, holder } = opened;
  output.result(
    { ok: true, project: project.id, name: project.name, connection: project.connection.name, holder },
    [`“${project.name}” was opened (${project.id.slice(0, 8)}).`, ...openedTexts(opened)].join('\n'),
  );
  return EXIT.done;
}

async function takeBack(call: Call, output: Output, desk: Desk): Promise<number> {
  const { id, name } = await desk.project(call.words[1]!);
  const question = `This takes “${name}” back. ${TAKE_BACK_MEANS}`;
  if (!(await confirm(call, `${question} Continue?`, question))) {
    output.step('The hand-over was not taken back.');
    return EXIT.done;
  }
  await desk.call('bundles.takeBack', { id, confirmed: true });
  output.result({ ok: true, project: id, holder: 'here' }, `“${name}” belongs to this computer again.`);
  return EXIT.done;
}

export async function bundle(call: Call, output: Output, desk: Desk): Promise<number> {
  switch (call.words[0]) {
    case 'create':
      return await create(call, output, desk);
    case 'open':
      return await open(call, output, desk);
    case 'take-back':
      return await takeBack(call, output, desk);
    default:
      throw usageError(call);
  }
}
