/**
 * Notes about people of a finished screening, with the next step. They never leave this computer, and are encrypted with the project's key.
 */
import { z } from 'zod';
import type { PersonNotesView } from '../../shared/contract/index.ts';
import type { ProjectStore } from '../projects/index.ts';
import { decryptJson, deriveKey, encryptJson } from '../store/project-file/index.ts';
import { parsedRow, type Settings } from '../store/app-database/index.ts';
import type { ScreeningResults } from './screening-results.ts';

const Stored = z.strictObject({ note: z.string(), nextStep: z.string() });
const NONE: PersonNotesView = { note: '', nextStep: '' };

const read = (key: Buffer, name: string, stored: string): PersonNotesView =>
  parsedRow('note', () => Stored.parse(decryptJson(key, name, Buffer.from(stored, 'base64'))));

const prefixOf = (id: string) => `notes/${id}/`;

export class PersonNotes {
  private readonly settings: Settings;
  private readonly store: ProjectStore;
  private readonly results: ScreeningResults;

  constructor(settings: Settings, store: ProjectStore, results: ScreeningResults) {
    this.settings = settings;
    this.store = store;
    this.results = results;
  }

  private keyOf(id: string): Buffer {
    return deriveKey(Buffer.from(this.store.fileRef(this.results.done(id)).key), 'notes');
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results; DATABASE_DAMAGED for a note that cannot be read. */
  of(id: string, row: number): PersonNotesView {
    const key = this.keyOf(id);
    const name = prefixOf(id) + row;
    const stored = this.settings.get(name);
    return stored === null ? NONE : read(key, name, stored);
  }

  /**
   * Everything that was written about people of a project, by sheet row.
   * @throws as `of`.
   */
  all(id: string): (PersonNotesView & { readonly row: number })[] {
    const key = this.keyOf(id);
    return [...this.settings.withPrefix(prefixOf(id))].map(([name, stored]) => ({
      ...read(key, name, stored),
      row: Number(name.slice(prefixOf(id).length)),
    }));
  }

  /** @throws NOT_FOUND; NOT_NOW before the project has its results. */
  save(id: string, row: number, { note, nextStep }: PersonNotesView): Record<string, never> {
    const key = this.keyOf(id);
    const name = prefixOf(id) + row;
    if (note === '' && nextStep === '') this.settings.remove(name);
    else this.settings.set(name, encryptJson(key, name, { note, nextStep }).toString('base64'));
    return {};
  }

  /** Call it for a removed project. */
  removeAll(id: string): void {
    for (const name of this.settings.withPrefix(prefixOf(id)).keys()) this.settings.remove(name);
  }
}
