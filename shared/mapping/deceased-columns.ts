/** Columns that show who has died. They are not sent, and the check marks the rows of people who have died. */
import { isDeathWord, saysDeath } from '../transforms/deaths.ts';
import type { Decision } from './candidates.ts';

const DEATH = /\b(?:is)?deceased|\bdeath\b|\bdied\b|verstorben|décédé/i;
/** Headings about the death of someone other than the constituent. */
const OTHERS = /\b(?:spouse|partner|husband|wife|widow|parent|honou?ree|memor\w*|tribute|relation\w*|child|name)\b/i;
/** Values for the living in such a column. */
const LIVING = /^(?:n|no|false|f|0|alive|living|not? deceased|nein|non|-|–)?$/i;

const wordsOf = (header: string): string => header.replace(/_+/g, ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Marks unsent columns whose heading and values only concern the person's death. */
export function findDeceasedColumns(decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    const { profile, to, sensitive } = decision;
    const header = wordsOf(profile.header);
    if (to.kind !== 'none' || sensitive || OTHERS.test(header)) continue;
    const dead = DEATH.test(header) ? saysDeath : isDeathWord;
    const values = profile.aligned.map((value) => value.trim());
    const marksDeath = DEATH.test(header) ? values.every((value) => LIVING.test(value) || dead(value)) : values.some(dead);
    if (!marksDeath) continue;
    decision.to = { kind: 'none', tells: 'deceased' };
    decision.certainty = 'sure';
    decision.reason = 'Tells who has died';
    decision.remark = 'Those rows are marked on Check; nobody is left out by itself';
  }
}
