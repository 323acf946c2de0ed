/** An empty word does not name a project, file or part of a list, although every ID begins with it. */
import { expect, it } from 'vitest';
import { COMMANDS, readCall } from '../../../../main/cli/arguments.ts';

const calls = COMMANDS.filter(({ words: [, most] }) => most > 0).map(({ name, words: [least] }) => [
  name,
  ...Array.from({ length: Math.max(0, least - 1) }, () => 'a'),
  '',
]);

it.each(calls)('desk %s with an empty word is refused', (...words) => {
  const message = expect.stringMatching(/^A word of the command is empty\. Usage: desk /) as string;
  expect(() => readCall(words)).toThrow(expect.objectContaining({ code: 'USAGE', message }));
});
