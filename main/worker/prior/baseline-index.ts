/**
 * The rows that earlier screenings sent, as hashes of IDs and keyed digests of records. They show whether a row of a newer list is new,
 * changed or unchanged. The index contains no name, ID or address.
 */
import type { BaselineInput } from '../../worker-protocol/index.ts';
import { SLOT_BITS } from '../../../shared/rules/index.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import type { RowFacts } from '../../../shared/rows/index.ts';
import { DIGEST } from '../check/record-digest.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { HashTable64 } from '../../matching/index.ts';
import type { RowResults } from '../check/row-checker.ts';

/** Numbers per stored row: hash of its ID (2), digest of its record, and 1 for scored rows. */
const ROW_NUMBERS = 2 + DIGEST + 1;

/** Writes the sent rows that have an ID to a project's file. */
export class BaselineIndexWriter {
  private readonly file: ProjectFile;
  private readonly numbers: Int32Array;
  private used = 0;
  private rows = 0;
  private seq = 0;

  /** Starts an empty index in `file`, or adds to the existing one if `keeps`. `most`: maximum number of rows per chunk. */
  constructor(file: ProjectFile, most: number, keeps = false) {
    this.file = file;
    this.numbers = new Int32Array(most * ROW_NUMBERS);
    if (!keeps) file.clear('sent');
    const last = file.places('sent').at(-1);
    if (last === undefined) return;
    this.rows = last.first + last.count;
    this.seq = last.seq + 1;
  }

  /** `id`: index of the ID's hash in `hashes`. `digest`: index of the record's digest in `digests`. */
  add(hashes: Int32Array, id: number, digests: Int32Array, digest: number, isScored: boolean): void {
    if (this.used === this.numbers.length) this.flush();
    const { numbers, used } = this;
    numbers[used] = hashes[id]!;
    numbers[used + 1] = hashes[id + 1]!;
    for (let part = 0; part < DIGEST; part++) numbers[used + 2 + part] = digests[digest + part]!;
    numbers[used + 2 + DIGEST] = isScored ? 1 : 0;
    this.used += ROW_NUMBERS;
  }

  private flush(): void {
    const count = this.used / ROW_NUMBERS;
    if (count === 0) return;
    const place = { seq: this.seq, first: this.rows, count, low: 0, high: 0 };
    this.file.write('sent', place, new Uint8Array(this.numbers.slice(0, this.used).buffer));
    this.rows += count;
    this.seq += 1;
    this.used = 0;
  }

  /** Writes the last chunk. Returns the number of rows. */
  finish(): number {
    this.flush();
    return this.rows;
  }
}

/** The rows that were sent by the screenings of a baseline. */
export class BaselineIndex implements NonNullable<PriorScreenings['baseline']> {
  /** For each hash of an ID, the newest screening that sent it, and whether it has scores there: `screening * 2 + scored`. */
  private readonly ids = new HashTable64();
  /** Number of the record, by the first half of its digest. */
  private readonly records = new HashTable64();
  /** Three numbers per record: the second half of its digest (2), and its screening. */
  private readonly details: Int32Array;
  private count = 0;

  /** @throws what opening a project file throws. */
  constructor({ screenings }: BaselineInput) {
    using opened = new DisposableStack();
    const files = screenings.map((refs) => refs.map((ref) => opened.use(new ProjectFile(ref, 'read'))));
    const rows = files.flat().reduce((sum, file) => sum + file.places('sent').reduce((all, { count }) => all + count, 0), 0);
    this.details = new Int32Array(rows * 3);
    this.ids.expect(rows);
    this.records.expect(rows);
    // If a screening refused an ID in one project and scored it in another, the scored row takes precedence, so it is added first.
    for (const [screening, each] of files.entries())
      for (const isScored of [1, 0]) for (const file of each) this.add(file, screening, isScored);
  }

  private add(file: ProjectFile, screening: number, isScored: number): void {
    const { details } = this;
    for (const { bytes } of file.chunks('sent')) {
      const numbers = new Int32Array(new Uint8Array(bytes).buffer);
      for (let at = 0; at < numbers.length; at += ROW_NUMBERS) {
        if (numbers[at + 2 + DIGEST] !== isScored) continue;
        this.ids.add(numbers[at]!, numbers[at + 1]!, screening * 2 + isScored);
        // If two screenings sent the same record, the newer one takes precedence. It was added first.
        if (this.records.add(numbers[at + 2]!, numbers[at + 3]!, this.count) >= 0) continue;
        details[this.count * 3] = numbers[at + 4]!;
        details[this.count * 3 + 1] = numbers[at + 5]!;
        details[this.count * 3 + 2] = screening;
        this.count += 1;
      }
    }
  }

  /** Compares a row with the baseline. `hash`: index of the row's first match-key hash. */
  find({ slots, hashes, digests }: RowResults, row: number, hash: number): RowFacts['comparison'] {
    // The ID is in the first slot.
    const newest = (slots[row]! & SLOT_BITS.id) === 0 ? -1 : this.ids.get(hashes[hash]!, hashes[hash + 1]!);
    if (newest < 0) return 'new';
    const at = row * DIGEST;
    const record = this.records.get(digests[at]!, digests[at + 1]!);
    const { details } = this;
    const isSame =
      record >= 0 &&
      details[record * 3] === digests[at + 2] &&
      details[record * 3 + 1] === digests[at + 3] &&
      details[record * 3 + 2] === newest >> 1;
    if (!isSame) return 'changed';
    return (newest & 1) === 1 ? 'unchanged' : 'unchangedUnscored';
  }
}
