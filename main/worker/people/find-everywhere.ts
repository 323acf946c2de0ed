/**
 * Searches everything in a project's file for one person: every stored row with its corrections, including undone ones, every profile, and
 * every error of the service. Keeps only one block or chunk in memory, and one byte per row.
 */
import { eachValue, parseJson, valueText } from '../../../shared/results/index.ts';
import { PersonText } from '../../matching/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { EverywhereInput, FoundPlace, FoundPlaces } from '../../worker-protocol/index.ts';
import { Edits } from '../list/edits.ts';
import { FIRST_INDEX, type ProfileNumber } from '../list/ordinals.ts';
import { RecordReader } from '../list/record-reader.ts';
import { editAt, editCounts } from '../list/stored-edits.ts';
import { TextSearch, spellingsOf } from '../list/text-search.ts';
import { PROFILES_PER_CHUNK, ResultFile, hasResults, readProfiles } from '../result-file/result-file.ts';
import type { Task, TaskContext } from '../threads/task-context.ts';
import { PlaceReader } from './place-reader.ts';

/** Where the text was found for a row, as bits. */
const IN = { row: 1, correction: 2, profile: 4, message: 8, note: 16 } as const;
type In = keyof typeof IN;
const ALL_IN = Object.keys(IN) as In[];
const insOf = (bits: number): In[] => ALL_IN.filter((one) => (bits & IN[one]) !== 0);

/** The bytes of values with escaped characters differ from the text. */
const ESCAPED = /\\u[0-9a-f]{4}/i;

function* valuesOf(json: string): Generator<string> {
  const values: string[] = [];
  eachValue(parseJson(json), (_, value) => void values.push(valueText(value)));
  yield* values;
}

class Search {
  private readonly file: ProjectFile;
  private readonly input: EverywhereInput;
  private readonly context: Pick<TaskContext, 'signal' | 'progress'>;
  private readonly text: PersonText;
  private readonly results: ResultFile | null;
  private readonly reader: PlaceReader;
  private readonly edits: Edits;
  /** Bits of `IN` by sheet row. */
  private readonly found: Uint8Array;
  /** Numbers of profiles that contain the text and belong to no row. */
  private loose: number[] = [];
  private readonly places: FoundPlace[] = [];
  private more = 0;
  private unplaced = 0;
  private done = 0;
  private readonly total: number;

  constructor(file: ProjectFile, input: EverywhereInput, context: Pick<TaskContext, 'signal' | 'progress'>) {
    this.file = file;
    this.input = input;
    this.context = context;
    this.text = new PersonText(input.text);
    this.results = hasResults(file) ? new ResultFile(file) : null;
    this.edits = new Edits(file);
    this.reader = new PlaceReader(file, input, this.results, this.edits);
    const rows = file.places('rows');
    this.found = new Uint8Array((rows.at(-1)?.high ?? 0) + 1);
    this.total = rows.reduce((sum, { count }) => sum + count, 0) + (this.results?.profiles ?? 0);
  }

  run(): FoundPlaces {
    this.mark(this.input.notes, 'note');
    this.searchCorrections();
    if (this.results !== null) {
      this.searchMessages(this.results);
      this.searchProfiles(this.results);
    }
    const rows = this.searchRows();
    for (const profile of this.loose) this.add(() => this.reader.loose(profile as ProfileNumber));
    return { places: this.places, more: this.more, rows, unplaced: this.unplaced };
  }

  /** Reports progress, and checks whether the search was canceled. */
  private step(count: number): void {
    this.done += count;
    this.context.progress(this.done, this.total, 'rows');
    this.context.signal.throwIfAborted();
  }

  private mark(rows: Iterable<number>, as: In): void {
    for (const row of rows) if (row < this.found.length) this.found[row]! |= IN[as];
  }

  private searchCorrections(): void {
    const kept = editCounts(this.file)?.kept ?? 0;
    for (let number = 0; number < kept; number++) {
      this.step(0);
      const edit = editAt(this.file, number);
      if (edit?.kind === 'correct')
        this.mark(
          edit.corrections.filter(([, , value]) => this.text.in([value])).map(([row]) => row),
          'correction',
        );
      if (edit?.kind === 'leaveOut' && edit.reason !== undefined && this.text.in([edit.reason]))
        this.mark(edit.objected ?? [], 'correction');
    }
  }

  private searchMessages(results: ResultFile): void {
    for (const [index, errors] of results.errors()) {
      const row = results.rows[index];
      const found = errors.filter(({ id, message, value }) => this.text.in([id ?? '', message, value ?? '']));
      if (row === undefined) this.unplaced += found.length;
      else if (found.length > 0) this.mark([row], 'message');
    }
  }

  private searchProfiles(results: ResultFile): void {
    const tests = this.text.words.map((word) => (/^\d+$/.test(word) ? null : spellingsOf(word)));
    const found = new Uint8Array(results.profiles + 1);
    for (const { seq, count } of this.file.places('profiles')) {
      this.step(count);
      const texts = readProfiles(this.file, seq);
      if (texts === null) continue;
      const bytes = Buffer.from(texts.join('\n'), 'utf8').toString('latin1');
      if (!ESCAPED.test(bytes) && !tests.every((test) => test === null || test.test(bytes))) continue;
      for (const [at, json] of texts.entries()) if (this.text.in(valuesOf(json))) found[seq * PROFILES_PER_CHUNK + at + 1] = 1;
    }
    for (let index = FIRST_INDEX; index < results.matches.length; index++) {
      const profile = results.matches[index]!;
      if (found[profile] !== 1) continue;
      found[profile] = 2;
      this.mark([results.rows[index]!], 'profile');
    }
    found.forEach((is, profile) => {
      if (is === 1) this.loose.push(profile);
    });
  }

  /** Searches the rows. Returns their number. */
  private searchRows(): number {
    const records = new RecordReader(this.input.list.plan, this.edits);
    const search = new TextSearch(records, this.text.words);
    let rows = 0;
    for (const { place, bytes } of this.file.passingChunks('rows')) {
      this.step(place.count);
      rows += place.count;
      const block = new RowBlock(bytes);
      const mayMatch = search.mayMatch(block);
      for (let row = 0; row < block.rowCount; row++) {
        const number = block.rowNumber(row);
        if ((mayMatch || this.edits.isCorrected(number)) && this.holds(records, block, row)) this.mark([number], 'row');
        const bits = this.found[number]!;
        if (bits !== 0) this.add(() => this.reader.row({ block, row, seq: place.seq }, insOf(bits)));
      }
    }
    return rows;
  }

  private holds(records: RecordReader, block: RowBlock, row: number): boolean {
    const { values } = records.of(block, row);
    const cells = Array.from({ length: block.columnCount }, (_, column) => block.text(row, column));
    return this.text.in([...values, ...cells]);
  }

  private add(read: () => FoundPlace | null): void {
    if (this.places.length >= this.input.most) this.more += 1;
    else {
      const place = read();
      if (place !== null) this.places.push(place);
    }
  }
}

export const findEverywhere: Task<'findEverywhere'> = (input, context) => {
  using file = new ProjectFile(input.list.file, 'read');
  return Promise.resolve(new Search(file, input, context).run());
};
