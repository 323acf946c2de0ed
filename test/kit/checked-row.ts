/** One row of the fields of a person, mapped and checked. */
import { RULES } from '../../shared/rules/table.ts';
import { DEFAULT_RULES, compileChecks, type CheckOptions } from '../../shared/rules/row-checks.ts';
import { decodeFacts, readinessOf } from '../../shared/rows/row-facts.ts';
import { FIELD_KEYS, type FieldKey } from '../../shared/fields/table.ts';
import { compileMapping } from '../../shared/mapping/row-mapper.ts';
import { createMappedRecord } from '../../shared/mapping/mapped-record.ts';
import { STANDARD_CLEANING, type Cleaning, type MappingPlan } from '../../shared/mapping/plan.ts';
import { field, planOf } from './mapped-rows.ts';

/** The cells of a row that are filled. */
export type Cells = Readonly<Partial<Record<FieldKey, string>>>;

export const TODAY = '2026-11-20';
export const PERSON: Cells = {
  constituentId: '100482',
  primaryFirst: 'Marguerite',
  primaryLast: 'Ashdown',
  street: '14 Larkspur Ln',
  city: 'Worcester',
  state: 'MA',
  postalCode: '01609',
};

export const planFor = (keys: readonly FieldKey[], cleaning: Partial<Cleaning> = {}): MappingPlan =>
  planOf(keys.map(field), { cleaning: { ...STANDARD_CLEANING, ...cleaning } });

/** Readiness and issues of a row of all 29 fields, the issues as `CODE field`. */
export function check(cells: Cells, options: Partial<CheckOptions> = {}, cleaning: Partial<Cleaning> = {}) {
  const draft = createMappedRecord();
  compileMapping(planFor(FIELD_KEYS, cleaning)).map((column) => cells[FIELD_KEYS[column]!] ?? '', draft);
  const found: string[] = [];
  const checker = compileChecks({ mapped: FIELD_KEYS, rules: DEFAULT_RULES, today: TODAY, ...options });
  const bits = checker.check(draft, (rule, field) => found.push(`${RULES[rule]!.code} ${field < 0 ? '-' : FIELD_KEYS[field]}`));
  return { readiness: readinessOf(decodeFacts(bits)), found };
}

export const person = (more: Cells): Cells => ({ ...PERSON, ...more });
