/**
 * Checks only what an edit changes. Rows with changed values are checked. Rows that are left out or included again, and rows that share a
 * match key with any of these rows, are only compared with other rows. Everything else keeps its stored check.
 */
import { FACT_BITS, NO_ROW } from '../../../shared/rows/index.ts';
import { type ChangedRows, type EditStep, isReverse } from '../list/stored-edits.ts';
import type { RowGroup } from '../list/row-groups.ts';
import { CheckGroup } from './check-group.ts';
import type { CheckDeps, CheckTarget } from './check-target.ts';
import { priorFacts } from './group-assembler.ts';
import { chunkPlace, GroupWriter } from './group-writer.ts';
import { hashesOf } from './key-chunks.ts';
import { KeySets, MatchKeyIndex, StoredKeys } from './match-key-index.ts';
import { type CheckedRows, type OwnResults, StoredRows } from './own-results.ts';
import type { PriorScreenings } from './prior-screenings.ts';
import type { RowInBlock } from './row-checker.ts';

const { leftOut: LEFT_OUT } = FACT_BITS;
/** Maximum number of rows whose previous results are kept for an undo. Each takes about 40 bytes. */
const MAX_REPLACED = 250_000;

/** `differs`: 1 for rows that may now duplicate other rows than before. */
interface ChangedGroup extends CheckedRows {
  readonly differs: Uint8Array;
}

/** Checks one edit, one group at a time. */
export class EditedRows {
  private readonly target: CheckTarget;
  private readonly keys: MatchKeyIndex;
  private readonly prior: PriorScreenings;
  private readonly stored: StoredRows;
  /** Keys that rows lost or gained, and that other rows may have. */
  private readonly touched = new KeySets();
  private readonly changed = new Map<number, ChangedGroup>();
  private readonly replaced = new Map<number, CheckedRows>();
  private kept = 0;

  /** Results of corrected rows from before the edit, if this step reverses that edit. */
  private readonly known: ReadonlyMap<number, CheckedRows>;
  private readonly step: EditStep;

  constructor(target: CheckTarget, deps: CheckDeps, step: EditStep) {
    this.target = target;
    this.step = step;
    this.known = target.replaced !== null && isReverse(step, target.replaced.step) ? target.replaced.groups : new Map();
    target.replaced = null;
    const progress = reportOf(target, deps, 0);
    this.keys = target.keys ??= new MatchKeyIndex(target.file, () => progress(0));
    this.prior = deps.prior;
    this.stored = new StoredRows(target.checker.severities);
  }

  private checkGroup(group: number): CheckGroup {
    return new CheckGroup(this.target.file.read('check', group)!);
  }

  /** Checks rows of a group, which must be in order. */
  private check(group: number, rows: readonly number[]): OwnResults {
    const results = this.target.checker.checkRows(inBlocks(this.target.groups.group(group), rows));
    let hash = 0;
    for (let row = 0; row < rows.length; row++) {
      if (results.facts[row] !== NO_ROW) results.facts[row]! |= priorFacts(this.prior, results, row, hash);
      hash += hashesOf(results.slots[row]!) * 2;
    }
    return results;
  }

  private results(group: number, rows: readonly number[], stored: CheckGroup, fresh: CheckedRows | null): OwnResults {
    const { edits, groups } = this.target;
    const { rowNumbers } = groups.place(group);
    const leftOutNow = (row: number): number => {
      const as = edits.leftOutAs(rowNumbers[row]!);
      return LEFT_OUT[as ?? 'no'];
    };
    return this.stored.of(stored, this.keys.groups[group]!, rows, { fresh, leftOutNow, check: (row) => this.check(group, [row]) })!;
  }

  /** Takes the rows of a group with changed values, and the rows that are left out or included again. Both must be in order. */
  take(group: number, corrected: readonly number[], leftOut: readonly number[]): void {
    const { file, groups } = this.target;
    const stored = this.checkGroup(group);
    const rows = union(corrected, leftOut);
    const known = this.known.get(group);
    const fresh =
      corrected.length === 0 ? null : sameRows(known, corrected) ? known! : { rows: corrected, results: this.check(group, corrected) };
    this.keep(group, corrected, stored);
    const results = this.results(group, rows, stored, fresh);
    const before = this.keys.groups[group]!;
    const { bytes, differs } = this.keys.replace(group, rows, results);
    if (bytes !== null) {
      file.write('keys', chunkPlace(group, groups.place(group)), bytes);
      const moved = rows.filter((_, at) => differs[at] === 1);
      const touch = (kind: number, a: number, b: number) => this.touched.add(kind, a, b, 1);
      this.keys.eachRepeatedKey(group, moved, touch);
      this.keys.eachRepeatedKey(group, moved, touch, before);
    }
    this.changed.set(group, { rows, results, differs });
  }

  /** Keeps the stored results of corrected rows, for an undo. */
  private keep(group: number, rows: readonly number[], stored: CheckGroup): void {
    this.kept += rows.length;
    if (rows.length === 0 || this.kept > MAX_REPLACED) return;
    const results = this.stored.of(stored, this.keys.groups[group]!, rows, { fresh: null, leftOutNow: null, check: null });
    if (results !== null) this.replaced.set(group, { rows, results });
  }

  /** Writes the check of the taken rows, and of rows that share a key with any of them. `progress`: called with a number of rows. */
  finish(progress: (rows: number) => void): void {
    const { file, checker, groups } = this.target;
    const sharing = this.keys.rowsWith(this.touched);
    const wanted = new KeySets();
    const order = [...new Set([...this.changed.keys(), ...sharing.keys()])].toSorted((a, b) => a - b);
    for (const group of order) this.keys.eachRepeatedKey(group, this.compared(group, sharing), (kind, a, b) => wanted.add(kind, a, b, 1));
    const writer = new GroupWriter(file, checker, this.prior, new StoredKeys(this.keys, wanted, groups), this.target.counts);
    for (const group of order) {
      const place = groups.place(group);
      progress(place.first);
      const stored = this.checkGroup(group);
      const changed = this.changed.get(group) ?? null;
      const compared = new Set(this.compared(group, sharing));
      const rows = union(changed?.rows ?? [], sharing.get(group) ?? []);
      const keepsDuplicates = Uint8Array.from(rows, (row) => (compared.has(row) ? 0 : 1));
      const results =
        changed !== null && rows.length === changed.rows.length ? changed.results : this.results(group, rows, stored, changed);
      writer.update(group, results, place, { stored, rows, keepsDuplicates });
    }
    writer.finish();
    this.target.replaced = { step: this.step, groups: this.replaced };
  }

  /** The rows of a group to compare with other rows, in order. */
  private compared(group: number, sharing: ReadonlyMap<number, readonly number[]>): readonly number[] {
    const changed = this.changed.get(group);
    const moved = changed === undefined ? [] : changed.rows.filter((_, at) => changed.differs[at] === 1);
    return union(moved, sharing.get(group) ?? []);
  }
}

/**
 * Returns a function that reports the progress of checking an edit, in two passes over the list. `passed`: completed passes.
 * @throws the reason of the signal when the work is canceled
 */
export function reportOf({ groups }: CheckTarget, { context }: CheckDeps, passed = 1): (rows: number) => void {
  return (rows) => {
    context.progress(passed * groups.rows + rows, groups.rows * 2, 'rows');
    context.signal.throwIfAborted();
  };
}

/**
 * Checks what an edit changes, and writes the check, keys and counts.
 * @throws the reason of the signal when the work is canceled
 */
export function checkEditedRows(target: CheckTarget, { corrected, leftOut, step }: ChangedRows, deps: CheckDeps): void {
  const { groups } = target;
  const progress = reportOf(target, deps, 0);
  progress(0);
  const rows = new EditedRows(target, deps, step);
  progress(0);
  const [byCorrection, byLeftOut] = [groups.locate(corrected), groups.locate(leftOut)];
  for (const group of [...new Set([...byCorrection.keys(), ...byLeftOut.keys()])].toSorted((a, b) => a - b)) {
    progress(groups.place(group).first);
    rows.take(group, byCorrection.get(group) ?? [], byLeftOut.get(group) ?? []);
  }
  rows.finish(reportOf(target, deps));
}

/** Combines two ascending lists, without repetition. */
function union(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  const all: number[] = [];
  let [one, other] = [0, 0];
  while (one < a.length || other < b.length) {
    const [next, alternative] = [a[one] ?? Infinity, b[other] ?? Infinity];
    all.push(Math.min(next, alternative));
    if (next <= alternative) one += 1;
    if (alternative <= next) other += 1;
  }
  return all;
}

const sameRows = (known: CheckedRows | undefined, rows: readonly number[]): boolean =>
  known !== undefined && known.rows.length === rows.length && known.rows.every((row, at) => row === rows[at]);

/** The blocks of a group's rows, which must be in order. */
function inBlocks({ blocks, counts }: RowGroup, rows: readonly number[]): RowInBlock[] {
  let block = 0;
  let start = 0;
  return rows.map((row) => {
    while (row >= start + counts[block]!) start += counts[block++]!;
    return { block: blocks[block]!, row: row - start };
  });
}
