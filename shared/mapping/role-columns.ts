/** Columns that are not sent and tell the check who has died or is not to be screened. */
import { isDeathWord, saysDeath } from '../transforms/row-marks.ts';
import type { Decision } from './candidates.ts';
import type { Role } from './plan.ts';

const DEATH = /\b(?:is)?deceased|\bdeath\b|\bdied\b|verstorben|décédé/i;
/** Headings about someone other than the constituent. */
const OTHERS = /\b(?:spouse|partner|husband|wife|widow|parent|honou?ree|memor\w*|tribute|relation\w*|child|name)\b/i;
/** Values for the living in such a column. */
const LIVING = /^(?:n|no|false|f|0|alive|living|not? deceased|nein|non|-|–)?$/i;

const SCREENING = '(?:(?:wealth|prospect|donor) )?(?:screen(?:ed|ing)?|enrichment|research|profiling)';
const FLAG_WORDS = '(?: (?:flag|indicator|ind|code|yn|requested|request))?';
/** "Do not screen", "ExcludeWealthEnrichment", "Opt out of wealth screening", "Screening opt-out". */
const NOT_TO_SCREEN = new RegExp(
  `^(?:(?:is )?(?:(?:do not|dont|no|not to be|exclude(?:d)?(?: from)?|opt(?:ed)? ?out(?: of)?|object(?:s|ed|ion)? to|suppress)) (?:be )?${SCREENING}|${SCREENING} (?:opt(?:ed)? ?out|objection|exclusion|excluded|suppressed))${FLAG_WORDS}$`,
  'i',
);

const wordsOf = (header: string): string =>
  header
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const REMARKS: Readonly<Record<Role, readonly [reason: string, remark: string]>> = {
  deceased: ['Tells who has died', 'Those rows are marked on Check; nobody is left out by itself'],
  doNotScreen: ['Tells who is not to be screened', 'Those rows have an error on Check and are not sent'],
};

function roleIn({ profile }: Decision, header: string): Role | null {
  if (NOT_TO_SCREEN.test(header)) return 'doNotScreen';
  const dead = DEATH.test(header) ? saysDeath : isDeathWord;
  const values = profile.aligned.map((value) => value.trim());
  const marksDeath = DEATH.test(header) ? values.every((value) => LIVING.test(value) || dead(value)) : values.some(dead);
  return marksDeath ? 'deceased' : null;
}

/** Gives their role to unsent columns whose heading and values only concern the person's death or objection. */
export function findRoles(decisions: readonly Decision[]): void {
  for (const decision of decisions) {
    const header = wordsOf(decision.profile.header);
    if (decision.to.kind !== 'none' || decision.sensitive || OTHERS.test(header)) continue;
    const role = roleIn(decision, header);
    if (role === null) continue;
    decision.to = { kind: 'none', tells: role };
    decision.certainty = 'sure';
    [decision.reason, decision.remark] = REMARKS[role];
  }
}
