/**
 * The people whom a project sent and the service did not refuse, as hashes in the project's own file: hashes of the whole record, which
 * recognize an unchanged row in a later list, and of the match keys, which recognize the same person with other details. They are removed
 * with the project. For a list in progress, the hashes are computed from its rows each time, until it has results.
 */
import { SLOT, SLOTS, SLOT_BITS } from '../../../shared/rules/index.ts';
import { AppError, isDamage } from '../../../shared/base/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { type CheckInputs, type ListInProgress, NO_INPUTS, type ProjectFileRef } from '../../worker-protocol/index.ts';
import { type ListIndex } from '../list/ordinals.ts';
import { hashesOf } from '../check/key-chunks.ts';
import type { PriorScreenings } from '../check/prior-screenings.ts';
import type { RowFacts } from '../../../shared/rows/index.ts';
import { DIGEST } from '../check/record-digest.ts';
import { Edits } from '../list/edits.ts';
import { HashTable64 } from '../../matching/index.ts';
import { RowChecker, type RowResults, looksForPeople } from '../check/row-checker.ts';
import { RowGroupCache } from '../list/row-groups.ts';
import { ResultFile } from '../result-file/result-file.ts';
import { locateSentRows } from '../submit/sent-rows.ts';
import { BaselineIndex, BaselineIndexWriter } from './baseline-index.ts';
import type { Task } from '../threads/task-context.ts';

/** Values in the hash tables. */
const SCORED = 0;
const IN_PROGRESS = 1;

/** Number of rows of a list in progress to hash at once. */
const ROWS_PER_BATCH = 1024;

const EVERY_ROW = { has: () => true };

/** The people who were screened in some projects, or are in lists that are in progress. */
export class RecentScreenings implements NonNullable<PriorScreenings['recent']> {
  private readonly records = new HashTable64();
  private readonly keys = new HashTable64();

  /** @throws what opening a project file throws; PROJECT_FILE_DAMAGED with the name of the list, for a list in progress. */
  constructor(refs: readonly ProjectFileRef[], inProgress: readonly ListInProgress[] = []) {
    for (const ref of refs) this.addScreened(ref);
    for (const list of inProgress) this.addInProgress(list);
  }

  private addScreened(ref: ProjectFileRef): void {
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

  /** Adds the rows that a list sends. Only reads the file, because the run of that list writes to it. */
  private addInProgress({ name, list, options }: ListInProgress): void {
    try {
      const file = new ProjectFile(list.file, 'read');
      try {
        const checker = new RowChecker({ ...list, inputs: NO_INPUTS }, EVERY_ROW, new Edits(file), true);
        let rows: { readonly block: RowBlock; readonly row: number }[] = [];
        const addRows = () => {
          const { recordHashes, hashes } = checker.checkRows(rows);
          for (let at = 0; at < recordHashes.length; at += 2) this.records.add(recordHashes[at]!, recordHashes[at + 1]!, IN_PROGRESS);
          for (let at = 0; at < hashes.length; at += 2) this.keys.add(hashes[at]!, hashes[at + 1]!, IN_PROGRESS);
          rows = [];
        };
        for (const row of locateSentRows(file, options)) if (rows.push(row) === ROWS_PER_BATCH) addRows();
        addRows();
      } finally {
        file.close();
      }
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      throw new AppError(
        'PROJECT_FILE_DAMAGED',
        `“${name}” is not finished and cannot be read, so Screening Desk cannot tell who in this list is also in it. Remove it, or treat nobody as screened, and try again.`,
        {},
        { cause },
      );
    }
  }

  /** Whether the person of a row was screened recently. `hash`: index of the row's first match-key hash. */
  find({ recordHashes, hashes, slots }: RowResults, row: number, hash: number): RowFacts['recent'] {
    const screening = this.records.get(recordHashes[row * 2]!, recordHashes[row * 2 + 1]!);
    if (screening >= 0) return screening === IN_PROGRESS ? 'inProgress' : 'screened';
    let at = hash;
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((slots[row]! & (1 << slot)) === 0) continue;
      // The spouse's household key matches the spouse's own row, which is a different person.
      if (slot !== SLOT.spouse && this.keys.get(hashes[at]!, hashes[at + 1]!) >= 0) return 'screenedOtherDetails';
      at += 2;
    }
    return 'none';
  }
}

/**
 * The earlier screenings with which a check compares a list.
 * @throws what opening a project file throws.
 */
export function priorScreeningsOf(inputs: CheckInputs): PriorScreenings {
  const { recent, inProgress, baseline } = inputs;
  return {
    recent: looksForPeople(inputs) ? new RecentScreenings(recent, inProgress) : null,
    baseline: baseline === null ? null : new BaselineIndex(baseline),
  };
}

/** Number of rows per chunk of people. */
const PEOPLE_CHUNK = 16_384;

/** Writes chunks of people: int32[2 × rows] record hashes, then int32[2 × keys] match-key hashes. `count` is a number of rows. */
class PeopleWriter {
  private readonly file: ProjectFile;
  private readonly records: number[] = [];
  private readonly keyHashes: number[] = [];
  private people = 0;
  private seq = 0;

  /** `keeps`: adds to the people who are already stored. */
  constructor(file: ProjectFile, keeps: boolean) {
    this.file = file;
    if (!keeps) file.clear('people');
    const last = file.places('people').at(-1);
    if (last === undefined) return;
    this.people = last.first + last.count;
    this.seq = last.seq + 1;
  }

  /** Adds a checked row. `from`, `to`: range of its match-key hashes. */
  add({ recordHashes, hashes }: RowResults, row: number, from: number, to: number): void {
    this.records.push(recordHashes[row * 2]!, recordHashes[row * 2 + 1]!);
    for (let at = from; at < to; at++) this.keyHashes.push(hashes[at]!);
    if (this.records.length >= PEOPLE_CHUNK * 2) this.flush();
  }

  private flush(): void {
    const { file, records, keyHashes } = this;
    const count = records.length / 2;
    if (count === 0) return;
    const numbers = Int32Array.from([records, keyHashes].flat());
    file.write('people', { seq: this.seq, first: this.people, count, low: 0, high: 0 }, new Uint8Array(numbers.buffer));
    this.people += count;
    this.seq += 1;
    records.length = 0;
    keyHashes.length = 0;
  }

  /** Writes the last chunk. Returns the number of people. */
  finish(): number {
    this.flush();
    return this.people;
  }
}

/**
 * Stores the people who were sent and not refused (a row without a result may have been charged), and the digests of all sent rows with an
 * ID, both as this list sent them.
 * A refused row whose corrected result was merged from another project is also stored as corrected, so that its person is still recognized
 * when that project is removed. With `keeps`, stored hashes are not replaced: after a person was erased, they cannot be computed again from
 * the empty row.
 */
export const indexScreening: Task<'indexScreening'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    const results = new ResultFile(file);
    const inputs = { ...NO_INPUTS, baseline: { key: input.key, screenings: [] } };
    const edits = new Edits(file, false);
    const checker = new RowChecker({ ...input, inputs }, EVERY_ROW, edits, true);
    const corrected = new RowChecker({ ...input, inputs }, EVERY_ROW, new Edits(file), true);
    const groups = new RowGroupCache(file, file.places('rows'));
    file.begin();
    const people = new PeopleWriter(file, input.keeps);
    const sent = new BaselineIndexWriter(file, PEOPLE_CHUNK, input.keeps);
    let index = 0;
    for (let group = 0; group < groups.length; group++) {
      context.signal.throwIfAborted();
      const first = index;
      const rows = groups
        .group(group)
        .blocks.flatMap((block) => Array.from({ length: block.rowCount }, (_, row) => ({ block, row })))
        .filter(({ block, row }) => {
          const isSent = results.rows[index] === block.rowNumber(row);
          if (isSent) index += 1;
          return isSent;
        });
      const checked = checker.checkRows(rows);
      let hash = 0;
      for (let row = 0; row < rows.length; row++) {
        const slots = checked.slots[row]!;
        const next = hash + hashesOf(slots) * 2;
        const { block, row: at } = rows[row]!;
        const outcome = edits.hasOmittedCorrections(block.rowNumber(at)) ? 'refused' : results.outcome((first + row) as ListIndex);
        const wasSent = input.othersWereSent || outcome !== 'unknown';
        if (wasSent && outcome !== 'refused') people.add(checked, row, hash, next);
        if (wasSent && (slots & SLOT_BITS.id) !== 0) sent.add(checked.hashes, hash, checked.digests, row * DIGEST, outcome === 'scored');
        hash = next;
      }
      const isMerged = rows.map(
        ({ block, row }, at) =>
          edits.hasOmittedCorrections(block.rowNumber(row)) && results.outcome((first + at) as ListIndex) !== 'refused',
      );
      const merged = rows.filter((_, at) => isMerged[at]);
      if (merged.length === 0) continue;
      const resent = corrected.checkRows(merged);
      hash = 0;
      for (let row = 0; row < merged.length; row++) {
        const slots = resent.slots[row]!;
        const next = hash + hashesOf(slots) * 2;
        people.add(resent, row, hash, next);
        if ((slots & SLOT_BITS.id) !== 0) sent.add(resent.hashes, hash, resent.digests, row * DIGEST, true);
        hash = next;
      }
    }
    const counts = { people: people.finish(), sent: sent.finish() };
    file.commit();
    return await Promise.resolve(counts);
  } finally {
    file.rollback();
    file.close();
  }
};
