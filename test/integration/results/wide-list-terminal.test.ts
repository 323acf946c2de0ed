/**
 * A list with too many columns for a workbook of its results is refused before anything is paid, and CSV is offered.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();

it('a list of 16,380 columns', async () => {
  const list = join(folder, 'wide.csv');
  const more = 16_380 - PEOPLE_HEADINGS.split(',').length;
  const headings = Array.from({ length: more }, (_, at) => `Note ${at}`).join(',');
  writeFileSync(
    list,
    [`${PEOPLE_HEADINGS},${headings}`, ...people('W', 1).map((line) => `${line},${'x,'.repeat(more - 1)}x`)].join('\r\n'),
  );
  const before = await practice.client.ledger();
  const refused = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'wide.xlsx'));
  expect(refused.exit).toBe(1);
  expect(refused.err).toContain('The sheet has 16,380 columns. With the scores they do not fit in a workbook');
  expect(refused.err).toContain('ends in .csv');
  expect(await practice.client.ledger()).toEqual(before);
});
