/**
 * Turns the bytes of an answer into results (section 4, #7 and #8): reads profiles and row errors in all formats that shared/results
 * supports, matches them to the sent rows, compares them with the service's counts, and stores them in one commit.
 */
import { NAME_KEY, type RowError, nameKey, readRowErrors } from '../../../shared/results/index.ts';
import { FIELD_INDEX, FIELD_KEYS } from '../../../shared/fields/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import { readSentRows } from '../submit/sent-rows.ts';
import { keepEarlierResults } from './earlier-fetch.ts';
import { echoedRowIdPrefix } from './echoed-prefix.ts';
import { readEntry } from '../result-file/answer-entry.ts';
import { AnswerList, type ListEntries } from './answer-list.ts';
import { type AnswerSplitter, splitterFor } from './answer-splitter.ts';
import { IdIndexWriter, listRecords } from '../result-file/id-index.ts';
import { Joining } from './joining.ts';
import { AdoptedRowIds, lostRowIdsSentence, OwnRowIds, type RowIdLookup } from './row-id-lookup.ts';
import type { ElementSink } from './json-stream.ts';
import type { Answers, CollectInput, CollectResult, Work } from '../../worker-protocol/index.ts';
import { storeLastAnswer } from '../result-file/result-values.ts';
import { countsOf, ResultFile } from '../result-file/result-file.ts';
import { writeErrors, writeMatches } from '../result-file/result-writer.ts';
import { ReceivedProfiles } from './received-profiles.ts';
import { SentIds } from './sent-ids.ts';
import { Pseudonyms } from '../submit/pseudonyms.ts';
import { FIRST_INDEX, type ListIndex, byListIndex, type ProfileNumber, type SheetRows } from '../list/ordinals.ts';
import { openSentList } from '../submit/sent-list.ts';
import { OwnRows } from '../submit/own-rows.ts';
import type { StartHelper } from '../threads/helper-thread.ts';
import type { Task } from '../threads/task-context.ts';

/** A limit that no real report exceeds. Further errors are ignored, so the outcome of their rows is unknown. */
const MAX_ERRORS = 5_000_000;

/** Maximum number of characters to show of an unreadable entry. */
const MAX_SHOWN_TEXT = 2_000;

/** The row errors of one answer. */
class ReceivedErrors implements ListEntries {
  readonly errors: RowError[] = [];
  /** A row can have several errors, in one entry or in several. */
  private entries = 0;
  /** The rows with errors, by number or else by ID. */
  private readonly named = new Set<number | string>();

  get count(): number {
    return this.entries;
  }

  get rowCount(): number {
    return this.named.size;
  }

  add(bytes: Buffer): void {
    this.read(bytes, null);
  }

  addMapEntry(key: string, bytes: Buffer): void {
    this.read(bytes, key);
  }

  /** An unreadable entry becomes an error of the row whose number or ID is its key, or of an unknown row. */
  private read(bytes: Buffer, key: string | null): void {
    this.entries += 1;
    const text = bytes.toString('utf8');
    const { value, problem } = readEntry(text);
    this.take(
      problem === null
        ? readRowErrors(value, key)
        : readRowErrors(problem, key).map((error) => ({ ...error, value: text.slice(0, MAX_SHOWN_TEXT), isUnreadable: true })),
    );
  }

  private take(errors: readonly RowError[]): void {
    // Added one by one, because a row can have more errors than a call can have arguments.
    for (const error of errors) {
      // A row with a warning was processed and charged, so it was not refused.
      if (error.isWarning === true || this.errors.length >= MAX_ERRORS) continue;
      this.errors.push(error);
      const name = error.row ?? error.constituentId;
      if (name !== null) this.named.add(name);
    }
  }

  restart(): void {
    this.errors.length = 0;
    this.entries = 0;
    this.named.clear();
  }
}

/** Replaces pseudonyms in the elements by IDs, so that later steps see no pseudonyms. */
function restoring(pseudonyms: Pseudonyms, sink: ElementSink): ElementSink {
  return {
    ...sink,
    element: (path, bytes) => sink.element(path, pseudonyms.restored(bytes)),
    // `mapEntry` must stay absent if the sink has none, because the splitter then does not enter maps.
    ...(sink.mapEntry !== undefined && {
      mapEntry: (path: readonly string[], key: string, bytes: Buffer) => {
        sink.mapEntry?.(
          path,
          JSON.parse(pseudonyms.restored(Buffer.from(JSON.stringify(key))).toString()) as string,
          pseudonyms.restored(bytes),
        );
      },
    }),
  };
}

/** What was collected so far, in one transaction until `settle` commits it. */
class Collection {
  private readonly file: ProjectFile;
  private readonly input: CollectInput;
  /** Sheet rows of the list: the rows that the project itself sent, and those of later projects. */
  private readonly rows: SheetRows;
  /** The answer is read by the index of a row among these. */
  private readonly own: OwnRows;
  /** Name keys of the rows that the project itself sent, `NAME_KEY` bytes each. */
  private readonly names: Buffer;
  private readonly rowIds: RowIdLookup;
  private readonly ids: SentIds;
  private readonly profiles: ReceivedProfiles;
  private readonly errors = new ReceivedErrors();
  private readonly lists: { readonly profiles: AnswerList; readonly errors: AnswerList };
  /** The list of the current part. */
  private list: AnswerList;
  /** Null when the list was sent with real IDs. */
  private readonly pseudonyms: Pseudonyms | null;
  private splitter: AnswerSplitter | null = null;
  private received = 0;

  constructor(file: ProjectFile, input: CollectInput, startHelper: StartHelper) {
    this.file = file;
    this.input = input;
    this.pseudonyms = input.body.ownIdsSha256 === undefined ? null : new Pseudonyms(input.file.key);
    this.rows = readSentRows(file);
    this.own = new OwnRows(file, this.rows, input.body.rows);
    this.names = Buffer.alloc(this.own.count * NAME_KEY, ' ');
    this.rowIds = input.rowNumbers === undefined ? new OwnRowIds(input.rowIdPrefix) : new AdoptedRowIds(input.rowIdPrefix, this.names);
    const index = new IdIndexWriter(this.rows.length);
    const ids = new SentIds(this.sentIds(index), this.own.count);
    this.ids = ids;
    file.begin();
    file.clear('profiles', 'scores', 'matches', 'rowErrors');
    index.write(file);
    const areSame = (one: ProfileNumber, other: ProfileNumber) => this.text(one) === this.text(other);
    const deps = { names: () => this.names, areSame, rowIds: this.rowIds };
    this.profiles = new ReceivedProfiles(file, () => new Joining(ids, deps), this.own.count, startHelper);
    this.lists = { profiles: new AnswerList(this.profiles, 'profiles'), errors: new AnswerList(this.errors, 'errors') };
    this.list = this.lists.profiles;
  }

  /** The IDs as sent. Also adds IDs from the sheet to the index, and fills the name keys, so that the list is read only once. */
  private *sentIds(ids: IdIndexWriter): Generator<string> {
    const { rowIds } = this;
    const { constituentId, primaryFirst, primaryLast } = FIELD_INDEX;
    const fields = rowIds.needsRecord ? FIELD_KEYS : (['constituentId', 'primaryFirst', 'primaryLast'] as const);
    let index = FIRST_INDEX;
    for (const { rowNumber, record } of listRecords(this.file, this.input.plan, this.rows, fields)) {
      const id = record?.values[constituentId] ?? '';
      ids.add(id === '' ? null : id);
      const place = this.own.placeOf(index);
      if (place >= 0) {
        const name = record === null ? null : nameKey(record.values[primaryFirst]!, record.values[primaryLast]!);
        if (name !== null) this.names.write(name, place * NAME_KEY, 'latin1');
        yield id === '' ? rowIds.keyOf(place, rowNumber, record) : id;
      }
      index++;
    }
  }

  private isIdOf(index: ListIndex, constituentId: string): boolean {
    const id = this.ids.asSent(constituentId);
    return id !== null && this.ids.isOnlyOf(this.own.placeOf(index), id);
  }

  private stored: ResultFile | null = null;

  /** The JSON text of a received profile. Must be called only after all profiles have been read. */
  private text(profile: ProfileNumber): string | null {
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

  readonly answers: Answers<'collect'> = {
    begin: ({ part, contentType, headers }) => {
      this.received = 0;
      this.list = this.lists[part];
      this.list.beginPage(headers);
      const { sink } = this.list;
      this.splitter = splitterFor(contentType, this.pseudonyms === null ? sink : restoring(this.pseudonyms, sink));
      return null;
    },
    progress: () => this.list.progress(),
    end: () => {
      // An answer without a body has no entries. Whether that is correct shows in the counts.
      if (this.received > 0) this.splitter?.end();
      this.splitter = null;
      this.list.endPage();
      return this.list.progress();
    },
    settle: ({ validRows }, work) => this.settle(validRows, work),
  };

  private async settle(validRows: number | null, work: Work): Promise<CollectResult> {
    await this.profiles.finish();
    const { joining } = this.profiles;
    const { errors, numbering, ...joined } = joining.resolve(this.errors.errors, validRows, this.input.rowBase, this.input.rowNumbers);
    const { own } = this;
    const matches = byListIndex<ProfileNumber>(this.rows.length);
    joining.matches.forEach((profile, place) => {
      matches[own.indexAt(place)] = profile;
    });
    const notRead = this.lists.profiles.notRead + this.lists.errors.notRead;
    storeLastAnswer(this.file, { profiles: this.profiles.count, validRows, notRead });
    const {
      errors: rowErrors,
      kept,
      placed,
    } = keepEarlierResults(this.file, this.input.file, {
      matches,
      own,
      errors: errors.map((error) => (error.index < 0 ? error : { ...error, index: own.indexAt(error.index) })),
      hasReport: errors.length > 0,
      validRows,
      isIdOf: (index, constituentId) => this.isIdOf(index, constituentId),
    });
    writeMatches(this.file, matches);
    writeErrors(this.file, rowErrors);
    work.progress(own.count, own.count, 'rows');
    const results = new ResultFile(this.file);
    work.progress(own.count, own.count, 'rows');
    const counts = countsOf(results);
    const rowIdPrefix = this.input.rowNumbers === undefined ? null : echoedRowIdPrefix(results);
    this.file.commit();
    let scored = 0;
    let decided = 0;
    for (const index of own) {
      const outcome = results.outcome(index);
      if (outcome === 'scored') scored += 1;
      else if (outcome === 'refused') decided += 1;
    }
    const unplaced = Math.max(0, joined.unplaced - placed);
    const missing = Math.max(0, own.count - scored - decided - unplaced);
    const missingProfiles = validRows === null ? missing : Math.min(missing, Math.max(0, validRows - scored - unplaced));
    const sentences = [numbering.sentence, lostRowIdsSentence(this.rowIds)].filter((sentence) => sentence !== null);
    const rowBase = sentences.length === 0 ? null : sentences.join(' ');
    return { counts, rowBase, missing, missingProfiles, kept, rowIdPrefix, rowIdForm: this.rowIds.seen?.form ?? null };
  }
}

/**
 * Collects answers until the task stops, and then rolls back what was not settled. Queries can fail with ANSWER_TRUNCATED or
 * SERVICE_NONSENSE.
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
