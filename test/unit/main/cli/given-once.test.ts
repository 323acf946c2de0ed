/** Options that are given several times: two values for one option are a mistake, but an option of an alias can be replaced. */
import { expect, it } from 'vitest';
import { readCall } from '../../../../main/cli/arguments.ts';

const SCREEN = ['screen', 'list.csv', '--out', 'out.csv'];

it.each([
  [['--seed', '7', '--seed', '8'], '--seed has two values: “7” and “8”. Give it once.'],
  [['--seed=7', '--best=5', '--seed=8'], '--seed has two values: “7” and “8”. Give it once.'],
  [['--out', 'other.csv'], '--out has two values: “out.csv” and “other.csv”. Give it once.'],
])('%j is refused', (options, message) => {
  expect(() => readCall([...SCREEN, ...options])).toThrow(expect.objectContaining({ code: 'USAGE', message }));
});

it('the same value twice is one, and so is a flag', () => {
  const { values, flags } = readCall([...SCREEN, '--out', 'out.csv', '--yes', '--yes']);
  expect(values).toMatchObject({ out: 'out.csv' });
  expect([...flags]).toEqual(['yes']);
});

it('an option that can have several values has them all', () => {
  expect(readCall(['person', 'erase', '-', '--only', 'a:1', '--only', 'b:2']).lists).toMatchObject({ only: ['a:1', 'b:2'] });
});

it('of a general option the last one counts', () => {
  expect(readCall([...SCREEN, '--data', 'one', '--data', 'two']).values).toMatchObject({ data: 'two' });
});
