import { expect, it } from 'vitest';
import { desk } from '../../kit/terminal.ts';

it('a command ends normally when it does not read its standard input', async () => {
  // More than a pipe holds, so that the rest is still unwritten when the command ends.
  const { exit, out } = await desk(['--help'], { input: 'x'.repeat(1_000_000) });
  expect(exit).toBe(0);
  expect(out).toContain('Usage');
});
