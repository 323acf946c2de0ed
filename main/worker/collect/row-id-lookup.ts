/**
 * Finds the row of a generated ID (docs/adr/0001-rows-without-an-id.md). If the list was sent from here, the row number identifies the row.
 * Otherwise, the row number refers to a file that this data folder has never had, so the checksum of the record identifies the row, or the
 * name in the profile.
 */
import { countText } from '../../../shared/base/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { NAME_KEY, areSameName } from '../../../shared/results/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';
import type { ListIndex, SheetRow } from '../list/ordinals.ts';
import { type EchoedRowId, readRowId, recordCheck } from '../list/row-ids.ts';

export interface RowIdLookup {
  /**
   * The text under which `SentIds` stores a row without an ID; '' for none. `record`: the record of the row, complete if `needsRecord`;
   * null if the row cannot be read.
   */
  keyOf(listIndex: ListIndex, rowNumber: SheetRow, record: MappedRecord | null): string;
  /** True when `keyOf` needs the whole record. */
  readonly needsRecord: boolean;
  /** The ID as `keyOf` returned it, in the service's case and spacing. Other IDs are unchanged. `name`: the name in the profile. */
  asSent(echoed: string, name: string | null): string;
  /** Whether the row number alone is enough to match an entry with this name to a row. */
  canPlace(listIndex: ListIndex, name: string | null): boolean;
  /** The form of the generated IDs in the answer, and how many of them match no row; null for a list that was sent from here. */
  readonly seen: { readonly form: ListSource['rowIdForm'] | null; readonly withoutRow: number } | null;
}

/** For a list that was sent from here. The checksum is ignored, because corrections may have changed a record since then. */
export class OwnRowIds implements RowIdLookup {
  readonly needsRecord = false;
  readonly seen = null;
  private readonly prefix: string;

  constructor(prefix: string) {
    this.prefix = prefix;
  }

  keyOf(_listIndex: ListIndex, rowNumber: SheetRow): string {
    return this.prefix + String(rowNumber);
  }

  asSent(echoed: string): string {
    const id = readRowId(echoed, this.prefix);
    return id === null || id.check === null ? echoed : `${id.before}${id.rowNumber}${id.after}`;
  }

  canPlace(): boolean {
    return true;
  }
}

/** Used instead of a row if several rows have the same key. */
const SEVERAL = -1;

interface RowWithoutId {
  readonly listIndex: ListIndex;
  readonly rowNumber: SheetRow;
  readonly check: string;
}

/** For a list that was not sent from here. */
export class AdoptedRowIds implements RowIdLookup {
  readonly needsRecord = true;
  private readonly prefix: string;
  /** Name keys of the list, `NAME_KEY` Latin-1 bytes per list index. */
  private readonly names: Uint8Array;
  private readonly byNumber = new Map<number, RowWithoutId>();
  private readonly byCheck = new Map<string, RowWithoutId | typeof SEVERAL>();
  private readonly withoutId = new Set<ListIndex>();
  private nameCounts: Map<string, number> | null = null;
  private form: ListSource['rowIdForm'] | null = null;
  private readonly lost = new Set<string>();

  /** `names` may be empty at first, but must be complete before the first call of `asSent`. */
  constructor(prefix: string, names: Uint8Array) {
    this.prefix = prefix;
    this.names = names;
  }

  keyOf(listIndex: ListIndex, rowNumber: SheetRow, record: MappedRecord | null): string {
    this.withoutId.add(listIndex);
    if (record === null) return '';
    const check = recordCheck(this.prefix, record);
    const row = { listIndex, rowNumber, check };
    this.byNumber.set(rowNumber, row);
    this.byCheck.set(check, this.byCheck.has(check) ? SEVERAL : row);
    return `${this.prefix}${rowNumber}-${check}`;
  }

  asSent(echoed: string, name: string | null): string {
    const id = this.byNumber.size === 0 ? null : readRowId(echoed, this.prefix);
    if (id === null) return echoed;
    this.form = id.check === null ? (this.form ?? 'number') : 'checked';
    const row = this.rowOf(id, name);
    if (row === null) {
      this.lost.add(echoed);
      return echoed;
    }
    return `${id.before}${row.rowNumber}-${row.check === id.check ? id.checkText : row.check}${id.after}`;
  }

  private rowOf({ rowNumber, check }: EchoedRowId, name: string | null): RowWithoutId | null {
    const row = this.byNumber.get(rowNumber) ?? null;
    if (check !== null) {
      // If another row has the same record, it is the same person, so the row number may decide.
      if (row?.check === check) return row;
      const only = this.byCheck.get(check);
      if (only !== undefined) return only === SEVERAL ? null : only;
    }
    return row !== null && this.isOnlyName(row.listIndex, name) ? row : null;
  }

  /** True when the name matches the row's name completely, and no other row has this name. */
  private isOnlyName(listIndex: ListIndex, name: string | null): boolean {
    if (name === null || !areSameName(this.names, listIndex * NAME_KEY, name)) return false;
    if (this.nameCounts === null) {
      this.nameCounts = new Map();
      for (let at = 0; at < this.names.length; at += NAME_KEY) {
        const key = this.keyAt(at);
        this.nameCounts.set(key, (this.nameCounts.get(key) ?? 0) + 1);
      }
    }
    return this.nameCounts.get(this.keyAt(listIndex * NAME_KEY)) === 1;
  }

  private keyAt(at: number): string {
    return Buffer.from(this.names.subarray(at, at + NAME_KEY)).toString('latin1');
  }

  canPlace(listIndex: ListIndex, name: string | null): boolean {
    return !this.withoutId.has(listIndex) || this.isOnlyName(listIndex, name);
  }

  get seen(): NonNullable<RowIdLookup['seen']> {
    return { form: this.form, withoutRow: this.lost.size };
  }
}

/** The sentence that tells the user about generated IDs that match no row; null if there are none. */
export function lostRowIdsSentence({ seen }: RowIdLookup): string | null {
  if (seen === null || seen.withoutRow === 0) return null;
  return `${countText(seen.withoutRow, 'result')} of rows without a constituent ID could not be matched to a row, because no row of this file has the record or the name in the result.`;
}
