/** Invented addresses of each kind are split as their labels say, and better than by a common parser. */
import { expect, it } from 'vitest';
import { readLabels, scoreAddresses, wrongAddresses } from '../../scripts/score-addresses.ts';

/** The least share of labels with all parts right, by kind. */
const FLOORS: Readonly<Record<string, number>> = {
  'with comma': 0.98,
  'no comma': 0.9,
  'two spaces': 0.98,
  lines: 1,
  place: 1,
  'street only': 0.95,
  'no city': 0.85,
  'street and city': 0.85,
  gb: 0.8,
  ca: 0.75,
};

it('splits invented addresses of every kind', () => {
  const labels = readLabels(`${import.meta.dirname}/../fixtures/labels/addresses.jsonl`);
  const scores = scoreAddresses(labels);
  expect(scores.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(FLOORS).toSorted());
  const tooFew = scores.filter(({ kind, exact, place, otherPlace }) => exact < FLOORS[kind]! || place < otherPlace);
  expect(tooFew.map((score) => ({ ...score, wrong: wrongAddresses(labels.filter(({ kind }) => kind === score.kind)) }))).toEqual([]);
});
