/** Whom a row names, according to its issues: a living person, or someone or something that is not worth a credit. */
import { RULES, type Severity, whoByRule } from '../../../shared/rules/index.ts';
import { FACT_MASK } from '../../../shared/rows/index.ts';
import { FIELDS } from '../../../shared/fields/index.ts';

/** By field index: 1 for a name of the person, or of the business in its place; 0 for a name of the spouse. */
const IS_PERSON = Uint8Array.from(FIELDS, ({ key, person }) => (person === 'primary' || key === 'businessName' ? 1 : 0));

/** True for a rule about whom a row names, if it is on a name of the row's own person. */
export const isOwnName = (rule: number, field: number): boolean => IS_PERSON[field] === 1 && RULES[rule]!.names !== null;

/** By rule: 1 if it requires something that only a person has. */
const ASKS_PERSON = Uint8Array.from(RULES, ({ asksPerson }) => (asksPerson ? 1 : 0));

/** False for a rule that requires a part of a name or an address, if the row is left out because it does not name a living person. */
export const isAsked = (rule: number, code: number): boolean => ASKS_PERSON[rule] === 0 || (code & FACT_MASK.who) === 0;

/** Returns the bits of the fact `who` that an issue adds to its row. If a row has several such issues, the highest value is used. */
export function namedByIssue(severities: readonly (Severity | null)[]): (rule: number, field: number) => number {
  const who = Uint16Array.from(whoByRule(severities));
  return (rule, field) => (IS_PERSON[field] === 1 ? who[rule]! : 0);
}
