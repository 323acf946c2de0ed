/** "desk person erase" says what will no longer work, erases only with consent, and does not change the rest of the list. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytesOf } from '../../kit/carving.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, dataDir, desk } = await setupTerminal();
const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP';
const ROWS = ['P-1,Rosalind,Quayle,12 Larkspur Ln,Worcester,MA,01609', 'L-1,Wei,Li,5 Quarry Rd,Nashua,NH,03060'];

it('erases a person with --yes, and puts them on the do-not-screen list', async () => {
  const list = join(folder, 'Dinner of Rosalind Quayle.csv');
  writeFileSync(list, `${[HEADINGS, ...ROWS].join('\n')}\n`);
  const sent = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'spring-results.csv'), '--json');
  expect(sent.exit).toBe(0);
  const { project } = sent.lines.at(-1) as { readonly project: string };
  const ledger = await practice.client.ledger();
  expect(ledger.credits.charged).toBe(2);
  const found = async (text: string) => {
    const { lines } = await desk('person', 'find', text, '--json');
    return (lines.at(-1) as { projects: { people: unknown[] }[] }).projects.flatMap(({ people }) => people).length;
  };

  const asked = await desk('person', 'erase', 'P-1');
  expect(asked.exit).not.toBe(0);
  expect(asked.err).toContain('can no longer be fetched again');
  expect(asked.err).toContain(
    'The name of the project (“Dinner of Rosalind Quayle”): “Dinner of Rosalind Quayle” becomes “Dinner of [erased]”.',
  );
  expect(asked.err).toMatch(/This erases the person from 1 place and [3-9] texts for good\. Add --yes to confirm\./);
  expect(await found('Quayle')).toBe(1);

  const erased = await desk('person', 'erase', 'P-1', '--never-screen', '--yes', '--json');
  expect([erased.exit, erased.lines.at(-1)]).toEqual([0, { ok: true, erased: 1, texts: expect.any(Number) as number }]);
  expect([await found('Quayle'), await found('Li')]).toEqual([0, 1]);
  expect((await desk('person', 'find', 'Quayle', '--json')).lines.at(-1)).toMatchObject({ projects: [], texts: [] });
  expect((await desk('person', 'erase', 'P-1', '--yes')).err).toContain('NOT_FOUND');
  const shown = await desk('export', project, '--out', join(folder, 'again.csv'));
  expect(shown.exit).toBe(0);
  const saved = readFileSync(join(folder, 'again.csv'), 'utf8');
  expect([saved.includes('L-1'), /Quayle|Larkspur/.test(saved)]).toEqual([true, false]);
  expect((await desk('do-not-screen', 'list', '--json')).out).toContain('"people":1');
  expect(bytesOf(dataDir).includes('Quayle')).toBe(false);
  expect(await practice.client.ledger()).toEqual(ledger);
});
