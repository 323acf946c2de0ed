/**
 * What can be said of a row without looking at any other: mapped, checked, found on the do-not-screen list, and the
 * fingerprints by which it is compared with the others. Any thread can do it for any blocks; what comes of it is plain numbers.
 */
import { isNobody } from '../../../shared/rules/completeness.ts';
import { RULE_INDEX } from '../../../shared/rules/index.ts';
import { compileChecks, type RowChecker } from '../../../shared/rules/row-checks.ts';
import { Scope } from '../../../shared/rules/scope.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { MatchKeyHasher, recordHash, SLOT_BITS, SLOT_FIELDS, SLOTS } from '../../../shared/rules/match-key-hash.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { BarredPeople } from '../../matching/suppression-list.ts';
import type { Edits } from '../list/edits.ts';
import { BARRED, finding, inOrder, NO_FIELD, NO_PERSON, READY, REFUSED, STATE, THIN } from './check-group.ts';
import type { ListMembers } from '../list/stored-rows.ts';
import type { CheckBasis } from '../../worker-protocol/check.ts';
import type { ListRecipe } from '../../worker-protocol/list.ts';
import { Records } from '../list/record-reader.ts';
import { type Changed, SameRows } from './unchanged-rows.ts';
import { DIGEST, RecordDigests } from './record-digest.ts';

const READINESS = { ready: READY, thin: THIN, refused: REFUSED } as const;

/** Set in `present` for rows that are compared with others: people who are neither left out nor barred. */
export const COMPARED = 0x80;
/** What is kept of a row's fingerprints: those of the names serve the do-not-screen list alone. */
const KEPT_SLOTS = SLOT_BITS.id | SLOT_BITS.emails | SLOT_BITS.households;

/** What was judged of some blocks that follow each other; rows are counted through. */
export interface Judged {
  /** State of each row; `NO_PERSON` for a row that is none of the list. */
  readonly states: Uint8Array;
  /** Findings in the order of rows, see `findings.ts`. */
  readonly found: Uint32Array;
  /** Which fingerprints each row has, as bits of `SLOT_BITS`, and `COMPARED`. */
  readonly present: Uint8Array;
  /** The fingerprints, two halves each, row by row and slot by slot. */
  readonly prints: Int32Array;
  /** Fingerprints of the whole records, two halves a row; empty when nobody asks for them. */
  readonly records: Int32Array;
  /** Digests of the records of rows with an id, `DIGEST` numbers a row; empty when nobody asks for them. */
  readonly digests: Int32Array;
  /** 1 for a row of which nothing was judged again, since it is as it was; empty where everything was judged. */
  readonly same: Uint8Array;
}

/** What is needed to judge rows. */
export type JudgeRecipe = Pick<ListRecipe, 'plan' | 'today'> & { readonly basis: CheckBasis };

/** What a judge does again of a check whose rows and edits stand. */
export interface Again {
  readonly scope: Scope;
  /** The fingerprints that are made again, as bits of `SLOT_BITS`. */
  readonly slots: number;
  /** True when the do-not-screen list is looked at again. */
  readonly barred: boolean;
  readonly changed: Changed;
}

const KEY_KINDS = Object.keys(SLOT_BITS) as (keyof typeof SLOT_BITS)[];

/** What is to be done again of a mapping that has changed. */
export function againFor(changed: Changed, { doNotScreen }: Pick<CheckBasis, 'doNotScreen'>): Again {
  const scope = new Scope(changed.fields);
  const touched = KEY_KINDS.filter((kind) => scope.touches(SLOT_FIELDS[kind]));
  const barred = doNotScreen !== null && touched.some((kind) => kind !== 'households');
  const kinds = barred ? KEY_KINDS : touched.filter((kind) => kind !== 'names');
  return { scope, slots: kinds.reduce((bits, kind) => bits | SLOT_BITS[kind], 0), barred, changed };
}

/** Indexes of the fields that are read for it. */
function fieldsOf({ scope, slots }: Again): ReadonlySet<number> {
  const keyed = KEY_KINDS.filter((kind) => (slots & SLOT_BITS[kind]) !== 0).flatMap((kind) => SLOT_FIELDS[kind]);
  return new Set([...scope.fields, ...keyed.map((key) => FIELD_INDEX[key])]);
}

/** Whether a list is compared with people who were sent before. */
export const looksForPeople = ({ screened, onTheirWay }: CheckBasis): boolean => screened.length > 0 || onTheirWay.length > 0;

export class Judge {
  readonly records: Records;
  readonly severities: RowChecker['severities'];
  private readonly sameRows: SameRows | null;
  /** Reads a row of which what is looked at again finds nobody. */
  private readonly besides: Records | null;
  private readonly list: ListMembers;
  private readonly edits: Edits;
  private readonly checker: RowChecker;
  private readonly barred: BarredPeople | null;
  private readonly keys = new MatchKeyHasher();
  private readonly wanted: number;
  private readonly withRecords: boolean;
  private readonly digesting: RecordDigests | null;
  private states = new Uint8Array(1024);
  private present = new Uint8Array(1024);
  private same = new Uint8Array(0);
  private prints = new Int32Array(4096);
  private whole = new Int32Array(0);
  private digests = new Int32Array(0);
  private found = new Uint32Array(4096);
  private rows = 0;
  private printed = 0;
  private findings = 0;
  private readonly emit = (rule: number, field: number): void => {
    if (this.findings === this.found.length) this.found = grown(this.found);
    this.found[this.findings] = finding(this.rows, field < 0 ? NO_FIELD : field, rule);
    this.findings += 1;
  };

  /**
   * `withRecords`: whole records are fingerprinted as well; otherwise only where people are looked for who were sent before. `again`:
   * no more is judged than this; what comes of it is put together with what stands (`renewal.ts`).
   */
  constructor(
    recipe: JudgeRecipe,
    list: ListMembers,
    edits: Edits,
    withRecords = looksForPeople(recipe.basis),
    again: Again | null = null,
  ) {
    const { houseRules, doNotScreen, since } = recipe.basis;
    this.list = list;
    this.edits = edits;
    const asked = again === null ? null : fieldsOf(again);
    this.records = new Records(recipe.plan, edits, asked);
    const beside = again?.scope.beside ?? new Set<number>();
    this.sameRows = again === null ? null : SameRows.between(again.changed, recipe.plan, edits);
    this.besides = asked === null || beside.size === 0 ? null : new Records(recipe.plan, edits, new Set([...asked, ...beside]));
    const { fields } = this.records.mapper;
    this.checker = compileChecks({ mapped: fields, houseRules, today: recipe.today, scope: again?.scope ?? null });
    this.severities = this.checker.severities;
    this.barred = doNotScreen === null || again?.barred === false ? null : new BarredPeople(doNotScreen);
    const mapped = new Set<string>(fields);
    let wanted = 0;
    if (mapped.has('constituentId')) wanted |= SLOT_BITS.id;
    if (mapped.has('personalEmail') || mapped.has('businessEmail')) wanted |= SLOT_BITS.emails;
    if (mapped.has('street')) wanted |= SLOT_BITS.households;
    if (this.barred !== null) wanted |= SLOT_BITS.names;
    this.wanted = again === null ? wanted : wanted & again.slots;
    this.withRecords = withRecords;
    this.digesting = since === null ? null : new RecordDigests(since.key);
  }

  /** Judges blocks that follow each other. */
  blocks(blocks: readonly RowBlock[]): Judged {
    this.begin(blocks.reduce((sum, { rowCount }) => sum + rowCount, 0));
    for (const block of blocks) for (let row = 0; row < block.rowCount; row++) this.row(block, row);
    return this.end();
  }

  /** Judges single rows of blocks, in the order in which they are given. */
  some(rows: readonly { readonly block: RowBlock; readonly row: number }[]): Judged {
    this.begin(rows.length);
    for (const { block, row } of rows) this.row(block, row);
    return this.end();
  }

  private begin(rows: number): void {
    this.rows = 0;
    this.printed = 0;
    this.findings = 0;
    // Rows without an id leave theirs as it is: what stands there must not be the one of another row.
    if (this.digesting !== null) this.digests = new Int32Array(rows * DIGEST);
    if (this.sameRows !== null) this.same = new Uint8Array(rows);
    if (rows <= this.states.length) return;
    this.states = new Uint8Array(rows);
    this.present = new Uint8Array(rows);
  }

  private end(): Judged {
    const { rows } = this;
    return {
      states: this.states.slice(0, rows),
      found: this.found.slice(0, this.findings),
      present: this.present.slice(0, rows),
      prints: this.prints.slice(0, this.printed),
      records: this.whole.slice(0, this.withRecords ? rows * 2 : 0),
      digests: this.digests,
      same: this.same.slice(0, this.sameRows === null ? 0 : rows),
    };
  }

  private row(block: RowBlock, row: number): void {
    const number = block.rowNumber(row);
    if (!this.list.has(number)) {
      this.states[this.rows] = NO_PERSON;
      this.present[this.rows] = 0;
      this.rows += 1;
      return;
    }
    const out = this.edits.leftOutAs(number);
    const left = out === 'byHand' ? STATE.byHand : out === 'household' ? STATE.household : 0;
    if (this.sameRows?.has(block, row) === true) {
      this.same[this.rows] = 1;
      this.states[this.rows] = left;
      this.present[this.rows] = out === null ? COMPARED : 0;
      this.rows += 1;
      return;
    }
    let draft = this.records.of(block, row);
    if (this.besides !== null && isNobody(draft.classes)) draft = this.besides.of(block, row);
    const first = this.findings;
    let state: number = READINESS[this.checker.check(draft, this.emit)];
    const present = this.keys.hashes(draft, this.wanted);
    if (this.barred !== null && this.barred.holds(draft, present, this.keys.halves)) {
      this.emit(RULE_INDEX.DO_NOT_SCREEN, FIELD_INDEX.constituentId);
      state = BARRED;
    }
    if (this.findings - first > 1) inOrder(this.found, first, this.findings);
    this.states[this.rows] = state | left;
    const compared = out === null && state !== BARRED;
    this.present[this.rows] = (present & KEPT_SLOTS) | (compared ? COMPARED : 0);
    this.keep(present & KEPT_SLOTS);
    if (this.withRecords) this.keepRecord(draft);
    if ((present & SLOT_BITS.id) !== 0) this.digesting?.write(draft, this.digests, this.rows * DIGEST);
    this.rows += 1;
  }

  private keep(present: number): void {
    const { halves } = this.keys;
    if (this.printed + SLOTS * 2 > this.prints.length) this.prints = grown(this.prints);
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((present & (1 << slot)) === 0) continue;
      this.prints[this.printed] = halves[slot * 2]!;
      this.prints[this.printed + 1] = halves[slot * 2 + 1]!;
      this.printed += 2;
    }
  }

  private keepRecord(draft: MappedRecord): void {
    if ((this.rows + 1) * 2 > this.whole.length) this.whole = grown(this.whole);
    const { a, b } = recordHash(draft);
    this.whole[this.rows * 2] = a;
    this.whole[this.rows * 2 + 1] = b;
  }
}

/** The same numbers with room for as many again. */
function grown<T extends Uint32Array | Int32Array>(numbers: T): T {
  const larger = new (numbers.constructor as new (length: number) => T)(Math.max(1024, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
