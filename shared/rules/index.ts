/** The checks of a row and their fixes. */
export { causeOf, causesOf } from './causes.ts';
export { RULE_INDEX, type RuleCode, isRuleCode } from './codes.ts';
export { hasNoIdentity } from './completeness.ts';
export type { Correction } from './fix.ts';
export { type KeyKind, MatchKeyHasher, SLOT, SLOTS, SLOT_BITS, SLOT_KINDS, hashOf, recordHash } from './match-key-hash.ts';
export { emailKeys, fullness, householdKeys, idKey, nameAndZip, nameKeys, plain, plainStreet, streetKey, zipKey } from './match-keys.ts';
export { type MergeKind, type NamesOfRow, holdOnePerson, mergeOf, nameOnePerson, namesOf } from './merge.ts';
export { replacer } from './replace.ts';
export {
  DEFAULT_RULES,
  OrganizationRules,
  type RowChecker,
  compileChecks,
  rowFactsByRule,
  whoByRule,
  severitiesOf,
  weakeningRules,
} from './row-checks.ts';
export { SEVERITIES, type Severity, bySeverity } from './rule.ts';
export { Scope } from './scope.ts';
export { spouseInstead } from './spouse.ts';
export { FACTS, FIXES, READ_BY_SAFE_FIXES, RULES, RULE_SPECS, type Rule, correctionsOf, withholds } from './table.ts';
