/** The tabs and counts of outcomes: people who were not chosen are not among those who were left out. */
import { expect, it } from 'vitest';
import { outcomeTexts, outcomeNotes, outcomesWithTab, rowsOf } from '../../../../../renderer/screens/results/result-outcomes.ts';
import { bookkeepingOf } from '../../../../../renderer/screens/results/overview/bookkeeping.ts';
import { RESULTS } from '../../../../fakes/results-fixtures.ts';

const CHOSEN = { ...RESULTS, leftOut: 31, notChosen: 30 };

it('counts each row that was not sent once, and gives both kinds a tab', () => {
  expect([rowsOf(CHOSEN, 'leftOut'), rowsOf(CHOSEN, 'notChosen')]).toEqual([1, 30]);
  expect(outcomesWithTab(CHOSEN, 'scored')).toEqual(expect.arrayContaining(['leftOut', 'notChosen']));
  expect(outcomeTexts(CHOSEN, 'notChosen').tab).toBe('Not chosen this time');
  expect(outcomeNotes(CHOSEN, 'notChosen')).toEqual([outcomeTexts(CHOSEN, 'notChosen').note![1]]);
});

it('has no tab for a kind without rows, unless it is open', () => {
  const later = { ...CHOSEN, leftOut: 30 };
  expect(outcomesWithTab(later, 'scored')).not.toContain('leftOut');
  expect(outcomesWithTab(later, 'leftOut')).toContain('leftOut');
  expect(outcomeNotes(later, 'leftOut')).toEqual([]);
  expect(outcomesWithTab({ ...CHOSEN, notChosen: 0 }, 'scored')).not.toContain('notChosen');
});

it('does not say of rows outside an adopted project that they may have been charged', () => {
  const counts = { submitted: 6, scored: 2, refused: 1, unknown: 3, unmatched: 0 };
  const adopted = { ...RESULTS, counts, leftOut: 0, notChosen: 0, notPart: 3 };
  expect(outcomeTexts(adopted, 'unknown').tab).toBe('Not part of this project');
  expect(outcomeNotes(adopted, 'unknown')[0]).toContain('neither sent nor charged');
  expect(bookkeepingOf(adopted)).toEqual({
    isComplete: true,
    title: 'Every row accounted for',
    sum: '6 in your file − 3 not part of this project = 3 sent = 2 scored + 1 not accepted',
  });
  expect(outcomeTexts({ ...adopted, notPart: 0 }, 'unknown').tab).toBe('Without a result');
});

it('speaks of one row in the singular', () => {
  const counts = { submitted: 3, scored: 1, refused: 1, unknown: 1, unmatched: 1 };
  const one = { ...RESULTS, counts, leftOut: 2, notChosen: 1, notPart: 0 };
  for (const outcome of ['refused', 'unknown', 'leftOut', 'notChosen', 'unmatched'] as const)
    expect(outcomeNotes(one, outcome)[0]).not.toMatch(/\b(?:these|they|them)\b/i);
  expect(outcomeNotes({ ...one, notPart: 1 }, 'unknown')[0]).toContain('This row of the file');
});
