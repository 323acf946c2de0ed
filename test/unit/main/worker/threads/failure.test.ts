import { expect, it } from 'vitest';
import { failureOf } from '../../../../../main/worker/threads/failure.ts';

it('a defect in a task names its place in the code and nothing of its message', () => {
  const failure = failureOf(new TypeError('Unexpected token at position 3: Zebedee Quillfeather'));
  expect(failure).toMatchObject({ code: 'INTERNAL', details: { name: 'TypeError' } });
  expect(failure.details).toHaveProperty('where', expect.stringMatching(/^at .*failure\.test\.ts(?:\?\S*)?:\d+:\d+\)?$/));
  expect(JSON.stringify(failure)).not.toContain('Quillfeather');
});
