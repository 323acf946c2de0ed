import { DEFAULT_RULES, type OrganizationRules } from '../../shared/rules/index.ts';
import type { Template } from '../../shared/mapping/index.ts';
import type { Call } from './arguments.ts';
import type { DeskOptions } from './desk.ts';
import { type RecipeFor, assertLikeAlone } from './like.ts';
import type { Output } from './output.ts';

/** What a command for a file uses from the data folder. */
export interface FolderSettings {
  readonly template: Template | null;
  /** The built-in rules, or the organization's own if they were requested. */
  readonly rules: OrganizationRules;
  /** Gets the recipe for --like; null without the option. */
  readonly recipeFor: RecipeFor | null;
}

/** The data folder of the call, and how to open it. */
export type Folder = Pick<DeskOptions, 'dataDir' | 'paths' | 'policy' | 'poolOf'>;

/** Reads a recipe from the data folder. This needs the values in the file. */
const recipeIn =
  (project: string, folder: Folder): RecipeFor =>
  async (values) => {
    const { openDesk } = await import('./desk.ts');
    const desk = await openDesk({ ...folder, token: null });
    try {
      return await desk.call('recipe.of', { id: (await desk.project(project)).id, values });
    } finally {
      await desk.close();
    }
  };

/** Reads the settings that a file command needs; opens the data folder only if it needs any. */
export async function folderSettings(call: Call, output: Output, folder: Folder): Promise<FolderSettings> {
  const { template: name, like } = call.values;
  assertLikeAlone(call);
  const withRules = call.flags.has('organization-rules');
  const recipeFor = like === undefined ? null : recipeIn(like, folder);
  if (name === undefined && !withRules) return { template: null, rules: DEFAULT_RULES, recipeFor };
  const [{ openDesk }, { printNotice, printUnfinished }, { templateNamed }] = await Promise.all([
    import('./desk.ts'),
    import('./notice.ts'),
    import('./templates.ts'),
  ]);
  const desk = await openDesk({ ...folder, token: null });
  try {
    await printNotice(desk, output);
    await printUnfinished(desk, output);
    return {
      template: name === undefined ? null : await desk.call('templates.get', { id: (await templateNamed(desk, name)).id }),
      rules: withRules ? await desk.call('organizationRules.get', {}) : DEFAULT_RULES,
      recipeFor,
    };
  } finally {
    await desk.close();
  }
}
