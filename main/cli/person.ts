/** `desk person`: finds a person in all stored data, and exports or erases it. */
import { extname } from 'node:path';
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import type { Input, Output as MethodOutput, PersonPlace } from '../../shared/contract/index.ts';
import { erasedText, foundText, mentionText, notFoundText, peopleIn, placeState } from '../../shared/view-texts/index.ts';
import { type Call, STANDARD_INPUT, usageError } from './arguments.ts';
import { ask } from './confirm.ts';
import { inputText } from './standard-input.ts';
import type { Desk } from './desk.ts';
import { confirmRemoval } from './confirm.ts';
import { type Output, notRemoved } from './output.ts';
import { table } from './table.ts';
import { outTarget } from './out-target.ts';
import { waitForExport } from './save-results.ts';

type Found = MethodOutput<'people.find'>;
type Chosen = Input<'people.letters'>;

/** The name of a place: "1a2b3c4d:17", or "1a2b3c4d:p9" for a profile without a row. */
const nameOf = ({ id, row, profile }: Pick<PersonPlace, 'id' | 'row' | 'profile'>): string =>
  `${id.slice(0, 8)}:${row ?? `p${profile ?? 0}`}`;

const NO_TEXT =
  'Give the name on standard input: desk person find -. If you give it as an argument, other users of this computer and the shell history can see it.';

/**
 * The text to search for: the argument, standard input for `-`, or what the user types.
 * @throws USAGE without a text
 */
async function personText({ words }: Call): Promise<string> {
  const [, given] = words;
  if (given !== undefined && given !== STANDARD_INPUT) return given;
  if (given === undefined && !process.stdin.isTTY) throw new AppError('USAGE', NO_TEXT);
  const text = given === undefined ? await ask('Name, ID, email, address or phone number: ') : (await inputText()).trim();
  if (text === '') throw new AppError('USAGE', NO_TEXT);
  return text;
}

const placesOf = ({ projects }: Found): PersonPlace[] => projects.flatMap(({ people }) => people);

async function search(desk: Desk, text: string, output: Output): Promise<Found> {
  const found = await desk.call(
    'people.find',
    { text },
    { onProgress: ({ done, total }) => output.progress(`${numberText(done)} of ${countText(total ?? done, 'row')} searched`) },
  );
  for (const { id, name } of found.unread)
    output.step(`“${name}” (${id.slice(0, 8)}) cannot be searched: it is being read, or it is damaged.`);
  return found;
}

function listText(found: Found, { widths }: Output): string {
  const lines = found.projects.flatMap(({ people, name }) =>
    people.map((place) => [nameOf(place), name, place.name, place.keys.constituentId ?? '', placeState(place), place.foundIn.join(', ')]),
  );
  const rows = lines.length === 0 ? [] : [table(['Place', 'Project', 'Name', 'ID', 'State', 'Found in'], lines, widths.result)];
  return [...rows, ...foundText(found)].join('\n');
}

/**
 * The places that a command applies to: those of `--only`, or all places of one person. None for an erasure if only texts name the person.
 * @throws NOT_FOUND; USAGE when the places belong to several people.
 */
async function choose(call: Call, output: Output, desk: Desk): Promise<Chosen> {
  const text = await personText(call);
  const found = await search(desk, text, output);
  const places = placesOf(found);
  const hasTexts = found.texts.length > 0 || found.projects.some(({ texts }) => texts.length > 0);
  if (places.length === 0 && hasTexts && call.words[0] === 'erase') return { text, places: [] };
  if (places.length === 0) throw new AppError('NOT_FOUND', notFoundText(found));
  const only = call.lists['only'] ?? [];
  const keyOf = ({ id, row, profile }: PersonPlace) => ({ id, row, profile });
  if (only.length > 0) {
    const missing = only.find((name) => !places.some((place) => nameOf(place) === name));
    if (missing !== undefined) throw new AppError('NOT_FOUND', `${missing} does not hold “${text}”. "desk person find" prints the places.`);
    return { text, places: places.filter((place) => only.includes(nameOf(place))).map(keyOf) };
  }
  const people = peopleIn(places);
  if (people > 1 || found.projects.some(({ more }) => more > 0))
    throw new AppError('USAGE', `“${text}” is in the rows of ${numberText(people)} people or more. Choose with --only PROJECT:ROW.`);
  return { text, places: places.map(keyOf) };
}

/** @throws USAGE for any other file extension. */
function formatOf(path: string): 'xlsx' | 'json' {
  const ending = extname(path).toLowerCase();
  if (ending !== '.xlsx' && ending !== '.json')
    throw new AppError('USAGE', 'What is stored about a person can be saved only as .xlsx or .json.');
  return ending === '.xlsx' ? 'xlsx' : 'json';
}

async function save(call: Call, output: Output, desk: Desk): Promise<number> {
  const { out } = call.values;
  if (out === undefined) throw new AppError('USAGE', 'Choose where to save the file: --out FILE');
  const format = formatOf(out);
  await desk.saveTo(outTarget(call, out));
  const chosen = await choose(call, output, desk);
  await waitForExport(desk, output, await desk.call('people.export', { ...chosen, format }));
  const places = chosen.places.length;
  output.result({ ok: true, out, places }, `${out}: what is stored about the person in ${countText(places, 'place')}.`);
  return EXIT.done;
}

/** Without `--all-texts`, a text that only contains the search words is not changed, because it may refer to somebody else. */
async function erase(call: Call, output: Output, desk: Desk): Promise<number> {
  const chosen = await choose(call, output, desk);
  const { blocked, breaks, texts, more, remains } = await desk.call('people.erasing', chosen);
  if (blocked.length > 0) throw new AppError('NOT_NOW', blocked.join(' '));
  const changed = texts.filter(({ isSure, stays }) => stays === null && (isSure || call.flags.has('all-texts')));
  const unsure = texts.filter((one) => one.stays === null && !changed.includes(one));
  for (const sentence of breaks) output.step(sentence);
  for (const one of texts) if (!unsure.includes(one)) output.step(mentionText(one));
  for (const { where, before } of unsure)
    output.step(`${where} has “${before}”, which may mean somebody else, so it is kept. Use --all-texts to change it, too.`);
  if (more > 0) output.step(`${countText(more, 'further text')} may mean the person. Search with more of the name.`);
  for (const sentence of remains) output.step(sentence);
  if (chosen.places.length + changed.length === 0) throw new AppError('NOT_FOUND', 'There is nothing to erase without --all-texts.');
  if (!(await confirmRemoval(call, `This erases the person from ${erasedText(chosen.places.length, changed.length)} for good.`)))
    return notRemoved(output);
  const input = { ...chosen, neverScreen: call.flags.has('never-screen'), texts: changed.map(({ key }) => key) };
  const erased = await desk.call('people.erase', input);
  output.result({ ok: true, erased: erased.places, texts: erased.texts }, erased.text);
  return EXIT.done;
}

export async function person(call: Call, output: Output, desk: Desk): Promise<number> {
  switch (call.words[0]) {
    case 'find': {
      const found = await search(desk, await personText(call), output);
      output.result(
        { ok: true, ...found },
        placesOf(found).length === 0 ? [notFoundText(found), ...foundText(found)].join('\n') : listText(found, output),
      );
      return EXIT.done;
    }
    case 'export':
      return await save(call, output, desk);
    case 'letter': {
      const letters = await desk.call('people.letters', await choose(call, output, desk));
      const shown = letters.map((letter) => letter.text).join('\n');
      output.result({ ok: true, letters }, letters.length === 0 ? 'None of the chosen places was sent, so there is no letter.' : shown);
      return EXIT.done;
    }
    case 'erase':
      return await erase(call, output, desk);
    case 'never-screen': {
      const { list, ...counts } = await desk.call('people.neverScreen', await choose(call, output, desk));
      const text = `${countText(counts.added, 'person', 'people')} added to the do-not-screen list. It holds ${countText(list.people, 'person', 'people')}.`;
      output.result({ ok: true, ...counts, people: list.people }, text);
      return EXIT.done;
    }
    default:
      throw usageError(call);
  }
}
