/** Scores how names are split, with invented labels and with those in DESK_LABELS. Prints nothing of a label. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { KINDS, type Label, readLabels, scoresOf } from '../../scripts/label-scores.ts';

const OURS = 'Screening Desk';
const figuresOf = (labels: readonly Label[], parser: string) => {
  const figures = scoresOf(KINDS.names, labels)[parser]!['all']!;
  return Object.fromEntries(Object.entries(figures).map(([figure, { percent }]) => [figure, percent]));
};

describe('invented names', () => {
  const labels = readLabels(fileURLToPath(new URL('../fixtures/labels/names.jsonl', import.meta.url)));
  const scores = scoresOf(KINDS.names, labels)[OURS]!;

  it('are read right, in every kind', () => {
    const low = Object.entries(scores).flatMap(([kind, figures]) =>
      Object.entries(figures).flatMap(([figure, { percent }]) => (percent < 95 ? [`${kind}: ${figure} ${percent}`] : [])),
    );
    expect(low).toEqual([]);
    expect(scores['all']!['all parts']!.percent).toBeGreaterThanOrEqual(99);
    expect(scores['all']!['organizations found']!.percent).toBeGreaterThanOrEqual(98);
  });

  it('are read better than by the other parser', () => {
    const [ours, theirs] = [figuresOf(labels, OURS), figuresOf(labels, 'parse-full-name')];
    const figures = ['all parts', 'last name', 'first name', 'couples', 'organizations found'];
    expect(figures.filter((figure) => ours[figure]! <= theirs[figure]!)).toEqual([]);
  });
});

const given = (process.env['DESK_LABELS'] ?? '').split(',').filter((path) => existsSync(path));

describe.skipIf(given.length === 0)('labeled names of others', () => {
  it('are read as well as before', () => {
    const labels = given.flatMap(readLabels).filter(KINDS.names.isOf);
    const figures = figuresOf(labels, OURS);
    expect(figures['all parts']).toBeGreaterThanOrEqual(98);
    expect(figures['organizations found']).toBeGreaterThanOrEqual(93);
    expect(figures['not called organizations']).toBeGreaterThanOrEqual(99.5);
    const theirs = figuresOf(labels, 'parse-full-name');
    expect(['all parts', 'last name', 'first name'].filter((figure) => figures[figure]! < theirs[figure]!)).toEqual([]);
  });
});
