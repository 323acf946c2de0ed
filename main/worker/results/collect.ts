/**
 * Turns answer bytes into results (section 4, #7 and #8): reads profiles and row errors in any shape that the readers of shared/results know,
 * matches them to the sent rows, compares them with the service's counts, and stores them in one commit.
 */
import { isObject } from '../../../shared/results/json-values.ts';
import { listRank } from '../../../shared/results/list-answer.ts';
import { readRowErrors, type RowError } from '../../../shared/results/row-errors.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { NAME_KEY, nameKey } from '../../../shared/results/name-echo.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { readSentRows } from '../submit/sent-rows.ts';
import { keepEarlierResults } from './earlier-fetch.ts';
import { echoedRowIdPrefix } from './echoed-prefix.ts';
import { type AnswerSplitter, splitterFor } from './answer-splitter.ts';
import { IdIndexWriter, listRecords } from './id-index.ts';
import { Joining } from './joining.ts';
import type { ElementSink } from './json-stream.ts';
import type { CollectInput, CollectResult, PartProgress } from '../../worker-protocol/results.ts';
import type { Answers } from '../../worker-protocol/tasks.ts';
import { storeLastAnswer } from './order-choice.ts';
import { PageByPage } from './page-by-page.ts';
import { parseElement, type BatchKeys } from './profile-batches.ts';
import { countsOf, ResultFile } from './result-file.ts';
import { ProfileTexts, writeErrors, writeMatches } from './result-writer.ts';
import { type ProfileReader, readProfiles } from './profile-reader.ts';
import { SentIds } from './sent-ids.ts';
import { Pseudonyms } from '../submit/pseudonyms.ts';
import { openSentList } from '../submit/sent-list.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { Task } from '../threads/task-context.ts';

const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;
/** No real report has more row errors; the rest counts as unknown. */
const MAX_ERRORS = 5_000_000;

/** The profiles of one answer: stored as they arrive, and read for their IDs, row numbers and names. */
class Profiles {
  private readonly file: ProjectFile;
  private readonly join: () => Joining;
  private readonly rows: number;
  private readonly startHelper: StartHelper;
  joining: Joining;
  private reader: ProfileReader;
  private texts: ProfileTexts;
  private rank = Number.POSITIVE_INFINITY;
  readonly pages = new PageByPage();
  /** Profiles of the previous pages. */
  private before = 0;

  /** `join` starts matching an answer; `rows` is the length of the list. */
  constructor(file: ProjectFile, join: () => Joining, rows: number, startHelper: StartHelper) {
    this.file = file;
    this.join = join;
    this.rows = rows;
    this.startHelper = startHelper;
    this.joining = join();
    this.reader = this.begin();
    this.texts = this.beginTexts();
  }

  private begin(): ProfileReader {
    const onKeys = (first: number, keys: BatchKeys) => {
      this.joining.take(first, keys);
    };
    return readProfiles(this.file, onKeys, this.rows, this.startHelper);
  }

  private beginTexts(): ProfileTexts {
    return new ProfileTexts(this.file, 0, (first, lines) => this.reader.take(first, lines));
  }

  get count(): number {
    return this.texts.count;
  }

  beginPage(): void {
    this.pages.begin();
    this.before = this.count;
  }

  readonly sink: ElementSink = {
    element: (path, bytes) => {
      const rank = listRank(path);
      if (rank === null || rank > this.rank) return;
      if (rank < this.rank) {
        // All pages of an answer have the list under the same path.
        if (this.before > 0) return;
        // This path is more likely to be the list, so what came before was not a list of profiles.
        if (this.count > 0) this.restart();
        this.rank = rank;
      }
      if (!this.pages.takes(bytes)) return;
      if (bytes[0] === OPEN_OBJECT) this.add(bytes);
      // Other elements are not profiles, but they must be JSON.
      else if (isObject(parseElement(bytes))) this.add(Buffer.from(bytes.toString('utf8').trim()));
    },
    scalar: (path, key, bytes) => {
      this.pages.scalar(path, key, bytes);
    },
  };

  private restart(): void {
    this.pages.restart();
    this.reader.end();
    this.file.clear('profiles', 'scores');
    this.joining = this.join();
    this.reader = this.begin();
    this.texts = this.beginTexts();
  }

  private add(bytes: Buffer): void {
    // Keep the original text when it is one line: newlines separate the profiles of a batch.
    this.texts.add(bytes.includes(NEWLINE) ? JSON.stringify(parseElement(bytes)) : bytes);
  }

  /** Resolves when the reader can take more profiles. */
  room(): Promise<void> {
    return this.reader.room();
  }

  /** Resolves once every stored profile has been read. */
  async read(): Promise<void> {
    this.texts.finish();
    this.file.putValue('scoreColumns', await this.reader.finish(this.count));
  }

  end(): void {
    this.reader.end();
  }
}

/** The row errors of one answer. */
class Errors {
  readonly list: RowError[] = [];
  private rank = Number.POSITIVE_INFINITY;
  readonly pages = new PageByPage();
  /** Errors of the previous pages. */
  private before = 0;

  beginPage(): void {
    this.pages.begin();
    this.before = this.list.length;
  }

  private take(errors: readonly RowError[]): void {
    // Not as arguments of one call: a single row can have more errors than a call takes.
    for (const error of errors) if (this.list.length < MAX_ERRORS) this.list.push(error);
  }

  readonly sink: ElementSink = {
    element: (path, bytes) => {
      const rank = listRank(path);
      if (rank === null || rank > this.rank) return;
      if (rank < this.rank) {
        if (this.before > 0) return;
        this.pages.restart();
        this.list.length = 0;
        this.rank = rank;
      }
      if (this.pages.takes(bytes)) this.take(readRowErrors(parseElement(bytes)));
    },
    mapEntry: (_path, key, bytes) => {
      if (this.pages.takes(bytes, key)) this.take(readRowErrors(parseElement(bytes), Number(key)));
    },
    scalar: (path, key, bytes) => {
      this.pages.scalar(path, key, bytes);
    },
  };
}

/** Passes what comes back with IDs in place of pseudonyms, so that nothing after it meets a pseudonym. */
function restoring(pseudonyms: Pseudonyms, sink: ElementSink): ElementSink {
  return {
    ...sink,
    element: (path, bytes) => {
      sink.element(path, pseudonyms.restored(bytes));
    },
    // A sink without `mapEntry` reads a map as one element.
    ...(sink.mapEntry !== undefined && {
      mapEntry: (path: readonly string[], key: string, bytes: Buffer) => {
        sink.mapEntry?.(path, key, pseudonyms.restored(bytes));
      },
    }),
  };
}

/** What is collected so far. One transaction holds it until `settle` commits. */
class Collection {
  private readonly file: ProjectFile;
  private readonly input: CollectInput;
  /** Sheet rows of the list: first the rows that the project itself sent, then those of later parts. */
  private readonly rows: Uint32Array;
  private readonly own: Uint32Array;
  /** Name keys of the rows that the project itself sent, `NAME_KEY` bytes each. */
  private readonly names: Buffer;
  private readonly profiles: Profiles;
  private readonly errors = new Errors();
  /** Null when the list was sent with its own IDs. */
  private readonly pseudonyms: Pseudonyms | null;
  private splitter: AnswerSplitter | null = null;
  private received = 0;

  constructor(file: ProjectFile, input: CollectInput, startHelper: StartHelper) {
    this.file = file;
    this.input = input;
    this.pseudonyms = input.body.ownIdsSha256 === undefined ? null : new Pseudonyms(input.file.key);
    this.rows = readSentRows(file);
    this.own = this.rows.subarray(0, input.body.rows);
    this.names = Buffer.alloc(this.own.length * NAME_KEY, ' ');
    const index = new IdIndexWriter(this.rows.length);
    const ids = new SentIds(this.sentIds(index), this.own.length);
    file.begin();
    file.clear('profiles', 'scores', 'matches', 'rowErrors');
    index.write(file);
    const deps = { names: () => this.names, areSame: (one: number, other: number) => this.text(one) === this.text(other) };
    this.profiles = new Profiles(file, () => new Joining(ids, deps), this.own.length, startHelper);
  }

  /** The IDs as sent; IDs from the sheet also go into the index. Also fills the name keys, so that the list is read once. */
  private *sentIds(ids: IdIndexWriter): Generator<string> {
    const { plan, rowIdPrefix } = this.input;
    const { constituentId, primaryFirst, primaryLast } = FIELD_INDEX;
    let index = 0;
    for (const { rowNumber, record } of listRecords(this.file, plan, this.rows, ['constituentId', 'primaryFirst', 'primaryLast'])) {
      const id = record?.values[constituentId] ?? '';
      ids.add(id === '' ? null : id);
      if (index < this.own.length) {
        const name = record === null ? null : nameKey(record.values[primaryFirst]!, record.values[primaryLast]!);
        if (name !== null) this.names.write(name, index * NAME_KEY, 'latin1');
        yield id === '' ? rowIdPrefix + String(rowNumber) : id;
      }
      index += 1;
    }
  }

  private stored: ResultFile | null = null;

  /** The JSON text of a received profile. Call it only after all profiles have been read. */
  private text(profile: number): string | null {
    return (this.stored ??= new ResultFile(this.file)).profileJson(profile);
  }

  readonly write = async (bytes: Buffer): Promise<void> => {
    this.received += bytes.length;
    this.splitter?.write(bytes);
    await this.profiles.room();
  };

  end(): void {
    this.profiles.end();
  }

  private part: 'profiles' | 'errors' = 'profiles';

  private progress(): PartProgress {
    return this.part === 'profiles'
      ? this.profiles.pages.progress(this.profiles.count)
      : this.errors.pages.progress(this.errors.list.length);
  }

  readonly answers: Answers<'collect'> = {
    begin: ({ part, contentType }) => {
      this.received = 0;
      this.part = part;
      const target = part === 'profiles' ? this.profiles : this.errors;
      target.beginPage();
      this.splitter = splitterFor(contentType, this.pseudonyms === null ? target.sink : restoring(this.pseudonyms, target.sink));
      return null;
    },
    progress: () => this.progress(),
    end: () => {
      // An answer without a body has no entries; the counts show whether that is right.
      if (this.received > 0) this.splitter?.end();
      this.splitter = null;
      return this.progress();
    },
    settle: ({ validRows }) => this.settle(validRows),
  };

  private async settle(validRows: number | null): Promise<CollectResult> {
    await this.profiles.read();
    const { joining } = this.profiles;
    const { errors, numbering, unplaced } = joining.resolve(this.errors.list, validRows, this.input.rowBase, this.input.rowNumbers);
    const matches = new Uint32Array(this.rows.length);
    matches.set(joining.matches);
    const own = this.own.length;
    storeLastAnswer(this.file, { profiles: this.profiles.count, validRows });
    const rowErrors = keepEarlierResults(this.file, this.input.file, { matches, own, errors, hasReport: errors.length > 0 });
    writeMatches(this.file, matches);
    writeErrors(this.file, rowErrors);
    const results = new ResultFile(this.file);
    const counts = countsOf(results);
    const rowIdPrefix = this.input.rowNumbers === undefined ? null : echoedRowIdPrefix(results);
    this.file.commit();
    const refused = new Set(rowErrors.filter(({ place }) => place >= 0 && matches[place] === 0).map(({ place }) => place));
    let scored = 0;
    let decided = 0;
    for (let index = 0; index < own; index++) {
      if (matches[index] !== 0) scored += 1;
      else if (refused.has(index)) decided += 1;
    }
    const missing = Math.max(0, own - scored - decided - unplaced);
    const missingProfiles = validRows === null ? missing : Math.min(missing, Math.max(0, validRows - scored - unplaced));
    return { counts, rowBase: numbering.sentence, missing, missingProfiles, rowIdPrefix };
  }
}

/**
 * Collects answers until the task stops and rolls back what is not settled. Queries can fail with ANSWER_TRUNCATED or SERVICE_NONSENSE.
 * @throws DISK_FULL, PROJECT_FILE_DAMAGED
 */
export const collect: Task<'collect'> = async (input, context) => {
  const file = openSentList(input.file, 'keep results', input.body);
  let collecting: Collection | null = null;
  try {
    collecting = new Collection(file, input, context.startHelper);
    await context.serve(collecting.answers, collecting.write);
    return null;
  } finally {
    collecting?.end();
    file.rollback();
    file.close();
  }
};
