/** Stores lists in blocks of records. A list becomes visible completely or not at all. */
import type { RecordValues, RowIssue } from './checks.ts';
import type { OpenDatabase } from './database.ts';

/** Consecutive records of a list. `records` has null for an invalid row; rows count from 0 in the list. */
export interface Block {
  readonly firstRow: number;
  readonly validCount: number;
  readonly records: readonly (RecordValues | null)[];
  readonly refusals: readonly InvalidRow[];
}

/** A block in stored form. */
export interface EncodedBlock {
  readonly number: number;
  readonly firstRow: number;
  readonly rowCount: number;
  readonly validCount: number;
  readonly records: Buffer;
  readonly refusals: Buffer | null;
}

/** An invalid row of a list with all its issues. */
export interface InvalidRow {
  /** From 0 in the list. */
  readonly row: number;
  readonly constituentId: string | null;
  readonly issues: readonly RowIssue[];
}

interface ChunkRow {
  number: number;
  first_row: number;
  row_count: number;
  valid_count: number;
  records: Buffer;
  refusals: Buffer | null;
}

/** Blocks of a leftover list to remove per turn of the event loop. */
const SWEEP = 64;

/** The lists of all projects, by the number from `begin`. */
export class ListStore {
  private readonly db: OpenDatabase;
  private sweeping: NodeJS.Immediate | null = null;

  constructor(db: OpenDatabase) {
    this.db = db;
    this.sweepLeftovers();
  }

  close(): void {
    if (this.sweeping !== null) clearImmediate(this.sweeping);
  }

  begin(): number {
    return Number(this.db.prepare('INSERT INTO list DEFAULT VALUES').run().lastInsertRowid);
  }

  /** Encodes a block for its place in storage. */
  encode(listId: number, number: number, block: Block): EncodedBlock {
    return {
      number,
      firstRow: block.firstRow,
      rowCount: block.records.length,
      validCount: block.validCount,
      records: this.db.encryption.encrypt(JSON.stringify(block.records), `records ${listId} ${number}`),
      refusals:
        block.refusals.length === 0 ? null : this.db.encryption.encrypt(JSON.stringify(block.refusals), `refusals ${listId} ${number}`),
    };
  }

  append(listId: number, blocks: readonly EncodedBlock[]): void {
    const insert = this.db.prepare(
      'INSERT INTO chunk (list_id, number, first_row, row_count, valid_count, records, refusals) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.db.atomically(() => {
      for (const { number, firstRow, rowCount, validCount, records, refusals } of blocks) {
        insert.run(listId, number, firstRow, rowCount, validCount, records, refusals);
      }
    });
  }

  drop(listId: number): void {
    this.db.atomically(() => {
      this.db.prepare('DELETE FROM chunk WHERE list_id = ?').run(listId);
      this.db.prepare('DELETE FROM list WHERE id = ? AND visible = 0').run(listId);
    });
  }

  /** Removes a list that no project refers to. Call it in a transaction. */
  remove(listId: number): void {
    this.db.prepare('DELETE FROM chunk WHERE list_id = ?').run(listId);
    this.db.prepare('DELETE FROM list WHERE id = ?').run(listId);
  }

  /** Removes the lists of a killed process in the background, so that a million leftover rows do not delay the start. */
  private sweepLeftovers(): void {
    const next = this.db.prepare('SELECT id FROM list WHERE visible = 0 ORDER BY id').pluck();
    const leftovers = next.all().map(Number);
    if (leftovers.length === 0) return;
    const some = this.db.prepare('DELETE FROM chunk WHERE list_id = ? AND number IN (SELECT number FROM chunk WHERE list_id = ? LIMIT ?)');
    const step = () => {
      this.sweeping = null;
      const listId = leftovers[0];
      if (listId === undefined) return;
      if (some.run(listId, listId, SWEEP).changes === 0) {
        this.db.prepare('DELETE FROM list WHERE id = ?').run(listId);
        leftovers.shift();
      }
      this.sweeping = setImmediate(step);
    };
    this.sweeping = setImmediate(step);
  }

  /** The blocks of a list in order, read one at a time. */
  *blocks(listId: number): Generator<Block> {
    for (let number = 0; ; number++) {
      const block = this.block(listId, number);
      if (block === null) return;
      yield block;
    }
  }

  blockCount(listId: number): number {
    return Number(this.db.prepare('SELECT COUNT(*) FROM chunk WHERE list_id = ?').pluck().get(listId));
  }

  /** A block; null beyond the end of the list. */
  block(listId: number, number: number): Block | null {
    const row = this.db.prepare<[number, number], ChunkRow>('SELECT * FROM chunk WHERE list_id = ? AND number = ?').get(listId, number);
    if (row === undefined) return null;
    const { encryption } = this.db;
    return {
      firstRow: row.first_row,
      validCount: row.valid_count,
      records: JSON.parse(encryption.decrypt(row.records, `records ${listId} ${number}`)) as (RecordValues | null)[],
      refusals: row.refusals === null ? [] : (JSON.parse(encryption.decrypt(row.refusals, `refusals ${listId} ${number}`)) as InvalidRow[]),
    };
  }

  /** Numbers of the blocks with invalid rows. */
  refusedBlocks(listId: number): number[] {
    const sql = 'SELECT number FROM chunk WHERE list_id = ? AND refusals IS NOT NULL ORDER BY number';
    return this.db.prepare(sql).pluck().all(listId).map(Number);
  }

  /** Number of the block with this row (from 0) of a list; null for an unknown list. */
  blockOfRow(listId: number, row: number): number | null {
    const sql = 'SELECT number FROM chunk WHERE list_id = ? AND first_row <= ? ORDER BY number DESC LIMIT 1';
    const number = this.db.prepare(sql).pluck().get(listId, row);
    return typeof number === 'number' ? number : null;
  }

  /** Number of the block with the nth valid record (from 0), and the number of valid records before that block; null beyond the end. */
  blockOfValid(listId: number, nth: number): { number: number; before: number } | null {
    const rows = this.db
      .prepare<[number], { number: number; valid_count: number }>('SELECT number, valid_count FROM chunk WHERE list_id = ? ORDER BY number')
      .iterate(listId);
    let before = 0;
    for (const row of rows) {
      if (nth < before + row.valid_count) return { number: row.number, before };
      before += row.valid_count;
    }
    return null;
  }
}
