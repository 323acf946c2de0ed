/**
 * Answer bytes → results (section 4, #7 and #8): profiles and row errors in any of the shapes that shared/results/answers.ts
 * knows, joined to the rows that were sent, compared with the service's own counts, and made the project's results in one commit.
 */
import { isObject, listRank, readRowErrors, type RowError } from '../../../shared/results/answers.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Counts } from '../../../shared/project/project.ts';
import type { ProjectFile } from '../../store/projectfile.ts';
import { readList } from '../send/encode.ts';
import { type Feed, feedFor } from './feeds.ts';
import { IdIndexWriter, listIds } from './idindex.ts';
import type { ElementSink } from './jsonstream.ts';
import type { CollectAnswer, CollectQuestion, TaskMap } from '../messages.ts';
import { parseElement, type RunKeys } from './profileruns.ts';
import type { KeptError } from './resultfile.ts';
import { ProfileTexts, writeErrors, writeMatches } from './resultwrites.ts';
import { type Base, FIRST_ROW, findBase, type FoundBase } from './rowbase.ts';
import { type ProfileReading, readProfiles } from './reading.ts';
import { SentIds } from '../send/sentids.ts';
import { openSentList } from '../send/sentlist.ts';
import type { StartSecond } from '../secondthread.ts';
import type { Task } from '../task.ts';

const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;
/** Pairs of a row number and an id that are kept as evidence of how rows are counted. */
const MOST_EVIDENCE = 1000;
/** More than so many row errors are no report; the rest is counted as unknown. */
const MOST_ERRORS = 5_000_000;

/** The profiles of one answer: stored as they come, joined by id as they are read where they tell one. */
class Profiles {
  private readonly file: ProjectFile;
  private readonly ids: SentIds;
  private readonly second: StartSecond;
  readonly matches: Uint32Array;
  private reading: ProfileReading;
  private texts: ProfileTexts;
  /** Row numbers of profiles that told no id, by profile number. */
  private readonly rowOf = new Map<number, number>();
  /** Profiles that told both, for the base of row numbers. */
  private readonly both: { row: number; place: number }[] = [];
  private rank = Number.POSITIVE_INFINITY;
  private readonly taken = (place: number) => this.matches[place] !== 0;

  constructor(file: ProjectFile, ids: SentIds, length: number, second: StartSecond) {
    this.file = file;
    this.ids = ids;
    this.second = second;
    this.matches = new Uint32Array(length);
    this.reading = this.begin();
    this.texts = this.beginTexts();
  }

  private begin(): ProfileReading {
    return readProfiles(this.file, (first, keys) => this.join(first, keys), this.matches.length, this.second);
  }

  private beginTexts(): ProfileTexts {
    return new ProfileTexts(this.file, 0, (first, lines) => this.reading.take(first, lines));
  }

  get count(): number {
    return this.texts.count;
  }

  readonly sink: ElementSink = {
    element: (path, bytes) => {
      const rank = listRank(path);
      if (rank === null || rank > this.rank) return;
      if (rank < this.rank) {
        // A better place for the list than the one before: what was taken for profiles was something else.
        if (this.count > 0) this.startAgain();
        this.rank = rank;
      }
      if (bytes[0] === OPEN_OBJECT) this.add(bytes);
      // Anything else is no profile, but it has to be JSON.
      else if (isObject(parseElement(bytes))) this.add(Buffer.from(bytes.toString('utf8').trim()));
    },
  };

  private startAgain(): void {
    this.reading.end();
    this.file.clear('profiles', 'scores');
    this.matches.fill(0);
    this.rowOf.clear();
    this.both.length = 0;
    this.reading = this.begin();
    this.texts = this.beginTexts();
  }

  private add(bytes: Buffer): void {
    // As it came, where it came in one line: the lines of a run are parted by newlines.
    this.texts.add(bytes.includes(NEWLINE) ? JSON.stringify(parseElement(bytes)) : bytes);
  }

  private join(first: number, { ids, rows }: RunKeys): void {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      const row = rows[at]!;
      if (id !== null) {
        const place = this.ids.free(id, this.taken);
        if (place >= 0) this.matches[place] = first + at;
        if (place >= 0 && row !== null && this.both.length < MOST_EVIDENCE) this.both.push({ row, place });
      } else if (row !== null) this.rowOf.set(first + at, row);
    }
  }

  /** Resolves when there is room for more. */
  room(): Promise<void> {
    return this.reading.room();
  }

  async finish(): Promise<void> {
    this.texts.finish();
    this.file.keep('scoreColumns', await this.reading.finish(this.count));
  }

  end(): void {
    this.reading.end();
  }

  private *rowsTold(others: readonly number[]): Generator<{ row: number; place: number }> {
    yield* this.both;
    for (const row of this.rowOf.values()) yield { row, place: -1 };
    for (const row of others) yield { row, place: -1 };
  }

  /**
   * Joins the profiles that told a row and no id, when it is certain how rows are counted. `others` are row numbers of the
   * errors: the same service counts them the same way, and together they are the whole list.
   */
  joinByRow(set: Base | 'find', others: readonly number[]): FoundBase | null {
    const { length } = this.matches;
    if (this.rowOf.size === 0) return null;
    const found = findBase({ rows: this.rowsTold(others), length, scored: () => false, ofErrors: false }, set);
    // Row 1 and row N both there: nothing else fits. Less than that is a guess, and a guess puts scores on strangers.
    if (!found.certain) return null;
    for (const [number, row] of this.rowOf) {
      const place = row - FIRST_ROW[found.base];
      if (place >= 0 && place < length && this.matches[place] === 0) this.matches[place] = number;
    }
    return found;
  }
}

/** The row errors of one answer. */
class Errors {
  readonly list: RowError[] = [];
  private rank = Number.POSITIVE_INFINITY;

  private take(errors: readonly RowError[]): void {
    if (this.list.length < MOST_ERRORS) this.list.push(...errors);
  }

  readonly sink: ElementSink = {
    element: (path, bytes) => {
      const rank = listRank(path);
      if (rank === null || rank > this.rank) return;
      if (rank < this.rank) {
        this.list.length = 0;
        this.rank = rank;
      }
      this.take(readRowErrors(parseElement(bytes)));
    },
    mapEntry: (_path, key, bytes) => {
      this.take(readRowErrors(parseElement(bytes), Number(key)));
    },
  };
}

/** What is collected so far; staged in one transaction until it is settled. */
class Collecting {
  private readonly file: ProjectFile;
  private readonly input: TaskMap['collect']['input'];
  private readonly rows: Uint32Array;
  private readonly ids: SentIds;
  private readonly profiles: Profiles;
  private readonly errors = new Errors();
  private feed: Feed | null = null;
  private fed = 0;

  constructor(file: ProjectFile, input: TaskMap['collect']['input'], second: StartSecond) {
    this.file = file;
    this.input = input;
    this.rows = readList(file);
    const index = new IdIndexWriter(this.rows.length);
    this.ids = new SentIds(this.indexed(index), this.rows.length);
    file.begin();
    file.clear('profiles', 'scores', 'matches', 'rowErrors');
    index.write(file);
    this.profiles = new Profiles(file, this.ids, this.rows.length, second);
  }

  /** The ids as they were sent; those that the sheet has itself go into the index. */
  private *indexed(index: IdIndexWriter): Generator<string> {
    let place = 0;
    for (const id of listIds(this.file, this.input.plan, this.rows, 'given')) {
      index.add(id === '' || id === `row-${this.rows[place]}` ? null : id);
      place += 1;
      yield id;
    }
  }

  readonly write = async (bytes: Buffer): Promise<void> => {
    this.fed += bytes.length;
    this.feed?.write(bytes);
    await this.profiles.room();
  };

  end(): void {
    this.profiles.end();
  }

  readonly answer = async (question: CollectQuestion): Promise<CollectAnswer | null> => {
    switch (question.ask) {
      case 'begin':
        this.fed = 0;
        this.feed = feedFor(question.contentType, question.part === 'profiles' ? this.profiles.sink : this.errors.sink);
        return null;
      case 'end':
        // An answer without a body is one without an entry; whether there should have been some, the counts tell.
        if (this.fed > 0) this.feed?.end();
        this.feed = null;
        return null;
      case 'settle':
        return await this.settle(question);
    }
  };

  private async settle({ validRows }: Extract<CollectQuestion, { ask: 'settle' }>): Promise<CollectAnswer> {
    await this.profiles.finish();
    const { matches, count } = this.profiles;
    const numbered = this.errors.list.flatMap(({ row }) => (row === null ? [] : [row]));
    const profileBase = this.profiles.joinByRow(this.input.rowBase, numbered);
    const errorBase = this.placeErrors(profileBase);
    const submitted = this.rows.length;
    let scored = 0;
    for (const profile of matches) if (profile !== 0) scored += 1;
    const refused = new Set(this.kept.filter(({ place }) => place >= 0 && matches[place] === 0).map(({ place }) => place)).size;
    writeMatches(this.file, matches);
    this.file.commit();
    const counts: Counts = { submitted, scored, refused, unknown: submitted - scored - refused, unmatched: count - scored };
    return {
      counts,
      rowBase: (errorBase ?? profileBase)?.said ?? null,
      missing: missingOf({ submitted, validRows, profiles: scored === 0 ? count : scored, refused }),
    };
  }

  private kept: KeptError[] = [];

  /** Finds the row of each error; `known` is how the same service counts its profiles, where that was found. */
  private placeErrors(known: FoundBase | null): FoundBase | null {
    const { matches } = this.profiles;
    const { length } = this.rows;
    const numbered = this.errors.list.filter(({ row }) => row !== null);
    // Several errors of one row stand on one place, so it is not used up by the first.
    const placeOf = (id: string | null) => (id === null ? -1 : this.ids.free(id, (at) => matches[at] !== 0));
    const found =
      numbered.length === 0
        ? null
        : (known ??
          findBase(
            {
              rows: numbered.map(({ row, constituentId }) => ({
                row: row!,
                place: constituentId === null ? -1 : this.ids.any(constituentId),
              })),
              length,
              scored: (place) => matches[place] !== 0,
              ofErrors: true,
            },
            this.input.rowBase,
          ));
    this.kept = this.errors.list.map(({ row, constituentId, field, code, message, value }) => {
      // A row number is exact where ids repeat; an id is exact where the counting is only assumed.
      const byRow = row === null || found === null ? -1 : row - FIRST_ROW[found.base];
      const inside = byRow >= 0 && byRow < length ? byRow : -1;
      const byId = placeOf(constituentId);
      return { place: found?.certain === true && inside >= 0 ? inside : byId >= 0 ? byId : inside, field, code, message, value };
    });
    writeErrors(this.file, this.kept);
    return found;
  }
}

/**
 * Rows without a result or a refusal, by what the service says there is, or where it says nothing by the rows that were sent. A
 * list of profiles that ends early is well formed; only its counts tell.
 */
function missingOf(came: {
  readonly submitted: number;
  readonly validRows: number | null;
  readonly profiles: number;
  readonly refused: number;
}): number {
  const { submitted, validRows, profiles, refused } = came;
  return Math.max(0, validRows === null ? submitted - profiles - refused : validRows - profiles);
}

/**
 * Takes the answers as they come until it is told to stop; what was not settled by then is as if it had never come. Ends in
 * DISK_FULL or PROJECT_FILE_DAMAGED; a question may end in ANSWER_TRUNCATED or SERVICE_NONSENSE.
 */
export const collect: Task<'collect'> = async (input, context) => {
  const file = openSentList(input.file, 'keep results', input.body);
  let collecting: Collecting | null = null;
  try {
    collecting = new Collecting(file, input, context.second);
    await context.serve({ answer: collecting.answer, chunk: collecting.write });
    return null;
  } finally {
    collecting?.end();
    file.rollback();
    file.close();
  }
};
