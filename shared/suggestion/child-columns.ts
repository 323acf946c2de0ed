/** Finds columns that are not sent, but tell the check who is a child. A wealth screening of a child costs a credit and finds nothing. */
import { childMarks, saysAlive } from '../transforms/index.ts';
import type { ColumnProfile } from './column-profile.ts';
import type { Decision } from './candidates.ts';
import { REMARKS } from './role-columns.ts';

const { isAgeOfChild, isChildWord, saysChild } = childMarks;

/** "Family Role", "Family Position", "Household Relationship", "Position in Family", "Relationship to Head of Household". */
const IN_FAMILY =
  /^(?:(?:family|hshld|house ?hold|hh) (?:role|position|relation(?:ship)?|member type|status)|(?:role|position|relationship) (?:in|to)(?: the)? (?:family|house ?hold|head(?: of (?:the )?(?:family|house ?hold))?))$/i;
/** Headings of columns that are about the family only if a value is the head of one: a daughter of a patient can be an adult. */
const RELATION = /^relation(?:ship)?$/i;
const HEAD = /^(?:self|head(?: of (?:the )?(?:family|house ?hold))?|primary)$/i;
/** Headings of columns with kinds of people, one of which can be children. */
const KIND =
  /^(?:(?:constituent|contact|member(?:ship)?|person|people|record|profile|individual) )?(?:type|status|category|kind)$|^age (?:group|range|category)$|^adult child$/i;
/** Headings that ask exactly this. */
const ANSWER = /^(?:is )?(?:a )?(?:child|minor|under 18)(?: (?:flag|indicator|ind|y ?n|yes no|account))?$/i;
const AGE = /^(?:current |your )?age(?: (?:in )?(?:years|yrs))?$|^how old are you$/i;

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Yes or no. Greater numbers under such a heading count children. */
const isAnswer = (value: string): boolean => !/^[2-9]|\d\d/.test(value) && (saysChild(value) || saysAlive(value));

/** `isSample`: the list has more rows than were examined, and a later row can be a child. */
function tellsChild({ header, aligned, shares }: ColumnProfile, isSample: boolean): boolean {
  const words = wordsOf(header);
  const filled = aligned.map((value) => value.trim()).filter((value) => value !== '');
  if (filled.length === 0) return false;
  if (AGE.test(words)) return shares.integer > 0.9 && (isSample || filled.some(isAgeOfChild));
  if (ANSWER.test(words)) return filled.every(isAnswer) && (isSample || filled.some(saysChild));
  if (IN_FAMILY.test(words)) return isSample || filled.some(isChildWord);
  if (RELATION.test(words) && !filled.some((value) => HEAD.test(value))) return false;
  if (!RELATION.test(words) && !KIND.test(words)) return false;
  // In a list that also has major donors, a minor one gives small amounts.
  return filled.some(isChildWord) && !filled.some((value) => /^major\b/i.test(value));
}

/** Gives the role `child` to columns that are neither sent nor have a role yet. `isSample`: not all rows were examined. */
export function findChildren(decisions: readonly Decision[], isSample: boolean): void {
  for (const decision of decisions) {
    if (decision.to.kind !== 'none' || decision.to.tells !== undefined || decision.sensitive) continue;
    if (!tellsChild(decision.profile, isSample)) continue;
    decision.to = { kind: 'none', tells: 'child' };
    decision.certainty = 'sure';
    [decision.reason, decision.remark] = REMARKS.child;
  }
}
