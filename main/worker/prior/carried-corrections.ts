/**
 * Corrections that a person made in an earlier list and that a newer export of it lacks, since they were never made in the system
 * that it comes from. Each can be made again in the row with the same id, where the field still has the value that was corrected
 * then. A replacement may have touched hundreds of thousands of rows, so that everything lies in columns, and nothing else of a
 * list is kept.
 */
import { bitsOf, hasBit } from '../../../shared/fields/field-set.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../../shared/fields/table.ts';
import type { MadeBefore } from '../../../shared/contract/index.ts';
import { MatchKeyHasher, SLOT_BITS } from '../../../shared/rules/match-key-hash.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { MappingPlan } from '../../../shared/mapping/plan.ts';
import { PARSE_ORDER } from '../../../shared/mapping/parsing.ts';
import { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { ProjectFile } from '../../store/project-file/project-file.ts';
import { rowIn } from '../list/stored-rows.ts';
import type { ListSource } from '../../worker-protocol/list.ts';
import { RecordReader } from '../list/record-reader.ts';
import { Edits } from '../list/edits.ts';
import { GROUP_ROWS as GROUP, type RowGroupCache } from '../list/row-groups.ts';
import { HashTable64 } from '../../matching/hash-table.ts';
import { readKeys } from '../check/key-chunks.ts';
import { eachId } from '../check/match-key-index.ts';

const ID = FIELD_INDEX.constituentId;
/** The id is what a row is known by: another one is another person's, and is never put there. */
const FIELDS = PARSE_ORDER.filter((field) => field !== ID);
/** Corrections that are shown before they are made. */
const MOST_EXAMPLES = 8;
/** Texts of which one is kept however often it comes: a replacement puts the same one into many rows. */
const MOST_SHARED = 20_000;
const NOWHERE = -1;
const TWICE = -2;

/** The newer list as it was checked last. */
interface NewerList {
  readonly file: Pick<ProjectFile, 'chunks'>;
  readonly groups: RowGroupCache;
  readonly plan: MappingPlan;
  readonly edits: Edits;
}

/** Corrections of a newer list that can be made again, in the order of its rows. */
export class CarriedCorrections {
  /** Sheet rows of the newer list, and with each the number of the correction. */
  private readonly rows: number[] = [];
  private readonly cells: number[] = [];
  private readonly made: Corrections;

  constructor(made: Corrections) {
    this.made = made;
  }

  add(row: number, cells: readonly number[]): void {
    for (const cell of cells) {
      this.rows.push(row);
      this.cells.push(cell);
    }
  }

  /** Calls back for each whose field nobody has corrected in the newer list itself. */
  private each(edits: Edits, one: (row: number, field: FieldKey, before: string, after: string) => void): void {
    const { fields, before, after } = this.made;
    for (let at = 0; at < this.rows.length; at++) {
      const [row, cell] = [this.rows[at]!, this.cells[at]!];
      if (!edits.has(row, fields[cell]!)) one(row, FIELD_KEYS[fields[cell]!]!, before[cell]!, after[cell]!);
    }
  }

  /** The corrections as a change keeps them. */
  corrections(edits: Edits): [row: number, field: FieldKey, value: string][] {
    const found: [number, FieldKey, string][] = [];
    this.each(edits, (row, field, _, after) => found.push([row, field, after]));
    return found;
  }

  /** How many they are, and some of them. */
  preview(edits: Edits): Omit<MadeBefore, 'name'> {
    const examples: MadeBefore['examples'] = [];
    const byField = new Map<FieldKey, number>();
    let [corrections, rows, last] = [0, 0, 0];
    this.each(edits, (row, field, before, after) => {
      corrections += 1;
      if (row !== last) rows += 1;
      last = row;
      byField.set(field, (byField.get(field) ?? 0) + 1);
      if (examples.length < MOST_EXAMPLES) examples.push({ row, field, before, after });
    });
    const fields = [...byField].map(([field, times]) => ({ field, corrections: times }));
    return { corrections, rows, fields: fields.toSorted((a, b) => b.corrections - a.corrections), examples };
  }
}

/** The corrections of the projects that an earlier screening was sent as. */
export class Corrections {
  /** By correction: index of the field, and its value in the form of the record. */
  readonly fields: number[] = [];
  readonly before: string[] = [];
  readonly after: string[] = [];
  /** The corrected rows by the fingerprint of their id. */
  private readonly ids = new HashTable64();
  /** By corrected row: its id, where its corrections begin, the fields that a column went to, as bits, and whether others have its id. */
  private readonly idTexts: string[] = [];
  private readonly starts: number[] = [0];
  private readonly mapped: number[] = [];
  private readonly isTwice: boolean[] = [];
  private readonly prints = new MatchKeyHasher();
  private readonly shared = new Map<string, string>();

  /**
   * `earlier`: the newest project first. What was corrected of somebody in the newest of them is what holds. Ends in what opening a
   * project's file ends in.
   */
  constructor(earlier: readonly ListSource[]) {
    for (const list of earlier) this.take(list);
    this.shared.clear();
  }

  private take({ file: ref, plan }: ListSource): void {
    const file = new ProjectFile(ref, 'read');
    try {
      const edits = new Edits(file);
      const rows = edits.correctedRows();
      if (rows.length > 0) {
        const asRead = new RecordReader(plan, new Edits(null));
        const corrected = new RecordReader(plan, edits);
        const mapped = bitsOf(asRead.mapper.fields);
        let next = 0;
        for (const { seq, high } of file.places('rows')) {
          if (next === rows.length) break;
          if (rows[next]! > high) continue;
          const block = new RowBlock(file.read('rows', seq)!);
          for (; next < rows.length && rows[next]! <= high; next++) {
            const row = rowIn(block, rows[next]!);
            if (row >= 0) this.takeRow(asRead.of(block, row), corrected.of(block, row), mapped);
          }
        }
      }
      if (this.idTexts.length > 0) this.markTwice(file);
    } finally {
      file.close();
    }
  }

  private takeRow(read: MappedRecord, corrected: MappedRecord, mapped: number): void {
    if (this.prints.hashes(corrected, SLOT_BITS.id) === 0) return;
    if (FIELDS.every((field) => read.values[field] === corrected.values[field])) return;
    const [a, b] = this.prints.halves;
    // A newer project has corrected the same person.
    if (this.ids.add(a!, b!, this.idTexts.length) >= 0) return;
    for (const field of FIELDS) {
      if (read.values[field] === corrected.values[field]) continue;
      this.fields.push(field);
      this.before.push(this.once(read.values[field]!));
      this.after.push(this.once(corrected.values[field]!));
    }
    this.idTexts.push(corrected.values[ID]!);
    this.starts.push(this.fields.length);
    this.mapped.push(mapped);
    this.isTwice.push(false);
  }

  private once(text: string): string {
    const known = this.shared.get(text);
    if (known !== undefined) return known;
    if (this.shared.size < MOST_SHARED) this.shared.set(text, text);
    return text;
  }

  /** Notes whose id more than one row of a list has: it is not known which of them is meant in another one. */
  private markTwice(file: Pick<ProjectFile, 'chunks'>): void {
    for (const [index, at] of this.positions(file).entries()) if (at === TWICE) this.isTwice[index] = true;
  }

  /** By corrected row: where the one row with its id stands in a list, as group × 65,536 + row, or why there is none. */
  private positions(file: Pick<ProjectFile, 'chunks'>): Float64Array {
    const found = new Float64Array(this.idTexts.length).fill(NOWHERE);
    let group = 0;
    for (const { bytes } of file.chunks('keys')) {
      eachId(readKeys(bytes), (row, a, b) => {
        const index = this.ids.get(a, b);
        if (index >= 0) found[index] = found[index] === NOWHERE ? group * GROUP + row : TWICE;
      });
      group += 1;
    }
    return found;
  }

  /** Which of them can be made again in a newer list, whatever was corrected in that one. */
  in(list: NewerList): CarriedCorrections {
    const again = new CarriedCorrections(this);
    if (this.idTexts.length === 0) return again;
    const asRead = new RecordReader(list.plan, new Edits(null));
    const asItIs = new RecordReader(list.plan, list.edits, new Set([ID]));
    const mapped = bitsOf(asRead.mapper.fields);
    const positions = this.positions(list.file);
    const inOrder = Uint32Array.from(positions.keys()).filter((index) => positions[index]! >= 0 && !this.isTwice[index]!);
    inOrder.sort((a, b) => positions[a]! - positions[b]!);
    for (const index of inOrder) {
      const { blocks, counts } = list.groups.group(Math.floor(positions[index]! / GROUP));
      let row = positions[index]! % GROUP;
      let block = 0;
      while (row >= counts[block]!) row -= counts[block++]!;
      if (asItIs.of(blocks[block]!, row).values[ID] !== this.idTexts[index]) continue;
      again.add(blocks[block]!.rowNumber(row), this.fitting(index, asRead.of(blocks[block]!, row), asRead, mapped));
    }
    return again;
  }

  /**
   * The corrections of a row that fit a draft as it was read: none of them, when one that fits would not lead to the value that it
   * led to then, as when a column is read otherwise now.
   */
  private fitting(index: number, draft: MappedRecord, { mapper }: RecordReader, mapped: number): number[] {
    const cells: number[] = [];
    for (let cell = this.starts[index]!; cell < this.starts[index + 1]!; cell++) {
      const field = this.fields[cell]!;
      // A column that is not sent any more is not sent by way of a correction.
      const isLeftOut = hasBit(this.mapped[index]!, field) && !hasBit(mapped, field);
      if (!isLeftOut && draft.values[field] === this.before[cell]) cells.push(cell);
    }
    for (const cell of cells) mapper.override(draft, this.fields[cell]!, this.after[cell]!);
    return cells.every((cell) => draft.values[this.fields[cell]!] === this.after[cell]) ? cells : [];
  }
}
