/** The terminal can choose the decimal sign of amounts, like the window. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { folder, desk } = await setupTerminal();

it.each([
  ['comma', [12.5, 1500, 7.25]],
  ['Total Giving=point', ['12,50', 1.5, '7,25']],
])('--decimal %s', async (sign, amounts) => {
  const list = join(folder, 'list.csv');
  const people = ['12,50', '1.500', '7,25'].map((amount, at) => `P${at},Ada,Ashdown${at},5 Quarry Rd,Nashua,NH,03060,"${amount}"`);
  writeFileSync(list, ['ID,First,Last,Street,City,State,ZIP,Total Giving', ...people].join('\n'));
  // Without --yes nothing is sent.
  await desk('screen', list, '--connection', 'Service', '--decimal', sign, '--out', join(folder, 'scores.xlsx'));
  const id = String((await desk('projects', '--json')).lines[0]!['id']);
  const out = join(folder, `${sign.length}.jsonl`);
  expect((await desk('export', id, '--contents', 'cleaned', '--out', out)).exit).toBe(0);
  const rows = readFileSync(out, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
  expect(rows.map((row) => row['Total Giving'])).toEqual(amounts);
});
