import { describe, expect, it } from 'vitest';
import { type Census, INITIAL_PLAN, planNumbers, type PlanSettings } from '../../../../shared/plan/index.ts';
import { dueSentence, planLines, renewalReminder, waitingSentences } from '../../../../shared/view-texts/plan.ts';

const CENSUS: Census = {
  lists: 2,
  screened: [
    { day: '2024-01-10', people: 1, moved: 0 },
    { day: '2025-03-10', people: 1200, moved: 30 },
  ],
  running: 4,
  never: 1,
  notAccepted: 2,
  leftOut: 3,
};
const TODAY = '2026-11-27';

function viewOf(census: Census, change: Partial<PlanSettings> = {}, remaining: number | null = 1500) {
  const settings = { ...INITIAL_PLAN, ...change };
  const balance = remaining === null ? null : { remaining, readAt: 0 };
  return { census, settings, today: TODAY, balance, ...planNumbers(census, settings, TODAY, { remaining, perRecord: null }) };
}

describe('the sentences of a plan', () => {
  it('say how many people are due and why', () => {
    expect(dueSentence(viewOf(CENSUS))).toBe(
      '32 people are due: 1 screened 24 months ago or longer, 30 with a new address since then, 1 never screened.',
    );
    expect(dueSentence(viewOf(CENSUS, { moved: false, never: false }))).toBe('1 person is due: 1 screened 24 months ago or longer.');
    expect(dueSentence(viewOf({ ...CENSUS, screened: [], never: 0 }))).toBe('Nobody is due to be screened.');
  });

  it('count everybody once', () => {
    const counts = planLines(viewOf(CENSUS)).map(({ people }) => people);
    expect(counts).toEqual([0, 1200, 1, 0, 1, 4, 2, 3]);
  });

  it('say what is needed until the renewal, and what waiting costs', () => {
    const texts = (change: Partial<PlanSettings>, remaining: number | null) => waitingSentences(viewOf(CENSUS, change, remaining));
    const renewal = '2027-06-30';
    const need =
      'Until the renewal on June 30, 2027, 1,202 people are due, which takes about 1,202 credits. In 7 months, that is at most 172 people a month.';
    const more = 'Each month that you wait, about 98 more people are due.';
    expect(texts({ renewal }, 1500)).toEqual([
      need,
      'You have 1,500 credits: 298 would be unused on that day. Your contract says whether you keep them.',
      'If you send nothing until then, all 1,500 credits are unused.',
      more,
    ]);
    expect(texts({ renewal }, 1000)[1]).toBe('You have 1,000 credits: 202 too few.');
    expect(texts({ renewal }, 1202)[1]).toBe('You have 1,202 credits, which is exactly enough.');
    expect(texts({ renewal }, null)).toEqual([need, 'No balance is known here yet. Test the connection to read it.', more]);
    expect(texts({}, 1500)).toEqual(['Enter the day on which your credits are renewed to see how far they reach.', more]);
    const next = 'Enter the next one to see how far your credits reach.';
    expect(texts({ renewal: TODAY }, 1500)[0]).toBe(`Your credits are renewed today. ${next}`);
    expect(texts({ renewal: '2024-02-29' }, 1500)[0]).toBe(`The renewal on February 29, 2024 has passed. ${next}`);
  });

  it('are right with nobody due, and with no credit, one or one too many', () => {
    const renewal = '2028-02-29';
    const nobody = { ...CENSUS, screened: [], never: 0 };
    const one = { ...nobody, never: 1 };
    const texts = (census: Census, remaining: number) => waitingSentences(viewOf(census, { renewal }, remaining));
    const none = 'Until the renewal on February 29, 2028, nobody is due.';
    expect(texts(nobody, 0)).toEqual([none, 'You have no credits.']);
    expect(texts(nobody, 1)).toEqual([none, 'You have 1 credit: 1 would be unused on that day. Your contract says whether you keep it.']);
    const need =
      'Until the renewal on February 29, 2028, 1 person is due, which takes about 1 credit. In 15 months, that is at most 1 person a month.';
    expect(texts(one, 0)).toEqual([need, 'You have no credits: 1 too few.']);
    expect(texts(one, 1)).toEqual([
      need,
      'You have 1 credit, which is exactly enough.',
      'If you send nothing until then, your 1 credit is unused.',
    ]);
  });

  it('of a reminder say when the credits are renewed, or that the day has passed', () => {
    expect(renewalReminder(null, TODAY)).toBe('');
    expect(renewalReminder('2027-06-30', TODAY)).toBe('Your credits are renewed on June 30, 2027.');
    expect(renewalReminder(TODAY, TODAY)).toBe('Your credits are renewed today.');
    expect(renewalReminder('2026-11-26', TODAY)).toBe('The renewal on November 26, 2026 has passed: enter the next one.');
  });
});
