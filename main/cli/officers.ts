/** `desk officers`: who looks after whom. This is never sent. */
import { AppError, EXIT, countText, numberText } from '../../shared/base/index.ts';
import { PAGE_ROWS } from '../../shared/contract/index.ts';
import { MAX_CHOSEN, fieldKey } from '../../shared/results/index.ts';
import { type Call, actionOf, usageError } from './arguments.ts';
import type { Desk } from './desk.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';
import { eachRow } from './rows.ts';

const EVERYBODY = { outcome: 'scored' as const, filters: [], find: '' };
const ID = fieldKey('constituentId');
/** The most IDs that a message names. */
const MAX_NAMED = 20;

const same = (id: string) => id.trim().toLowerCase();

interface Wish {
  readonly id: string;
  readonly officer: string;
}

/**
 * The assignments in a file with a column of constituent IDs and a column of officers.
 * @throws INPUT_INVALID.
 */
async function wishesIn(desk: Desk, path: string): Promise<Wish[]> {
  const rows: string[][] = [];
  await eachRow(desk.spawn, path, { options: {} }, (cells) => rows.push(cells));
  const [head = [], ...lines] = rows;
  const at = (words: RegExp) => head.findIndex((title) => words.test(title));
  const [id, officer] = [at(/\bid\b/i), at(/officer|solicitor|assigned|manager|portfolio/i)];
  if (id < 0 || officer < 0)
    throw new AppError('INPUT_INVALID', 'The file needs headings: one for the constituent ID, such as “Constituent ID”, and “Officer”.');
  return lines.map((line) => ({ id: line[id]?.trim() ?? '', officer: line[officer]?.trim() ?? '' })).filter((wish) => wish.id !== '');
}

/** The rows of the scored people by ID. If several rows have the same ID, all of them. */
async function rowsById(desk: Desk, id: string): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>();
  for (let offset = 0, total = 1; offset < total; offset += PAGE_ROWS) {
    const ask = { id, selection: EVERYBODY, columns: [ID], sort: null, offset, limit: PAGE_ROWS };
    const page = await desk.call('results.page', ask);
    total = page.total;
    for (const { row, cells } of page.rows) if (row !== null) found.set(same(cells[0]!), [...(found.get(same(cells[0]!)) ?? []), row]);
  }
  return found;
}

async function assign(call: Call, output: Output, desk: Desk, id: string): Promise<number> {
  const { ids, to, file } = call.values;
  if ((file === undefined) === (ids === undefined) || (ids === undefined) !== (to === undefined)) throw usageError(call);
  const wishes =
    file === undefined
      ? ids!.split(',').flatMap((one) => (one.trim() === '' ? [] : [{ id: one.trim(), officer: to!.trim() }]))
      : await wishesIn(desk, file);
  const known = await rowsById(desk, id);
  const officerOf = new Map<number, string>();
  const twice = new Set<string>();
  for (const wish of wishes)
    for (const row of known.get(same(wish.id)) ?? []) {
      const before = officerOf.get(row);
      if (before !== undefined && before !== wish.officer) twice.add(wish.id);
      officerOf.set(row, wish.officer);
    }
  if (twice.size > 0)
    throw new AppError(
      'INPUT_INVALID',
      `Nobody was assigned: ${named([...twice])} ${twice.size === 1 ? 'has' : 'have'} two officers in the file.`,
    );
  const unknown = [...new Set(wishes.filter((wish) => !known.has(same(wish.id))).map((wish) => wish.id))];
  const byOfficer = Map.groupBy(officerOf.keys(), (row) => officerOf.get(row)!);
  for (const [officer, rows] of byOfficer)
    for (let from = 0; from < rows.length; from += MAX_CHOSEN) {
      const part = rows.slice(from, from + MAX_CHOSEN);
      const selection = { ...EVERYBODY, chosen: { isExcept: false, rows: part } };
      await desk.call('officers.assign', { id, selection, officer, people: part.length });
    }
  const assigned = [...byOfficer].map(([officer, rows]) => ({ officer, people: rows.length }));
  output.result(
    { ok: unknown.length === 0, project: id, assigned, unknown },
    [
      ...assigned.map(({ officer, people }) => `${countText(people, 'person', 'people')} to ${officer === '' ? 'nobody' : officer}.`),
      ...(unknown.length === 0 ? [] : [`No scored person has the ID ${named(unknown)}.`]),
    ].join('\n'),
  );
  return unknown.length === 0 ? EXIT.done : EXIT.refusedRows;
}

const named = (ids: readonly string[]): string =>
  ids.length > MAX_NAMED ? `${ids.slice(0, MAX_NAMED).join(', ')} and ${numberText(ids.length - MAX_NAMED)} more` : ids.join(', ');

async function list(output: Output, desk: Desk, id: string): Promise<void> {
  const { officer, officerColumn } = await desk.call('results.get', { id });
  const view = await desk.call('results.officers', { id });
  const heading =
    officerColumn.heading === null ? 'No column names them; "desk officers column" chooses one.' : `Column “${officerColumn.heading}”.`;
  const lines = view.officers.map(({ name, people, sum, top }) => [
    name === '' ? 'Unassigned' : name,
    numberText(people),
    numberText(sum),
    numberText(top),
  ]);
  const all = ['All', numberText(view.all.people), numberText(view.all.sum), numberText(view.all.top)];
  output.result(
    { ok: true, project: id, heading: officerColumn.heading, choices: officerColumn.choices, ...view },
    [
      officer === null ? 'Nobody has an officer yet.' : table(['Officer', 'People', 'Capacity', view.topText ?? 'Top'], [...lines, all]),
      `${heading}${view.undo === null ? '' : ` Last: ${view.undo}. "desk officers undo" reverts it.`}`,
    ].join('\n'),
  );
}

export async function officers(call: Call, output: Output, desk: Desk): Promise<number> {
  const { action, project } = actionOf(call, ['assign', 'undo', 'column']);
  const { id } = await desk.project(project);
  if (action === 'assign') return await assign(call, output, desk, id);
  if (action === 'undo') {
    const { people } = await desk.call('officers.undo', { id });
    output.result({ ok: true, project: id, undone: people }, `${countText(people, 'person has', 'people have')} the officer from before.`);
  } else if (action === 'column') {
    const heading = call.values['heading'];
    if (heading === undefined) throw usageError(call);
    await desk.call('officers.choose', { id, heading: heading === '' ? null : heading });
    await list(output, desk, id);
  } else await list(output, desk, id);
  return EXIT.done;
}
