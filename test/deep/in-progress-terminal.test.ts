/** A second list sent in the terminal while the first one is running: who is left out, and in which list they are. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();

function write(name: string, ...people: number[]): string {
  const path = join(folder, name);
  const lines = people.map((n) => `P${n},Rosalind,Quayle${'abcdefghij'[n]},${n} Larkspur Ln,Worcester,MA,01609`);
  writeFileSync(path, `${['Constituent ID,First Name,Last Name,Address,City,State,ZIP', ...lines].join('\r\n')}\r\n`);
  return path;
}

it('desk screen leaves out people in a running list, names that list, and sends them with --again', async () => {
  const screen = (list: string, ...words: string[]) =>
    desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'out.csv'), ...words, '--json');

  // The results cannot be fetched, so the list keeps running.
  await practice.client.setFaults({ kind: 'status', status: 401, times: null, on: { step: 'profiles' } });
  const monday = await screen(write('monday.csv', 1, 2));
  expect(monday.lines.at(-1)).toMatchObject({ ok: false, at: 'needs-token' });
  await practice.client.clearFaults();

  const held = await screen(write('again.csv', 1, 2));
  expect(held.lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'SENT_BEFORE', message: expect.stringContaining('“monday”') as string },
  });
  const tuesday = await screen(write('tuesday.csv', 1, 2, 3, 4));
  expect(tuesday.err).toContain('left out: 2 in progress in another list and unchanged');
  expect(tuesday.err).toContain('Not finished yet: “monday”; --again sends the people in it anyway');
  expect(tuesday.lines.at(-1)).toMatchObject({ ok: true, inFile: 4, leftOut: 2, counts: { submitted: 2, scored: 2 } });
  const repeated = await screen(write('meant.csv', 1, 5), '--again');
  expect(repeated.lines.at(-1)).toMatchObject({ ok: true, leftOut: 0, counts: { submitted: 2 } });
  expect(repeated.err).not.toContain('Not finished yet');
  const { projects } = await practice.client.ledger();
  expect(projects.map(({ creditsCharged }) => creditsCharged)).toEqual([2, 2, 2]);
});
