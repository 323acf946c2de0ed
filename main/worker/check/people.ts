/**
 * The people whom a project has sent and the service has scored, as fingerprints in the project's own file: of the whole
 * record, by which a row of a later list is known to be unchanged, and of the keys, by which a changed one is known to be the
 * same person. Removing the project removes them with it.
 */
import { SLOT, SLOTS } from '../../../shared/checks/keyprints.ts';
import { ProjectFile, type ProjectFileRef } from '../../store/projectfile.ts';
import { Edits } from './edits.ts';
import { Fingerprints } from './fingerprints.ts';
import { Judge, type Judged } from './judge.ts';
import { NO_BASIS } from '../messages.ts';
import { OpenGroups } from './opengroups.ts';
import { ResultFile } from '../results/resultfile.ts';
import type { Task } from '../task.ts';

/** People of one chunk: records int32[2 × rows], then keys int32[2 × keys]; `count` of the chunk's place is the rows. */
function writePeople(file: ProjectFile, seq: number, first: number, { records, prints }: Pick<Judged, 'records' | 'prints'>): void {
  const rows = records.length / 2;
  const numbers = new Int32Array(records.length + prints.length);
  numbers.set(records);
  numbers.set(prints, records.length);
  file.write('people', { seq, first, count: rows, low: 0, high: 0 }, new Uint8Array(numbers.buffer));
}

/** Everybody who was screened in some projects. */
export class ScreenedPeople {
  private readonly records = new Fingerprints();
  private readonly keys = new Fingerprints();

  constructor(refs: readonly ProjectFileRef[]) {
    for (const ref of refs) this.take(ref);
  }

  private take(ref: ProjectFileRef): void {
    const file = new ProjectFile(ref, 'read');
    try {
      for (const { place, bytes } of file.chunks('people')) {
        const numbers = new Int32Array(new Uint8Array(bytes).buffer);
        const keysAt = place.count * 2;
        for (let at = 0; at < keysAt; at += 2) this.records.add(numbers[at]!, numbers[at + 1]!, 1);
        for (let at = keysAt; at < numbers.length; at += 2) this.keys.add(numbers[at]!, numbers[at + 1]!, 1);
      }
    } finally {
      file.close();
    }
  }

  /** Whether the person of a row was screened, and if so whether the record is still `same`. `print`: where the row's prints begin. */
  find(judged: Judged, row: number, print: number): 'new' | 'same' | 'changed' {
    const { records, prints, present } = judged;
    if (this.records.get(records[row * 2]!, records[row * 2 + 1]!) >= 0) return 'same';
    let at = print;
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((present[row]! & (1 << slot)) === 0) continue;
      // The spouse's own household key is met by the spouse's row, who is another person of it.
      if (slot !== SLOT.spouse && this.keys.get(prints[at]!, prints[at + 1]!) >= 0) return 'changed';
      at += 2;
    }
    return 'new';
  }
}

/** Rows of one chunk of people. */
const PEOPLE_CHUNK = 16_384;

/** Keeps who was sent and scored: rows that the service refused, or of which nothing is known, were not screened. */
export const remember: Task<'remember'> = async (input, context) => {
  const file = new ProjectFile(input.file, 'write');
  try {
    const results = new ResultFile(file);
    const judge = new Judge({ ...input, basis: NO_BASIS }, { has: () => true }, new Edits(file), true);
    const groups = new OpenGroups(file, file.places('rows'));
    const scored = new Set<number>();
    for (const [place, row] of results.rows.entries()) if (results.outcome(place) === 'scored') scored.add(row);
    file.begin();
    file.clear('people');
    let people = 0;
    let seq = 0;
    const kept: { records: number[]; prints: number[] } = { records: [], prints: [] };
    const keep = () => {
      const rows = kept.records.length / 2;
      if (rows === 0) return;
      writePeople(file, seq, people - rows, { records: Int32Array.from(kept.records), prints: Int32Array.from(kept.prints) });
      seq += 1;
      kept.records.length = 0;
      kept.prints.length = 0;
    };
    for (let group = 0; group < groups.length; group++) {
      context.signal.throwIfAborted();
      const { blocks } = groups.group(group);
      const rows = blocks.flatMap((block) =>
        Array.from({ length: block.rowCount }, (_, row) => ({ block, row })).filter(({ row }) => scored.has(block.rowNumber(row))),
      );
      const { records, prints } = judge.some(rows);
      people += rows.length;
      for (const half of records) kept.records.push(half);
      for (const half of prints) kept.prints.push(half);
      if (kept.records.length >= PEOPLE_CHUNK * 2) keep();
    }
    keep();
    file.commit();
    return await Promise.resolve({ people });
  } finally {
    file.rollback();
    file.close();
  }
};
