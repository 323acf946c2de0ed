/**
 * A list of one row in the terminal: counts have a singular form, and nothing is saved when nothing is left out.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { folder, desk } = await setupTerminal();
const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email';

it('does not say rows or credits for one, and does not name a saving of 0', async () => {
  const list = join(folder, 'one.csv');
  writeFileSync(list, `${HEADINGS}\nS-1,Ada,Byrne,9 Hill St,Salem,MA,01970,ada@example.org\n`);
  const sent = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'out.csv'));
  expect(sent.exit).toBe(0);
  expect(sent.err).toContain('1 of 1 row to send');
  expect(sent.err).toMatch(/^About 1 credit of [\d,]+$/m);
  expect(sent.err).not.toContain('leaving rows out');
  expect(sent.out).toContain('1 row in the file = 1 sent + 0 left out');
  expect(sent.out).toContain('1 row sent = 1 scored + 0 not accepted + 0 without a result');
});

it('names what is saved by leaving rows out', async () => {
  const list = join(folder, 'two.csv');
  writeFileSync(
    list,
    `${HEADINGS}\nS-2,Wei,Li,5 Quarry Rd,Nashua,NH,03060,wei@example.org\nS-3,,Abara Holdings LLC,4 Elm St,Salem,MA,01970,\n`,
  );
  const sent = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'two-out.csv'));
  expect(sent.err).toMatch(/^About 1 credit of [\d,]+; leaving rows out saves about 1$/m);
});
