/**
 * The check of a list whose mapping has changed in some fields: what looks at those fields is judged again, and put together with
 * what stands of the check before. What comes of it is what a check of everything would leave.
 */
import { RULE_INDEX } from '../../../shared/rules/index.ts';
import { SLOT } from '../../../shared/rules/match-key-hash.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import type { ProjectFile } from '../../store/project-file/project-file.ts';
import { DOUBLES, KINDS, type Standing } from './group-assembler.ts';
import { BARRED, fieldOf, FoundGroup, inOrder, NO_PERSON, READY, REFUSED, rowOf, ruleOf, STATE } from './check-group.ts';
import { type Again, COMPARED, type Judge, type Judged } from './row-checker.ts';
import { type KeyChunk, readKeys } from './key-chunks.ts';

/** The slots that are kept, slot by slot. */
const KEPT = SLOT.spouse + 1;

/** The part of a finding that tells its field and its rule. */
const ABOUT = 0xffff;

/** Which of `KINDS` are compared again: those whose keys are made again, and all where other rows may be left out of it. */
export function kindsAgain({ slots, barred }: Again): boolean[] {
  return KINDS.map((kind) => barred || kind.some((slot) => (slots & (1 << slot)) !== 0));
}

/** Rows whose readiness what stands does not tell, as they lie in the group. */
interface Untold {
  readonly rows: number[];
  readonly states: Uint8Array;
}

export class Renewal {
  private readonly file: ProjectFile;
  private readonly again: Again;
  private readonly whole: Judge;
  private readonly kinds: readonly boolean[];
  /** 1 where a finding of before stands, by what it is about. */
  private readonly stands = new Uint8Array(ABOUT + 1);
  /** 1 for a rule that is an error. */
  private readonly grave: Uint8Array;
  private groups = 0;

  /** `file` holds the check before; `whole` judges everything of a row, for the few that need it. */
  constructor(file: ProjectFile, again: Again, whole: Judge) {
    this.file = file;
    this.again = again;
    this.whole = whole;
    this.kinds = kindsAgain(again);
    this.grave = Uint8Array.from(whole.severities, (severity) => (severity === 'error' ? 1 : 0));
    for (let about = 0; about <= ABOUT; about++) {
      const rule = ruleOf(about);
      const isAgain = rule === RULE_INDEX.DO_NOT_SCREEN ? again.barred : again.scope.concerns(rule, fieldOf(about));
      if (!isAgain) this.stands[about] = 1;
    }
  }

  /** Puts the next group together: what was judged again of its blocks, and what stands. */
  group(blocks: readonly RowBlock[], judged: Judged): { readonly judged: Judged; readonly standing: Standing } {
    const findings = this.file.read('findings', this.groups)!;
    const keys = readKeys(this.file.read('keys', this.groups)!);
    this.groups += 1;
    const old = new FoundGroup(findings);
    const states = new Uint8Array(old.rows);
    const { same } = judged;
    const isSame = (row: number) => same[row] === 1;
    const { found, refused } = this.found(old, judged);
    const untold: Untold = { rows: [], states };
    for (let row = 0; row < old.rows; row++)
      states[row] = this.state(row, old.states[row]!, judged.states[row]!, refused[row] === 1, isSame(row), untold);
    this.tell(blocks, untold);
    const hasKeys = this.again.slots === 0;
    const { present, prints } = hasKeys ? keys : this.keys(keys, judged, states);
    return {
      judged: { states, found, present, prints, records: judged.records, digests: judged.digests, same },
      standing: { findings, partners: this.partners(old), hasKeys },
    };
  }

  /** The findings that stand and those that are new, in their order; `refused`: 1 for a row with an error among those that stand. */
  private found(old: FoundGroup, judged: Judged): { readonly found: Uint32Array; readonly refused: Uint8Array } {
    const { stands, grave } = this;
    const { found: fresh, same } = judged;
    const found = new Uint32Array(old.found.length + fresh.length);
    const refused = new Uint8Array(old.rows);
    let count = 0;
    let next = 0;
    for (let at = 0; at < old.found.length; at++) {
      const one = old.found[at]!;
      if (stands[one & ABOUT] === 0 && same[rowOf(one)] !== 1) continue;
      for (; next < fresh.length && rowOf(fresh[next]!) < rowOf(one); next++) found[count++] = fresh[next]!;
      found[count++] = one;
      if (grave[ruleOf(one)] === 1) refused[rowOf(one)] = 1;
    }
    for (; next < fresh.length; next++) found[count++] = fresh[next]!;
    // Of a row both stand beside each other, those of before in front.
    for (let first = 0, at = 1; at <= count; at++)
      if (at === count || rowOf(found[at]!) !== rowOf(found[first]!)) {
        if (at - first > 1) inOrder(found, first, at);
        first = at;
      }
    return { found: found.slice(0, count), refused };
  }

  /** The state of a row by itself; one that is not told by what stands is noted, to be judged as a whole. */
  private state(row: number, before: number, now: number, isRefused: boolean, isSame: boolean, untold: Untold): number {
    if (now === NO_PERSON) return NO_PERSON;
    const left = now & (STATE.byHand | STATE.household);
    const readiness = now & STATE.readiness;
    const was = before & STATE.readiness;
    if (readiness === BARRED || (was === BARRED && (isSame || !this.again.barred))) return BARRED | left;
    if (isRefused || readiness === REFUSED) return REFUSED | left;
    if (!isSame && this.again.scope.decidesReadiness) return readiness | left;
    if (was < REFUSED) return was | left;
    // It was refused, and nothing that stands says so: another row had its key, or what refused it was judged again.
    untold.rows.push(row);
    return READY | left;
  }

  private tell(blocks: readonly RowBlock[], { rows, states }: Untold): void {
    if (rows.length === 0) return;
    const asked = new Set(rows);
    let at = 0;
    const some = blocks
      .flatMap((block) => Array.from({ length: block.rowCount }, (_, row) => ({ block, row })))
      .filter(() => asked.has(at++));
    const judged = this.whole.some(some);
    for (const [index, row] of rows.entries()) states[row] = judged.states[index]!;
  }

  /** The fingerprints of the rows: those that were made again, and the others as they stand. */
  private keys(old: KeyChunk, judged: Judged, states: Uint8Array): KeyChunk {
    const { slots } = this.again;
    const present = new Uint8Array(old.present.length);
    const prints = new Int32Array(old.prints.length + judged.prints.length);
    let count = 0;
    let before = 0;
    let now = 0;
    for (let row = 0; row < present.length; row++) {
      const was = old.present[row]!;
      const is = judged.present[row]!;
      let bits = 0;
      for (let slot = 0; slot < KEPT; slot++) {
        const bit = 1 << slot;
        const again = judged.same[row] !== 1 && (slots & bit) !== 0;
        if (((again ? is : was) & bit) !== 0) {
          const from = again ? judged.prints : old.prints;
          const at = again ? now : before;
          prints[count++] = from[at]!;
          prints[count++] = from[at + 1]!;
          bits |= bit;
        }
        if ((was & bit) !== 0) before += 2;
        if ((is & bit) !== 0) now += 2;
      }
      const compared = states[row] !== NO_PERSON && (is & COMPARED) !== 0 && (states[row]! & STATE.readiness) !== BARRED;
      present[row] = compared ? bits | COMPARED : bits;
    }
    return { present, prints: prints.slice(0, count) };
  }

  /** By row and kind the double that stands, for the kinds that are not compared again. */
  private partners({ rows, doubles }: FoundGroup): Uint32Array {
    const partners = new Uint32Array(rows * KINDS.length);
    for (let at = 0; at < doubles.length; at += 2) {
      const rule = ruleOf(doubles[at]!);
      const kind = DOUBLES.findIndex((code) => RULE_INDEX[code] === rule);
      if (this.kinds[kind] === false) partners[rowOf(doubles[at]!) * KINDS.length + kind] = doubles[at + 1]!;
    }
    return partners;
  }
}
