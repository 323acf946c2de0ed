/**
 * The journal of verdicts about matches. Each step has the verdicts before and after it, is encrypted with the project's key, and is bound
 * to its place. Steps are only added.
 */
import { ReviewStep } from '../../../shared/review/index.ts';
import { decryptJson, encryptJson } from '../project-file/index.ts';
import { parsedRow, type Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

/** A step with its number in the project, from 1. `at`: milliseconds since 1970. */
export interface StoredStep {
  readonly number: number;
  readonly at: number;
  readonly step: ReviewStep;
}

const purposeOf = (id: string, number: number) => `review/${id}/${number}`;

export class ReviewTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  /** Adds a step after the step `last`. It is on disk when this returns. False if another program has added a step since. */
  append(id: string, at: number, last: number, step: ReviewStep): boolean {
    const number = last + 1;
    const sealed = encryptJson(this.owners.byId(id).key(), purposeOf(id, number), ReviewStep.parse(step));
    return this.sql.write(() => {
      if (this.last(id) !== last) return false;
      this.sql.insert('review', { project_id: id, number, at, sealed });
      return true;
    });
  }

  private last(id: string): number {
    return (this.sql.get('SELECT max(number) AS last FROM review WHERE project_id = ?', id) as { last: number | null }).last ?? 0;
  }

  /**
   * The steps after the step `last`, in order.
   * @throws DATABASE_DAMAGED for a step that cannot be read.
   */
  after(id: string, last: number): StoredStep[] {
    const rows = this.sql.all('SELECT number, at, sealed FROM review WHERE project_id = ? AND number > ? ORDER BY number', id, last);
    if (rows.length === 0) return [];
    const key = this.owners.byId(id).key();
    return (rows as { readonly number: number; readonly at: number; readonly sealed: Buffer }[]).map(({ number, at, sealed }) =>
      parsedRow('verdict', () => ({ number, at, step: ReviewStep.parse(decryptJson(key, purposeOf(id, number), sealed)) })),
    );
  }

  /** Removes the verdicts about these rows from all steps. */
  eraseRows(id: string, rows: ReadonlySet<number>): void {
    const key = this.owners.byId(id).key();
    this.sql.write(() => {
      for (const { number, step } of this.after(id, 0)) {
        const verdicts = step.verdicts.filter(({ row }) => !rows.has(row));
        if (verdicts.length === step.verdicts.length) continue;
        const sealed = encryptJson(key, purposeOf(id, number), { ...step, verdicts });
        this.sql.run('UPDATE review SET sealed = ? WHERE project_id = ? AND number = ?', sealed, id, number);
      }
    });
  }

  /**
   * Within a transaction, changes the comments of verdicts about a project, and the names of the files that the verdicts came from, which
   * have no row.
   */
  changeTexts(id: string, by: (text: string, row: number | null) => string): void {
    const key = this.owners.byId(id).key();
    const changed = <T extends { readonly note: string } | null>(verdict: T, row: number): T =>
      verdict === null ? verdict : { ...verdict, note: by(verdict.note, row) };
    for (const { number, step } of this.after(id, 0)) {
      const verdicts = step.verdicts.map((one) => ({ ...one, before: changed(one.before, one.row), after: changed(one.after, one.row) }));
      const after = { ...step, from: step.from === null ? null : by(step.from, null), verdicts };
      if (JSON.stringify(after) !== JSON.stringify(step))
        this.sql.run(
          'UPDATE review SET sealed = ? WHERE project_id = ? AND number = ?',
          encryptJson(key, purposeOf(id, number), ReviewStep.parse(after)),
          id,
          number,
        );
    }
  }

  /** Within a transaction, removes the verdicts of a project, because its key is removed. */
  remove(id: string): void {
    this.sql.run('DELETE FROM review WHERE project_id = ?', id);
  }
}
