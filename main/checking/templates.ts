/**
 * Templates: mappings stored by name. Headings and fixed values may name people, and a template outlives its project,
 * so name, headings and mapping are encrypted together with a key of the installation.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { ColumnsView, Input, Output, TemplateOffer, TemplateView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import {
  type ColumnEvidence,
  type NoTemplate,
  Template,
  differenceSize,
  fitTemplate,
  freeName,
  headerFingerprint,
  headingsFound,
  planDifference,
  readTemplate,
  templateJson,
  templateOf,
} from '../../shared/mapping/index.ts';
import { type Clock, type Host, fileNameOf, saveWhole } from '../platform/index.ts';
import { decryptJson, encryptJson } from '../store/project-file/index.ts';
import type { AppDatabase, StoredList } from '../store/app-database/index.ts';
import { type FileTokens, type ProjectStore } from '../projects/index.ts';
import type { ColumnMapping } from './column-mapping.ts';

/** In bytes. The template for the widest possible sheet is smaller. */
const MAX_BYTES = 16 * 1024 * 1024;

const REFUSALS: Readonly<Record<NoTemplate, string>> = {
  notJson: 'it is not a JSON file, or it was cut off',
  newer: 'it was saved by a newer version of Screening Desk',
  otherwise: 'it is a JSON file, but not one that was exported as a template',
};

export interface TemplatesDeps {
  readonly database: AppDatabase;
  /** The key for encrypting the templates, 32 bytes. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly host: Host;
  readonly files: FileTokens;
  readonly store: ProjectStore;
  readonly columns: ColumnMapping;
}

interface StoredTemplate {
  readonly id: string;
  readonly changedAt: number;
  readonly template: Template;
}

const evidenceOf = ({ suggestions }: Pick<StoredList, 'suggestions'>): readonly ColumnEvidence[] => suggestions;

export class Templates {
  private readonly deps: TemplatesDeps;

  constructor(deps: TemplatesDeps) {
    this.deps = deps;
  }

  /**
   * Every template.
   * @throws DATABASE_DAMAGED when one cannot be decrypted.
   */
  private all(): StoredTemplate[] {
    const { database, key } = this.deps;
    return database.templates.all().map(({ id, changedAt, encrypted }) => {
      try {
        return { id, changedAt, template: Template.parse(decryptJson(key, `template/${id}`, encrypted)) };
      } catch (cause) {
        throw new AppError(
          'DATABASE_DAMAGED',
          'The saved templates cannot be opened: the data folder is damaged, or the data key in the keychain is not the one that they were written with. Projects are not affected.',
          {},
          { cause },
        );
      }
    });
  }

  private one(id: string): StoredTemplate {
    const found = this.all().find((stored) => stored.id === id);
    if (found === undefined) throw new AppError('NOT_FOUND', 'This template no longer exists.');
    return found;
  }

  private put(id: string, template: Template): TemplateView {
    const { database, key, clock } = this.deps;
    const changedAt = clock.now();
    database.templates.save({ id, changedAt, encrypted: encryptJson(key, `template/${id}`, template) });
    return viewOf({ id, changedAt, template });
  }

  /** The template with this name, ignoring case, other than `except`; null if there is none. */
  private named(name: string, except: string | null): StoredTemplate | null {
    return this.all().find(({ id, template }) => id !== except && template.name.toLowerCase() === name.toLowerCase()) ?? null;
  }

  list(): TemplateView[] {
    return this.all()
      .map(viewOf)
      .sort((one, other) => one.name.localeCompare(other.name));
  }

  get(id: string): Template {
    return this.one(id).template;
  }

  offers(projectId: string): TemplateOffer[] {
    const { store } = this.deps;
    const state = store.listState(store.get(projectId));
    const fingerprint = headerFingerprint(state.layout.headers);
    return this.all()
      .map(({ id, template }) => {
        const fitted = fitTemplate(template, state.layout.headers, evidenceOf(state));
        return {
          id,
          name: template.name,
          same: template.fingerprint === fingerprint,
          ...headingsFound(template, fitted),
          changes: differenceSize(planDifference(state.mapping, fitted.plan)),
        };
      })
      .sort((one, other) => Number(other.same) - Number(one.same) || share(other) - share(one) || one.name.localeCompare(other.name));
  }

  fit(projectId: string, id: string): Output<'templates.fit'> {
    const { store } = this.deps;
    const state = store.listState(store.get(projectId));
    const { plan, missing, added } = fitTemplate(this.get(id), state.layout.headers, evidenceOf(state));
    return { plan, missing: [...missing], added: [...added] };
  }

  async apply(projectId: string, id: string): Promise<ColumnsView> {
    const template = this.get(id);
    return await this.deps.columns.applyTemplate(projectId, (state) => ({
      name: template.name,
      plan: fitTemplate(template, state.layout.headers, evidenceOf(state)).plan,
    }));
  }

  /**
   * Stores the mapping of a project as a template.
   * @throws TEMPLATE_NAME_TAKEN without `replace` when the name is taken.
   */
  save({ id: projectId, name, replace }: Required<Input<'templates.save'>>): TemplateView {
    const { store } = this.deps;
    const { layout, mapping } = store.listState(store.get(projectId));
    const holder = this.named(name, null);
    if (holder !== null && !replace) throw taken(name);
    return this.put(holder?.id ?? randomUUID(), templateOf(name, layout.headers, mapping));
  }

  rename(id: string, name: string): TemplateView {
    const { template } = this.one(id);
    if (this.named(name, id) !== null) throw taken(name);
    return this.put(id, { ...template, name });
  }

  /** Changes the texts of a template, to erase a person from them. If the name is then taken, it gets a number. */
  changeTexts(id: string, change: (template: Template) => Template): void {
    const changed = change(this.one(id).template);
    const others = this.all().flatMap(({ id: other, template }) => (other === id ? [] : [template.name]));
    this.put(id, { ...changed, name: freeName(changed.name, others) });
  }

  remove(id: string): Record<string, never> {
    this.deps.database.templates.remove(id);
    return {};
  }

  async export(id: string): Promise<Output<'templates.export'>> {
    const template = this.get(id);
    const target = await this.deps.host.saveTarget(`${fileNameOf(template.name, 'Template')} - template.json`);
    if (target === null) return null;
    await saveWhole(target.path, templateJson(template), 'template');
    return { shown: target.shown, download: target.download };
  }

  /**
   * Imports a template from a file. If its name is taken, it gets a number.
   * @throws TEMPLATE_UNREADABLE with the reason.
   */
  async import(token: string): Promise<TemplateView> {
    const { files } = this.deps;
    const file = files.take(token);
    try {
      if (file.bytes > MAX_BYTES) throw unreadable(file.name, 'it is too large for a template');
      const read = readTemplate(await textOf(file.path, file.name));
      if (typeof read === 'string') throw unreadable(file.name, REFUSALS[read]);
      const name = freeName(
        read.name,
        this.all().map(({ template }) => template.name),
      );
      return this.put(randomUUID(), { ...read, name });
    } finally {
      await files.deleteSpooledCopy(file);
    }
  }
}

const share = ({ found, of }: Pick<TemplateOffer, 'found' | 'of'>): number => (of === 0 ? 0 : found / of);

function viewOf({ id, changedAt, template }: StoredTemplate): TemplateView {
  const used = template.plan.columns.filter(({ to }) => to.kind !== 'none').length;
  return { id, name: template.name, headings: template.headers.length, used, changedAt };
}

const taken = (name: string): AppError =>
  new AppError('TEMPLATE_NAME_TAKEN', `A template named “${name}” already exists. Choose another name, or choose to replace it.`);

const unreadable = (name: string, why: string): AppError =>
  new AppError(
    'TEMPLATE_UNREADABLE',
    `“${name}” does not contain a usable template: ${why}. Nothing was imported. Export the template again.`,
  );

async function textOf(path: string, name: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new AppError('FILE_UNREADABLE', `“${name}” cannot be read. It may have been moved or removed.`, {}, { cause });
  }
}
