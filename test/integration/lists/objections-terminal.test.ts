/**
 * The terminal sends people who asked not to be screened only for a reason, which is stored, and never if the organization forbids it.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, folder, practice } = await setupTerminal();
const REASON = 'They agreed by letter in March';

function listOf(prefix: string): string {
  const path = join(folder, `${prefix}.csv`);
  const rows = ['Larkspur Ln', 'Quarry Rd'].map(
    (street, at) => `${prefix}${at},Rosalind,Quayle${prefix}${at},1${at} ${street},Worcester,MA,01609,${at === 0 ? '' : 'Y'}`,
  );
  writeFileSync(path, ['Constituent ID,First Name,Last Name,Address,City,State,ZIP,ExcludeWealthEnrichment', ...rows].join('\n'));
  return path;
}
const screened = (prefix: string, ...options: string[]) =>
  desk('screen', listOf(prefix), '--connection', 'Service', '--yes', '--out', join(folder, `${prefix}.xlsx`), ...options);
const charged = async () => (await practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);

it('leaves them out without a reason, and sends them with one, which the timeline has', async () => {
  const before = await screened('A');
  expect(before.exit).toBe(0);
  expect(await charged()).toBe(1);
  const sent = await screened('B', '--send-objected', REASON);
  expect(sent.exit).toBe(0);
  expect(await charged()).toBe(1 + 2);
  const [project] = (await desk('projects', '--json')).lines;
  const status = await desk('status', String(project!['id']));
  expect(status.out).toContain(`1 of them marked “do not screen”: “${REASON}”`);
});

it('refuses a reason without words, and sends nothing', async () => {
  const paid = await charged();
  const refused = await screened('C', '--send-objected', ' ');
  expect([refused.exit, await charged()]).toEqual([1, paid]);
  expect(refused.err).toContain('--send-objected needs the reason');
  expect((await desk('projects', '--json')).lines).toHaveLength(2);
});
