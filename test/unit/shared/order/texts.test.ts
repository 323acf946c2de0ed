/** The texts about a choice of people, for none, one, some and all of them. */
import { describe, expect, it } from 'vitest';
import { type BestOutcome, bestSentences, pilotTexts, sampleText } from '../../../../shared/order/index.ts';
import { best, first, pilot } from '../../../kit/ranked-lists.ts';

const outcome = (people: number, chosen: number, more: Partial<BestOutcome> = {}): BestOutcome => ({
  settings: best(first(Math.max(1, chosen))),
  heading: null,
  column: null,
  without: [],
  people,
  chosen,
  sampled: 0,
  notChosen: people - chosen - (more.sampled ?? 0),
  tied: 0,
  giving: 0,
  givingChosen: 0,
  deciles: null,
  pilot: null,
  before: null,
  ...more,
});
const byColumn = (column: BestOutcome['column'], smallestFirst = false): Partial<BestOutcome> => ({
  settings: best(first(3), { by: { kind: 'column', column: 2, smallestFirst } }),
  heading: 'Rating',
  column,
});

describe('the best of a list', () => {
  it.each([
    ['nobody can be sent', outcome(0, 0), ['Nobody in this list can be sent']],
    ['one of one', outcome(1, 1), ['The only person who can be sent, ordered by total given × 3', 'Everyone who can be sent is sent']],
    [
      'one and one of the others',
      outcome(3, 1, { sampled: 1, giving: 1000, givingChosen: 5 }),
      [
        'The first of 3 people, ordered by total given × 3; this person holds less than 1% of all giving',
        '1 of the 2 below the first is also sent, drawn with seed 4127: this person shows later whether the order was right',
        '1 is not chosen this time and is kept for later; nobody is sent twice',
      ],
    ],
    [
      'some',
      outcome(9, 4, { sampled: 2, tied: 2, giving: 100, givingChosen: 99.9 }),
      [
        'The first 4 of 9 people, ordered by total given × 3; they hold 99% of all giving',
        '2 below the cut tie with the last one above it; when people tie, the first ones in the list are sent',
        '2 of the 5 below them are also sent, drawn with seed 4127: they show later whether the order was right',
        '3 are not chosen this time and are kept for later; nobody is sent twice',
      ],
    ],
    ['all', outcome(9, 9), ['All 9 people, ordered by total given × 3', 'Everyone who can be sent is sent']],
    [
      'a list that has changed',
      outcome(9, 1, { before: 2 }),
      [
        'The list has changed since you chose, so the order was made again: 1 instead of 2 is sent',
        'The first of 9 people, ordered by total given × 3',
        '8 are not chosen this time and are kept for later; nobody is sent twice',
      ],
    ],
  ])('%s', (_what, given, said) => {
    expect(bestSentences(given)).toEqual(said);
  });

  it.each([
    ['numbers', 0, 0, 'largest number first', null],
    ['days', 1, 0, 'newest day first', '1 person has nothing in “Rating” and comes last'],
    ['texts', 2, 0, 'from A to Z', '2 people have nothing in “Rating” and come last'],
    [
      'ranges',
      1,
      2,
      'largest number first, of a range its lower end',
      '1 person has nothing and 2 people have something other than numbers in “Rating” and come last',
    ],
  ] as const)('by a column of %s says how it is read', (as, empty, unread, order, last) => {
    const [who, ...others] = bestSentences(outcome(9, 3, byColumn({ as, empty, unread })));
    expect(who).toBe(`The first 3 of 9 people, ordered by the column “Rating”, ${order}`);
    expect(others).toEqual([...(last === null ? [] : [last]), '6 are not chosen this time and are kept for later; nobody is sent twice']);
  });

  it.each([
    ['numbers', 'smallest number first'],
    ['days', 'oldest day first'],
    ['texts', 'from Z to A'],
    ['ranges', 'smallest number first, of a range its lower end'],
  ] as const)('by a column of %s in reverse says so', (as, order) => {
    expect(bestSentences(outcome(9, 3, byColumn({ as, empty: 0, unread: 0 }, true)))[0]).toBe(
      `The first 3 of 9 people, ordered by the column “Rating”, ${order}`,
    );
  });
});

it('a sample is written as it was typed', () => {
  expect([0, 0.025, 0.05, 0.07, 0.29, 1].map(sampleText)).toEqual(['0%', '2.5%', '5%', '7%', '29%', '100%']);
});

describe('a pilot', () => {
  const drawn = (people: number, chosen: number, ids: string[], counts: NonNullable<BestOutcome['pilot']>, rows: number[] = []) => {
    const settings = pilot(chosen, ids);
    const by = { ...settings.by, rows } as Extract<BestOutcome['settings']['by'], { kind: 'pilot' }>;
    return bestSentences(outcome(people, chosen, { settings: { ...settings, by }, pilot: counts })).slice(1);
  };

  it('of everybody has no others, and of all but one another one', () => {
    expect(drawn(3, 3, [], { known: 0, drawn: 3, named: 0, notFound: 0 })).toEqual(['Nobody is left to send after the pilot']);
    expect(drawn(3, 2, [], { known: 0, drawn: 2, named: 0, notFound: 0 })).toEqual([
      'The other one can be sent after the pilot; nobody is sent twice',
    ]);
  });

  it('says which of the people you know are not in it', () => {
    const others = 'The other 8 can be sent after the pilot; nobody is sent twice';
    expect(drawn(9, 1, ['A', 'B', 'C'], { known: 1, drawn: 0, named: 2, notFound: 1 })).toEqual([
      '2 of those who can be sent are people you know; the seed decides which 1 of them is in the pilot',
      '1 of the IDs names nobody in this list who can be sent',
      others,
    ]);
    expect(drawn(9, 1, ['A', 'B'], { known: 0, drawn: 1, named: 0, notFound: 2 })[0]).toContain('2 of the IDs name nobody');
    expect(drawn(9, 1, [], { known: 0, drawn: 1, named: 0, notFound: 1 }, [4])[0]).toBe('1 of the ticked people cannot be sent');
  });

  it('tells what to expect of one and of several others', () => {
    expect(pilotTexts.expected(null, 1)).toBe(
      'The pilot has too few rows that were not accepted to predict whether the other one will not be accepted.',
    );
    expect(pilotTexts.expected(1, 1)).toBe('At this rate the other one is not accepted.');
    expect(pilotTexts.expected(0, 9)).toBe('At this rate all of the other 9 are accepted.');
    expect(pilotTexts.expected(0, 1)).toBe('At this rate the other one is accepted.');
    expect([1, 2].map(pilotTexts.others)).toEqual(['the other one', 'the other 2']);
    expect([1, 2].map(pilotTexts.othersAre)).toEqual(['the other one is', 'the other 2 are']);
    const elsewhere = (isHeld: boolean) => [1, 2].map((others) => pilotTexts.othersElsewhere(others, isHeld));
    expect(elsewhere(false)).toEqual(['The other one was sent on another computer.', 'The other 2 were sent on another computer.']);
    expect(elsewhere(true)).toEqual(['Only another computer can send the other one.', 'Only another computer can send the other 2.']);
    expect(pilotTexts.furtherReasons(9, [{ rows: 5 }, { rows: 4 }])).toBeNull();
    expect(pilotTexts.furtherReasons(9, [{ rows: 5 }])).toBe('4 more for other reasons');
    expect(pilotTexts.expected(12, 300)).toBe('At this rate about 12 more are not accepted among the other 300.');
    expect(pilotTexts.spends(1, null, 1)).toBe('Spends about 1 credit. The person of the pilot is not sent again.');
    expect(pilotTexts.spends(2, 9, 4)).toBe('Spends about 2 of 9 credits. The pilot’s 4 are not sent again.');
  });
});
