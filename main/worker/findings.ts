/**
 * What the check found in one block of rows, as bytes: row places, fields, rule codes and counts, no cell.
 * Layout, little endian: rows uint32, findings uint32, readiness uint8[rows] padded to 8, then per finding
 * row uint16, field uint8 (255: none), rule uint8, sheet row of the partner uint32 (0: none).
 */
export const READY = 0;
export const THIN = 1;
export const REFUSED = 2;
/** Heading, title or total: no row of the list. */
export const NO_PERSON = 255;
export const NO_FIELD = 255;

const HEAD = 8;
const SIZE = 8;
const align8 = (n: number) => (n + 7) & ~7;

export class FindingsBuilder {
  private readonly readiness: number[] = [];
  private readonly found: number[] = [];

  row(readiness: number): void {
    this.readiness.push(readiness);
  }

  /** A finding on the row that is added next. */
  add(field: number, rule: number, partner: number): void {
    this.found.push(this.readiness.length, field, rule, partner);
  }

  finish(): Buffer {
    const rows = this.readiness.length;
    const count = this.found.length / 4;
    const at = HEAD + align8(rows);
    const bytes = Buffer.alloc(at + count * SIZE);
    bytes.writeUInt32LE(rows, 0);
    bytes.writeUInt32LE(count, 4);
    bytes.set(this.readiness, HEAD);
    for (let i = 0; i < count; i++) {
      const to = at + i * SIZE;
      bytes.writeUInt16LE(this.found[i * 4]!, to);
      bytes[to + 2] = this.found[i * 4 + 1]!;
      bytes[to + 3] = this.found[i * 4 + 2]!;
      bytes.writeUInt32LE(this.found[i * 4 + 3]!, to + 4);
    }
    this.readiness.length = 0;
    this.found.length = 0;
    return bytes;
  }
}

export class Findings {
  private readonly bytes: Buffer;
  readonly rows: number;
  readonly count: number;
  private readonly at: number;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.rows = bytes.readUInt32LE(0);
    this.count = bytes.readUInt32LE(4);
    this.at = HEAD + align8(this.rows);
  }

  readiness(row: number): number {
    return this.bytes[HEAD + row]!;
  }

  /** Row in the block of the i-th finding; findings lie in the order of their rows. */
  row(i: number): number {
    return this.bytes.readUInt16LE(this.at + i * SIZE);
  }

  field(i: number): number {
    return this.bytes[this.at + i * SIZE + 2]!;
  }

  rule(i: number): number {
    return this.bytes[this.at + i * SIZE + 3]!;
  }

  /** Sheet row that the finding speaks of as well (the same id, the same household), 0 for none. */
  partner(i: number): number {
    return this.bytes.readUInt32LE(this.at + i * SIZE + 4);
  }
}
