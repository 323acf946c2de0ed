/**
 * The corrections of a baseline. A newer export does not have them if the source system was not corrected. Each of them can be carried over
 * to the row with the same ID if the field still has the value that was corrected.
 */
import { FIELD_INDEX, FIELD_KEYS, type FieldKey, bitsOf, hasBit } from '../../../shared/fields/index.ts';
import { MatchKeyHasher, type NamesOfRow, SLOT_BITS, idKey, mergeOf, nameOnePerson, namesOf } from '../../../shared/rules/index.ts';
import { type MappedRecord, type MappingPlan, PARSE_ORDER } from '../../../shared/mapping/index.ts';
import { RowBlock } from '../../spreadsheet/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import { rowIn } from '../list/stored-rows.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import { RecordReader } from '../list/record-reader.ts';
import { Edits } from '../list/edits.ts';
import type { MergedRow } from '../list/stored-edits.ts';
import { groupOfRef, type RowGroupCache, rowOfRef, rowRef } from '../list/row-groups.ts';
import { HashTable64 } from '../../matching/index.ts';
import { readKeys } from '../check/key-chunks.ts';
import { eachId } from '../check/match-key-index.ts';
import { CarriedCorrections, type CarriedMerge, type CorrectionColumns } from './carried-corrections.ts';

const ID = FIELD_INDEX.constituentId;
/** The ID identifies the row, so a correction of it is never carried over. */
const FIELDS = PARSE_ORDER.filter((field) => field !== ID);
/** Number of texts to share, because a replacement puts the same text into many rows. */
const MAX_SHARED = 20_000;
/** Used instead of a row reference for an ID that no row has, or that several rows have. */
const ABSENT = -1;
const AMBIGUOUS = -2;

/** The newer list, with its last check. */
interface NewerList {
  readonly file: Pick<ProjectFile, 'chunks'>;
  readonly groups: RowGroupCache;
  readonly plan: MappingPlan;
  readonly edits: Edits;
}

/** Rows of an earlier list that were merged and sent as one. */
interface EarlierMerge {
  /** Each row's index among the corrected rows, and its values before the merge. The row that was sent comes first. */
  readonly rows: readonly { readonly index: number; readonly values: readonly string[] }[];
  /** The values that the other rows added to the sent row, by field index. */
  readonly given: ReadonlyMap<number, string>;
}

/** The corrections of a baseline, from all of its projects. */
export class BaselineCorrections implements CorrectionColumns {
  readonly fields: number[] = [];
  readonly before: string[] = [];
  readonly after: string[] = [];
  private readonly merges: EarlierMerge[] = [];
  /** For each corrected row, the fields that it got from merged rows. These are carried over only with the merge. */
  private readonly received = new Map<number, Set<number>>();
  /** For each corrected row that the user left out, the names of its person in the file and after corrections. */
  private readonly leftOut = new Map<number, readonly NamesOfRow[]>();
  /** Index of the corrected row by hash of its ID. Merged rows and rows that the user left out are included. */
  private readonly ids = new HashTable64();
  /** For each corrected row: ID, index of its first correction, bit set of the mapped fields, and whether other rows have the same ID. */
  private readonly idTexts: string[] = [];
  private readonly starts: number[] = [0];
  private readonly mapped: number[] = [];
  private readonly isAmbiguous: boolean[] = [];
  private readonly hasher = new MatchKeyHasher();
  private readonly shared = new Map<string, string>();

  /**
   * `earlier`: newest project first. Its corrections of a person take precedence.
   * @throws what opening a project file throws.
   */
  constructor(earlier: readonly ListSource[]) {
    for (const list of earlier) this.addList(list);
    this.shared.clear();
  }

  private addList({ file: ref, plan }: ListSource): void {
    const file = new ProjectFile(ref, 'read');
    try {
      const edits = new Edits(file);
      const merges = edits.allMerges();
      const merged = new Set(merges.flatMap(({ row, into }) => [row, into]));
      const leftOut = new Set(edits.rowsLeftOutByHand());
      const rows = Uint32Array.from(new Set([...edits.correctedRows(), ...merged, ...leftOut])).sort();
      if (rows.length > 0) {
        const uncorrected = new RecordReader(plan, new Edits(null));
        const corrected = new RecordReader(plan, edits);
        const mapped = bitsOf(uncorrected.mapper.fields);
        const members = new Map<number, EarlierMerge['rows'][number]>();
        let next = 0;
        for (const { seq, high } of file.places('rows')) {
          if (next === rows.length) break;
          if (rows[next]! > high) continue;
          const block = new RowBlock(file.read('rows', seq)!);
          for (; next < rows.length && rows[next]! <= high; next++) {
            const row = rowIn(block, rows[next]!);
            if (row < 0) continue;
            const isMerged = merged.has(rows[next]!);
            const isLeftOut = leftOut.has(rows[next]!);
            const known = this.idTexts.length;
            const inFile = uncorrected.of(block, row);
            const record = corrected.of(block, row);
            const index = this.addRow(inFile, record, mapped, isMerged || isLeftOut);
            if (isMerged && index >= 0) members.set(rows[next]!, { index, values: [...record.values] });
            // For a row that was already known, a newer project has decided about its person.
            if (isLeftOut && index >= known) this.leftOut.set(index, [namesOf(inFile.values), namesOf(record.values)]);
          }
        }
        this.addMerges(merges, edits, members);
      }
      if (this.idTexts.length > 0) this.markAmbiguous(file);
    } finally {
      file.close();
    }
  }

  /** `members`: by sheet row, the merged rows and the rows that were sent in their place, if they have an ID. */
  private addMerges(merges: readonly MergedRow[], edits: Edits, members: ReadonlyMap<number, EarlierMerge['rows'][number]>): void {
    const standIns = new Set<number>();
    for (const { row, into, corrections } of merges) {
      const sent = edits.mergedInto(row)!;
      standIns.add(sent);
      const index = members.get(into)?.index;
      if (index === undefined) continue;
      const received = this.received.get(index) ?? new Set<number>();
      for (const [field] of corrections) received.add(FIELD_INDEX[field]);
      this.received.set(index, received);
    }
    for (const sent of standIns) {
      const sheetRows = [sent, ...merges.flatMap(({ row }) => (edits.mergedInto(row) === sent ? [row] : []))];
      const rows = sheetRows.flatMap((row) => members.get(row) ?? []);
      const isKnown = this.merges.some((known) => known.rows[0]!.index === rows[0]?.index);
      // If a row has no ID or is not in this part of the list, the merge cannot be repeated.
      if (rows.length === sheetRows.length && !isKnown) this.merges.push({ rows, given: this.givenIn(rows) });
    }
  }

  /** The values that the later rows add to the first row, without the user's changes. */
  private givenIn([first, ...others]: EarlierMerge['rows']): Map<number, string> {
    const received = this.received.get(first!.index);
    const values = first!.values.map((value, field) => (received?.has(field) === true ? '' : value));
    const given = new Map<number, string>();
    for (const other of others)
      for (const [field, value] of mergeOf(values, other.values)?.corrections ?? []) {
        values[FIELD_INDEX[field]] = value;
        given.set(FIELD_INDEX[field], value);
      }
    return given;
  }

  /** Returns the index of the row; -1 for a row without an ID, or, unless `always`, without corrections. */
  private addRow(uncorrected: MappedRecord, corrected: MappedRecord, mapped: number, always: boolean): number {
    if (this.hasher.hashes(corrected, SLOT_BITS.id) === 0) return -1;
    if (!always && FIELDS.every((field) => uncorrected.values[field] === corrected.values[field])) return -1;
    const [a, b] = this.hasher.halves;
    const known = this.ids.add(a!, b!, this.idTexts.length);
    // A newer project has already corrected this person.
    if (known >= 0) return known;
    for (const field of FIELDS) {
      if (uncorrected.values[field] === corrected.values[field]) continue;
      this.fields.push(field);
      this.before.push(this.shareText(uncorrected.values[field]!));
      this.after.push(this.shareText(corrected.values[field]!));
    }
    this.idTexts.push(idKey(corrected));
    this.starts.push(this.fields.length);
    this.mapped.push(mapped);
    return this.isAmbiguous.push(false) - 1;
  }

  private shareText(text: string): string {
    const shared = this.shared.get(text);
    if (shared !== undefined) return shared;
    if (this.shared.size < MAX_SHARED) this.shared.set(text, text);
    return text;
  }

  /** Marks the rows whose ID is in several rows of their list. Such an ID does not identify a row of another list. */
  private markAmbiguous(file: Pick<ProjectFile, 'chunks'>): void {
    for (const [index, ref] of this.rowRefs(file).entries()) if (ref === AMBIGUOUS) this.isAmbiguous[index] = true;
  }

  /** For each corrected row, the reference of the row of a list with the same ID; or `ABSENT`, or `AMBIGUOUS`. */
  private rowRefs(file: Pick<ProjectFile, 'chunks'>): Float64Array {
    const refs = new Float64Array(this.idTexts.length).fill(ABSENT);
    let group = 0;
    for (const { bytes } of file.chunks('keys')) {
      eachId(readKeys(bytes), (row, a, b) => {
        const index = this.ids.get(a, b);
        if (index >= 0) refs[index] = refs[index] === ABSENT ? rowRef(group, row) : AMBIGUOUS;
      });
      group += 1;
    }
    return refs;
  }

  /** The corrections that can be carried over to a newer list, including corrections of fields that were also corrected there. */
  in(list: NewerList): CarriedCorrections {
    const carried = new CarriedCorrections(this);
    if (this.idTexts.length === 0) return carried;
    const uncorrected = new RecordReader(list.plan, new Edits(null));
    const current = new RecordReader(list.plan, list.edits, new Set([ID]));
    const mapped = bitsOf(uncorrected.mapper.fields);
    const refs = this.rowRefs(list.file);
    const inOrder = Uint32Array.from(refs.keys()).filter((index) => refs[index]! >= 0 && !this.isAmbiguous[index]!);
    inOrder.sort((a, b) => refs[a]! - refs[b]!);
    const merged = new Set(this.merges.flatMap(({ rows }) => rows.map(({ index }) => index)));
    const found = new Map<number, Omit<CarriedMerge['rows'][number], 'values'>>();
    for (const index of inOrder) {
      const [group, rowInGroup] = [groupOfRef(refs[index]!), rowOfRef(refs[index]!)];
      const { block, row } = list.groups.rowAt(group, rowInGroup);
      if (idKey(current.of(block, row)) !== this.idTexts[index]) continue;
      const sheetRow = block.rowNumber(row);
      const at = { group, row: rowInGroup, sheetRow };
      const record = uncorrected.of(block, row);
      const names = namesOf(record.values);
      if (this.leftOut.get(index)?.some((earlier) => nameOnePerson(earlier, names)) === true) carried.leftOut.push(at);
      const fitting = this.fitting(index, record, uncorrected, mapped);
      carried.add(sheetRow, fitting);
      if (!merged.has(index)) continue;
      found.set(index, { ...at, corrections: fitting.map((one) => [FIELD_KEYS[this.fields[one]!]!, this.after[one]!] as const) });
    }
    for (const merge of this.merges) {
      const rows = merge.rows.flatMap(({ index, values }) => (found.has(index) ? [{ ...found.get(index)!, values }] : []));
      if (rows.length === merge.rows.length) carried.merges.push({ rows, edited: this.editedSince(merge) });
    }
    return carried;
  }

  /** Values that a row got from merged rows and that the user changed afterwards. */
  private editedSince({ rows, given }: EarlierMerge): Map<FieldKey, string> {
    const edited = new Map<FieldKey, string>();
    const { index: sent } = rows[0]!;
    for (let index = this.starts[sent]!; index < this.starts[sent + 1]!; index++) {
      const [field, after] = [this.fields[index]!, this.after[index]!];
      if (this.received.get(sent)?.has(field) === true && given.get(field) !== after) edited.set(FIELD_KEYS[field]!, after);
    }
    return edited;
  }

  /**
   * The corrections of a row that can be applied to its uncorrected record. None if one of them would not result in the corrected value,
   * for example because the column is now parsed differently.
   */
  private fitting(correctedRow: number, record: MappedRecord, { mapper }: RecordReader, mapped: number): number[] {
    const indexes: number[] = [];
    for (let index = this.starts[correctedRow]!; index < this.starts[correctedRow + 1]!; index++) {
      const field = this.fields[index]!;
      if (this.received.get(correctedRow)?.has(field) === true) continue;
      // A field whose column is no longer mapped must not be sent because of a correction.
      const isLeftOut = hasBit(this.mapped[correctedRow]!, field) && !hasBit(mapped, field);
      if (!isLeftOut && record.values[field] === this.before[index]) indexes.push(index);
    }
    for (const index of indexes) mapper.override(record, this.fields[index]!, this.after[index]!);
    return indexes.every((index) => record.values[this.fields[index]!] === this.after[index]) ? indexes : [];
  }
}
