import { expect, it } from 'vitest';
import { stackFrames } from '../../../../shared/base/stack-frames.ts';

it.each([
  'Unexpected token at position 3: Pat Smith',
  'a cell\nat Zebedee Quillfeather',
  'a cell\n    at Zebedee Quillfeather (17 Mill Rd:1:2)',
])('the frames of an error have places in the code and nothing of its message: %j', (message) => {
  const frames = stackFrames(new TypeError(message));
  expect(frames[0]).toMatch(/^at .*stack-frames\.test\.ts:\d+:\d+\)?$/);
  expect(frames.join('\n')).not.toMatch(/Smith|Quillfeather|Mill|[\\/]/);
});

it('what is not an error has no frames', () => {
  expect(stackFrames('at Zebedee Quillfeather:1:2')).toEqual([]);
});
