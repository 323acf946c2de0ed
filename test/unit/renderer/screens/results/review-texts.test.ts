import { expect, it } from 'vitest';
import { settlingText } from '../../../../../renderer/screens/results/review/review-texts.ts';

const settles = (people: number) =>
  settlingText({ next: { people, percent: 40, sum: 2 }, doubtful: 5, value: null } as Parameters<typeof settlingText>[0])?.strong;

it('the sentence about the next people to review fits one person, too', () => {
  expect(settles(1)).toBe('The next one settles 40%');
  expect(settles(12)).toBe('The next 12 settle 40%');
});
