import { expect, it } from 'vitest';
import { stackFrames } from '../../../../shared/base/stack-frames.ts';

it.each([
  'Unexpected token at position 3: Pat Smith',
  'a cell\nat Zebedee Quillfeather',
  'a cell\n    at Zebedee Quillfeather (17 Mill Rd:1:2)',
])('the frames of an error have places in the code and nothing of its message: %j', (message) => {
  const frames = stackFrames(new TypeError(message));
  expect(frames[0]).toMatch(/^at .*stack-frames\.test\.ts(?:\?\S*)?:\d+:\d+\)?$/);
  expect(frames.join('\n')).not.toMatch(/Smith|Quillfeather|Mill|[\\/]/);
});

it.each([
  ['at read (file:///opt/Screening%20Desk/resources/app.asar/out/worker/index.mjs:3:7)', 'at read (worker/index.mjs:3:7)'],
  ['at async file:///home/pat/desk/out/cli/export-x_1.mjs:3:7', 'at async cli/export-x_1.mjs:3:7'],
  [
    'at async Map.read [as get] (C:\\Users\\Pat Smith (Mill)\\desk\\out\\electron\\index.mjs:3:7)',
    'at async Map.read [as get] (electron/index.mjs:3:7)',
  ],
  ['at open (/home/Pat Smith/desk/node_modules/better-sqlite3/lib/index.js:3:7)', 'at open (index.js:3:7)'],
  ['at /home/Pat Smith (Mill)/list.ts:3:7', 'at list.ts:3:7'],
])('a frame names its file, and the target of a built one, but no other folder: %s', (line, expected) => {
  const error = new Error('x');
  error.stack = `Error: x\n    ${line}\n    at new Promise (<anonymous>)`;
  expect(stackFrames(error)).toEqual([expected]);
});

it('what is not an error has no frames', () => {
  expect(stackFrames('at Zebedee Quillfeather:1:2')).toEqual([]);
});
