/** Columns that are cached as a whole next to the blocks of scores, for more profiles than one part of a column contains. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../../../../shared/results/json.ts';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { rebuildColumnCache, ColumnCache } from '../../../../../main/worker/result-file/column-cache.ts';
import { ResultFile, ScoreColumns } from '../../../../../main/worker/result-file/result-file.ts';
import { ScoreBlocks } from '../../../../../main/worker/result-file/score-blocks.ts';

const PROFILES = 70_000;

let folder: string;
let file: ProjectFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-kept-'));
  file = new ProjectFile({ path: join(folder, 'project.sqlite'), projectId: 'p', key: randomBytes(32) }, 'create');
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

function collect(count: number, profile: (number: number) => Json): ColumnCache {
  file.begin();
  const scores = new ScoreBlocks(file);
  for (let number = 1; number <= count; number++) scores.add(number, profile(number));
  file.putValue('scoreColumns', scores.finish(count));
  file.commit();
  return new ColumnCache(file);
}

test('cached columns have each value at its profile, wherever a column first occurs', () => {
  const kept = collect(PROFILES, (number) => ({
    mostRecentScore: {
      overallScore: number % 10 === 0 ? null : number / 4,
      ...(number > 69_000 ? { scoreDetails: { capacityRange: number % 2 === 0 ? '$50K' : '$100K' } } : {}),
    },
  }));
  const score = kept.read('mostRecentScore.overallScore', PROFILES)!;
  expect(score.texts).toBeNull();
  expect([1, 10, 65_536, 65_537, 70_000].map((number) => score.values[number])).toEqual([0.25, Number.NaN, 16_384, 16_384.25, Number.NaN]);
  const range = kept.read('mostRecentScore.scoreDetails.capacityRange', PROFILES)!;
  expect([1, 65_537, 69_000].map((number) => range.values[number])).toEqual([Number.NaN, Number.NaN, Number.NaN]);
  expect([69_001, 70_000].map((number) => range.texts![range.values[number]!])).toEqual(['$100K', '$50K']);
});

test('cached columns keep their values while the list becomes longer than expected', () => {
  const kept = collect(5000, (number) => ({ rating: number, ...(number > 300 ? { level: number % 2 === 0 ? 'even' : 'odd' } : {}) }));
  const numbers = [1, 256, 257, 300, 301, 1024, 1025, 4096, 4097, 5000];
  const read = (key: string) => {
    const { values, texts } = kept.read(key, 5000)!;
    return numbers.map((number) => texts?.[values[number]!] ?? values[number]);
  };
  expect(read('rating')).toEqual(numbers);
  expect(read('level')).toEqual([NaN, NaN, NaN, NaN, 'odd', 'even', 'odd', 'even', 'odd', 'even']);
});

test('the columns of a short list use little memory', () => {
  const before = process.memoryUsage().arrayBuffers;
  const scores = new ScoreBlocks(file);
  for (let number = 1; number <= 5; number++) scores.add(number, { rating: number });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1 << 20);
});

test('cached columns omit mixed values, long texts, and texts that rarely repeat', () => {
  const kept = collect(3000, (number) => ({
    rating: number === 2999 ? 'A' : 4,
    grade: number === 1 ? 'A' : 4,
    note: 'word '.repeat(30),
    name: `Person ${number}`,
    flag: number % 2 === 0,
  }));
  expect(['rating', 'grade', 'note', 'name', 'flag'].filter((key) => kept.has(key))).toEqual(['flag']);
});

test('cached columns contain only the last answer', () => {
  expect(collect(5, () => ({ rating: 4 })).has('rating')).toBe(true);
  const again = collect(2, () => ({ grade: 2 }));
  expect([again.has('rating'), again.has('grade')]).toEqual([false, true]);
});

test('cached columns are cleared while profiles are added, and rebuilt from the file', () => {
  collect(3, (number) => ({ rating: number, range: number === 2 ? '$50K' : null, flag: number > 1 }));
  const columns = ScoreColumns.parse(file.getValue('scoreColumns'));
  const more = new ScoreBlocks(file, { columns, profiles: 3, blocks: 1 });
  more.add(70_001, { rating: 9, range: '$100K', level: 'A' });
  file.putValue('scoreColumns', more.finish(70_001));
  expect(new ColumnCache(file).has('rating')).toBe(false);

  const results = new ResultFile(file);
  rebuildColumnCache(file, results.columns, results.scoreBlocks());
  const kept = new ColumnCache(file);
  const read = (key: string) => {
    const { values, texts } = kept.read(key, 70_001)!;
    return [1, 2, 3, 70_001].map((number) => (Number.isNaN(values[number]) ? null : (texts?.[values[number]!] ?? values[number])));
  };
  expect(read('rating')).toEqual([1, 2, 3, 9]);
  expect(read('range')).toEqual([null, '$50K', null, '$100K']);
  expect(read('flag')).toEqual(['FALSE', 'TRUE', 'TRUE', null]);
  expect(read('level')).toEqual([null, null, null, 'A']);
});
