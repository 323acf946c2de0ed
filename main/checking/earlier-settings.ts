/** Gives a new list the mapping and settings of an earlier screening that the user chose. */
import { type Parsed, RECIPE_SETTINGS, valuesOf } from '../../shared/contract/index.ts';
import { fitTemplate, templateOf } from '../../shared/mapping/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import type { PartsChange, ProjectRow, StoredList } from '../store/app-database/index.ts';

export type SettingsFrom = NonNullable<Parsed<'projects.create'>['settingsFrom']>;

/** The most headings that a note names. */
const MAX_NAMED = 5;

/** A list with the settings of an earlier screening. */
export interface ListWithSettings {
  readonly list: StoredList;
  readonly options: NonNullable<PartsChange['options']>;
}

export class EarlierSettings {
  private readonly store: ProjectStore;

  constructor(store: ProjectStore) {
    this.store = store;
  }

  /**
   * Gives an imported list the settings of an earlier screening, with a note about them. Drops the check of the list, because it was made
   * with another mapping.
   */
  applyTo(list: StoredList, from: SettingsFrom): ListWithSettings {
    const found = this.listOf(this.store.find(from.id));
    if (found === null)
      return withNotes(list, {}, ['The screening that this one duplicates was removed, so the columns are suggested from the headings.']);
    const { project, list: earlier } = found;
    const options = valuesOf(RECIPE_SETTINGS, project.options);
    const template = templateOf(project.name, earlier.layout.headers, earlier.mapping);
    const { plan, missing } = fitTemplate(template, list.layout.headers, list.suggestions);
    if (plan.columns.every(({ to }) => to.kind === 'none'))
      return withNotes(list, options, [
        `This file has none of the headings that “${project.name}” uses, so the columns are suggested from the headings. The other settings come from “${project.name}”.`,
      ]);
    const withPlan = { ...list, mapping: plan, template: { name: project.name, changed: false, before: list.mapping }, check: null };
    return withNotes(withPlan, options, [
      `The columns and the settings come from “${project.name}”.`,
      ...(missing.length === 0 ? [] : [`“${project.name}” used ${headingNames(missing)}, which this file does not have.`]),
      ...(earlier.mapping.gifts === undefined
        ? []
        : [`“${project.name}” had the gifts of another file, which this list does not have. Choose the gift file again before you send.`]),
    ]);
  }

  /** Null for a project that was removed, has no list or cannot be decrypted. */
  private listOf(project: ProjectRow | null): { readonly project: ProjectRow; readonly list: StoredList } | null {
    if (project === null || project.encryptedList === null) return null;
    try {
      return { project, list: this.store.listState(project) };
    } catch {
      return null;
    }
  }
}

function withNotes(list: StoredList, options: ListWithSettings['options'], notes: readonly string[]): ListWithSettings {
  return { list: { ...list, sheet: { ...list.sheet, notes: [...notes, ...list.sheet.notes] } }, options };
}

function headingNames(headings: readonly string[]): string {
  const shown = headings.slice(0, MAX_NAMED).map((heading) => `“${heading}”`);
  const others = headings.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${others} more`;
}
