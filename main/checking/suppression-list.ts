/**
 * The do-not-screen list of an installation: people who asked not to be screened. It is kept as codes under keys of this
 * installation, sealed on top, so that nobody can read it back; whoever knows a person can see whether they are on it.
 */
import { randomUUID } from 'node:crypto';
import type { DoNotScreenAdded, DoNotScreenView, Input } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { Clock, SpawnWorker } from '../platform/ports.ts';
import type { MappedTexts } from '../../shared/mapping/mapped-record.ts';
import { deriveKey, open, seal } from '../store/project-file/cipher.ts';
import type { BarredRow, History } from '../store/app-database/history.ts';
import type { Barred, BarredList } from '../worker-protocol/check.ts';
import { BarredBuilder, BarredPeople, withoutPerson } from '../matching/suppression-list.ts';
import type { OfferedFiles } from '../projects/file-tokens.ts';
import { typedDraft } from './record-input.ts';

/** More is no list of people who asked not to be screened, and would have to be held in memory with each check. */
const MOST_PEOPLE = 500_000;

interface DoNotScreenWorld {
  readonly history: History;
  readonly clock: Clock;
  readonly files: OfferedFiles;
  readonly spawnWorker: SpawnWorker;
  readonly dataKey: Buffer;
  changed(view: DoNotScreenView): void;
}

export class DoNotScreen {
  private readonly world: DoNotScreenWorld;
  /** Of the codes. */
  private readonly key: Buffer;
  /** Of what lies on the disk. */
  private readonly sealKey: Buffer;
  private opened: { readonly revision: string; readonly list: BarredList | null } | null = null;

  constructor(world: DoNotScreenWorld) {
    this.world = world;
    this.key = deriveKey(world.dataKey, 'do-not-screen codes');
    this.sealKey = deriveKey(world.dataKey, 'do-not-screen');
  }

  view(): DoNotScreenView {
    const lists = this.world.history.doNotScreen();
    return {
      people: lists.reduce((sum, { people }) => sum + people, 0),
      lists: lists.map(({ id, name, addedAt, people, ids, emails, names }) => ({ id, name, addedAt, people, ids, emails, names })),
    };
  }

  /** Another text whenever the list has changed. */
  revision(): string {
    return this.world.history
      .doNotScreen()
      .map(({ id, entries }) => `${id} ${entries.length}`)
      .join(', ');
  }

  /** What a check needs to know the people on the list; null when there are none. Ends in DATABASE_DAMAGED when it cannot be opened. */
  list(): BarredList | null {
    const revision = this.revision();
    if (this.opened?.revision === revision) return this.opened.list;
    const parts = this.world.history.doNotScreen().map((row) => this.entriesOf(row));
    const entries = Buffer.concat(parts);
    const list = entries.length === 0 ? null : { key: new Uint8Array(this.key), entries: new Uint8Array(entries) };
    this.opened = { revision, list };
    return list;
  }

  private entriesOf({ id, entries }: BarredRow): Buffer {
    try {
      return open(this.sealKey, id, entries);
    } catch (cause) {
      throw new AppError(
        'DATABASE_DAMAGED',
        'The do-not-screen list cannot be opened: it is damaged, or the data key in the keychain is another one.',
        {},
        { cause },
      );
    }
  }

  private keep(lists: readonly BarredRow[]): DoNotScreenView {
    this.world.history.setDoNotScreen(lists);
    const view = this.view();
    this.world.changed(view);
    return view;
  }

  private take(name: string, answer: Barred): DoNotScreenAdded {
    const { people, ids, emails, names, withoutKey } = answer;
    if (people === 0)
      throw new AppError('NO_ROWS', 'Nobody in it can be known again: each row needs an id, an e-mail, or a name with a ZIP.');
    const lists = this.world.history.doNotScreen();
    if (lists.reduce((sum, list) => sum + list.people, people) > MOST_PEOPLE)
      throw new AppError('FILE_TOO_MANY_ROWS', `A do-not-screen list holds at most ${MOST_PEOPLE.toLocaleString('en-US')} people.`);
    const id = randomUUID();
    const entries = seal(this.sealKey, id, answer.entries);
    const list = this.keep([...lists, { id, name, addedAt: this.world.clock.now(), people, ids, emails, names, entries }]);
    return { list, added: people, withoutKey };
  }

  /** Adds the people of a spreadsheet. Ends in NO_ROWS when nobody in it can be known again, and in what reading a file ends in. */
  async add(input: Input<'doNotScreen.add'>): Promise<DoNotScreenAdded> {
    const { files, spawnWorker } = this.world;
    const file = files.take(input.file);
    try {
      const answer = await spawnWorker('bar', { path: file.path, name: file.name, key: this.key }).result;
      return this.take(file.name, answer);
    } finally {
      await files.finish(file);
    }
  }

  addPerson({ record }: Input<'doNotScreen.addPerson'>): DoNotScreenAdded {
    const builder = new BarredBuilder(this.key);
    builder.add(typedDraft(record));
    return this.take('One person', builder.finish());
  }

  remove(id: string): DoNotScreenView {
    const lists = this.world.history.doNotScreen();
    if (!lists.some((list) => list.id === id)) throw new AppError('NOT_FOUND', 'This part of the do-not-screen list is gone already.');
    return this.keep(lists.filter((list) => list.id !== id));
  }

  /** Takes everybody off who has one of the keys of the record, with all keys that they have. */
  removePerson({ record }: Input<'doNotScreen.removePerson'>): { list: DoNotScreenView; removed: boolean } {
    const draft = typedDraft(record);
    let removed = false;
    const lists = this.world.history.doNotScreen().flatMap((row) => {
      const found = withoutPerson({ key: this.key, entries: this.entriesOf(row) }, draft);
      if (found === null) return [row];
      removed = true;
      const people = row.people - found.gone;
      return people <= 0 ? [] : [{ ...row, people, entries: seal(this.sealKey, row.id, found.left) }];
    });
    return { list: removed ? this.keep(lists) : this.view(), removed };
  }

  /** True when the record, or the spouse in it, is on the list. */
  holds(draft: MappedTexts): boolean {
    const list = this.list();
    return list !== null && new BarredPeople(list).holdsRecord(draft);
  }

  clear(): DoNotScreenView {
    return this.keep([]);
  }
}
