/**
 * One pass of the check over the whole list: rows that were judged one by one are compared with those before them, in their
 * order, and what was found is kept by groups of blocks. Never more than one group in memory; what was seen lies off the heap.
 */
import { RULE_INDEX, type RuleCode } from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { SLOT, SLOTS } from '../../../shared/rules/match-key-hash.ts';
import type { ChunkPlace, ProjectFile } from '../../store/project-file/project-file.ts';
import { FoundGroup, fieldOf, GroupBuilder, NO_PERSON, REFUSED, rowOf, ruleOf, STATE } from './check-group.ts';
import { Fingerprints } from '../../matching/hash-table.ts';
import { COMPARED, type Judge, type Judged } from './row-checker.ts';
import { keyBytes } from './key-chunks.ts';
import type { BaselineRecords, Known, PriorScreenings, RecentPeople, Since } from './prior-screenings.ts';
import type { GroupPlace } from '../list/row-groups.ts';
import { Tallies, tallyOf } from './group-counts.ts';

const { constituentId: ID, personalEmail: EMAIL, businessEmail: BUSINESS_EMAIL, street: STREET } = FIELD_INDEX;

/** Where what is kept of a group of rows stands in its stream. */
export function groupChunk(seq: number, first: number, rowNumbers: Uint32Array): ChunkPlace {
  return { seq, first, count: rowNumbers.length, low: rowNumbers[0]!, high: rowNumbers.at(-1)! };
}

/** The kinds of keys by which rows are compared, each with its slots in the order in which a partner is looked for. */
export const KINDS: readonly (readonly number[])[] = [[SLOT.id], [SLOT.email, SLOT.otherEmail], [SLOT.household, SLOT.spouse]];

/** The rule by which two rows with the same key of a kind are told. */
export const DOUBLES: readonly RuleCode[] = ['ID_DUPLICATE', 'EMAIL_SHARED', 'HOUSEHOLD_TWICE'];

/** How a row is marked by what has become of it since the screenings that the list is compared with. */
const SINCE: Readonly<Record<Since, readonly [state: number, rule: RuleCode]>> = {
  new: [0, 'NEW_SINCE'],
  changed: [STATE.changed, 'CHANGED_SINCE'],
  unchanged: [STATE.unchanged, 'UNCHANGED_SINCE'],
  unscored: [STATE.unscored, 'UNSCORED_SINCE'],
};

/** How a row is marked whose person was sent not long ago. */
const NOT_LONG_AGO: Readonly<Record<Exclude<Known, 'new'>, readonly [state: number, rule: RuleCode]>> = {
  same: [STATE.before, 'SCREENED_BEFORE'],
  onItsWay: [STATE.before, 'ON_ITS_WAY'],
  changed: [0, 'SCREENED_CHANGED'],
};

/** Puts the findings of rows together: those of the row alone, those that compare it with others, and the state that comes of both. */
export class RowWriter {
  readonly builder = new GroupBuilder();
  private readonly severities: Judge['severities'];
  private readonly earlier: PriorScreenings;
  private readonly fields: readonly number[];

  constructor(judge: Pick<Judge, 'severities' | 'records'>, earlier: PriorScreenings) {
    this.severities = judge.severities;
    this.earlier = earlier;
    const hasPersonal = judge.records.mapper.fields.includes('personalEmail');
    this.fields = [ID, hasPersonal ? EMAIL : BUSINESS_EMAIL, STREET];
  }

  /**
   * Writes row `row` of what was judged, whose findings begin at `at` and whose fingerprints at `print`; answers where the
   * findings of the next row begin. `partners` has, by kind, the sheet row that this one is a double of, or 0.
   */
  row(judged: Judged, row: number, at: number, print: number, partners: ArrayLike<number>): number {
    const { builder, severities } = this;
    let end = at;
    for (; end < judged.found.length && rowOf(judged.found[end]!) === row; end++)
      builder.add(fieldOf(judged.found[end]!), ruleOf(judged.found[end]!));
    let state = judged.states[row]!;
    if (state === NO_PERSON) {
      builder.endRow(state);
      return end;
    }
    state |= this.before(judged, row, print);
    for (let kind = 0; kind < KINDS.length; kind++) {
      const partner = partners[kind]!;
      if (partner === 0) continue;
      const code = DOUBLES[kind]!;
      const rule = RULE_INDEX[code];
      const severity = severities[rule];
      if (severity === null || severity === undefined) continue;
      builder.addDouble(this.fields[kind]!, rule, partner);
      if (severity !== 'error') continue;
      const readiness = state & STATE.readiness;
      if (readiness < REFUSED) state = (state & ~STATE.readiness) | REFUSED | (code === 'ID_DUPLICATE' ? STATE.sameId : 0);
      else if (code !== 'ID_DUPLICATE') state &= ~STATE.sameId;
    }
    builder.endRow(state);
    return end;
  }

  /** Whether the person was screened before, as bits of the state. */
  private before(judged: Judged, row: number, print: number): number {
    const since = this.since(judged, row, print);
    if ((since & STATE.unchanged) !== 0) return since;
    return since | this.notLongAgo(judged, row, print);
  }

  private since(judged: Judged, row: number, print: number): number {
    const { sent } = this.earlier;
    if (sent === null) return 0;
    const [state, code] = SINCE[sent.find(judged, row, print)];
    this.builder.add(ID, RULE_INDEX[code]);
    return state;
  }

  private notLongAgo(judged: Judged, row: number, print: number): number {
    const found = this.earlier.people?.find(judged, row, print) ?? 'new';
    if (found === 'new') return 0;
    const [state, code] = NOT_LONG_AGO[found];
    const rule = RULE_INDEX[code];
    if (this.severities[rule] === null) return 0;
    this.builder.add(ID, rule);
    return state;
  }
}

/** What stands of the last check of a group, where only some fields may have changed since. */
export interface Standing {
  /** The findings as they are kept. */
  readonly findings: Buffer;
  /** By row and kind, the sheet row that the row is a double of, or 0; for the kinds that are not compared again. */
  readonly partners: Uint32Array;
  /** True when the keys are those that are kept. */
  readonly hasKeys: boolean;
}

/** Which of `KINDS` the fingerprint in a slot is of: the id, an e-mail address, a household. */
const KIND_OF_SLOT = [0, 1, 1, 2, 2] as const;

export class CheckPass {
  readonly tallies = new Tallies();
  private readonly file: ProjectFile;
  private readonly severities: Judge['severities'];
  private readonly writer: RowWriter;
  private readonly seen = KINDS.map(() => new Fingerprints());
  /** The kinds of keys by which rows are compared in this pass. */
  private readonly kinds: readonly boolean[];
  private readonly partners = [0, 0, 0];
  private groups = 0;
  /** Keeps the engine from leaving out what is done for its side effect on the processor alone. */
  private touched = 0;

  /** Findings, keys and counts are written to `file`, group by group. `kinds`: those of `KINDS` by which rows are compared. */
  constructor(
    file: ProjectFile,
    judge: Pick<Judge, 'severities' | 'records'>,
    people: RecentPeople | null,
    sent: BaselineRecords | null = null,
    kinds: readonly boolean[] = KINDS.map(() => true),
  ) {
    this.file = file;
    this.severities = judge.severities;
    this.writer = new RowWriter(judge, { people, sent });
    this.kinds = kinds;
  }

  /** Says how many rows are likely to come, so that what was seen needs not be moved about as it grows. */
  expect(rows: number): void {
    // Half of the people of a usual list have a spouse, whose key is another one; some have two addresses.
    const likely = [rows, rows * 1.1, rows * 1.6].map(Math.ceil);
    for (const [kind, seen] of this.seen.entries()) if (this.kinds[kind] === true) seen.expect(likely[kind]!);
  }

  /** Takes the next group of at most `GROUP_BLOCKS` blocks; what is as it stands is not written again. */
  group(judged: Judged, place: GroupPlace, standing: Standing | null = null): void {
    const { writer } = this;
    this.touch(judged);
    let found = 0;
    let print = 0;
    let row = 0;
    for (const count of place.counts) {
      writer.builder.beginBlock();
      for (let end = row + count; row < end; row++) {
        const present = judged.present[row]!;
        const next = this.compare(judged, present, print, place.rowNumbers[row]!);
        if (standing !== null) this.stand(standing.partners, row);
        found = writer.row(judged, row, found, print, this.partners);
        print = next;
      }
    }
    const at = groupChunk(this.groups, place.first, place.rowNumbers);
    const bytes = writer.builder.finish();
    if (standing === null || !bytes.equals(standing.findings)) this.file.write('findings', at, bytes);
    if (standing?.hasKeys !== true) this.file.write('keys', at, keyBytes(judged.present, judged.prints));
    this.tallies.set(this.groups, tallyOf(new FoundGroup(bytes), this.severities));
    this.groups += 1;
  }

  /** Has the places of a group's fingerprints at hand before they are asked for row by row. */
  private touch({ present, prints }: Judged): void {
    const { seen } = this;
    let at = 0;
    let sum = 0;
    for (const slots of present)
      for (let slot = 0; slot <= SLOT.spouse; slot++) {
        if ((slots & (1 << slot)) === 0) continue;
        if (this.kinds[KIND_OF_SLOT[slot]!] === true) sum ^= seen[KIND_OF_SLOT[slot]!]!.touch(prints[at]!);
        at += 2;
      }
    this.touched = sum;
  }

  /** Finds the partners of a row by its fingerprints, which begin at `at`; answers where those of the next row begin. */
  private compare(judged: Judged, present: number, at: number, rowNumber: number): number {
    const { partners, seen } = this;
    partners[0] = partners[1] = partners[2] = 0;
    let print = at;
    const compared = (present & COMPARED) !== 0;
    for (let slot = 0; slot < SLOTS && present >>> slot !== 0; slot++) {
      if ((present & (1 << slot)) === 0 || slot > SLOT.spouse) continue;
      const kind = KIND_OF_SLOT[slot]!;
      if (compared && this.kinds[kind] === true) {
        const partner = seen[kind]!.add(judged.prints[print]!, judged.prints[print + 1]!, rowNumber);
        // The first key that another row has tells; all of them are kept for the rows that follow.
        if (partner > 0 && partners[kind] === 0) partners[kind] = partner;
      }
      print += 2;
    }
    return print;
  }

  /** The partners of a row by the kinds that are not compared again. */
  private stand(partners: Uint32Array, row: number): void {
    for (let kind = 0; kind < KINDS.length; kind++)
      if (this.kinds[kind] === false) this.partners[kind] = partners[row * KINDS.length + kind]!;
  }

  /** Ends the pass: the counts are written. */
  finish(): Tallies {
    this.tallies.write(this.file);
    return this.tallies;
  }
}
