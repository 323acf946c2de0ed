/** Columns that tell who has died: they stay here, and the check marks the rows that say so. */
import { isDeathWord, saysDeath } from '../transforms/deaths.ts';
import type { Decision } from './candidates.ts';

const DEATH = /\b(?:is)?deceased|\bdeath\b|\bdied\b|verstorben|décédé/i;
/** Whose death a heading is about when it is not the constituent's. */
const OTHERS = /\b(?:spouse|partner|husband|wife|widow|parent|honou?ree|memor\w*|tribute|relation\w*|child|name)\b/i;
/** What such a column holds of the living. */
const LIVING = /^(?:n|no|false|f|0|alive|living|not? deceased|nein|non|-|–)?$/i;

const wordsOf = (header: string): string => header.replace(/_+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Has the columns that stay here, and whose heading and values speak of nothing but the person's death, tell it. */
export function findDeceasedColumns(decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    const { profile, to, sensitive } = decision;
    const header = wordsOf(profile.header);
    if (to.kind !== 'none' || sensitive || OTHERS.test(header)) continue;
    const dead = DEATH.test(header) ? saysDeath : isDeathWord;
    const values = profile.aligned.map((value) => value.trim());
    const isTold = DEATH.test(header) ? values.every((value) => LIVING.test(value) || dead(value)) : values.some(dead);
    if (!isTold) continue;
    decision.to = { kind: 'none', tells: 'deceased' };
    decision.certainty = 'sure';
    decision.reason = 'Tells who has died';
    decision.remark = 'Those rows are marked on Check; nobody is left out by itself';
  }
}
