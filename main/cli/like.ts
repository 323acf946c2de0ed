/** `--like PROJECT`: uses the recipe of an earlier screening, in the commands for a file. */
import { AppError, countText, numberText } from '../../shared/base/index.ts';
import type { RecipeFix, RecipePreview } from '../../shared/contract/index.ts';
import { type ImportOptions } from '../../shared/mapping/index.ts';
import { type Recipe, type RecipeChoices, fitRecipe, readingOf, recipeLines } from '../../shared/recipe/index.ts';
import { type ColumnValues, readList, valuesOfRoles } from '../../shared/view-texts/index.ts';
import type { SpawnWorker } from '../platform/index.ts';
import type { CheckRequest, CheckSummary, ImportResult } from '../worker-protocol/index.ts';
import type { Call } from './arguments.ts';
import type { Desk } from './desk.ts';
import { table } from './table.ts';

/** Gets the recipe. `values`: values of the list that the recipe may ask about. */
export type RecipeFor = (values: ColumnValues[]) => Promise<Recipe>;

type Like = Pick<RecipePreview, 'name' | 'lines' | 'differences' | 'fixes'>;

const ACCEPT = 'accept-differences';

/** Whether something needs a decision of the user that the call does not make. */
const isOpen = ({ differences, fixes }: Like, { flags }: Call): boolean =>
  !flags.has(ACCEPT) && (differences.some((one) => one.isOpen) || fixes.some(({ safe }) => !safe));

/** The keys of the fixes to apply. With the option --accept-differences, these include fixes that clear or guess values. */
const applied = (fixes: readonly RecipeFix[], { flags }: Call): string[] =>
  fixes.flatMap(({ safe, key }) => (safe || flags.has(ACCEPT) ? [key] : []));

/** What was applied, what differs, and what was not applied. */
function likeText({ name, lines, differences, fixes }: Like, call: Call, width: number): string {
  const keys = applied(fixes, call);
  const shown = fixes.map(({ key, title, cells, examples }) => [
    numberText(cells),
    keys.includes(key) ? 'applied' : 'not applied',
    title,
    examples.map(({ before, after }) => `${before} → ${after}`).join(', '),
  ]);
  const labelOf = ({ options, value }: Like['differences'][number]) => options.find((one) => one.value === value)?.label ?? '';
  return [
    `As in “${name}”:`,
    ...lines.map(({ label, text }) => `  ${label}: ${text}`),
    differences.length === 0 ? 'Nothing differs in this file.' : 'What differs in this file:',
    ...differences.map((one) => `  ${one.isOpen ? '? ' : ''}${one.text} ${labelOf(one)}.`),
    ...(shown.length === 0 ? ['No fix changes a cell.'] : [table(['Cells', '', 'Fix by rule', 'For example'], shown, width)]),
  ].join('\n');
}

function decisionText(like: Like): string {
  const open = like.differences.filter((one) => one.isOpen).length;
  const unsafe = like.fixes.filter(({ safe }) => !safe).length;
  const what = [
    ...(open === 0 ? [] : [countText(open, 'difference')]),
    ...(unsafe === 0 ? [] : [`${countText(unsafe, 'fix', 'fixes')} that ${unsafe === 1 ? 'clears or guesses' : 'clear or guess'} values`]),
  ];
  const one = open + unsafe === 1;
  return `${what.join(' and ')} ${one ? 'needs' : 'need'} your decision. Add --${ACCEPT} to go on as shown and apply ${unsafe === 0 ? 'the rest' : 'these fixes too'}.`;
}

/** Prints what was applied. Returns whether a person must decide first. */
export function printLike(like: Like, call: Call, print: (text: string) => void, width: number): boolean {
  print(likeText(like, call, width));
  const isUndecided = isOpen(like, call);
  if (isUndecided) print(decisionText(like));
  return isUndecided;
}

/** @throws USAGE for options that do not go together. */
export function assertLikeAlone({ values, flags }: Call): void {
  if (values['like'] === undefined && flags.has(ACCEPT))
    throw new AppError('USAGE', `--${ACCEPT} belongs to --like, which names the earlier screening.`);
  if (values['like'] !== undefined && values['template'] !== undefined)
    throw new AppError('USAGE', 'Use either --like or --template, not both.');
}

/**
 * Applies the recipe of --like to a draft.
 * @throws NOT_FOUND; NOT_NOW for a project that was not sent
 */
export async function applyLike(call: Call, desk: Desk, id: string): Promise<Like | null> {
  const { like } = call.values;
  if (like === undefined) return null;
  const { id: of } = await desk.project(like);
  const choices: RecipeChoices = {};
  let preview = await desk.call('recipe.preview', { id, of, choices, fixes: null });
  if (preview.readsAgain) {
    await desk.call('recipe.apply', { id, of, choices, fixes: null });
    preview = await desk.call('recipe.preview', { id, of, choices, fixes: null });
  }
  const { notes } = await desk.call('recipe.apply', { id, of, choices, fixes: applied(preview.fixes, call) });
  const { name, lines, differences, fixes } = preview;
  return { name, lines: [...lines, ...notes.map((text) => ({ label: 'Note', text }))], differences, fixes };
}

interface CheckedLike {
  readonly like: Like;
  readonly plan: CheckRequest['plan'];
  readonly check: CheckSummary;
}

/** How the recipe would read a file that was read with these options; null if in the same way. */
export const readingFor = (recipe: Recipe, read: ImportResult, options: ImportOptions): ImportOptions | null =>
  readingOf(recipe, readList(sourceOf(read, options)), {});

const sourceOf = ({ import: sheet, sheetLayout: layout, suggestions, system }: ImportResult, importOptions: ImportOptions) => ({
  sheet,
  layout,
  importOptions,
  suggestions,
  system,
});

export const rolesIn = (read: ImportResult, options: ImportOptions): ColumnValues[] => valuesOfRoles(readList(sourceOf(read, options)));

/** Checks a file that is not a project, using the recipe of --like. */
export async function checkLike(
  call: Call,
  spawn: SpawnWorker,
  recipe: Recipe,
  read: ImportResult,
  options: ImportOptions,
  request: CheckRequest,
): Promise<CheckedLike> {
  const list = readList(sourceOf(read, options));
  const fitted = fitRecipe(recipe, list, {});
  const { plan, differences } = fitted;
  const checked = { ...request, plan };
  await spawn('check', checked).result;
  const task = spawn('query', checked);
  try {
    const { name, steps } = recipe;
    const { fixes } = await task.ask('tryRecipe', { plan, steps, fixes: null });
    const check = await task.ask('edit', { kind: 'fixAs', steps, fixes: applied(fixes, call) });
    return { like: { name, lines: recipeLines(recipe, list, fitted), differences: [...differences], fixes }, plan, check };
  } finally {
    task.cancel();
  }
}
