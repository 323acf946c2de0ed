/**
 * If `desk practice` cannot start, it says why, and does not report a defect of the program.
 * @module-tag deep
 */
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { desk } from '../../kit/terminal.ts';

const started = (...words: string[]) => desk(['practice', '--token-file', '-', ...words], { input: 'a-token-of-this-test\n' });

test.each([
  [['--dialect', 'klingon'], 'There is no dialect "klingon".'],
  [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
  [['--port', '80.5'], '--port must be a whole number from 0 to 65535.'],
])('for an option whose value does not exist: %j', async (options, message) => {
  const { exit, err } = await started(...options);
  expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining(message) as string });
  expect(err).not.toContain('INTERNAL');
});

test('for a missing token', async () => {
  const { exit, err } = await desk(['practice', '--port', '0']);
  expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining('is missing: --token-file FILE. Usage: desk practice') as string });
});

test('for a port that another program uses', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { exit, err } = await started('--port', String((other.address() as AddressInfo).port));
  other.close();
  expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining('could not be started') as string });
  expect(err).not.toContain('INTERNAL');
});
