/** The tabs and counts of outcomes: people who were not chosen are not among those who were left out. */
import { expect, it } from 'vitest';
import { OUTCOME_TEXTS, outcomeNotes, outcomesWithTab, rowsOf } from '../../../../../renderer/screens/results/result-outcomes.ts';
import { RESULTS } from '../../../../fakes/results-fixtures.ts';

const CHOSEN = { ...RESULTS, leftOut: 31, notChosen: 30 };

it('counts each row that was not sent once, and gives both kinds a tab', () => {
  expect([rowsOf(CHOSEN, 'leftOut'), rowsOf(CHOSEN, 'notChosen')]).toEqual([1, 30]);
  expect(outcomesWithTab(CHOSEN, 'scored')).toEqual(expect.arrayContaining(['leftOut', 'notChosen']));
  expect(OUTCOME_TEXTS.notChosen.tab).toBe('Not chosen this time');
  expect(outcomeNotes(CHOSEN, 'notChosen')).toEqual([OUTCOME_TEXTS.notChosen.note]);
});

it('has no tab for a kind without rows, unless it is open', () => {
  const later = { ...CHOSEN, leftOut: 30 };
  expect(outcomesWithTab(later, 'scored')).not.toContain('leftOut');
  expect(outcomesWithTab(later, 'leftOut')).toContain('leftOut');
  expect(outcomeNotes(later, 'leftOut')).toEqual([]);
  expect(outcomesWithTab({ ...CHOSEN, notChosen: 0 }, 'scored')).not.toContain('notChosen');
});
