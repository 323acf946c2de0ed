/** Sentences on Cost & send that depend on a number: nobody, one person, several. */
import { expect, it } from 'vitest';
import { afterPilotText, keepScoresText, laterText, needText } from '../../../../../renderer/screens/cost/choice-texts.ts';

it.each([
  [0, 'Nobody is kept for later', 'The pilot has everyone; nobody is left for later', '0 keep their scores'],
  [1, '1 is kept for later', 'The other 1 can follow once you have seen the pilot', '1 keeps their scores'],
  [1240, '1,240 are kept for later', 'The other 1,240 can follow once you have seen the pilot', '1,240 keep their scores'],
])('says what happens to %i people who are not sent now', (people, later, afterPilot, keep) => {
  const shown = people.toLocaleString('en-US');
  expect([laterText(people, shown), afterPilotText(people, shown), keepScoresText(people, shown)]).toEqual([later, afterPilot, keep]);
});

it('says how many credits are needed and left', () => {
  expect(needText(2, '2', 1, '1')).toBe('2 are needed and 1 is left');
  expect(needText(1, '1', 0, '0')).toBe('1 is needed and 0 are left');
});
