/**
 * What earlier screenings have sent, as digests of the records under a key of this installation: whether a row of a newer list is
 * new, another record than was sent last for its constituentId, or the very same. No name, id or address is at hand.
 */
import type { BaselineInput } from '../../worker-protocol/check.ts';
import { SLOT_BITS } from '../../../shared/rules/match-key-hash.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import type { RowFacts } from '../../../shared/rows/row-facts.ts';
import { DIGEST } from '../check/record-digest.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { HashTable64 } from '../../matching/hash-table.ts';
import type { RowResults } from '../check/row-checker.ts';

/** What is kept of a row that was sent: the fingerprint of its id, the digest of its record, and whether it was scored. */
const SENT = 2 + DIGEST + 1;

/** Rows that were sent, chunk by chunk, as they are kept in a project's file. Rows without an id are not kept: nobody could know them again. */
export class BaselineIndexWriter {
  private readonly file: ProjectFile;
  private readonly numbers: Int32Array;
  private used = 0;
  private rows = 0;
  private seq = 0;

  /** Starts an empty index in `file`; `most` rows make a chunk. */
  constructor(file: ProjectFile, most: number) {
    this.file = file;
    this.numbers = new Int32Array(most * SENT);
    file.clear('sent');
  }

  /** `id` and `digest` begin at these places of `prints` and `digests`. */
  add(prints: Int32Array, id: number, digests: Int32Array, digest: number, isScored: boolean): void {
    if (this.used === this.numbers.length) this.flush();
    const { numbers, used } = this;
    numbers[used] = prints[id]!;
    numbers[used + 1] = prints[id + 1]!;
    for (let part = 0; part < DIGEST; part++) numbers[used + 2 + part] = digests[digest + part]!;
    numbers[used + 2 + DIGEST] = isScored ? 1 : 0;
    this.used += SENT;
  }

  private flush(): void {
    const count = this.used / SENT;
    if (count === 0) return;
    const place = { seq: this.seq, first: this.rows, count, low: 0, high: 0 };
    this.file.write('sent', place, new Uint8Array(this.numbers.slice(0, this.used).buffer));
    this.rows += count;
    this.seq += 1;
    this.used = 0;
  }

  /** Writes the last chunk; answers how many rows were kept. */
  finish(): number {
    this.flush();
    return this.rows;
  }
}

/** Everybody whom some screenings have sent. */
export class BaselineIndex implements NonNullable<PriorScreenings['baseline']> {
  /** Ids, each with the newest screening that has sent it and whether it has scores there: `screening * 2 + scored`. */
  private readonly ids = new HashTable64();
  /** The first half of each digest, with the number of the record. */
  private readonly records = new HashTable64();
  /** By number of the record: the second half of its digest, and its screening. */
  private readonly rest: Int32Array;
  private count = 0;

  /** Ends in what opening a project's file ends in. */
  constructor({ screenings }: BaselineInput) {
    const files = screenings.map((refs) => refs.map((ref) => new ProjectFile(ref, 'read')));
    try {
      const rows = files.flat().reduce((sum, file) => sum + file.places('sent').reduce((all, { count }) => all + count, 0), 0);
      this.rest = new Int32Array(rows * 3);
      this.ids.expect(rows);
      this.records.expect(rows);
      // Within a screening somebody may have been refused in one project and scored in another: scores count.
      for (const [screening, each] of files.entries())
        for (const isScored of [1, 0]) for (const file of each) this.take(file, screening, isScored);
    } finally {
      for (const file of files.flat()) file.close();
    }
  }

  private take(file: ProjectFile, screening: number, wanted: number): void {
    const { rest } = this;
    for (const { bytes } of file.chunks('sent')) {
      const numbers = new Int32Array(new Uint8Array(bytes).buffer);
      for (let at = 0; at < numbers.length; at += SENT) {
        if (numbers[at + 2 + DIGEST] !== wanted) continue;
        this.ids.add(numbers[at]!, numbers[at + 1]!, screening * 2 + wanted);
        // Of the same record in two screenings the newer one counts, which came first.
        if (this.records.add(numbers[at + 2]!, numbers[at + 3]!, this.count) >= 0) continue;
        rest[this.count * 3] = numbers[at + 4]!;
        rest[this.count * 3 + 1] = numbers[at + 5]!;
        rest[this.count * 3 + 2] = screening;
        this.count += 1;
      }
    }
  }

  /** What has become of row `row` of some results. `hash`: index of the row's first match-key hash. */
  find({ slots, hashes, digests }: RowResults, row: number, hash: number): RowFacts['comparison'] {
    // The ID is the first slot.
    const known = (slots[row]! & SLOT_BITS.id) === 0 ? -1 : this.ids.get(hashes[hash]!, hashes[hash + 1]!);
    if (known < 0) return 'new';
    const at = row * DIGEST;
    const record = this.records.get(digests[at]!, digests[at + 1]!);
    const { rest } = this;
    const isSame =
      record >= 0 &&
      rest[record * 3] === digests[at + 2] &&
      rest[record * 3 + 1] === digests[at + 3] &&
      rest[record * 3 + 2] === known >> 1;
    if (!isSame) return 'changed';
    return (known & 1) === 1 ? 'unchanged' : 'unchangedUnscored';
  }
}
