/**
 * What the check found in some blocks of rows, as bytes: row places, fields, rule codes and states, no cell. The findings of
 * eight blocks lie in one chunk, since each chunk that is sealed and written costs as much as a hundred findings.
 *
 * Layout, little endian: uint32 × 4 (blocks, rows, findings, doubles), uint32[blocks + 1] where each block's rows begin,
 * state uint8[rows] padded to 4, findings uint32[findings], doubles uint32[2 × doubles]. A finding is row << 16 | field << 8 | rule
 * with the row counted within the chunk; a double has the sheet row that it is a double of behind it. Both lie in the order of rows.
 */
import { GROUP_BLOCKS, groupOf } from '../list/row-groups.ts';
import { RULE_INDEX } from '../../../shared/rules/index.ts';
import type { HeldBack, LeftOutReason, Readiness } from '../../../shared/contract/index.ts';
import type { SendChoice } from '../../worker-protocol/list.ts';

export const READY = 0;
export const THIN = 1;
export const REFUSED = 2;
/** On the do-not-screen list: never sent, whatever else is asked for. */
export const BARRED = 3;
/** Heading, title or total: no row of the list. */
export const NO_PERSON = 255;
export const NO_FIELD = 255;

/** What a row is besides ready, thin, refused or barred; bits of its state. */
export const STATE = {
  readiness: 3,
  /** Screened not long ago or on the way in another list, and nothing has changed since. */
  before: 4,
  /** Left out by hand. */
  byHand: 8,
  /** Left out as the thinner row of a household. */
  household: 16,
  /** Refused, but only since another row before it has the same id. */
  sameId: 32,
  /** What has become of the row since the screenings that the list is compared with; 0: it is new, or the list is compared with none. */
  since: 192,
  unchanged: 64,
  changed: 128,
  unscored: 192,
} as const;
const OUT = STATE.byHand | STATE.household;

/** Why a row is not sent, or that it is. */
export type Fate = 'sent' | 'errors' | 'sameId' | 'byHand' | 'household' | 'doNotScreen' | 'unchanged' | 'screenedBefore';

/** What becomes of a row with this state. */
function fateOf(state: number, choice: SendChoice): Fate {
  if ((state & STATE.byHand) !== 0) return 'byHand';
  if ((state & STATE.household) !== 0) return 'household';
  const readiness = state & STATE.readiness;
  if (readiness === BARRED) return 'doNotScreen';
  if (readiness === REFUSED && !choice.sendErrors) return (state & STATE.sameId) === 0 ? 'errors' : 'sameId';
  if (isUnchanged(state)) return 'unchanged';
  return (state & STATE.before) !== 0 && !choice.again ? 'screenedBefore' : 'sent';
}

/** Why a row of a group is left out, as the cost says it; null for one that is sent. */
function reasonOf(group: FoundGroup, row: number, choice: SendChoice): LeftOutReason | null {
  const state = group.states[row]!;
  const fate = fateOf(state, choice);
  if (fate === 'sent') return null;
  if (fate === 'household') return 'sameHousehold';
  if (fate === 'screenedBefore' && group.has(row, RULE_INDEX.ON_ITS_WAY)) return 'onItsWay';
  return fate === 'unchanged' && (state & STATE.since) === STATE.unscored ? 'unscored' : fate;
}

/** Why a row of a group is not sent again, though it could be sent and nobody left it out; null for every other one. */
export function heldBackAs(group: FoundGroup, row: number, choice: SendChoice): HeldBack | null {
  const reason = reasonOf(group, row, choice);
  return reason === 'unchanged' || reason === 'unscored' || reason === 'onItsWay' || reason === 'screenedBefore' ? reason : null;
}

/** True for a row that is as it was sent in the screenings that the list is compared with. */
const isUnchanged = (state: number): boolean => (state & STATE.unchanged) !== 0;

const HEAD = 16;
const align4 = (n: number) => (n + 3) & ~3;

export const finding = (row: number, field: number, rule: number): number => ((row << 16) | (field << 8) | rule) >>> 0;
export const rowOf = (found: number): number => found >>> 16;
export const fieldOf = (found: number): number => (found >>> 8) & 0xff;
export const ruleOf = (found: number): number => found & 0xff;

/** Puts the findings of one row, which lie between two places, in their order: by field and rule. */
export function inOrder(found: Uint32Array | number[], from: number, to: number): void {
  for (let at = from + 1; at < to; at++) {
    const one = found[at]!;
    let place = at;
    for (; place > from && found[place - 1]! > one; place--) found[place] = found[place - 1]!;
    found[place] = one;
  }
}

/** Builds the findings of a group, row by row. */
export class GroupBuilder {
  private readonly starts: number[] = [];
  private readonly states: number[] = [];
  private readonly found: number[] = [];
  private readonly doubles: number[] = [];

  /** The rows that follow are those of the next block. */
  beginBlock(): void {
    this.starts.push(this.states.length);
  }

  /** A finding on the row that is ended next. */
  add(field: number, rule: number): void {
    this.found.push(finding(this.states.length, field, rule));
  }

  /** A finding that speaks of another row as well, by its number in the sheet. */
  addDouble(field: number, rule: number, partner: number): void {
    this.doubles.push(finding(this.states.length, field, rule), partner);
  }

  endRow(state: number): void {
    this.states.push(state);
  }

  finish(): Buffer {
    const { starts, states, found, doubles } = this;
    const statesAt = HEAD + (starts.length + 1) * 4;
    const foundAt = align4(statesAt + states.length);
    const memory = new ArrayBuffer(foundAt + (found.length + doubles.length) * 4);
    new Uint32Array(memory, 0, 4).set([starts.length, states.length, found.length, doubles.length / 2]);
    const places = new Uint32Array(memory, HEAD, starts.length + 1);
    places.set(starts);
    places[starts.length] = states.length;
    new Uint8Array(memory, statesAt, states.length).set(states);
    new Uint32Array(memory, foundAt, found.length).set(found);
    new Uint32Array(memory, foundAt + found.length * 4, doubles.length).set(doubles);
    for (const list of [starts, states, found, doubles]) list.length = 0;
    return Buffer.from(memory);
  }
}

/** Where the first finding of a row or of one after it lies, in steps of `size`. */
function firstOf(found: Uint32Array, row: number, size: number): number {
  let low = 0;
  let high = found.length / size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rowOf(found[middle * size]!) < row) low = middle + 1;
    else high = middle;
  }
  return low * size;
}

/** The findings of a group. */
export class FoundGroup {
  readonly blocks: number;
  readonly rows: number;
  readonly states: Uint8Array;
  readonly found: Uint32Array;
  /** Two numbers a double: the finding, and the sheet row of the partner. */
  readonly doubles: Uint32Array;
  private readonly starts: Uint32Array;

  constructor(source: Buffer) {
    // Typed arrays need an aligned start; a buffer out of a pool may not have one.
    const bytes = source.byteOffset % 4 === 0 ? source : Buffer.from(new Uint8Array(source).buffer);
    const { buffer, byteOffset } = bytes;
    const [blocks, rows, found, doubles] = new Uint32Array(buffer, byteOffset, 4) as unknown as [number, number, number, number];
    this.blocks = blocks;
    this.rows = rows;
    this.starts = new Uint32Array(buffer, byteOffset + HEAD, blocks + 1);
    const statesAt = HEAD + (blocks + 1) * 4;
    this.states = new Uint8Array(buffer, byteOffset + statesAt, rows);
    const foundAt = align4(statesAt + rows);
    this.found = new Uint32Array(buffer, byteOffset + foundAt, found);
    this.doubles = new Uint32Array(buffer, byteOffset + foundAt + found * 4, doubles * 2);
  }

  /** Row of the group with which a block of it begins; for one behind the last, how many rows there are. */
  start(block: number): number {
    return this.starts[block] ?? this.rows;
  }

  /** The block of a row, counted within the group. */
  blockOf(row: number): number {
    let block = 0;
    while (this.starts[block + 1]! <= row) block += 1;
    return block;
  }

  /** Calls back for each finding of a row; `partner` is 0 where there is none. */
  each(row: number, found: (field: number, rule: number, partner: number) => void): void {
    for (let at = firstOf(this.found, row, 1); at < this.found.length && rowOf(this.found[at]!) === row; at++)
      found(fieldOf(this.found[at]!), ruleOf(this.found[at]!), 0);
    for (let at = firstOf(this.doubles, row, 2); at < this.doubles.length && rowOf(this.doubles[at]!) === row; at += 2)
      found(fieldOf(this.doubles[at]!), ruleOf(this.doubles[at]!), this.doubles[at + 1]!);
  }

  /** Whether a rule that speaks of no other row was found on a row. */
  has(row: number, rule: number): boolean {
    for (let at = firstOf(this.found, row, 1); at < this.found.length && rowOf(this.found[at]!) === row; at++)
      if (ruleOf(this.found[at]!) === rule) return true;
    return false;
  }

  /** The rows on which a rule was found on this field, in order, each once. */
  rowsWith(rule: number, field: number): number[] {
    const wanted = (field << 8) | rule;
    const rows: number[] = [];
    for (const found of this.found) if ((found & 0xffff) === wanted && rows.at(-1) !== rowOf(found)) rows.push(rowOf(found));
    if (rows.length > 0) return rows;
    for (let at = 0; at < this.doubles.length; at += 2) {
      const found = this.doubles[at]!;
      if ((found & 0xffff) === wanted && rows.at(-1) !== rowOf(found)) rows.push(rowOf(found));
    }
    return rows;
  }
}

/** What was found of one block's rows: their states. */
export class Findings {
  private readonly states: Uint8Array;
  private readonly group: FoundGroup;
  private readonly first: number;

  constructor(group: FoundGroup, block: number) {
    this.group = group;
    this.first = group.start(block);
    this.states = group.states.subarray(this.first, group.start(block + 1));
  }

  /** False for headings, titles and totals. */
  isPerson(row: number): boolean {
    return this.states[row] !== NO_PERSON;
  }

  /** How many rows of the block are people. */
  people(): number {
    let people = 0;
    for (const state of this.states) if (state !== NO_PERSON) people += 1;
    return people;
  }

  /** True for a person who could be sent, is as in the screenings that the list is compared with, and has scores there. */
  hasScoresBefore(row: number): boolean {
    const state = this.states[row]!;
    if (state === NO_PERSON || (state & STATE.since) !== STATE.unchanged) return false;
    return fateOf(state, { sendErrors: true, again: true }) === 'unchanged';
  }

  /** Rows of the block that are not sent again where they are not sent, whatever else would keep them. */
  heldBack(): number[] {
    const held: number[] = [];
    for (const [row, state] of this.states.entries())
      if (state !== NO_PERSON && heldBackAs(this.group, this.first + row, { sendErrors: true, again: false }) !== null) held.push(row);
    return held;
  }

  /** Why the row is not sent; null for one that is, and for headings, titles and totals. */
  leftOutAs(row: number, choice: SendChoice): LeftOutReason | null {
    const state = this.states[row]!;
    return state === NO_PERSON ? null : reasonOf(this.group, this.first + row, choice);
  }

  /** True when the row of a person is sent. */
  isSent(row: number, choice: SendChoice): boolean {
    const state = this.states[row]!;
    return state !== NO_PERSON && fateOf(state, choice) === 'sent';
  }
}

const READINESS = ['ready', 'thin', 'refused', null] as const satisfies (Readiness | null)[];

/** What the service would make of a row with this state; null for somebody on the do-not-screen list. */
export const readinessOf = (state: number): Readiness | null => READINESS[state & STATE.readiness]!;

export const isLeftOut = (state: number): boolean => (state & OUT) !== 0 || (state & STATE.readiness) === BARRED;

/** Reads the findings of a project, group by group; the last one asked for is kept, since who goes through the rows asks in order. */
export class FoundRows {
  private readonly file: { read(stream: 'findings', seq: number): Buffer | null };
  private at = -1;
  private group: FoundGroup | null = null;

  constructor(file: FoundRows['file']) {
    this.file = file;
  }

  /** The states of the rows of a block, by the block's number in its stream; null before the first check. */
  of(seq: number): Findings | null {
    const at = groupOf(seq);
    if (at !== this.at) {
      const bytes = this.file.read('findings', at);
      this.group = bytes === null ? null : new FoundGroup(bytes);
      this.at = at;
    }
    return this.group === null ? null : new Findings(this.group, seq % GROUP_BLOCKS);
  }
}
