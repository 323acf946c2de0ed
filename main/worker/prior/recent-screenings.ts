/**
 * The people whom a project has sent and the service has not refused, as hashes in the project's own file: of the whole record, which shows
 * an unchanged row of a later list, and of the match keys, which show the same person with other details. Removing the project removes them.
 * For a list in progress the hashes are made from its rows each time, until it has results.
 */
import { SLOT, SLOT_BITS, SLOTS } from '../../../shared/rules/match-key-hash.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import type { ProjectFileRef, ListInProgress } from '../../worker-protocol/list.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import type { RowFacts } from '../../../shared/rows/row-facts.ts';
import { DIGEST } from '../check/record-digest.ts';
import { Edits } from '../list/edits.ts';
import { HashTable64 } from '../../matching/hash-table.ts';
import { RowChecker, type RowResults, looksForPeople } from '../check/row-checker.ts';
import { type CheckInputs, NO_INPUTS } from '../../worker-protocol/check.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import { ResultFile } from '../results/result-file.ts';
import { sentRowsAt } from '../submit/encode.ts';
import { BaselineIndex, BaselineIndexWriter } from './baseline-index.ts';
import type { Task } from '../threads/task-context.ts';

/** How a record stands in the table. */
const SCORED = 0;
const IN_PROGRESS = 1;

/** Rows of a list on its way that are taken in at once. */
const TAKEN_AT_ONCE = 1024;

const EVERY_ROW = { has: () => true };

/** Everybody who was screened in some projects, or is on the way in lists that have no results yet. */
export class RecentScreenings implements NonNullable<PriorScreenings['recent']> {
  private readonly records = new HashTable64();
  private readonly keys = new HashTable64();

  /** Ends in what opening a project's file ends in; of a list on its way, the sentence names it. */
  constructor(refs: readonly ProjectFileRef[], onTheirWay: readonly ListInProgress[] = []) {
    for (const ref of refs) this.take(ref);
    for (const list of onTheirWay) this.takeOnItsWay(list);
  }

  private take(ref: ProjectFileRef): void {
    const file = new ProjectFile(ref, 'read');
    try {
      for (const { place, bytes } of file.chunks('people')) {
        const numbers = new Int32Array(new Uint8Array(bytes).buffer);
        const keysAt = place.count * 2;
        for (let at = 0; at < keysAt; at += 2) this.records.add(numbers[at]!, numbers[at + 1]!, SCORED);
        for (let at = keysAt; at < numbers.length; at += 2) this.keys.add(numbers[at]!, numbers[at + 1]!, SCORED);
      }
    } finally {
      file.close();
    }
  }

  /**
   * Takes the rows that a list sends as they lie in its file, which is only read: its own run writes to it, and collecting holds it
   * for as long as the answer takes to come.
   */
  private takeOnItsWay({ name, list, options }: ListInProgress): void {
    try {
      const file = new ProjectFile(list.file, 'read');
      try {
        const checker = new RowChecker({ ...list, inputs: NO_INPUTS }, EVERY_ROW, new Edits(file), true);
        let rows: { readonly block: RowBlock; readonly row: number }[] = [];
        const take = () => {
          const { recordHashes, hashes } = checker.some(rows);
          for (let at = 0; at < recordHashes.length; at += 2) this.records.add(recordHashes[at]!, recordHashes[at + 1]!, IN_PROGRESS);
          for (let at = 0; at < hashes.length; at += 2) this.keys.add(hashes[at]!, hashes[at + 1]!, IN_PROGRESS);
          rows = [];
        };
        for (const place of sentRowsAt(file, options)) if (rows.push(place) === TAKEN_AT_ONCE) take();
        take();
      } finally {
        file.close();
      }
    } catch (cause) {
      if (!(cause instanceof AppError && cause.code === 'PROJECT_FILE_DAMAGED')) throw cause;
      throw new AppError(
        'PROJECT_FILE_DAMAGED',
        `“${name}” is not finished and cannot be read, so it is not known who of this list is in it. Remove it, or count nobody as screened, and try again.`,
        {},
        { cause },
      );
    }
  }

  /** What is known of the person of a row. `hash`: index of the row's first match-key hash. */
  find({ recordHashes, hashes, slots }: RowResults, row: number, hash: number): RowFacts['recent'] {
    const known = this.records.get(recordHashes[row * 2]!, recordHashes[row * 2 + 1]!);
    if (known >= 0) return known === IN_PROGRESS ? 'inProgress' : 'screened';
    let at = hash;
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((slots[row]! & (1 << slot)) === 0) continue;
      // The spouse's own household key is met by the spouse's row, who is another person of it.
      if (slot !== SLOT.spouse && this.keys.get(hashes[at]!, hashes[at + 1]!) >= 0) return 'screenedOtherDetails';
      at += 2;
    }
    return 'none';
  }
}

/** What the basis of a check asks to compare a list with. Ends in what opening a project's file ends in. */
export function priorScreeningsOf(basis: CheckInputs): PriorScreenings {
  const { recent, inProgress, baseline } = basis;
  return {
    recent: looksForPeople(basis) ? new RecentScreenings(recent, inProgress) : null,
    baseline: baseline === null ? null : new BaselineIndex(baseline),
  };
}

/** Rows of one chunk of people. */
const PEOPLE_CHUNK = 16_384;

/** People chunk by chunk: records int32[2 × rows], then keys int32[2 × keys]; `count` of a chunk's place is the rows. */
class PeopleWriter {
  private readonly file: ProjectFile;
  private readonly records: number[] = [];
  private readonly prints: number[] = [];
  private people = 0;
  private seq = 0;

  constructor(file: ProjectFile) {
    this.file = file;
    file.clear('people');
  }

  /** Adds row `row` of some results, whose hashes lie between two indexes. */
  add({ recordHashes, hashes }: RowResults, row: number, from: number, to: number): void {
    this.records.push(recordHashes[row * 2]!, recordHashes[row * 2 + 1]!);
    for (let at = from; at < to; at++) this.prints.push(hashes[at]!);
    if (this.records.length >= PEOPLE_CHUNK * 2) this.flush();
  }

  private flush(): void {
    const { file, records, prints } = this;
    const count = records.length / 2;
    if (count === 0) return;
    const numbers = Int32Array.from([records, prints].flat());
    file.write('people', { seq: this.seq, first: this.people, count, low: 0, high: 0 }, new Uint8Array(numbers.buffer));
    this.people += count;
    this.seq += 1;
    records.length = 0;
    prints.length = 0;
  }

  /** Writes the last chunk; answers how many people there are. */
  finish(): number {
    this.flush();
    return this.people;
  }
}

/** Fingerprints of a row by which of them it has, as bits. */
function printsOf(present: number): number {
  let prints = 0;
  for (let slot = 0; slot < SLOTS; slot++) prints += (present >>> slot) & 1;
  return prints;
}

/**
 * Keeps who was sent and not refused: a row without a result may have been charged for. And of every row that was sent with an
 * id the digest of its record. Both are of the records as the list sent them: what was corrected of its refused rows, and sent
 * apart, is kept with the project that sent it.
 */
export const indexScreening: Task<'indexScreening'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    const results = new ResultFile(file);
    const inputs = { ...NO_INPUTS, baseline: { key: input.key, screenings: [] } };
    const edits = new Edits(file, false);
    const checker = new RowChecker({ ...input, inputs }, EVERY_ROW, edits, true);
    const groups = new RowGroupCache(file, file.places('rows'));
    file.begin();
    const people = new PeopleWriter(file);
    const sent = new BaselineIndexWriter(file, PEOPLE_CHUNK);
    let place = 0;
    for (let group = 0; group < groups.length; group++) {
      context.signal.throwIfAborted();
      const first = place;
      const rows = groups
        .group(group)
        .blocks.flatMap((block) => Array.from({ length: block.rowCount }, (_, row) => ({ block, row })))
        .filter(({ block, row }) => {
          const isSent = results.rows[place] === block.rowNumber(row);
          if (isSent) place += 1;
          return isSent;
        });
      const checked = checker.some(rows);
      let print = 0;
      for (let row = 0; row < rows.length; row++) {
        const present = checked.slots[row]!;
        const next = print + printsOf(present) * 2;
        const { block, row: at } = rows[row]!;
        const outcome = edits.wasSentApart(block.rowNumber(at)) ? 'refused' : results.outcome(first + row);
        if (outcome !== 'refused') people.add(checked, row, print, next);
        if ((present & SLOT_BITS.id) !== 0) sent.add(checked.hashes, print, checked.digests, row * DIGEST, outcome === 'scored');
        print = next;
      }
    }
    const answer = { people: people.finish(), sent: sent.finish() };
    file.commit();
    return await Promise.resolve(answer);
  } finally {
    file.rollback();
    file.close();
  }
};
