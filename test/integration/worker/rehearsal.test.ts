import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { warmUp } from '../../../main/worker/import/warm-up.ts';

const sample = (name: string) => fileURLToPath(new URL(`../../../assets/samples/${name}`, import.meta.url));
const going = () => new AbortController().signal;

test.each(['sample-clean.xlsx', 'sample-messy.xlsx'])('%s is read to the end without a task', async (name) => {
  await expect(warmUp(sample(name), going())).resolves.toBeUndefined();
});

test('it stops when the task comes', async () => {
  const task = new AbortController();
  const reading = warmUp(sample('sample-messy.xlsx'), task.signal);
  task.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('a sample that is not there is told', async () => {
  await expect(warmUp(sample('none.xlsx'), going())).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});
