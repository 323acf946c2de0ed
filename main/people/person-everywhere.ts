/**
 * Finds one person in everything that the program stores: in each project with a worker, and in the texts of the app database here. Texts
 * are decrypted for comparison, and are never written to a log or a journal.
 */
import type { CallOptions, Input, Output, PersonPlace } from '../../shared/contract/index.ts';
import { AppError, expectedError } from '../../shared/base/index.ts';
import { wasSent } from '../../shared/project/index.ts';
import { REASON_TEXTS, VERDICT_TEXTS, type Verdict } from '../../shared/review/index.ts';
import { type SuppressionList, typedRecord, type TypedRecord } from '../checking/index.ts';
import type { Connections } from '../connections/index.ts';
import { type PersonCodes, PersonText } from '../matching/index.ts';
import { type SpawnWorker, abortableResult } from '../platform/index.ts';
import { type ProjectStore, submitOptionsOf } from '../projects/index.ts';
import type { OfficerJournal } from '../ratings/index.ts';
import type { PersonNotes, VerdictBooks } from '../results/index.ts';
import { type AppDatabase, isReadable, type ProjectRow } from '../store/app-database/index.ts';
import type { EverywhereInput, FoundPlace, FoundPlaces } from '../worker-protocol/index.ts';
import type { FolderTexts } from './folder-texts.ts';
import type { ProjectTexts } from './project-texts.ts';
import { type TextPlace, whatsOf } from './text-places.ts';

type EverywhereView = Output<'people.find'>;
/** The places that the user chose among those that a search found. */
export type ChosenPlaces = Input<'people.letters'>;

/** The most places that a search shows. If a text finds more, the user must type more of it. */
const MAX_PLACES = 200;

export interface PersonEverywhereDeps {
  readonly database: AppDatabase;
  readonly store: ProjectStore;
  readonly connections: Connections;
  readonly suppression: SuppressionList;
  readonly verdicts: VerdictBooks;
  readonly officers: OfficerJournal;
  readonly notes: PersonNotes;
  readonly projectTexts: ProjectTexts;
  readonly folderTexts: FolderTexts;
  readonly people: PersonCodes;
  readonly spawnWorker: SpawnWorker;
}

/** A place with what other tables say about it. */
export type KnownPlace = FoundPlace & Pick<PersonPlace, 'hasNote' | 'verdict' | 'onDoNotScreen'>;

/** A chosen place, with everything that is stored about it. */
export interface ChosenPlace extends KnownPlace {
  readonly stored: NonNullable<FoundPlace['stored']>;
  readonly project: ProjectRow;
  readonly isSent: boolean;
  readonly note: { readonly note: string; readonly nextStep: string } | null;
  /** Empty for nobody. */
  readonly officer: string;
  /** All verdicts about the row, the oldest first. */
  readonly verdicts: readonly { readonly at: number; readonly who: string; readonly text: string }[];
}

const verdictText = ({ is, reason, note }: Verdict): string =>
  [VERDICT_TEXTS[is], ...(reason === null ? [] : [REASON_TEXTS[reason]]), ...(note === '' ? [] : [note])].join(': ');

/** The place without its stored content, which a search does not read. */
function shownPlace(id: string, { stored, ...place }: KnownPlace): PersonPlace {
  if (stored !== null) throw new TypeError('a search reads no more of a person than it shows');
  return { ...place, id };
}

/** Only a project with results has notes, verdicts and officers. */
const isDone = (project: ProjectRow): boolean => project.state.at === 'done';

/** A project that was sent from here, or that was adopted from the service. */
const isAtService = (project: ProjectRow): boolean => project.adopted !== null || wasSent(project.state);

/** True if the service has data of the person in this place. */
export const hasAtService = ({ isSent, row, stored }: ChosenPlace): boolean => isSent && (row === null || stored.sentId !== null);

export class PersonEverywhere {
  private readonly deps: PersonEverywhereDeps;

  constructor(deps: PersonEverywhereDeps) {
    this.deps = deps;
  }

  /**
   * Everything that contains the text. A project that cannot be read is listed, and skipped.
   * @throws CANCELED
   */
  async find({ text: typed }: { readonly text: string }, { signal, onProgress }: CallOptions): Promise<EverywhereView> {
    const { store, connections } = this.deps;
    const text = new PersonText(typed);
    if (text.words.length === 0) throw new AppError('INPUT_INVALID', 'Type a name, an ID, an email, an address or a phone number.');
    const known = store.allKnown();
    const readable = known.filter(isReadable).filter(({ wrappedKey }) => wrappedKey !== null);
    const unread: { id: string; name: string }[] = known.filter((project) => !isReadable(project)).map(({ id, name }) => ({ id, name }));
    const total = readable.reduce((sum, { source }) => sum + (source.rows ?? 0), 0);
    const projects: EverywhereView['projects'] = [];
    let rows = 0;
    let shown = 0;
    for (const project of readable) {
      signal?.throwIfAborted();
      const found = await this.search(project, typed, MAX_PLACES - shown, null, {
        signal,
        onProgress: (done) => onProgress?.({ done: rows + done, total, unit: 'rows' }),
      });
      if (found === null) {
        unread.push({ id: project.id, name: project.name });
        continue;
      }
      rows += found.rows;
      shown += found.places.length;
      const texts = [
        ...whatsWith(this.deps.projectTexts.of(project), text),
        ...(found.unplaced > 0 ? ['an error of the service that belongs to no row'] : []),
      ];
      const people = this.known(project, found.places).map((place) => shownPlace(project.id, place));
      if (people.length + found.more + texts.length === 0) continue;
      const { id, name, createdAt, connectionId } = project;
      const connection = connections.row(connectionId).name;
      projects.push({ id, name, connection, isSent: isAtService(project), createdAt, people, more: found.more, texts });
    }
    const records = [...recordsOfText(typed), ...projects.flatMap(({ people }) => people.map(({ keys }) => keys))];
    return {
      projects,
      texts: whatsWith(this.deps.folderTexts.all(), text),
      onDoNotScreen: recordsOfText(typed).some((record) => this.isSuppressed(record)),
      alone: this.alone(records),
      unread,
      searched: { projects: readable.length - unread.filter(({ id }) => readable.some((one) => one.id === id)).length, rows },
    };
  }

  /**
   * Everything that is stored about the chosen places.
   * @throws NOT_FOUND when one of them no longer contains the text, or its project cannot be read; CANCELED.
   */
  async chosen({ text, places }: ChosenPlaces, signal?: AbortSignal): Promise<ChosenPlace[]> {
    const chosen: ChosenPlace[] = [];
    for (const id of new Set(places.map((place) => place.id))) {
      const project = this.deps.store.get(id);
      const wanted = places.filter((place) => place.id === id);
      const only = {
        rows: wanted.flatMap(({ row }) => row ?? []),
        profiles: wanted.flatMap(({ row, profile }) => (row === null ? (profile ?? []) : [])),
      };
      const found = await this.search(project, text, Number.MAX_SAFE_INTEGER, only, { signal });
      if (found?.places.length !== only.rows.length + only.profiles.length)
        throw new AppError('NOT_FOUND', `“${project.name}” has changed since the search. Search again.`);
      for (const place of this.known(project, found.places))
        chosen.push({ ...place, stored: place.stored!, project, isSent: isAtService(project), ...this.officeOf(project, place.row) });
    }
    return chosen;
  }

  /** Null for a list that was not read yet, or that is stored in a damaged form. */
  private sourceOf(project: ProjectRow): EverywhereInput['list'] | null {
    try {
      return project.encryptedList === null ? null : this.deps.store.source(project);
    } catch (error) {
      if (expectedError(error) !== null) throw error;
      return null;
    }
  }

  /** Null for a project with a file or list that is damaged, missing or not read yet. */
  private async search(
    project: ProjectRow,
    text: string,
    most: number,
    only: EverywhereInput['only'],
    { signal, onProgress }: { readonly signal?: AbortSignal | undefined; readonly onProgress?: (done: number) => void },
  ): Promise<FoundPlaces | null> {
    const { spawnWorker } = this.deps;
    const list = this.sourceOf(project);
    if (list === null) return null;
    const input = {
      list,
      options: submitOptionsOf(project),
      text,
      isSent: isAtService(project),
      notes: this.notedRows(project, new PersonText(text)),
      most,
      only,
    };
    const task = spawnWorker('findEverywhere', input, ({ done }) => onProgress?.(done));
    try {
      return await abortableResult(task, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (expectedError(error) === null) throw error;
      return null;
    }
  }

  /** Sheet rows with notes or comments that contain the text. */
  private notedRows(project: ProjectRow, text: PersonText): number[] {
    const { notes, verdicts } = this.deps;
    if (!isDone(project)) return [];
    return [
      ...notes
        .all(project.id)
        .filter(({ note, nextStep }) => text.in([note, nextStep]))
        .map(({ row }) => row),
      ...verdicts
        .of(project.id)
        .steps.flatMap(({ step }) => step.verdicts)
        .filter(({ before, after }) => text.in([before?.note ?? '', after?.note ?? '']))
        .map(({ row }) => row),
    ];
  }

  private known(project: ProjectRow, places: readonly FoundPlace[]): KnownPlace[] {
    const { notes, verdicts } = this.deps;
    const noted = new Set(isDone(project) ? notes.all(project.id).map(({ row }) => row) : []);
    const judged = new Map(isDone(project) ? [...verdicts.of(project.id).judged()].map(({ row, after }) => [row, verdictText(after)]) : []);
    return places.map((place) => ({
      ...place,
      hasNote: place.row !== null && noted.has(place.row),
      verdict: (place.row === null ? null : judged.get(place.row)) ?? null,
      onDoNotScreen: this.isSuppressed(place.keys),
    }));
  }

  private officeOf(project: ProjectRow, row: number | null): Pick<ChosenPlace, 'note' | 'officer' | 'verdicts'> {
    const { notes, verdicts, officers } = this.deps;
    if (row === null || !isDone(project)) return { note: null, officer: '', verdicts: [] };
    const note = notes.of(project.id, row);
    const { rows, names } = officers.of(project.id);
    return {
      note: note.note === '' && note.nextStep === '' ? null : note,
      officer: names[(rows[row] ?? 0) - 1] ?? '',
      verdicts: verdicts.of(project.id).steps.flatMap(({ at, step }) =>
        step.verdicts
          .filter((change) => change.row === row)
          .map(({ after, first }) => ({
            at: first?.at ?? at,
            who: first?.who ?? step.who,
            text: after === null ? 'Taken back' : verdictText(after),
          })),
      ),
    };
  }

  private isSuppressed(record: TypedRecord): boolean {
    return this.deps.suppression.holds(typedRecord(readableKeys(record)));
  }

  /** The last individual screening of the person, for each account. */
  private alone(records: readonly TypedRecord[]): EverywhereView['alone'] {
    const { connections, database, people } = this.deps;
    const codes = new Set(records.flatMap((record) => people.of(typedRecord(readableKeys(record)))));
    const found = new Map<string, EverywhereView['alone'][number]>();
    for (const { id, name } of connections.list()) {
      const sent = database.singleCalls.lastSent(id, [...codes]);
      const account = [...connections.accountOf(id)].sort().join(' ');
      if (sent !== null && !found.has(account)) found.set(account, { connection: name, ...sent });
    }
    return [...found.values()];
  }
}

/** What kind of texts contain the searched words. */
const whatsWith = (places: readonly TextPlace[], text: PersonText): string[] =>
  places.flatMap(({ texts }) => whatsOf(texts).filter((what) => text.in(texts.flatMap((one) => (one.what === what ? [one.text] : [])))));

/** The records that a typed text may stand for: an email or an ID. */
const recordsOfText = (text: string): TypedRecord[] => (text.includes('@') ? [{ personalEmail: text }] : [{ constituentId: text }]);

function isReadableRecord(record: TypedRecord): boolean {
  try {
    typedRecord(record);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'INPUT_INVALID') return false;
    throw error;
  }
}

/** Leaves out values that no record can have: an email without a host must not hide the ID in the same row. */
export const readableKeys = (record: TypedRecord): TypedRecord =>
  Object.fromEntries(Object.entries(record).filter(([field, text]) => isReadableRecord({ [field]: text })));
