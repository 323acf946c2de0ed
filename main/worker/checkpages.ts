/** Pages of the checked list: which rows a filter and a search take is found once and kept; a page then costs its rows only. */
import { isRuleCode, RULE_INDEX, RULES } from '../../shared/checks.ts';
import { FIELD_INDEX, FIELD_KEYS } from '../../shared/constituent.ts';
import type { CheckFilter, CheckPage, CheckRow } from '../../shared/contract.ts';
import { RowBlock } from '../spreadsheet/rowblock.ts';
import type { ProjectFile } from '../store/projectfile.ts';
import type { Edits } from './edits.ts';
import { Findings, NO_FIELD, NO_PERSON } from './findings.ts';
import type { RowBlocks } from './list.ts';
import type { Records } from './records.ts';

/** Filters whose rows are kept at once. */
const KEPT = 6;

export class CheckPages {
  private readonly file: ProjectFile;
  private readonly blocks: RowBlocks;
  private readonly edits: Edits;
  private readonly records: Records;
  private readonly found = new Map<number, Findings>();
  /** Rows by filter: block and row in one number, block × 65,536 + row. */
  private readonly kept = new Map<string, Float64Array>();

  constructor(file: ProjectFile, blocks: RowBlocks, edits: Edits, records: Records) {
    this.file = file;
    this.blocks = blocks;
    this.edits = edits;
    this.records = records;
  }

  private findings(seq: number): Findings {
    let findings = this.found.get(seq);
    if (findings === undefined) {
      const bytes = this.file.read('findings', seq);
      if (bytes === null) throw new RangeError(`findings of chunk ${seq} are missing`);
      this.found.set(seq, (findings = new Findings(bytes)));
    }
    return findings;
  }

  private rowsOf(filter: CheckFilter, find: string): Float64Array {
    const key = JSON.stringify([filter, find]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const rows: number[] = [];
    for (const { seq } of this.blocks.places) {
      const block = find === '' && filter.kind !== 'leftOut' ? null : new RowBlock(this.file.read('rows', seq)!);
      for (const row of this.matching(seq, filter)) {
        if (block !== null && filter.kind === 'leftOut' && !this.edits.leavesOut(block.rowNumber(row))) continue;
        if (block !== null && find !== '' && !this.holds(block, row, find)) continue;
        rows.push(seq * 65_536 + row);
      }
    }
    const made = Float64Array.from(rows);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value!);
    this.kept.set(key, made);
    return made;
  }

  /** Rows of a block that a filter takes, in order, each once. */
  private *matching(seq: number, filter: CheckFilter): Generator<number> {
    const findings = this.findings(seq);
    if (filter.kind === 'all' || filter.kind === 'leftOut') {
      for (let row = 0; row < findings.rows; row++) if (findings.readiness(row) !== NO_PERSON) yield row;
      return;
    }
    const rule = filter.kind === 'rule' && isRuleCode(filter.code) ? RULE_INDEX[filter.code] : -1;
    const field = filter.kind === 'rule' && filter.field !== null ? FIELD_INDEX[filter.field] : NO_FIELD;
    let last = -1;
    for (let i = 0; i < findings.count; i++) {
      const row = findings.row(i);
      if (row === last) continue;
      const hit =
        filter.kind === 'rule' ? findings.rule(i) === rule && findings.field(i) === field : RULES[findings.rule(i)]!.severity !== 'note';
      if (!hit) continue;
      last = row;
      yield row;
    }
  }

  private holds(block: RowBlock, row: number, find: string): boolean {
    const wanted = find.toLowerCase();
    return this.records.of(block, row).values.some((value) => value !== '' && value.toLowerCase().includes(wanted));
  }

  /** A page of at most 200 rows: the record's values, with what was found on them. */
  page(filter: CheckFilter, find: string, offset: number, limit: number): CheckPage {
    const rows = this.rowsOf(filter, find.trim());
    const { fields } = this.records.mapper;
    const indexes = fields.map((field) => FIELD_INDEX[field]);
    const page: CheckRow[] = [];
    for (const at of rows.subarray(offset, offset + limit)) {
      const seq = Math.floor(at / 65_536);
      const row = at % 65_536;
      const block = this.blocks.block(seq);
      const { values } = this.records.of(block, row);
      page.push({
        row: block.rowNumber(row),
        leftOut: this.edits.leavesOut(block.rowNumber(row)),
        values: indexes.map((index) => values[index]!),
        issues: this.issues(seq, row),
      });
    }
    return { total: rows.length, fields: [...fields], rows: page };
  }

  private issues(seq: number, row: number): CheckRow['issues'] {
    const findings = this.findings(seq);
    const issues: CheckRow['issues'] = [];
    // Findings lie in the order of rows: halve to the first of this row.
    let low = 0;
    let high = findings.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (findings.row(middle) < row) low = middle + 1;
      else high = middle;
    }
    for (let i = low; i < findings.count && findings.row(i) === row; i++) {
      const { code, severity } = RULES[findings.rule(i)]!;
      issues.push({ field: FIELD_KEYS[findings.field(i)] ?? null, code, severity });
    }
    return issues;
  }
}
