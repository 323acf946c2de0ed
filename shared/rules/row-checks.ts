/**
 * Checks single rows with the rules of all subjects that need no other row, compiled for the fields of a list. The checks use the classes
 * that parsing found for each value, and only read texts if these give a reason.
 */
import { z } from 'zod';
import { FIELDS, FIELD_INDEX, FIELD_KEYS, type FieldKey, FieldSet } from '../fields/index.ts';
import { Field, type MappedRecord } from '../mapping/index.ts';
import { RecordRules } from '../record/index.ts';
import { packedDay } from '../numbers/index.ts';
import { NAMES_SOMEBODY, compileMatch, compileNobody } from './completeness.ts';
import { FACTS, FILLED_BY_FIXES, RULE_SPECS, RULES, SUBJECTS } from './table.ts';
import { RULE_CODES, RULE_INDEX } from './codes.ts';
import { FACT_BITS } from '../rows/index.ts';
import type { CheckedList, Found, Severity } from './rule.ts';
import type { Scope } from './scope.ts';

/**
 * Organization rules: required fields, and rules with a changed severity or turned off. Configurable, because the service does not state
 * what it requires (2.5).
 */
export const OrganizationRules = z.strictObject({
  required: z.array(Field).max(FIELDS.length),
  severities: z.partialRecord(z.enum(RULE_CODES), z.enum(['error', 'warning', 'note', 'off'])),
  /** True: people who asked not to be screened are never sent, even with a reason. */
  neverObjected: z.boolean().optional(),
  /** What must be declared before a list is sent. Does not affect checks. */
  record: RecordRules.optional(),
});
export type OrganizationRules = z.infer<typeof OrganizationRules>;

export const DEFAULT_RULES: OrganizationRules = { required: [], severities: {} };

export interface RowChecker {
  /**
   * Returns the bits of `readiness` and `weakness` of a facts code, and the bits that issues add. `ready`: name and full address.
   * `incomplete`: a part of these is missing. `invalid`: the row has an error.
   */
  check(record: MappedRecord, emit: Found): number;
  readonly severities: readonly (Severity | null)[];
}

export interface CheckOptions {
  /** The fields that the mapping fills. These and the fields that fixes can fill are checked, but only these can be missing. */
  readonly mapped: readonly FieldKey[];
  readonly rules: OrganizationRules;
  /** The local day of the check, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether pseudonyms are sent in place of constituent IDs. */
  readonly pseudonyms?: boolean;
  /** What to recheck; null: everything. Issues outside the scope are not reported, and rows count as ready. */
  readonly scope?: Scope | null;
}

/** The rules that report bits of `CHANGE`, by field: some bits have another meaning in dates than in texts. */
const CHANGE_RULES: readonly (readonly (readonly [change: number, rule: number])[])[] = FIELDS.map(({ key }) =>
  RULE_SPECS.flatMap(({ change, fields }, rule) =>
    change === undefined || fields?.includes(key) === false ? [] : [[change, rule] as const],
  ),
);
/** The bits of `CHANGE` that at least one rule reports. */
const REPORTED = CHANGE_RULES.flat().reduce((bits, [change]) => bits | change, 0);

/** Rule index of each entry of `PARSE_ERROR`. */
const PARSE_ERROR_RULES: readonly number[] = (() => {
  const rules: number[] = [];
  for (const [rule, { parseError }] of RULE_SPECS.entries()) if (parseError !== undefined) rules[parseError] = rule;
  return rules;
})();

const VALUE_CHECKS = SUBJECTS.flatMap(({ values }) => values ?? []);
const RECORD_CHECKS = SUBJECTS.flatMap(({ records }) => records ?? []);

const LOOKS = FIELDS.map(({ kind }) => {
  const [look, another] = VALUE_CHECKS.filter(({ kinds }) => kinds.includes(kind));
  if (another !== undefined) throw new RangeError(`two checks of values are for the kind ${kind}; only one runs`);
  return look ?? null;
});
const MASKS = LOOKS.map((look) => look?.mask ?? 0);
const WANTED = LOOKS.map((look) => look?.want ?? 0);

/** The severity of each rule by index under the organization rules; null: silenced. */
export function severitiesOf(rules: OrganizationRules): readonly (Severity | null)[] {
  return RULES.map(({ code, severity }) => {
    const asked = FACTS.has(code) ? undefined : rules.severities[code];
    return asked === 'off' ? null : (asked ?? severity);
  });
}

/** By rule: whether its issues weaken the match. They do not if the organization rules make the rule a note or turn it off. */
export const weakeningRules = (severities: readonly (Severity | null)[]): readonly boolean[] =>
  RULE_SPECS.map(({ weakens }, rule) => weakens === true && (severities[rule] === 'warning' || severities[rule] === 'error'));

/** By rule: the bits that its issues add to the facts of a row. */
export const rowFactsByRule = (severities: readonly (Severity | null)[]): readonly number[] =>
  RULE_SPECS.map(({ rowFacts }, rule) => (severities[rule] === 'error' ? (rowFacts ?? 0) : 0));

/** By rule: the bits of the fact `who`, for an issue on the person's own name. */
export const whoByRule = (severities: readonly (Severity | null)[]): readonly number[] =>
  RULE_SPECS.map(({ names }, rule) =>
    names !== undefined && (severities[rule] === 'warning' || severities[rule] === 'error') ? FACT_BITS.who[names] : 0,
  );

const { readiness: READINESS, weakness: WEAKNESS } = FACT_BITS;

const nothing = (_record: MappedRecord, _found: Found): void => {};

export function compileChecks({ mapped, rules, today, pseudonyms = false, scope = null }: CheckOptions): RowChecker {
  const severities = severitiesOf(rules);
  const isOn = severities.map((severity) => severity !== null);
  const isError = severities.map((severity) => severity === 'error');
  const isWeakening = weakeningRules(severities);
  const addedFacts = rowFactsByRule(severities);
  const filled = new Set(mapped);
  const isOpen = (key: FieldKey): boolean => scope === null || scope.changed.has(FIELD_INDEX[key]);
  // Fixes may also fill a field without a column, and its value is then sent.
  const isChecked = (key: FieldKey): boolean => (filled.has(key) || FILLED_BY_FIXES.has(key)) && isOpen(key);
  const checked = (keys: readonly FieldKey[]) => keys.filter(isChecked).map((key) => FIELD_INDEX[key]);
  const list: CheckedList = { mapped: filled, required: rules.required, today: packedDay(today), pseudonyms, severities, isOpen, checked };

  const all = checked(FIELDS.map(({ key }) => key));
  const flagged = FieldSet.of(all);
  const looked = all.filter((field) => LOOKS[field] !== null);
  const asked = RECORD_CHECKS.filter(({ compares }) => scope === null || compares === undefined || scope.touches(compares.fields));
  // Separate call sites, because V8 can inline them. Calls in a loop are slower (`bench/checks.ts`).
  const compiled = asked.flatMap((one) => one.compile(list) ?? []);
  const [a = nothing, b = nothing, c = nothing, d = nothing, e = nothing, f = nothing, g = nothing, h = nothing, ...others] = compiled;
  const match = scope === null || scope.decidesReadiness ? compileMatch(list) : null;
  // If a row names nobody, that is its only issue about missing parts, as long as NOBODY is an error.
  const { NOBODY } = RULE_INDEX;
  const looksForNobody = isError[NOBODY] === true && (scope === null || scope.touches(NAMES_SOMEBODY));
  const namesNobody = looksForNobody ? compileNobody(filled) : null;
  const asksPerson = RULES.map((rule) => rule.asksPerson);

  let isNobody = false;
  let isInvalid = false;
  let added = 0;
  let weakness: number = WEAKNESS.none;
  let checkedRecord: MappedRecord | null = null;
  let report: Found = () => {};
  const found: Found = (rule, field) => {
    if (isOn[rule] === false || (isNobody && asksPerson[rule] === true)) return;
    if (isError[rule] === true) {
      // Rules with facts of their own, such as an objection, do not make a row invalid: it can be sent with a reason.
      if (addedFacts[rule] === 0) isInvalid = true;
      added |= addedFacts[rule]!;
    }
    if (isWeakening[rule] === true && weakness !== WEAKNESS.open)
      weakness = isSafelyFixed(rule, field, checkedRecord!) ? WEAKNESS.fixable : WEAKNESS.open;
    report(rule, field);
  };

  const check = (record: MappedRecord, emit: Found): number => {
    const { classes } = record;
    isNobody = namesNobody !== null && namesNobody(classes);
    isInvalid = false;
    added = 0;
    weakness = WEAKNESS.none;
    checkedRecord = record;
    report = emit;
    if (!record.flaggedFields.isEmpty) reportParsing(record, flagged, found);
    for (let at = 0; at < looked.length; at++) {
      const field = looked[at]!;
      const value = classes[field]!;
      if (value !== 0 && (value & MASKS[field]!) !== WANTED[field]) LOOKS[field]!.look(record, field, found);
    }
    a(record, found);
    b(record, found);
    c(record, found);
    d(record, found);
    e(record, found);
    f(record, found);
    g(record, found);
    h(record, found);
    for (let at = 0; at < others.length; at++) others[at]!(record, found);
    const whole = match === null || match(record, found);
    return (isInvalid ? READINESS.invalid : whole ? READINESS.ready : READINESS.incomplete) | weakness | added;
  };
  return { check, severities };
}

/** True when a safe fix resolves an issue of the record. */
function isSafelyFixed(rule: number, field: number, record: MappedRecord): boolean {
  const { fix } = RULE_SPECS[rule]!;
  const key = FIELD_KEYS[field];
  return fix?.safe === true && key !== undefined && fix.apply(record, key).length > 0;
}

/** Reports what cleaning changed and what the parser rejected. */
function reportParsing(record: MappedRecord, fields: FieldSet, found: Found): void {
  const { flaggedFields } = record;
  for (let field = flaggedFields.next(0); field >= 0; field = flaggedFields.next(field + 1)) {
    if (!fields.has(field)) continue;
    const changes = record.changes[field]!;
    if ((changes & REPORTED) !== 0) for (const [change, rule] of CHANGE_RULES[field]!) if ((changes & change) !== 0) found(rule, field);
    const error = record.parseErrors[field]!;
    if (error !== 0) found(PARSE_ERROR_RULES[error]!, field);
  }
}
