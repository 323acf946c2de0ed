/**
 * The check of a group of row blocks as bytes: positions, fields, rule codes and facts, but no cells. Little endian: uint32 × 4 (blocks,
 * rows, issues, duplicates), uint32[blocks + 1] first row of each block, uint16[rows] facts padded to 4 bytes, uint32[issues], uint32[2 ×
 * duplicates]. An issue is row << 16 | field << 8 | rule, where the row is its index in the group. A duplicate is an issue followed by the
 * sheet row that this row duplicates. Both are sorted by row.
 */
export const NO_FIELD = 255;

const HEAD = 16;
const align4 = (n: number) => (n + 3) & ~3;

export const issueOf = (row: number, field: number, rule: number): number => ((row << 16) | (field << 8) | rule) >>> 0;
export const rowOf = (issue: number): number => issue >>> 16;
export const fieldOf = (issue: number): number => (issue >>> 8) & 0xff;
export const ruleOf = (issue: number): number => issue & 0xff;

/** Sorts the issues of one row, from index `from` to before `to`, by field and rule. */
export function sortIssues(issues: Uint32Array | number[], from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const issue = issues[at]!;
    let target = at;
    for (; target > from && issues[target - 1]! > issue; target--) issues[target] = issues[target - 1]!;
    issues[target] = issue;
  }
}

/** Builds the bytes of a group, row by row. */
export class GroupBuilder {
  private readonly starts: number[] = [];
  private readonly facts: number[] = [];
  private readonly issues: number[] = [];
  private readonly duplicates: number[] = [];

  /** Starts the next block, to which the following rows belong. */
  beginBlock(): void {
    this.starts.push(this.facts.length);
  }

  /** Adds an issue to the current row. `endRow` completes the row. */
  add(field: number, rule: number): void {
    this.issues.push(issueOf(this.facts.length, field, rule));
  }

  /** Adds an issue to the current row, according to which it duplicates an earlier sheet row. */
  addDuplicate(field: number, rule: number, duplicateOf: number): void {
    this.duplicates.push(issueOf(this.facts.length, field, rule), duplicateOf);
  }

  /** `code`: the facts of the row, or `NO_ROW`. */
  endRow(code: number): void {
    this.facts.push(code);
  }

  /** Returns the bytes and empties the builder. */
  finish(): Buffer {
    const { starts, facts, issues, duplicates } = this;
    const factsAt = HEAD + (starts.length + 1) * 4;
    const issuesAt = align4(factsAt + facts.length * 2);
    const memory = new ArrayBuffer(issuesAt + (issues.length + duplicates.length) * 4);
    new Uint32Array(memory, 0, 4).set([starts.length, facts.length, issues.length, duplicates.length / 2]);
    new Uint32Array(memory, HEAD, starts.length + 1).set([...starts, facts.length]);
    new Uint16Array(memory, factsAt, facts.length).set(facts);
    new Uint32Array(memory, issuesAt, issues.length).set(issues);
    new Uint32Array(memory, issuesAt + issues.length * 4, duplicates.length).set(duplicates);
    for (const list of [starts, facts, issues, duplicates]) list.length = 0;
    return Buffer.from(memory);
  }
}

/** Index of the first issue of this row, or else of a later row. `size`: numbers per issue. */
function firstOf(issues: Uint32Array, row: number, size: number): number {
  let low = 0;
  let high = issues.length / size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rowOf(issues[middle * size]!) < row) low = middle + 1;
    else high = middle;
  }
  return low * size;
}

/** `duplicateOf`: the sheet row that this row duplicates; 0 for none. */
type OnIssue = (field: number, rule: number, duplicateOf: number) => void;

export class CheckGroup {
  readonly blocks: number;
  readonly rows: number;
  /** The facts code of each row, or `NO_ROW`. */
  readonly facts: Uint16Array;
  readonly issues: Uint32Array;
  /** Two numbers per duplicate: the issue, and the sheet row that the row duplicates. */
  readonly duplicates: Uint32Array;
  private readonly starts: Uint32Array;

  constructor(source: Buffer) {
    // Typed arrays need an aligned start, which a buffer from a pool may not have.
    const bytes = source.byteOffset % 4 === 0 ? source : Buffer.from(new Uint8Array(source).buffer);
    const { buffer, byteOffset } = bytes;
    const [blocks, rows, issues, duplicates] = new Uint32Array(buffer, byteOffset, 4) as unknown as [number, number, number, number];
    this.blocks = blocks;
    this.rows = rows;
    this.starts = new Uint32Array(buffer, byteOffset + HEAD, blocks + 1);
    const factsAt = HEAD + (blocks + 1) * 4;
    this.facts = new Uint16Array(buffer, byteOffset + factsAt, rows);
    const issuesAt = align4(factsAt + rows * 2);
    this.issues = new Uint32Array(buffer, byteOffset + issuesAt, issues);
    this.duplicates = new Uint32Array(buffer, byteOffset + issuesAt + issues * 4, duplicates * 2);
  }

  /** Index of a block's first row in the group; for the block after the last one, the number of rows. */
  start(block: number): number {
    return this.starts[block] ?? this.rows;
  }

  /** The block of a row. Both are indexes in the group. */
  blockOf(row: number): number {
    let block = 0;
    while (this.starts[block + 1]! <= row) block += 1;
    return block;
  }

  /** Calls back for each issue of a row except duplicates. */
  eachIssue(row: number, onIssue: OnIssue): void {
    const { issues } = this;
    for (let at = firstOf(issues, row, 1); at < issues.length && rowOf(issues[at]!) === row; at++)
      onIssue(fieldOf(issues[at]!), ruleOf(issues[at]!), 0);
  }

  eachDuplicate(row: number, onIssue: OnIssue): void {
    const { duplicates } = this;
    for (let at = firstOf(duplicates, row, 2); at < duplicates.length && rowOf(duplicates[at]!) === row; at += 2)
      onIssue(fieldOf(duplicates[at]!), ruleOf(duplicates[at]!), duplicates[at + 1]!);
  }

  /** Rows with an issue of this rule on this field, in order and without repetition. `field`: null for any field. */
  rowsWithIssue(rule: number, field: number | null): number[] {
    const mask = field === null ? 0xff : 0xffff;
    const wanted = field === null ? rule : (field << 8) | rule;
    const rows: number[] = [];
    for (const issue of this.issues) if ((issue & mask) === wanted && rows.at(-1) !== rowOf(issue)) rows.push(rowOf(issue));
    if (rows.length > 0) return rows;
    for (let at = 0; at < this.duplicates.length; at += 2) {
      const issue = this.duplicates[at]!;
      if ((issue & mask) === wanted && rows.at(-1) !== rowOf(issue)) rows.push(rowOf(issue));
    }
    return rows;
  }
}
