/** Lists as they are stored: blocks of records that are seen all together or not at all. */
import type { RecordValues, RowIssue } from './checks.ts';
import type { OpenDatabase } from './database.ts';

/** Records of a list that lie together. `records` has null where a row was refused; rows count from 0 over the list. */
export interface Block {
  readonly firstRow: number;
  readonly validCount: number;
  readonly records: readonly (RecordValues | null)[];
  readonly refusals: readonly RowRefusal[];
}

/** A block as it is stored. */
export interface SealedBlock {
  readonly number: number;
  readonly firstRow: number;
  readonly rowCount: number;
  readonly validCount: number;
  readonly records: Buffer;
  readonly refusals: Buffer | null;
}

/** A refused row of a list with everything that is wrong with it. */
export interface RowRefusal {
  /** From 0 over the list. */
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

/** How many blocks of a leftover list are removed between two turns of the event loop. */
const SWEEP = 64;

/** The lists of all projects, by the number that `begin` gives. */
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

  /** Begins a list that nobody sees until it is given to its project. */
  begin(): number {
    return Number(this.db.prepare('INSERT INTO list DEFAULT VALUES').run().lastInsertRowid);
  }

  /** A block of a list in the form in which it is stored; sealed for its place there. */
  seal(listId: number, number: number, block: Block): SealedBlock {
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

  /** Stores blocks of a list that is not shown yet. */
  append(listId: number, blocks: readonly SealedBlock[]): void {
    const insert = this.db.prepare(
      'INSERT INTO chunk (list_id, number, first_row, row_count, valid_count, records, refusals) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    this.db.atomically(() => {
      for (const { number, firstRow, rowCount, validCount, records, refusals } of blocks) {
        insert.run(listId, number, firstRow, rowCount, validCount, records, refusals);
      }
    });
  }

  /** Removes a list that was never shown. */
  drop(listId: number): void {
    this.db.atomically(() => {
      this.db.prepare('DELETE FROM chunk WHERE list_id = ?').run(listId);
      this.db.prepare('DELETE FROM list WHERE id = ? AND visible = 0').run(listId);
    });
  }

  // A killed service may leave most of a million rows behind: removed in the background, so that the next start does not wait for it.
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

  /** How many blocks a list has. */
  blockCount(listId: number): number {
    return Number(this.db.prepare('SELECT COUNT(*) FROM chunk WHERE list_id = ?').pluck().get(listId));
  }

  /** One block, or null beyond the end of the list. */
  block(listId: number, number: number): Block | null {
    const row = this.db.prepare<[number, number], ChunkRow>('SELECT * FROM chunk WHERE list_id = ? AND number = ?').get(listId, number);
    if (row === undefined) return null;
    const { encryption } = this.db;
    return {
      firstRow: row.first_row,
      validCount: row.valid_count,
      records: JSON.parse(encryption.decrypt(row.records, `records ${listId} ${number}`)) as (RecordValues | null)[],
      refusals: row.refusals === null ? [] : (JSON.parse(encryption.decrypt(row.refusals, `refusals ${listId} ${number}`)) as RowRefusal[]),
    };
  }

  /** The numbers of the blocks that hold refused rows. */
  refusedBlocks(listId: number): number[] {
    const sql = 'SELECT number FROM chunk WHERE list_id = ? AND refusals IS NOT NULL ORDER BY number';
    return this.db.prepare(sql).pluck().all(listId).map(Number);
  }

  /** The number of the block in which a row (from 0) of a list lies, or null. */
  blockOfRow(listId: number, row: number): number | null {
    const sql = 'SELECT number FROM chunk WHERE list_id = ? AND first_row <= ? ORDER BY number DESC LIMIT 1';
    const number = this.db.prepare(sql).pluck().get(listId, row);
    return typeof number === 'number' ? number : null;
  }

  /** The number of the block in which the nth valid record (from 0) of a list lies, and how many valid ones lie before that block. */
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
