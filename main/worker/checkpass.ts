/**
 * One pass of the check over the whole list, block by block: each row mapped, looked at alone, and compared with the rows
 * before it. Never more than one block in memory; the keys of what was seen lie off the heap.
 */
import { compileChecks, NO_HOUSE_RULES, RULE_INDEX, RULES, type RuleCode, type RowChecker } from '../../shared/checks.ts';
import { FIELD_INDEX, FIELD_KEYS, type FieldKey } from '../../shared/constituent.ts';
import type { RuleCount } from '../../shared/contract.ts';
import { emailKeys, householdKeys, idKey } from '../../shared/duplicates.ts';
import { correctionsOf, FIXES } from '../../shared/fixes.ts';
import type { Draft } from '../../shared/mapping.ts';
import type { RowBlock } from '../spreadsheet/rowblock.ts';
import type { Edits } from './edits.ts';
import { FindingsBuilder, NO_FIELD, NO_PERSON, READY, REFUSED, THIN } from './findings.ts';
import { Fingerprints } from './fingerprints.ts';
import type { ListMembers } from './list.ts';
import type { CheckSummary, ListRecipe } from './messages.ts';
import { Records } from './records.ts';

const READINESS = { ready: READY, thin: THIN, refused: REFUSED } as const;
const FIELD_COUNT = FIELD_KEYS.length;
const { constituentId: ID, personalEmail: EMAIL, street: STREET } = FIELD_INDEX;

/** Counts by rule and field. */
interface Tally {
  rows: number;
  example: RuleCount['example'];
}

export class CheckPass {
  private readonly list: ListMembers;
  private readonly edits: Edits;
  private readonly records: Records;
  private readonly checker: RowChecker;
  private readonly ids = new Fingerprints();
  private readonly emails = new Fingerprints();
  private readonly households = new Fingerprints();
  private readonly tallies = new Map<number, Tally>();
  private readonly findings = new FindingsBuilder();
  private readonly mapped: ReadonlySet<FieldKey>;
  private rows = 0;
  private ready = 0;
  private thin = 0;
  private refused = 0;
  private withErrors = 0;
  private byHand = 0;
  private withIssues = 0;

  private draft: Draft | null = null;
  private grave = false;
  private found = 0;
  private rowNumber = 0;
  private readonly emit = (rule: number, field: number): void => {
    this.note(rule, field, 0);
  };

  constructor(recipe: Pick<ListRecipe, 'plan' | 'today'>, list: ListMembers, edits: Edits) {
    this.list = list;
    this.edits = edits;
    this.records = new Records(recipe.plan, edits);
    this.mapped = new Set(this.records.mapper.fields);
    this.checker = compileChecks({ mapped: this.records.mapper.fields, houseRules: NO_HOUSE_RULES, today: recipe.today });
  }

  private note(rule: number, field: number, partner: number): void {
    const severity = this.checker.severities[rule];
    if (severity === null || severity === undefined) return;
    if (severity === 'error') this.grave = true;
    if (severity !== 'note') this.found += 1;
    const key = rule * (FIELD_COUNT + 1) + (field < 0 ? FIELD_COUNT : field);
    let tally = this.tallies.get(key);
    if (tally === undefined) this.tallies.set(key, (tally = { rows: 0, example: null }));
    tally.rows += 1;
    if (tally.example === null && this.draft !== null) tally.example = this.exampleOf(rule, field, this.draft, partner);
    this.findings.add(field < 0 ? NO_FIELD : field, rule, partner);
  }

  private exampleOf(rule: number, field: number, draft: Draft, partner: number): RuleCount['example'] {
    const key = FIELD_KEYS[field];
    const before = key === undefined ? '' : (draft.values[field] ?? '');
    const { fix, fields } = RULES[rule]!;
    if (partner > 0) return { before: before === '' ? `row ${this.rowNumber}` : before, after: `row ${partner} and row ${this.rowNumber}` };
    if (fix === null) return before === '' ? null : { before, after: null };
    const target = key ?? fields[0];
    if (target === undefined) return null;
    const corrections = correctionsOf(fix, draft, target);
    if (corrections.length === 0) return before === '' ? null : { before, after: null };
    return { before, after: corrections.map(({ value }) => (value === '' ? '(empty)' : value)).join(' · ') };
  }

  private twice(code: RuleCode, fieldIndex: number, index: Fingerprints, key: string): void {
    const partner = index.add(key, this.rowNumber);
    if (partner >= 0) this.note(RULE_INDEX[code], fieldIndex, partner);
  }

  /** Checks the rows of a block; answers its findings as bytes, in step with its rows. */
  block(block: RowBlock): Buffer {
    for (let row = 0; row < block.rowCount; row++) {
      this.rowNumber = block.rowNumber(row);
      if (!this.list.has(this.rowNumber)) {
        this.findings.row(NO_PERSON);
        continue;
      }
      const draft = this.records.of(block, row);
      const out = this.edits.leavesOut(this.rowNumber);
      this.rows += 1;
      this.draft = draft;
      this.grave = false;
      this.found = 0;
      const readiness = READINESS[this.checker.check(draft, this.emit)];
      // A row that is left out is no partner of a double: it is not sent.
      if (!out) this.compare(draft);
      const judged = this.grave ? REFUSED : readiness;
      this.findings.row(judged);
      if (this.found > 0) this.withIssues += 1;
      if (out) this.byHand += 1;
      else if (judged === REFUSED) {
        this.refused += 1;
        this.withErrors += 1;
      } else if (judged === READY) this.ready += 1;
      else this.thin += 1;
    }
    return this.findings.finish();
  }

  private compare(draft: Draft): void {
    if (this.mapped.has('constituentId')) {
      const id = idKey(draft);
      if (id !== '') this.twice('ID_DUPLICATE', ID, this.ids, id);
    }
    if (this.mapped.has('personalEmail') || this.mapped.has('businessEmail')) {
      for (const key of emailKeys(draft)) this.twice('EMAIL_SHARED', EMAIL, this.emails, key);
    }
    if (this.mapped.has('street')) {
      for (const key of householdKeys(draft)) {
        const partner = this.households.add(key, this.rowNumber);
        // Own key and spouse key of one row may be the same couple twice in it; one finding a row is enough.
        if (partner >= 0 && partner !== this.rowNumber) {
          this.note(RULE_INDEX.HOUSEHOLD_TWICE, STREET, partner);
          break;
        }
      }
    }
  }

  /** What was found, by rule: errors first, then by how many rows they are on. */
  summary(): CheckSummary {
    const grave = { error: 0, warning: 1, note: 2 } as const;
    const rules: RuleCount[] = [...this.tallies].map(([key, { rows, example }]) => {
      const rule = RULES[Math.floor(key / (FIELD_COUNT + 1))]!;
      const field = FIELD_KEYS[key % (FIELD_COUNT + 1)] ?? null;
      const target = field ?? rule.fields[0] ?? null;
      const fix =
        rule.fix === null || target === null
          ? null
          : { id: rule.fix, label: FIXES[rule.fix].button(rows.toLocaleString('en-US'), target), bulk: FIXES[rule.fix].bulk };
      return {
        code: rule.code,
        severity: this.checker.severities[RULE_INDEX[rule.code]] ?? rule.severity,
        title: rule.title,
        field,
        rows,
        example,
        fix,
      };
    });
    rules.sort((a, b) => grave[a.severity] - grave[b.severity] || b.rows - a.rows || (a.code < b.code ? -1 : 1));
    const { rows, ready, thin, refused, withErrors, byHand, withIssues } = this;
    return {
      rows,
      ready,
      thin,
      refused,
      leftOut: byHand,
      withErrors,
      byHand,
      withIssues,
      rules,
      undo: this.edits.canUndo,
      redo: this.edits.canRedo,
    };
  }
}
