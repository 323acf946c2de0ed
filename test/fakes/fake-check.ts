/** The check of one list in the stand-in of the application: filtered, edited, fixed, left out, undone and done again. */
import type { CheckFilter, CheckPage, CheckRow, CheckView, Input, MadeBefore } from '../../shared/contract/index.ts';
import { FIELD_INDEX, type FieldKey } from '../../shared/fields/table.ts';
import { createMappedRecord } from '../../shared/mapping/mapped-record.ts';
import { correctionsOf, type FixId } from '../../shared/rules/index.ts';
import { check, CHECK_FIELDS, checkRow, readinessOf } from './check-fixtures.ts';

type Change =
  | { readonly kind: 'edit'; readonly row: number; readonly field: FieldKey; readonly value: string }
  | { readonly kind: 'fix'; readonly code: string; readonly fix: FixId; readonly field: FieldKey; readonly title: string }
  | { readonly kind: 'leaveOut'; readonly rows: readonly number[]; readonly leaveOut: boolean }
  | { readonly kind: 'again'; readonly changes: MadeBefore['examples'] };

/** Values that were corrected in the list before. */
const BEFORE: readonly (readonly [place: number, field: FieldKey, before: string, after: string])[] = [
  [3, 'personalEmail', 'rosalind.quayle@', 'rosalind.quayle@example.org'],
  [14, 'primaryLast', 'The Okafor-Lyle Family', 'Okafor-Lyle'],
  [29, 'postalCode', '1609', '01609'],
  [41, 'street', '212 Tannery Ln, Apt 4', '212 Tannery Ln Apt 4'],
  [58, 'postalCode', '2740', '02740'],
  [60, 'spouseFirst', '', 'Jonah'],
  [77, 'personalEmail', 'none@none', ''],
  [93, 'postalCode', '3060', '03060'],
];

/** Rows that are looked through for a filter or a search. */
const MOST_LOOKED_AT = 12_000;

export class FakeCheck {
  private readonly rows: number;
  private readonly holdsBack: boolean;
  private readonly done: Change[] = [];
  private undone: Change[] = [];

  /** `holdsBack`: most people have not changed since an earlier screening. */
  constructor(rows: number, holdsBack = false) {
    this.rows = rows;
    this.holdsBack = holdsBack;
  }

  private label(change: Change | undefined): string | null {
    if (change === undefined) return null;
    switch (change.kind) {
      case 'edit':
        return `the change of row ${change.row}`;
      case 'fix':
        return `“${change.title}”`;
      case 'again':
        return `the corrections of last time in 25 rows`;
      default:
        return `${change.leaveOut ? 'leaving out' : 'taking back'} ${change.rows.length} rows`;
    }
  }

  view(): CheckView {
    const made = check(this.rows);
    const fixed = new Set(this.done.flatMap((change) => (change.kind === 'fix' ? [change.code] : [])));
    const out = this.leftOut().size;
    const mended = made.rules.filter((rule) => fixed.has(rule.code)).reduce((sum, rule) => sum + rule.rows, 0);
    const refused = made.rules
      .filter((rule) => rule.severity === 'error' && !fixed.has(rule.code))
      .reduce((sum, { rows }) => sum + rows, 0);
    const thin = Math.max(0, made.thin - Math.max(0, mended - (made.refused - refused)));
    return {
      ...made,
      refused,
      thin,
      ready: this.rows - refused - thin - out,
      leftOut: out,
      heldBack: this.holdsBack ? this.rows - refused - out - Math.ceil(this.rows / 8) : 0,
      withIssues: made.withIssues - mended,
      rules: made.rules.filter((rule) => !fixed.has(rule.code)),
      undo: this.label(this.done.at(-1)),
      redo: this.label(this.undone.at(-1)),
    };
  }

  private leftOut(): Set<number> {
    const out = new Set<number>();
    for (const change of this.done)
      if (change.kind === 'leaveOut')
        for (const row of change.rows) {
          if (change.leaveOut) out.add(row);
          else out.delete(row);
        }
    return out;
  }

  private rowAt(index: number, out: ReadonlySet<number>): CheckRow {
    const row = checkRow(index);
    const values = [...row.values];
    let { issues } = row;
    for (const change of this.done) {
      if (change.kind === 'edit' && change.row === row.row) {
        values[CHECK_FIELDS.indexOf(change.field)] = change.value;
        issues = issues.filter((issue) => issue.field !== change.field);
      }
      if (change.kind === 'again')
        for (const { row: at, field, after } of change.changes) if (at === row.row) values[CHECK_FIELDS.indexOf(field)] = after;
      if (change.kind === 'fix' && issues.some((issue) => issue.code === change.code)) {
        const draft = createMappedRecord();
        CHECK_FIELDS.forEach((field, position) => {
          draft.values[FIELD_INDEX[field]] = values[position] ?? '';
        });
        for (const { field, value } of correctionsOf(change.fix, draft, change.field))
          if (CHECK_FIELDS.includes(field)) values[CHECK_FIELDS.indexOf(field)] = value;
        issues = issues.filter((issue) => issue.code !== change.code);
      }
    }
    const [leftOut, readiness] = [out.has(row.row), readinessOf(issues)];
    const isHeld = this.holdsBack && !leftOut && readiness !== 'refused' && index % 8 !== 2;
    return { ...row, leftOut, heldBack: isHeld ? 'unchanged' : null, readiness, values, issues };
  }

  private matches(row: CheckRow, filter: CheckFilter): boolean {
    switch (filter.kind) {
      case 'issues':
        return row.issues.some((issue) => issue.severity !== 'note');
      case 'leftOut':
        return row.leftOut;
      case 'readiness':
        return !row.leftOut && row.readiness === filter.readiness;
      case 'rule':
        return row.issues.some((issue) => issue.code === filter.code);
      default:
        return true;
    }
  }

  page({ filter, find, offset, limit }: Omit<Input<'check.page'>, 'id'>): CheckPage {
    const out = this.leftOut();
    const fields = [...CHECK_FIELDS];
    if (filter.kind === 'all' && find === '') {
      const length = Math.max(0, Math.min(limit, this.rows - offset));
      return { total: this.rows, fields, rows: Array.from({ length }, (_, index) => this.rowAt(offset + index, out)) };
    }
    const hits = this.hits(filter, find);
    return { total: hits.length, fields, rows: hits.slice(offset, offset + limit) };
  }

  private hits(filter: CheckFilter, find: string): CheckRow[] {
    const out = this.leftOut();
    const wanted = find.toLowerCase();
    return Array.from({ length: Math.min(this.rows, MOST_LOOKED_AT) }, (_, index) => this.rowAt(index, out)).filter(
      (row) => this.matches(row, filter) && (wanted === '' || row.values.join(' ').toLowerCase().includes(wanted)),
    );
  }

  private make(change: Change): CheckView {
    this.done.push(change);
    this.undone = [];
    return this.view();
  }

  edit({ row, field, value }: Omit<Input<'check.edit'>, 'id'>): CheckView {
    return this.make({ kind: 'edit', row, field, value });
  }

  fix({ code, field }: Omit<Input<'check.fix'>, 'id'>): CheckView {
    const rule = check(this.rows).rules.find((one) => one.code === code);
    if (rule?.fix == null || field === null) return this.view();
    return this.make({ kind: 'fix', code, field, title: rule.title, fix: rule.fix.id as FixId });
  }

  leaveOut({ rows, leaveOut }: Omit<Input<'check.leaveOut'>, 'id'>): CheckView {
    return this.make({ kind: 'leaveOut', leaveOut, rows: Array.isArray(rows) ? rows : this.hits(rows, '').map((row) => row.row) });
  }

  /** What was corrected in an earlier list of this name and can be made again. */
  madeBefore(name: string): MadeBefore {
    if (this.done.some(({ kind }) => kind === 'again')) return { name, corrections: 0, rows: 0, fields: [], examples: [] };
    return {
      name,
      corrections: 27,
      rows: 25,
      fields: [
        { field: 'postalCode', corrections: 16 },
        { field: 'personalEmail', corrections: 7 },
        { field: 'primaryLast', corrections: 2 },
        { field: 'street', corrections: 1 },
        { field: 'spouseFirst', corrections: 1 },
      ],
      examples: BEFORE.map(([place, field, before, after]) => ({ row: checkRow(place).row, field, before, after })),
    };
  }

  makeAgain(): CheckView {
    return this.make({ kind: 'again', changes: this.madeBefore('').examples });
  }

  undo(): CheckView {
    const last = this.done.pop();
    if (last !== undefined) this.undone.push(last);
    return this.view();
  }

  redo(): CheckView {
    const last = this.undone.pop();
    if (last !== undefined) this.done.push(last);
    return this.view();
  }
}
