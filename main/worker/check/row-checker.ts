/**
 * Checks single rows: maps them, applies the rules, looks them up in the suppression list, and hashes their match keys. The results are
 * plain numbers, so any thread can check any block.
 */
import {
  MatchKeyHasher,
  RULE_INDEX,
  type RowChecker as RuleChecker,
  SLOTS,
  SLOT_BITS,
  Scope,
  compileChecks,
  recordHash,
} from '../../../shared/rules/index.ts';
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import { type MappedRecord, OBJECTION_ROLES, roleColumns, sendsPseudonyms } from '../../../shared/mapping/index.ts';
import { FACT_BITS, NOT_COMPARED_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import { SuppressionMatcher } from '../../matching/index.ts';
import type { Edits } from '../list/edits.ts';
import { issueOf, NO_FIELD, sortIssues } from './check-group.ts';
import type { RowMembership } from '../list/stored-rows.ts';
import type { CheckInputs, ListSource } from '../../worker-protocol/index.ts';
import { RecordReader } from '../list/record-reader.ts';
import { type MappingChange, unchangedRows } from './unchanged-rows.ts';
import { DIGEST, RecordDigests } from './record-digest.ts';

const { leftOut: LEFT_OUT, suppressed: SUPPRESSED } = FACT_BITS;
/** True if a column tells who must not be screened. */
const hasObjectionColumn = (plan: ListSource['plan']): boolean => roleColumns(OBJECTION_ROLES, plan).by.length > 0;

/** Set in `slots` for rows that are compared with others, which are neither left out nor suppressed. */
export const COMPARED = 0x80;
/** The match keys that are stored. Keys of names are used only for the suppression list. */
const KEPT_SLOTS = SLOT_BITS.id | SLOT_BITS.emails | SLOT_BITS.households;

/** The results of rows, in the order in which they were checked. */
export interface RowResults {
  /** By row: the facts that depend only on the row, as bits of a facts code; or `NO_ROW`. */
  readonly facts: Uint16Array;
  /** Issues in the order of rows, as in `CheckGroup`. */
  readonly issues: Uint32Array;
  /** By row: its match keys, as bits of `SLOT_BITS`, and `COMPARED`. */
  readonly slots: Uint8Array;
  /** The match-key hashes, two halves each, by row and slot. */
  readonly hashes: Int32Array;
  /** Hashes of whole records, two halves per row; empty if not requested. */
  readonly recordHashes: Int32Array;
  /** Digests of the records of rows with an ID, `DIGEST` numbers per row; empty for a list without a baseline. */
  readonly digests: Int32Array;
  /** 1 for a row that a changed mapping does not affect, and that is not checked; empty if every row is checked. */
  readonly unchanged: Uint8Array;
}

/** A row by its position in its block. */
export interface RowInBlock {
  readonly block: RowBlock;
  readonly row: number;
}

export type RowCheckRequest = Pick<ListSource, 'plan' | 'today'> & {
  readonly sheetLayout: Pick<ListSource['sheetLayout'], 'headers'>;
  readonly inputs: CheckInputs;
};

/** True when a list is compared with people who were screened recently or are in a list in progress. */
export const looksForPeople = ({ recent, inProgress }: CheckInputs): boolean => recent.length > 0 || inProgress.length > 0;

export class RowChecker {
  readonly records: RecordReader;
  readonly severities: RuleChecker['severities'];
  /** What is checked; null for everything. */
  readonly scope: Scope | null;
  private readonly isUnchanged: ReturnType<typeof unchangedRows>;
  private readonly list: RowMembership;
  readonly edits: Edits;
  /** Whether rows that do not name a living person are also sent. */
  readonly sendAnyway: boolean;
  /** Whether the user can override an objection by giving a reason. */
  private readonly mayOverride: boolean;
  private readonly rules: RuleChecker;
  private readonly suppression: SuppressionMatcher | null;
  private readonly keys = new MatchKeyHasher();
  private readonly wanted: number;
  private readonly withRecordHashes: boolean;
  private readonly digesting: RecordDigests | null;
  private facts = new Uint16Array(1024);
  private slots = new Uint8Array(1024);
  private unchanged = new Uint8Array(0);
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
   * `withRecordHashes`: also hashes whole records, for comparison with other screenings. `changed`: checks only what depends on this
   * change, to be completed by `StoredResults`.
   */
  constructor(
    request: RowCheckRequest,
    list: RowMembership,
    edits: Edits,
    withRecordHashes = looksForPeople(request.inputs),
    changed: MappingChange | null = null,
  ) {
    const { rules, suppression, baseline, sendAnyway } = request.inputs;
    this.sendAnyway = sendAnyway;
    this.mayOverride = rules.neverObjected !== true;
    this.list = list;
    this.edits = edits;
    this.scope =
      changed === null
        ? null
        : new Scope(changed.fields, suppression !== null || hasObjectionColumn(request.plan) || hasObjectionColumn(changed.before));
    this.records = new RecordReader(request.plan, edits, this.scope?.fields);
    this.isUnchanged = changed === null ? null : unchangedRows(changed, request.plan, edits);
    const { fields } = this.records.mapper;
    const pseudonyms = sendsPseudonyms(request.plan, request.sheetLayout.headers);
    this.rules = compileChecks({ mapped: fields, rules, today: request.today, pseudonyms, scope: this.scope });
    this.severities = this.rules.severities;
    this.suppression = suppression === null || this.scope?.suppressed === false ? null : new SuppressionMatcher(suppression);
    const mapped = new Set<string>(fields);
    let wanted = 0;
    if (mapped.has('constituentId')) wanted |= SLOT_BITS.id;
    if (mapped.has('personalEmail') || mapped.has('businessEmail')) wanted |= SLOT_BITS.emails;
    if (mapped.has('street')) wanted |= SLOT_BITS.households;
    if (this.suppression !== null) wanted |= SLOT_BITS.names;
    this.wanted = wanted & (this.scope?.slots ?? wanted);
    this.withRecordHashes = withRecordHashes;
    this.digesting = baseline === null ? null : new RecordDigests(baseline.key);
  }

  /** Checks consecutive blocks. */
  checkBlocks(blocks: readonly RowBlock[]): RowResults {
    this.begin(blocks.reduce((sum, { rowCount }) => sum + rowCount, 0));
    for (const block of blocks) for (let row = 0; row < block.rowCount; row++) this.row(block, row);
    return this.end();
  }

  /** Checks single rows in the given order. */
  checkRows(rows: readonly RowInBlock[]): RowResults {
    this.begin(rows.length);
    for (const { block, row } of rows) this.row(block, row);
    return this.end();
  }

  private begin(rows: number): void {
    this.rows = 0;
    this.hashCount = 0;
    this.issueCount = 0;
    // New for each call, because a row without an ID writes no digest and must not keep the digest of another row.
    if (this.digesting !== null) this.digests = new Int32Array(rows * DIGEST);
    if (this.isUnchanged !== null) this.unchanged = new Uint8Array(rows);
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
      recordHashes: this.recordHashes.slice(0, this.withRecordHashes ? rows * 2 : 0),
      digests: this.digests,
      unchanged: this.unchanged,
    };
  }

  private row(block: RowBlock, row: number): void {
    if (!this.list.has(block, row)) {
      this.facts[this.rows] = NO_ROW;
      this.slots[this.rows] = 0;
      this.rows += 1;
      return;
    }
    const number = block.rowNumber(row);
    const leftOutAs = this.edits.leftOutAs(number);
    const leftOut: number = LEFT_OUT[leftOutAs ?? 'no'];
    if (this.isUnchanged?.(block, row) === true) {
      this.unchanged[this.rows] = 1;
      this.facts[this.rows] = leftOut;
      this.slots[this.rows] = leftOutAs === null ? COMPARED : 0;
      this.rows += 1;
      return;
    }
    const record = this.records.of(block, row);
    const first = this.issueCount;
    let facts: number = leftOut | this.rules.check(record, this.emit);
    const present = this.keys.hashes(record, this.wanted);
    const isSuppressed = this.suppression !== null && this.suppression.holds(record, present, this.keys.halves);
    if (isSuppressed) {
      this.emit(RULE_INDEX.DO_NOT_SCREEN, FIELD_INDEX.constituentId);
      facts |= SUPPRESSED.yes;
    }
    if (this.mayOverride && (facts & SUPPRESSED.yes) !== 0 && this.edits.reasonOf(number) !== null) facts &= ~SUPPRESSED.yes;
    if (this.issueCount - first > 1) sortIssues(this.issues, first, this.issueCount);
    this.facts[this.rows] = facts;
    this.slots[this.rows] = (present & KEPT_SLOTS) | ((facts & NOT_COMPARED_MASK) === 0 ? COMPARED : 0);
    this.addHashes(present & KEPT_SLOTS);
    if (this.withRecordHashes) this.addRecordHash(record);
    if ((present & SLOT_BITS.id) !== 0) this.digesting?.write(record, this.digests, this.rows * DIGEST);
    this.rows += 1;
  }

  private addHashes(present: number): void {
    const { halves } = this.keys;
    if (this.hashCount + SLOTS * 2 > this.hashes.length) this.hashes = grown(this.hashes);
    for (let slot = 0; slot < SLOTS; slot++) {
      if ((present & (1 << slot)) === 0) continue;
      this.hashes[this.hashCount] = halves[slot * 2]!;
      this.hashes[this.hashCount + 1] = halves[slot * 2 + 1]!;
      this.hashCount += 2;
    }
  }

  private addRecordHash(record: MappedRecord): void {
    if ((this.rows + 1) * 2 > this.recordHashes.length) this.recordHashes = grown(this.recordHashes);
    const { a, b } = recordHash(record);
    this.recordHashes[this.rows * 2] = a;
    this.recordHashes[this.rows * 2 + 1] = b;
  }
}

/** A copy with twice the length. */
function grown<T extends Uint32Array | Int32Array>(numbers: T): T {
  const larger = new (numbers.constructor as new (length: number) => T)(Math.max(1024, numbers.length * 2));
  larger.set(numbers);
  return larger;
}
