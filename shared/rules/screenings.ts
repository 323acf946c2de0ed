/**
 * Rules about people who must not be screened, and facts about other screenings. The worker reports most of them. Organization rules cannot
 * change or silence a fact.
 */
import { CHANGE } from '../mapping/index.ts';
import { FACT_BITS } from '../rows/index.ts';
import type { RuleTable, Subject } from './rule.ts';

const rules = {
  DO_NOT_SCREEN: {
    severity: 'error',
    title: 'On the do-not-screen list',
    why: 'This person asked not to be screened, or your organization decided not to screen them.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
    rowFacts: FACT_BITS.suppressed.yes,
  },
  SCREENING_OBJECTED: {
    severity: 'error',
    title: 'Do not screen, marked in your file',
    why: 'The person objected or is a child, or your organization decided not to screen them: a column says so, or the name does. Such a row is sent only with a reason that is kept.',
    change: CHANGE.objected,
    rowFacts: FACT_BITS.suppressed.yes,
  },
  SCREENED_BEFORE: {
    severity: 'note',
    title: 'Screened recently, not changed',
    why: 'It was scored, or it has no result and may have been charged. Sending it again costs another credit.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  SCREENED_CHANGED: {
    severity: 'note',
    title: 'Screened recently with other details',
    why: 'The record has changed since then, so it is sent again.',
    fields: ['constituentId'],
    scope: 'list',
  },
  UNCHANGED_SINCE: {
    severity: 'note',
    title: 'Not changed since the earlier screening',
    why: 'The record has not changed since then, and that screening has its scores.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  UNSCORED_SINCE: {
    severity: 'note',
    title: 'Not changed, and no scores then',
    why: 'The service had no scores for the same record. Fix it in the earlier screening.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  CHANGED_SINCE: {
    severity: 'note',
    title: 'Changed since the earlier screening',
    why: 'The record differs from the one that was sent then.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  NEW_SINCE: {
    severity: 'note',
    title: 'New since the earlier screening',
    why: 'That screening sent nobody with this constituent ID.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  ON_ITS_WAY: {
    severity: 'note',
    title: 'In another list without results',
    why: 'The same record was sent in a list that has no results yet. Sending it here as well costs another credit.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
  NOT_CHOSEN: {
    severity: 'note',
    title: 'Not chosen this time',
    why: 'Other people of the list came first. They can be screened later.',
    fields: ['constituentId'],
    scope: 'list',
    fact: true,
  },
} satisfies RuleTable;

export const SCREENINGS = { rules } satisfies Subject;
