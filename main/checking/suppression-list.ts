/**
 * The suppression list of an installation: people who asked not to be screened. It stores encrypted keyed hashes, so names cannot be read
 * from it; it only shows whether a given person is on the list.
 */
import { AppError, numberText } from '../../shared/base/index.ts';
import { randomUUID } from 'node:crypto';
import type { Input, Output, SuppressionView } from '../../shared/contract/index.ts';
import type { HostEvents } from '../events/index.ts';
import type { Clock, SpawnWorker } from '../platform/index.ts';
import type { MappedTexts } from '../../shared/mapping/index.ts';
import { decrypt, deriveKey, encrypt } from '../store/project-file/index.ts';
import type { AppDatabase, SuppressionRow } from '../store/app-database/index.ts';
import type { ImportedSuppressions, SuppressionCodes } from '../worker-protocol/index.ts';
import { SuppressionListBuilder, SuppressionMatcher, withoutPerson } from '../matching/index.ts';
import type { FileTokens } from '../projects/index.ts';
import { typedRecord, type TypedRecord } from './record-input.ts';

/** Every check holds the list in memory. No organization has more people who asked not to be screened. */
const MAX_PEOPLE = 500_000;

interface SuppressionListDeps {
  readonly database: AppDatabase;
  readonly clock: Clock;
  readonly files: FileTokens;
  readonly spawnWorker: SpawnWorker;
  readonly dataKey: Buffer;
  readonly hosts: HostEvents;
}

export class SuppressionList {
  private readonly deps: SuppressionListDeps;
  /** Key of the hashes. */
  private readonly key: Buffer;
  /** Key of the encryption. */
  private readonly storageKey: Buffer;
  private cached: { readonly revision: string; readonly list: SuppressionCodes | null } | null = null;

  constructor(deps: SuppressionListDeps) {
    this.deps = deps;
    this.key = deriveKey(deps.dataKey, 'do-not-screen codes');
    this.storageKey = deriveKey(deps.dataKey, 'do-not-screen');
  }

  view(): SuppressionView {
    const lists = this.deps.database.suppressionLists.all();
    return {
      people: lists.reduce((sum, { people }) => sum + people, 0),
      lists: lists.map(({ id, name, addedAt, people, ids, emails, names }) => ({ id, name, addedAt, people, ids, emails, names })),
    };
  }

  /** Changes whenever the list changes. */
  revision(): string {
    return this.deps.database.suppressionLists
      .all()
      .map(({ id, entries }) => `${id} ${entries.length}`)
      .join(', ');
  }

  /**
   * What a check needs to recognize the people on the list; null when it is empty.
   * @throws DATABASE_DAMAGED.
   */
  list(): SuppressionCodes | null {
    const revision = this.revision();
    if (this.cached?.revision === revision) return this.cached.list;
    const entries = Buffer.concat(this.imports());
    const list = entries.length === 0 ? null : { key: new Uint8Array(this.key), entries: new Uint8Array(entries) };
    this.cached = { revision, list };
    return list;
  }

  private imports(): Buffer[] {
    return this.deps.database.suppressionLists.all().map((row) => this.entriesOf(row));
  }

  private entriesOf({ id, entries }: SuppressionRow): Buffer {
    try {
      return decrypt(this.storageKey, id, entries);
    } catch (cause) {
      throw new AppError(
        'DATABASE_DAMAGED',
        'The do-not-screen list cannot be opened: it is damaged, or the keychain has a different data key.',
        {},
        { cause },
      );
    }
  }

  private save(changed: readonly SuppressionRow[], removed: readonly string[]): SuppressionView {
    this.deps.database.suppressionLists.change(changed, removed);
    const view = this.view();
    this.deps.hosts.emit('doNotScreen.changed', view);
    return view;
  }

  /** @throws NO_ROWS when nobody in it can be identified; FILE_TOO_MANY_ROWS. */
  private addImport(name: string, answer: ImportedSuppressions, allowed = 0): Output<'doNotScreen.addPerson'> {
    const { people, ids, emails, names, known, withoutKey } = answer;
    if (people === 0 && known + allowed > 0) return { list: this.view(), added: 0, known, withoutKey };
    if (people === 0)
      throw new AppError('NO_ROWS', 'Nobody in it can be identified: each row needs an ID, an email, or a name with a postal code.');
    const lists = this.deps.database.suppressionLists.all();
    if (lists.reduce((sum, list) => sum + list.people, people) > MAX_PEOPLE)
      throw new AppError('FILE_TOO_MANY_ROWS', `A do-not-screen list holds at most ${numberText(MAX_PEOPLE)} people.`);
    const id = randomUUID();
    const entries = encrypt(this.storageKey, id, answer.entries);
    const list = this.save([{ id, name, addedAt: this.deps.clock.now(), people, ids, emails, names, entries }], []);
    return { list, added: people, known, withoutKey };
  }

  /**
   * Adds the people of a spreadsheet.
   * @throws NO_ROWS when nobody in it can be identified; FILE_TOO_MANY_ROWS; as the task.
   */
  async add(input: Input<'doNotScreen.add'>): Promise<Output<'doNotScreen.add'>> {
    const { files, spawnWorker } = this.deps;
    const file = files.take(input.file);
    try {
      const task = { path: file.path, name: file.name, key: this.key, imports: this.imports() };
      const answer = await spawnWorker('importSuppressionList', task).result;
      return { ...this.addImport(file.name, answer, answer.allowed), allowed: answer.allowed };
    } finally {
      await files.deleteSpooledCopy(file);
    }
  }

  /** Changes the names of the imports, to erase a person from them. */
  changeNames(by: (name: string) => string): void {
    const lists = this.deps.database.suppressionLists.all();
    const renamed = lists.map((list) => ({ ...list, name: by(list.name) })).filter(({ name }, at) => name !== lists[at]!.name);
    if (renamed.length > 0) this.save(renamed, []);
  }

  addPerson({ record }: Input<'doNotScreen.addPerson'>): Output<'doNotScreen.addPerson'> {
    return this.addImport('One person', this.answerFor([record]));
  }

  /** Adds the people in some records, all or none. Records that do not identify anybody are counted, not refused. */
  addRecords(records: readonly TypedRecord[]): Output<'doNotScreen.addPerson'> {
    const answer = this.answerFor(records);
    const { people, known, withoutKey } = answer;
    if (people === 0) return { list: this.view(), added: 0, known, withoutKey };
    return this.addImport(people === 1 ? 'One person' : 'People found by a text', answer);
  }

  private answerFor(records: readonly TypedRecord[]): ImportedSuppressions {
    const typed = records.map(typedRecord);
    const builder = new SuppressionListBuilder(this.key, this.imports(), typed);
    return builder.finish(typed.filter((record) => !builder.add(record)).length);
  }

  remove(id: string): SuppressionView {
    const lists = this.deps.database.suppressionLists.all();
    if (!lists.some((list) => list.id === id)) throw new AppError('NOT_FOUND', 'This part of the do-not-screen list was already removed.');
    return this.save([], [id]);
  }

  /** Removes everybody who shares a match key with the record, with all keys of that person. */
  removePerson({ record }: Input<'doNotScreen.removePerson'>): { list: SuppressionView; removed: boolean } {
    const typed = typedRecord(record);
    const left = this.deps.database.suppressionLists.all().flatMap((row) => {
      const found = withoutPerson({ key: this.key, entries: this.entriesOf(row) }, typed);
      if (found === null) return [];
      return [{ ...row, people: row.people - found.removed, entries: encrypt(this.storageKey, row.id, found.left) }];
    });
    if (left.length === 0) return { list: this.view(), removed: false };
    const isEmpty = ({ people }: SuppressionRow) => people <= 0;
    const empty = left.filter(isEmpty).map(({ id }) => id);
    return {
      list: this.save(
        left.filter((row) => !isEmpty(row)),
        empty,
      ),
      removed: true,
    };
  }

  /** True when the record, or the spouse in it, is on the list. */
  holds(record: MappedTexts): boolean {
    const list = this.list();
    return list !== null && new SuppressionMatcher(list).holdsRecord(record);
  }

  clear(): SuppressionView {
    const lists = this.deps.database.suppressionLists.all();
    return this.save(
      [],
      lists.map(({ id }) => id),
    );
  }
}
