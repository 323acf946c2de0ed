/** `desk ratings`: the office's own words for scores, and the matrix of two scores. They never leave this computer. */
import { AppError, EXIT, numberText } from '../../shared/base/index.ts';
import { type Rating, quantileSteps, ratingProblem, roundSteps, stepText } from '../../shared/ratings/index.ts';
import { capacityColumn, ratingKey } from '../../shared/results/index.ts';
import type { Output as Answer } from '../../shared/contract/index.ts';
import { type Call, actionOf, usageError } from './arguments.ts';
import type { Desk } from './desk.ts';
import { columnKey } from './export.ts';
import type { Output } from './output.ts';
import { table } from './table.ts';

type Results = Answer<'results.get'>;

const USUAL_TITLE = 'Our rating';

/**
 * Parses a step such as "A=1000000 Principal".
 * @throws USAGE.
 */
function stepOf(text: string): { readonly code: string; readonly label: string; readonly at: string } {
  const [, code = '', at = '', label = ''] = /^\s*([^=]*?)\s*=\s*("[^"]*"|\S+)\s*(.*?)\s*$/.exec(text) ?? [];
  if (at === '')
    throw new AppError('USAGE', `“${text}”: write a code, the number at which it begins or its value, and a label: A=1000000 Principal`);
  return { code, label, at: at.replaceAll('"', '') };
}

function boundOf({ at }: { readonly at: string }): number {
  const from = Number(at.replaceAll(/[$,]/g, ''));
  if (at === '' || Number.isNaN(from)) throw new AppError('USAGE', `“${at}” is not the number at which a band begins.`);
  return from;
}

function groupsOf(text: string): number {
  const groups = Number(text);
  if (!Number.isInteger(groups) || groups < 2 || groups > 12) throw new AppError('USAGE', 'The number of groups must be from 2 to 12.');
  return groups;
}

/** The rating that the options describe. */
async function typedRating(call: Call, desk: Desk, id: string, column: string, results: Results): Promise<Rating> {
  const { equal, round } = call.values;
  const others = results.ratings.filter((rating) => rating.column !== column);
  const usual = others.some((rating) => rating.title === USUAL_TITLE)
    ? results.columns.find(({ key }) => key === column)?.title
    : undefined;
  const title = call.values['title'] ?? results.ratings.find((rating) => rating.column === column)?.title ?? usual ?? USUAL_TITLE;
  const { band = [], value = [] } = call.lists;
  const kinds = [band.length > 0, value.length > 0, equal !== undefined, round !== undefined].filter(Boolean).length;
  if (kinds !== 1) throw new AppError('USAGE', 'Choose how the score is rated: with --band, --value, --equal or --round.');
  if (value.length > 0)
    return { kind: 'values', column, title, steps: value.map(stepOf).map(({ code, label, at }) => ({ code, label, value: at })) };
  if (band.length > 0) {
    const steps = band.map(stepOf).map((step) => ({ code: step.code, label: step.label, from: boundOf(step) }));
    return { kind: 'bands', column, title, steps };
  }
  const { sorted } = await desk.call('ratings.basis', { id, column });
  if (sorted.length === 0) throw new AppError('USAGE', 'This score has no numbers to divide. Use --value.');
  const steps = equal === undefined ? roundSteps(sorted, groupsOf(round!)) : quantileSteps(sorted, groupsOf(equal));
  return { kind: 'bands', column, title, steps };
}

async function set(call: Call, output: Output, desk: Desk, id: string, column: string, results: Results): Promise<void> {
  const rating = await typedRating(call, desk, id, column, results);
  const problem = ratingProblem(rating);
  if (problem !== null) throw new AppError('USAGE', problem);
  const { people } = await desk.call('ratings.count', { id, rating });
  await desk.call('ratings.save', { id, rating });
  output.result({ ok: true, project: id, rating, people }, countsText(rating, people));
}

/** One line per step with its number of people, then the people outside all steps, and those without a value. */
function countsText(rating: Rating, people: readonly number[]): string {
  const names = [...rating.steps.map(stepText), 'Outside the bands', 'Without a value'];
  const from = rating.kind === 'bands' ? rating.steps.map((step) => numberText(step.from)) : rating.steps.map(({ value }) => value);
  return table(
    [rating.title, rating.kind === 'bands' ? 'From' : 'Value', 'People'],
    names.map((name, at) => [name, from[at] ?? '', numberText(people[at] ?? 0)]),
  );
}

async function list(output: Output, desk: Desk, id: string, results: Results): Promise<void> {
  const ratings = [];
  for (const rating of results.ratings) ratings.push({ rating, people: (await desk.call('ratings.count', { id, rating })).people });
  const texts = ratings.map(({ rating, people }) => countsText(rating, people));
  output.result({ ok: true, project: id, ratings }, texts.length === 0 ? 'No score is rated yet.' : texts.join('\n\n'));
}

async function matrix(call: Call, output: Output, desk: Desk, id: string, results: Results): Promise<void> {
  const [first, second, ...others] = (call.values['of']?.split(',') ?? results.ratings.map(({ column }) => column)).map((name) =>
    columnKey(results, name),
  );
  const rated = (key: string | undefined) => results.ratings.find(({ column }) => column === key);
  const [rows, columns] = [rated(first), rated(second)];
  if (rows === undefined || columns === undefined || (others.length > 0 && call.values['of'] !== undefined))
    throw new AppError('USAGE', 'A matrix needs two rated scores: set them with "desk ratings set", and choose two with --of.');
  const selection = { outcome: 'scored' as const, filters: [], find: '' };
  const sum = capacityColumn(results.columns.map(({ key }) => key));
  const view = await desk.call('results.matrix', { id, selection, rows: ratingKey(rows.column), columns: ratingKey(columns.column), sum });
  const cell = ({ people, sum: amount }: { readonly people: number; readonly sum: number }) =>
    sum === null ? numberText(people) : `${numberText(people)} (${numberText(amount)})`;
  const name = (text: string) => (text === '' ? 'Without a value' : text);
  const lines = [
    ...view.rows.map((row, at) => [name(row.text), ...view.cells[at]!.map(cell), cell(row)]),
    ['All', ...view.columns.map(cell), cell(view.all)],
  ];
  output.result(
    { ok: true, project: id, ...view },
    table([`${rows.title} × ${columns.title}`, ...view.columns.map(({ text }) => name(text)), 'All'], lines),
  );
}

export async function ratings(call: Call, output: Output, desk: Desk): Promise<number> {
  const { action, project } = actionOf(call, ['set', 'remove', 'matrix']);
  const { id } = await desk.project(project);
  const results = await desk.call('results.get', { id });
  if (action === 'matrix') await matrix(call, output, desk, id, results);
  else if (action === null) await list(output, desk, id, results);
  else {
    const score = call.values['score'];
    if (score === undefined) throw usageError(call);
    const column = columnKey(results, score);
    if (action === 'set') await set(call, output, desk, id, column, results);
    else {
      if (!results.ratings.some((rating) => rating.column === column)) throw new AppError('NOT_FOUND', `“${score}” is not rated.`);
      await desk.call('ratings.remove', { id, column });
      output.result({ ok: true, project: id, removed: column }, 'The rating was removed. Its scores are kept.');
    }
  }
  return EXIT.done;
}
