/**
 * The check of rows one by one: mapped, checked by the rules, looked up in the suppression list, and hashed by their match keys.
 * Any thread can check any blocks; the results are plain numbers.
 */
import { hasNoIdentity } from '../../../shared/rules/completeness.ts';
import { RULE_INDEX } from '../../../shared/rules/index.ts';
import { compileChecks, type RowChecker as RuleChecker } from '../../../shared/rules/row-checks.ts';
import { Scope } from '../../../shared/rules/scope.ts';
import { FIELD_INDEX } from '../../../shared/fields/table.ts';
import { MatchKeyHasher, recordHash, SLOT_BITS, SLOT_FIELDS, SLOTS } from '../../../shared/rules/match-key-hash.ts';
import type { MappedRecord } from '../../../shared/mapping/mapping.ts';
import { FACT_BITS, NO_ROW } from '../../../shared/rows/row-facts.ts';
import type { RowBlock } from '../../spreadsheet/core/rowblock.ts';
import { SuppressionMatcher } from '../../matching/suppression-list.ts';
import type { Edits } from '../list/edits.ts';
import { issueOf, NO_FIELD, sortIssues } from './check-group.ts';
import type { RowMembership } from '../list/stored-rows.ts';
import type { CheckInputs } from '../../worker-protocol/check.ts';
import type { ListSource } from '../../worker-protocol/list.ts';
import { RecordReader } from '../list/record-reader.ts';
import { type MappingChange, UnchangedRows } from './unchanged-rows.ts';
import { DIGEST, RecordDigests } from './record-digest.ts';

const { readiness: READINESS, excluded: EXCLUDED, suppressed: SUPPRESSED } = FACT_BITS;
/** By what the rules make of a row. */
const READINESS_OF = { ready: READINESS.ready, thin: READINESS.incomplete, refused: READINESS.invalid } as const;
const EXCLUDED_AS = { byHand: EXCLUDED.manual, household: EXCLUDED.household } as const;

/** Set in `slots` for rows that are compared with others: neither excluded nor suppressed. */
export const COMPARED = 0x80;
/** The match keys that are stored; those of the names serve the suppression list alone. */
const KEPT_SLOTS = SLOT_BITS.id | SLOT_BITS.emails | SLOT_BITS.households;

/** The results of consecutive rows. */
export interface RowResults {
  /** By row: readiness, exclusion and suppression as bits of a facts code, or `NO_ROW`. */
  readonly facts: Uint16Array;
  /** Issues in the order of rows, as in `CheckGroup`. */
  readonly issues: Uint32Array;
  /** By row: the match keys that it has, as bits of `SLOT_BITS`, and `COMPARED`. */
  readonly slots: Uint8Array;
  /** The match-key hashes, two halves each, row by row and slot by slot. */
  readonly hashes: Int32Array;
  /** Hashes of whole records, two halves a row; empty unless they are asked for. */
  readonly recordHashes: Int32Array;
  /** Digests of the records of rows with an ID, `DIGEST` numbers a row; empty unless they are asked for. */
  readonly digests: Int32Array;
  /** 1 for a row that a changed mapping left as it was and that was not checked; empty in a full check. */
  readonly same: Uint8Array;
}

/** What is needed to check rows. */
export type RowCheckRequest = Pick<ListSource, 'plan' | 'today'> & { readonly inputs: CheckInputs };

/** What is checked again after a change of the mapping, while rows and edits are as they were. */
export interface RecheckScope {
  readonly scope: Scope;
  /** The match keys that are hashed again, as bits of `SLOT_BITS`. */
  readonly slots: number;
  /** True when rows are looked up in the suppression list again. */
  readonly suppressed: boolean;
  readonly changed: MappingChange;
}

const KEY_KINDS = Object.keys(SLOT_BITS) as (keyof typeof SLOT_BITS)[];

/** What is to be done again of a mapping that has changed. */
export function recheckScope(changed: MappingChange, { suppression }: Pick<CheckInputs, 'suppression'>): RecheckScope {
  const scope = new Scope(changed.fields);
  const touched = KEY_KINDS.filter((kind) => scope.touches(SLOT_FIELDS[kind]));
  const suppressed = suppression !== null && touched.some((kind) => kind !== 'households');
  const kinds = suppressed ? KEY_KINDS : touched.filter((kind) => kind !== 'names');
  return { scope, slots: kinds.reduce((bits, kind) => bits | SLOT_BITS[kind], 0), suppressed, changed };
}

/** Indexes of the fields that are read for it. */
function fieldsOf({ scope, slots }: RecheckScope): ReadonlySet<number> {
  const keyed = KEY_KINDS.filter((kind) => (slots & SLOT_BITS[kind]) !== 0).flatMap((kind) => SLOT_FIELDS[kind]);
  return new Set([...scope.fields, ...keyed.map((key) => FIELD_INDEX[key])]);
}

/** Whether a list is compared with people who were sent before. */
export const looksForPeople = ({ recent, inProgress }: CheckInputs): boolean => recent.length > 0 || inProgress.length > 0;

export class RowChecker {
  readonly records: RecordReader;
  readonly severities: RuleChecker['severities'];
  private readonly sameRows: UnchangedRows | null;
  /** Reads a row of which what is looked at again finds nobody. */
  private readonly besides: RecordReader | null;
  private readonly list: RowMembership;
  private readonly edits: Edits;
  private readonly rules: RuleChecker;
  private readonly suppression: SuppressionMatcher | null;
  private readonly keys = new MatchKeyHasher();
  private readonly wanted: number;
  private readonly withRecords: boolean;
  private readonly digesting: RecordDigests | null;
  private facts = new Uint16Array(1024);
  private slots = new Uint8Array(1024);
  private same = new Uint8Array(0);
  private hashes = new Int32Array(4096);
  private recordHashes = new Int32Array(0);
  private digests = new Int32Array(0);
  private issues = new Uint32Array(4096);
  private rows = 0;
  private hashCount = 0;
  private issueCount = 0;
  private readonly emit = (rule: number, field: number): void => {
    if (this.issueCount === this.issues.length) this.issues = grown(this.issues);
    this.issues[this.issueCount] = issueOf(this.rows, field < 0 ? NO_FIELD : field, rule);
    this.issueCount += 1;
  };

  /**
   * `withRecords`: whole records are hashed too; by default where the list is compared with people who were sent before.
   * `again`: only this is checked, to be merged with the stored check (`partial-recheck.ts`).
   */
  constructor(
    recipe: RowCheckRequest,
    list: RowMembership,
    edits: Edits,
    withRecords = looksForPeople(recipe.inputs),
    again: RecheckScope | null = null,
  ) {
    const { rules, suppression, baseline } = recipe.inputs;
    this.list = list;
    this.edits = edits;
    const asked = again === null ? null : fieldsOf(again);
    this.records = new RecordReader(recipe.plan, edits, asked);
    const beside = again?.scope.beside ?? new Set<number>();
    this.sameRows = again === null ? null : UnchangedRows.between(again.changed, recipe.plan, edits);
    this.besides = asked === null || beside.size === 0 ? null : new RecordReader(recipe.plan, edits, new Set([...asked, ...beside]));
    const { fields } = this.records.mapper;
    this.rules = compileChecks({ mapped: fields, houseRules: rules, today: recipe.today, scope: again?.scope ?? null });
    this.severities = this.rules.severities;
    this.suppression = suppression === null || again?.suppressed === false ? null : new SuppressionMatcher(suppression);
    const mapped = new Set<string>(fields);
    let wanted = 0;
    if (mapped.has('constituentId')) wanted |= SLOT_BITS.id;
    if (mapped.has('personalEmail') || mapped.has('businessEmail')) wanted |= SLOT_BITS.emails;
    if (mapped.has('street')) wanted |= SLOT_BITS.households;
    if (this.suppression !== null) wanted |= SLOT_BITS.names;
    this.wanted = again === null ? wanted : wanted & again.slots;
    this.withRecords = withRecords;
    this.digesting = baseline === null ? null : new RecordDigests(baseline.key);
  }

  /** Checks consecutive blocks. */
  blocks(blocks: readonly RowBlock[]): RowResults {
    this.begin(blocks.reduce((sum, { rowCount }) => sum + rowCount, 0));
    for (const block of blocks) for (let row = 0; row < block.rowCount; row++) this.row(block, row);
    return this.end();
  }

  /** Checks single rows of blocks, in the order in which they are given. */
  some(rows: readonly { readonly block: RowBlock; readonly row: number }[]): RowResults {
    this.begin(rows.length);
    for (const { block, row } of rows) this.row(block, row);
    return this.end();
  }

  private begin(rows: number): void {
    this.rows = 0;
    this.hashCount = 0;
    this.issueCount = 0;
    // A row without an ID writes no digest: the array must not hold that of another row.
    if (this.digesting !== null) this.digests = new Int32Array(rows * DIGEST);
    if (this.sameRows !== null) this.same = new Uint8Array(rows);
    if (rows <= this.facts.length) return;
    this.facts = new Uint16Array(rows);
    this.slots = new Uint8Array(rows);
  }

  private end(): RowResults {
    const { rows } = this;
    return {
      facts: this.facts.slice(0, rows),
      issues: this.issues.slice(0, this.issueCount),
      slots: this.slots.slice(0, rows),
      hashes: this.hashes.slice(0, this.hashCount),
      recordHashes: this.recordHashes.slice(0, this.withRecords ? rows * 2 : 0),
      digests: this.digests,
      same: this.same.slice(0, this.sameRows === null ? 0 : rows),
    };
  }

  private row(block: RowBlock, row: number): void {
    const number = block.rowNumber(row);
    if (!this.list.has(number)) {
      this.facts[this.rows] = NO_ROW;
      this.slots[this.rows] = 0;
      this.rows += 1;
      return;
    }
    const out = this.edits.leftOutAs(number);
    const excluded: number = out === null ? EXCLUDED.no : EXCLUDED_AS[out];
    if (this.sameRows?.has(block, row) === true) {
      this.same[this.rows] = 1;
      this.facts[this.rows] = excluded;
      this.slots[this.rows] = out === null ? COMPARED : 0;
      this.rows += 1;
      return;
    }
    let draft = this.records.of(block, row);
    if (this.besides !== null && hasNoIdentity(draft.classes)) draft = this.besides.of(block, row);
    const first = this.issueCount;
    let facts: number = excluded | READINESS_OF[this.rules.check(draft, this.emit)];
    const present = this.keys.hashes(draft, this.wanted);
    const isSuppressed = this.suppression !== null && this.suppression.holds(draft, present, this.keys.halves);
    if (isSuppressed) {
      this.emit(RULE_INDEX.DO_NOT_SCREEN, FIELD_INDEX.constituentId);
      facts |= SUPPRESSED.yes;
    }
    if (this.issueCount - first > 1) sortIssues(this.issues, first, this.issueCount);
    this.facts[this.rows] = facts;
    this.slots[this.rows] = (present & KEPT_SLOTS) | (out === null && !isSuppressed ? COMPARED : 0);
    this.keepHashes(present & KEPT_SLOTS);
    if (this.withRecords) this.keepRecord(draft);
    if ((present & SLOT_BITS.id) !== 0) this.digesting?.write(draft, this.digests, this.rows * DIGEST);
    this.rows += 1;
  }

  private keepHashes(present: number): void {
    const { halves } = this.keys;
    if (this.hashCount + SLOTS * 2 > this.hashes.length) this.hashes = grown(this.hashes);
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((present & (1 << slot)) === 0) continue;
      this.hashes[this.hashCount] = halves[slot * 2]!;
      this.hashes[this.hashCount + 1] = halves[slot * 2 + 1]!;
      this.hashCount += 2;
    }
  }

  private keepRecord(draft: MappedRecord): void {
    if ((this.rows + 1) * 2 > this.recordHashes.length) this.recordHashes = grown(this.recordHashes);
    const { a, b } = recordHash(draft);
    this.recordHashes[this.rows * 2] = a;
    this.recordHashes[this.rows * 2 + 1] = b;
  }
}

/** The same numbers with room for as many again. */
function grown<T extends Uint32Array | Int32Array>(numbers: T): T {
  const larger = new (numbers.constructor as new (length: number) => T)(Math.max(1024, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
