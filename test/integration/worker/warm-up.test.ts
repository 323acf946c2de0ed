/** The warm-up reads the sample lists without a task, and stops for one. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { warmUp } from '../../../main/worker/import/warm-up.ts';

const sample = (name: string) => fileURLToPath(new URL(`../../../assets/samples/${name}`, import.meta.url));
const going = () => new AbortController().signal;

test.each(['sample-clean.xlsx', 'sample-messy.xlsx'])('%s is read to the end without a task', async (name) => {
  await expect(warmUp(sample(name), going())).resolves.toBeUndefined();
});

test('the warm-up stops when a task arrives', async () => {
  const task = new AbortController();
  const reading = warmUp(sample('sample-messy.xlsx'), task.signal);
  task.abort();
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

test('a missing sample is reported', async () => {
  await expect(warmUp(sample('none.xlsx'), going())).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});
