/** Scores whose titles are the names of properties that every JavaScript object has. */
import { expect, it } from 'vitest';
import type { ScoreColumns } from '../../../../../main/worker/result-file/result-file.ts';
import { chosenScores } from '../../../../../main/worker/export/export-columns.ts';

const scores = (...keys: string[]) => keys.map((key) => ({ key, type: 'number' as const, filled: 1, min: 1, max: 1 }));

it('a title is that of the user or the words of the name, whatever the name is', () => {
  const columns: ScoreColumns = scores('constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__', 'overallScore');
  const { titles } = chosenScores(columns, { columns: null, titles: { overallScore: 'Stars', valueOf: 'Worth' } });
  expect(titles).toEqual(['Constructor', 'To string', 'Has own property', 'Worth', 'Proto', 'Stars']);
});
