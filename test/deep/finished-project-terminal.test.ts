/** In the terminal, after a screening: results fetched again, projects removed, and the parts after a stopped part. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { writeList } from '../kit/csv-list.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';

const { practice, folder, dataDir, desk } = await setupTerminal();
const charged = async () => (await practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);

/** Sends a list with this number of rows, including errors, and returns its project and the output of the terminal. */
async function screen(name: string, rows: number) {
  const list = join(folder, `${name}.csv`);
  const { refused } = writeList(list, rows);
  const words = [
    'screen',
    list,
    '--connection',
    'Service',
    '--send-errors',
    '--repeat',
    '--yes',
    '--out',
    join(folder, `${name}-results.csv`),
  ];
  const shown = await desk(...words, '--json');
  const { project } = shown.lines.at(-1) as { project: string };
  return { shown, project, refused, name };
}

it('desk fetch reports the counts before and now', async () => {
  await practice.client.setFaults({ kind: 'status', status: 405, on: { step: 'errors' }, times: null });
  const { project, refused } = await screen('late', 40);
  const scored = 40 - refused;
  const before = await charged();
  const missing = await desk('fetch', project);
  expect(missing.exit).toBe(4);
  expect(missing.out.trim().split('\n')).toEqual([
    `Before: 40 rows sent = ${scored} scored + 0 not accepted + ${refused} without a result`,
    `Now:    40 rows sent = ${scored} scored + 0 not accepted + ${refused} without a result`,
    'Fetched again: nothing new. Nothing was charged.',
    'The service has no report of row errors. The rows that it did not accept before are unchanged.',
  ]);
  await practice.client.clearFaults();
  const found = await desk('fetch', project, '--json');
  expect(found.exit).toBe(4);
  expect(found.lines.at(-1)).toEqual({
    ok: true,
    project,
    before: { submitted: 40, scored, refused: 0, unknown: refused, unmatched: 0 },
    counts: { submitted: 40, scored, refused, unknown: 0, unmatched: 0 },
    report: 'read',
    kept: 0,
    notRead: 0,
    unreadable: 0,
    withoutScores: 0,
  });
  await practice.client.setFaults({ kind: 'status', status: 404, on: { step: 'status' }, times: null });
  const gone = await desk('fetch', project);
  expect(gone.exit).toBe(2);
  expect(gone.err).toContain('The service has no results of this screening (404). The results fetched before are unchanged.');
  expect(await charged()).toBe(before);
});

it('desk remove requires a second option if results that may be paid for would be lost', async () => {
  await practice.client.setFaults({ kind: 'status', status: 401, on: { step: 'profiles' }, times: null });
  const { project, shown } = await screen('paid', 41);
  expect(shown.exit).toBe(5);
  const refused = await desk('remove', project);
  expect(refused.exit).toBe(1);
  expect(refused.err).toMatch(/The screening of 41 rows .* may be paid for.* can no longer be fetched.*Add --yes and --lose-results if/s);
  const yes = await desk('remove', project, '--yes');
  expect(yes.exit).toBe(1);
  expect(yes.err).toMatch(/can no longer be fetched.*Add --lose-results if you accept that the results are lost\./s);
  expect((await desk('status', project)).exit).toBe(0);
  const lost = await desk('remove', project, '--yes', '--lose-results');
  expect(lost.exit).toBe(0);
  expect(lost.err).toContain('can no longer be fetched');
  expect((await desk('status', project)).exit).toBe(1);
});

it('desk remove reports which results of a finished project can no longer be fetched, and accepts --yes', async () => {
  await practice.client.setFaults({ kind: 'status', status: 405, on: { step: 'errors' }, times: null });
  const { project, refused } = await screen('unknown', 42);
  const asked = await desk('remove', project);
  expect(asked.err).toContain(
    `It has ${refused} rows without a result. Once you remove it, they can no longer be fetched. Add --yes to confirm.`,
  );
  expect((await desk('remove', project, '--yes')).exit).toBe(0);
});

it('desk cancel and decide name the waiting parts, and desk parts sends or releases them', async () => {
  const database = new Database(join(dataDir, 'history.sqlite'));
  database.prepare("UPDATE connection SET settings = json_set(settings, '$.maxRows', 20) WHERE name = 'Service'").run();
  database.close();
  const partOf = async (project: string, number: number) => {
    const { lines } = await desk('parts', project, '--json');
    return (lines.at(-1) as { parts: { project: string; part: number }[] }).parts.find(({ part }) => part === number)!.project;
  };
  const commands = (id: string) => [`"desk parts ${id.slice(0, 8)} --send"`, `"desk parts ${id.slice(0, 8)} --release"`];

  // The second part waits for a decision. Giving it up names the part after it.
  await practice.client.setFaults({ kind: 'status', status: 400, on: { step: 'create' }, nth: 2, times: null });
  const { project: stopped, shown } = await screen('three', 50);
  expect(shown.exit).toBe(3);
  await practice.client.clearFaults();
  const before = await charged();
  const given = await desk('decide', stopped, '--choice', 'give-up');
  expect(given.err).toContain('Part 3 of 3 is not sent: 10 rows. Nothing was charged for them.');
  for (const command of commands(stopped)) expect(given.err).toContain(command);
  const listed = await desk('parts', stopped);
  expect(listed.exit).toBe(0);
  expect(listed.out).toMatch(/1 +three +Done +50\n.*2 +three, part 2 of 3 +Given up +20\n.*3 +three, part 3 of 3 +Draft +10/);
  expect(listed.out).toContain(commands(stopped)[0]);
  const sent = await desk('parts', stopped, '--send', '--yes', '--json');
  expect(sent.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 10, unknown: 0 } });
  expect(await charged()).toBeGreaterThan(before);
  expect((await desk('parts', stopped, '--send')).err).toContain('No part of this list is waiting to be sent.');

  // The first part waits for a token. Canceling it names both parts after it, and they are released.
  await practice.client.setFaults({ kind: 'status', status: 401, on: { step: 'create' }, times: null });
  const { project: first } = await screen('again', 51);
  await practice.client.clearFaults();
  const canceled = await desk('cancel', first);
  expect(canceled.err).toContain('2 parts of 3 are not sent: 31 rows. Nothing was charged for them.');
  expect(canceled.err).toContain('sends part 2 of 3 and then the others');
  for (const command of commands(first)) expect(canceled.err).toContain(command);
  const waiting = await partOf(first, 3);
  const spent = await charged();
  const released = await desk('parts', waiting, '--release', '--yes');
  expect(released.out).toContain(
    'Released 2 parts with 31 rows. Nothing was charged for them; the people in them are treated as not sent.',
  );
  expect((await desk('status', waiting)).exit).toBe(1);
  expect(await charged()).toBe(spent);
  expect((await desk('parts', first, '--send', '--release')).exit).toBe(1);
});
