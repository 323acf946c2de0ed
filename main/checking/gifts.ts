/** Adds gifts from a second file to the list of a draft. */
import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, CallProgress, Output, Parsed } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/base/index.ts';
import { type GiftChoices, giftsProblem } from '../../shared/gifts/index.ts';
import { type GiftSource, type ImportOptions, withoutGifts } from '../../shared/mapping/index.ts';
import type { FileTokens, OfferedFile, ProjectFileQueue, ProjectStore } from '../projects/index.ts';
import type { StoredList } from '../store/app-database/index.ts';
import type { GiftsInput } from '../worker-protocol/index.ts';
import type { ProjectQueries } from './project-queries.ts';

interface ProjectGiftsDeps {
  readonly store: ProjectStore;
  readonly queue: ProjectFileQueue;
  readonly queries: ProjectQueries;
  readonly files: FileTokens;
}

type ListGifts = NonNullable<Output<'gifts.get'>>;
type StoredGifts = NonNullable<StoredList['gifts']>;

/** How a gift file is read. */
interface Reading {
  readonly options: ImportOptions;
  readonly choices: GiftChoices;
  readonly others: number;
}

/** After these failures, it is not known whether the rows of the list were changed. */
const UNKNOWN_END: ReadonlySet<string> = new Set(['WORKER_LOST', 'CLOSING', 'CANCELED', 'INTERNAL']);

/** Everything that decides which values a list gets. The counts show whether the file itself has changed. */
const writtenOf = ({
  choices: { columns, dateOrder, decimal, lines, wins },
  view: { counted, onList },
}: Pick<StoredGifts, 'choices' | 'view'>) => ({
  choices: { columns, dateOrder, decimal, lines, wins },
  counted,
  onList,
});

export class ProjectGifts {
  private readonly deps: ProjectGiftsDeps;
  /** The gift file of each list, kept so that the user can change the choices. */
  private readonly files = new Map<string, OfferedFile>();

  constructor(deps: ProjectGiftsDeps) {
    this.deps = deps;
  }

  /** @throws NOT_FOUND; NOT_NOW while the list is being read. */
  get(id: string): ListGifts | null {
    const { gifts, mapping } = this.deps.store.listState(this.deps.store.get(id));
    if (gifts === undefined || gifts.removed !== null) return null;
    const { written, removed: _, ...shown } = gifts;
    const isUsed = mapping.gifts !== undefined;
    return { ...shown, isUsed, isCurrent: isUsed && isDeepStrictEqual(written, writtenOf(gifts)) };
  }

  /**
   * Reads a gift file and stores what was found in it. Does not change the list.
   * @throws NOT_FOUND; NOT_NOW once the list was sent; INPUT_INVALID without the columns of gifts; CANCELED; what reading a spreadsheet
   * throws.
   */
  async read({ id, file: token, password, options, choices }: Parsed<'gifts.read'>, call: CallOptions = {}): Promise<ListGifts> {
    const offered = this.deps.files.take(token);
    const secret = password ?? offered.password;
    const file = secret === undefined ? offered : { ...offered, password: secret };
    try {
      const read = await this.deps.queue.run(id, () => this.readFile(id, file, { options, choices, others: 0 }, call));
      await this.keepFile(id, file);
      return read;
    } catch (error) {
      await this.deps.files.deleteSpooledCopy(file);
      throw error;
    }
  }

  /**
   * Reads the gift file again with other choices.
   * @throws as `read`; NOT_NOW when the file is no longer available.
   */
  async choose({ id, ...reading }: Parsed<'gifts.choose'>, call: CallOptions = {}): Promise<ListGifts> {
    return await this.deps.queue.run(id, () => this.readFile(id, this.fileOf(id), reading, call));
  }

  private fileOf(id: string): OfferedFile {
    const file = this.files.get(id);
    if (file !== undefined) return file;
    throw new AppError('NOT_NOW', 'The gift file is no longer available. Choose it again to change what counts.');
  }

  /** Call it within the queue. */
  private async readFile(id: string, file: OfferedFile, reading: Reading, call: CallOptions): Promise<ListGifts> {
    const { store } = this.deps;
    store.draft(id);
    const { view } = await this.ask(id, { ...input(file, reading), write: false }, call);
    const before = store.listState(store.draft(id)).gifts;
    const kept = before === undefined || before.removed !== null ? { report: { sum: '', gifts: '' }, written: null } : before;
    return this.save(id, { report: kept.report, written: kept.written, view, ...reading, removed: null });
  }

  /** Asks the session of the list, which caches what it has read of the gift file. */
  private async ask(id: string, ask: ReturnType<typeof input> & Pick<GiftsInput, 'first' | 'write'>, { signal, onProgress }: CallOptions) {
    const { queue, queries } = this.deps;
    return await queue.runAbortable(id, 'reading', async (closing, show) => {
      const tell = (progress: CallProgress) => {
        show(progress);
        onProgress?.(progress);
      };
      return await queries.ask(id, 'gifts', ask, {
        signal: signal === undefined ? closing : AbortSignal.any([signal, closing]),
        onProgress: tell,
      });
    });
  }

  private async keepFile(id: string, file: OfferedFile | null): Promise<void> {
    const before = this.files.get(id);
    if (file === null) this.files.delete(id);
    else this.files.set(id, file);
    if (before !== undefined && before.path !== file?.path) await this.deps.files.deleteSpooledCopy(before);
  }

  /**
   * Forgets the gift file of a list that was removed, or from which somebody was erased, and deletes the copy in the data folder. If
   * deleting fails, the file is not forgotten.
   */
  async forgetFile(id: string): Promise<void> {
    const file = this.files.get(id);
    if (file === undefined) return;
    await this.deps.files.deleteSpooledCopy(file);
    if (this.files.get(id) === file) this.files.delete(id);
  }

  private save(id: string, gifts: StoredGifts): ListGifts {
    const { store } = this.deps;
    const project = store.draft(id);
    store.saveEdit(project, { ...store.listState(project), gifts });
    return this.get(id)!;
  }

  /** @throws NOT_NOW without a gift file. */
  private stored(id: string): StoredGifts {
    const { gifts } = this.deps.store.listState(this.deps.store.draft(id));
    if (gifts === undefined || gifts.removed !== null) throw new AppError('NOT_NOW', 'This list has no gift file. Choose one.');
    return gifts;
  }

  /**
   * Fills the giving fields from the gift file. The next query for the check checks the rows again.
   * @throws as `choose`; INPUT_INVALID when the file has no gifts of these people, or dates whose order is unclear.
   */
  async use(id: string, { onProgress }: CallOptions = {}): Promise<ListGifts> {
    // Without the signal of the call, because it must not be canceled after the rows have changed.
    const tell = onProgress === undefined ? {} : { onProgress };
    const { store, queue, queries } = this.deps;
    return await queue.run(id, async () => {
      const gifts = this.stored(id);
      const file = this.fileOf(id);
      const project = store.draft(id);
      const state = store.listState(project);
      const { gifts: before } = state.mapping;
      // The rows change before the mapping does. If the program ends in between, the list uses its own values.
      store.saveEdit(project, { ...state, mapping: withoutGifts(state.mapping), gifts: { ...gifts, written: null } });
      try {
        const { view, first } = await this.ask(
          id,
          { ...input(file, gifts), ...(before !== undefined && { first: before.first }), write: true },
          tell,
        );
        // The session has the rows from before the change.
        await queries.release(id);
        const problem = giftsProblem(view);
        if (problem !== null) throw new AppError('INPUT_INVALID', problem);
        const filled = { ...gifts, view };
        return this.fill(id, { ...filled, written: writtenOf(filled) }, { first, wins: gifts.choices.wins });
      } catch (error) {
        queries.invalidate(id);
        // The mapping is restored only if the task itself has failed, because it then undid its changes. After any other failure, the
        // contents of the rows are unknown.
        if (!(error instanceof AppError) || UNKNOWN_END.has(error.code)) throw error;
        const draft = store.draft(id);
        store.saveEdit(draft, { ...store.listState(draft), mapping: state.mapping, gifts });
        throw error;
      }
    });
  }

  /** Fills the fields of the list from the gifts that are now in its rows. */
  private fill(id: string, gifts: StoredGifts, source: GiftSource): ListGifts {
    const { store, queries } = this.deps;
    const project = store.draft(id);
    const state = store.listState(project);
    store.saveEdit(project, { ...state, mapping: { ...state.mapping, gifts: source }, gifts, check: null });
    store.appendJournal(id, { type: 'gifts', gifts: gifts.view.onList.gifts, people: gifts.view.onList.people });
    queries.invalidate(id);
    return this.get(id)!;
  }

  /**
   * Removes all gifts from the list. Their cells stay in the rows, after those of the sheet, until the list is read again. Nothing reads
   * them, and `restore` does not need the file.
   * @throws NOT_FOUND; NOT_NOW once the list was sent, or without a gift file.
   */
  async remove(id: string): Promise<null> {
    return await this.deps.queue.run(id, async () => {
      this.take(id, this.stored(id));
      return await Promise.resolve(null);
    });
  }

  private take(id: string, gifts: StoredGifts): void {
    const { store, queries } = this.deps;
    const project = store.draft(id);
    const state = store.listState(project);
    const { gifts: source = null } = state.mapping;
    const removed = { ...gifts, removed: { source } };
    store.saveEdit(project, { ...state, mapping: withoutGifts(state.mapping), gifts: removed, ...(source !== null && { check: null }) });
    if (source !== null) store.appendJournal(id, { type: 'gifts', gifts: null, people: null });
    queries.invalidate(id);
  }

  /**
   * Undoes `remove`. Does nothing if there is nothing to undo.
   * @throws NOT_FOUND; NOT_NOW once the list was sent.
   */
  async restore(id: string): Promise<ListGifts | null> {
    const { store, queue } = this.deps;
    return await queue.run(id, async () => {
      const { gifts } = store.listState(store.draft(id));
      if (gifts?.removed == null) return await Promise.resolve(this.get(id));
      const back = { ...gifts, removed: null };
      const { source } = gifts.removed;
      return source === null ? this.save(id, back) : this.fill(id, back, source);
    });
  }

  /** @throws NOT_FOUND; NOT_NOW once the list was sent, or without a gift file. */
  async report({ id, report }: Parsed<'gifts.report'>): Promise<ListGifts> {
    return await this.deps.queue.run(id, async () => await Promise.resolve(this.save(id, { ...this.stored(id), report })));
  }

  /** Deletes the copies of gift files. */
  async close(): Promise<void> {
    await Promise.all([...this.files.keys()].map((id) => this.keepFile(id, null)));
  }
}

const input = ({ path, name, password }: OfferedFile, { options, choices, others }: Reading) => ({
  gifts: { path, name, options, ...(password === undefined ? {} : { password }) },
  choices,
  others,
});
