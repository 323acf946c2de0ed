/** `desk do-not-screen`: list, add, remove and clear the suppression list. */
import { AppError, EXIT, countText, localDay, numberText } from '../../shared/base/index.ts';
import type { Output as MethodOutput, SuppressionView } from '../../shared/contract/index.ts';
import type { Call } from './arguments.ts';
import { confirmRemoval } from './confirm.ts';
import type { Desk } from './desk.ts';
import { offerFile } from './input-file.ts';
import { type Output, notRemoved } from './output.ts';
import { table } from './table.ts';

const USAGE = 'Usage: desk do-not-screen list | add FILE | add --id ID | remove PART | remove --id ID | clear';

function listText({ people, lists }: SuppressionView, { widths }: Output): string {
  if (lists.length === 0) return 'Nobody is on the do-not-screen list.';
  const lines = lists.map(({ id, name, people: inList, ids, emails, names, addedAt }) => [
    id.slice(0, 8),
    name,
    numberText(inList),
    numberText(ids),
    numberText(emails),
    numberText(names),
    localDay(addedAt),
  ]);
  const rows = table(['Part', 'From', 'People', 'IDs', 'Emails', 'Names', 'Added'], lines, widths.result);
  return `${rows}\n${numberText(people)} ${people === 1 ? 'person is' : 'people are'} never sent.`;
}

/** The person that the options describe; null if there are no such options. */
function personOf({ values }: Call) {
  const { id, email, first, last, zip } = values;
  const record = {
    ...(id === undefined ? {} : { constituentId: id }),
    ...(email === undefined ? {} : { personalEmail: email }),
    ...(first === undefined ? {} : { primaryFirst: first }),
    ...(last === undefined ? {} : { primaryLast: last }),
    ...(zip === undefined ? {} : { postalCode: zip }),
  };
  return Object.keys(record).length === 0 ? null : record;
}

async function add(call: Call, output: Output, desk: Desk): Promise<void> {
  const record = personOf(call);
  const [, path] = call.words;
  if ((record === null) === (path === undefined)) throw new AppError('USAGE', USAGE);
  const added: MethodOutput<'doNotScreen.addPerson'> & { readonly allowed?: number } =
    record === null
      ? await desk.call('doNotScreen.add', { file: await offerFile(desk, path!) })
      : await desk.call('doNotScreen.addPerson', { record });
  const withoutKey =
    added.withoutKey === 0
      ? ''
      : ` ${countText(added.withoutKey, 'row has', 'rows have')} neither an ID nor an email nor a name with a postal code.`;
  const known = added.known === 0 ? '' : ` ${countText(added.known, 'person was', 'people were')} on the list before.`;
  const allowed = added.allowed ? ` ${countText(added.allowed, 'row says', 'rows say')} that the person may be screened.` : '';
  output.result(
    { ok: true, ...added },
    `${numberText(added.added)} added.${known}${withoutKey}${allowed}\n${listText(added.list, output)}`,
  );
}

/**
 * The ID of the part of the list with this unique ID prefix.
 * @throws NOT_FOUND.
 */
async function partOf(desk: Desk, prefix: string): Promise<string> {
  const { lists } = await desk.call('doNotScreen.get', {});
  const matching = lists.filter(({ id }) => id.startsWith(prefix));
  if (matching.length !== 1)
    throw new AppError('NOT_FOUND', 'The do-not-screen list has no such part. Run "desk do-not-screen list" to see its parts.');
  return matching[0]!.id;
}

async function remove(call: Call, output: Output, desk: Desk): Promise<number> {
  const record = personOf(call);
  const [, part] = call.words;
  if ((record === null) === (part === undefined)) throw new AppError('USAGE', USAGE);
  const id = record === null ? await partOf(desk, part!) : null;
  const who = id === null ? 'this person' : 'everybody in this part';
  if (!(await confirmRemoval(call, `This removes ${who} from the do-not-screen list.`))) return notRemoved(output);
  if (record === null) {
    const list = await desk.call('doNotScreen.remove', { id: id! });
    output.result({ ok: true, removed: true, list }, listText(list, output));
    return EXIT.done;
  }
  const { removed, list } = await desk.call('doNotScreen.removePerson', { record });
  if (!removed) throw new AppError('NOT_FOUND', 'This person is not on the do-not-screen list.');
  output.result({ ok: true, removed, list }, listText(list, output));
  return EXIT.done;
}

export async function doNotScreen(call: Call, output: Output, desk: Desk): Promise<number> {
  switch (call.words[0]) {
    case 'list': {
      const list = await desk.call('doNotScreen.get', {});
      output.result({ ok: true, list }, listText(list, output));
      break;
    }
    case 'add':
      await add(call, output, desk);
      break;
    case 'remove':
      return await remove(call, output, desk);
    case 'clear': {
      if (!(await confirmRemoval(call, 'This removes everybody from the do-not-screen list.'))) return notRemoved(output);
      const list = await desk.call('doNotScreen.clear', {});
      output.result({ ok: true, list }, listText(list, output));
      break;
    }
    default:
      throw new AppError('USAGE', USAGE);
  }
  return EXIT.done;
}
