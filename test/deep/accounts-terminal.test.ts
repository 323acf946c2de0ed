/** The same file from two computers, and people without a result, in the terminal: the messages before money is spent, and the charges. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Computer, setupTerminal } from '../kit/setup-terminal.ts';

const { practice, folder, computer, ...own } = await setupTerminal();

/** People by number. A number at or below 0 has an email address that the service refuses. */
function write(name: string, ...people: number[]): string {
  const path = join(folder, name);
  const lines = people.map((number) => {
    const n = Math.abs(number);
    return `P${n},Rosalind,Quayle${'abcdefghij'[n]},${n} Larkspur Ln,Worcester,MA,01609,${number <= 0 ? 'nobody@example.invalid' : ''}`;
  });
  writeFileSync(path, `${['Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email', ...lines].join('\r\n')}\r\n`);
  return path;
}

const charges = async () => (await practice.client.ledger()).projects.map(({ creditsCharged }) => creditsCharged);

/** The commands of these tests on a computer. */
const on = ({ desk }: Computer) => ({
  screen: (list: string, ...words: string[]) =>
    desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'out.csv'), '--force', ...words, '--json'),
  fix: (id: unknown, ...words: string[]) =>
    desk('fix', String(id), '--correct', '2:personalEmail=p0@example.org', '--yes', ...words, '--json'),
});

it('desk screen and desk fix report that a colleague may have sent the list, and send it only with --elsewhere', async () => {
  const [ours, theirs] = [on(own), on(await computer('theirs'))];
  const list = write('spring.csv', 0, 1, 2);
  const first = await ours.screen(list, '--send-errors');
  expect(first.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 3, scored: 2, refused: 1 } });
  expect(first.err).not.toContain('colleague');

  const held = await theirs.screen(list, '--send-errors');
  expect(held.exit).toBe(3);
  expect(held.err).toMatch(
    /The service already has “spring · \w{8}” \(3 rows, .+, status “processed”\), which was not sent from here: .+--elsewhere sends it anyway/,
  );
  expect(held.lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'SENT_BEFORE', message: expect.stringContaining('nothing was sent') as string },
  });
  expect(await charges()).toEqual([2]);
  const confirmed = await theirs.screen(list, '--send-errors', '--elsewhere');
  expect(confirmed.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 3 } });
  expect(await charges()).toEqual([2, 2]);

  const { project } = first.lines.at(-1) as { project: string };
  expect((await ours.fix(project)).lines.at(-1)).toMatchObject({ ok: true });
  const again = (confirmed.lines.at(-1) as { project: string }).project;
  expect((await theirs.fix(again)).lines.at(-1)).toMatchObject({ ok: false, error: { code: 'SENT_BEFORE' } });
  expect(await charges()).toEqual([2, 2, 1]);
  expect((await theirs.fix(again, '--elsewhere')).lines.at(-1)).toMatchObject({ ok: true });
  expect(await charges()).toEqual([2, 2, 1, 1]);
});

it('desk screen says when the service does not list its projects', async () => {
  const { screen } = on(await computer('unlisted'));
  await practice.client.setFaults({ kind: 'status', status: 404, times: null, on: { step: 'projects' } });
  try {
    const { err, lines } = await screen(write('unlisted.csv', 9));
    expect(err).toContain(
      'The service did not list its projects, so there is no way to tell whether a colleague has already sent this list.',
    );
    expect(lines.at(-1)).toMatchObject({ ok: true });
  } finally {
    await practice.client.clearFaults();
  }
});

it('desk screen leaves out people without a result, names their screening, and sends them with --again', async () => {
  const { screen } = on(await computer('unknown'));
  const before = (await charges()).length;
  // Without a report of row errors, the outcome of rows without a score is not known.
  await practice.client.setFaults({ kind: 'status', status: 405, times: null, on: { step: 'errors' } });
  const first = await screen(write('autumn.csv', 3, 4, -5, -6), '--send-errors');
  await practice.client.clearFaults();
  expect(first.lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 4, scored: 2, unknown: 2 } });

  const none = await screen(write('autumn again.csv', 3, 4, -5, -6), '--send-errors');
  expect(none.lines.at(-1)).toMatchObject({
    ok: false,
    error: { code: 'SENT_BEFORE', message: expect.stringContaining('2 people in “autumn” have no result yet') as string },
  });
  const more = await screen(write('more.csv', 3, 4, -5, -6, 7), '--send-errors');
  expect(more.err).toContain('left out: 4 screened recently and unchanged');
  expect(more.err).toContain(
    '2 people in “autumn” have no result yet and may have been paid for; they are left out as well; --again sends them anyway',
  );
  expect(more.lines.at(-1)).toMatchObject({ ok: true, leftOut: 4, counts: { submitted: 1, scored: 1 } });
  expect((await charges()).slice(before)).toEqual([2, 1]);
  const repeated = await screen(write('meant.csv', 3, 4, 5, 6, 8), '--again');
  expect(repeated.err).not.toContain('no result yet');
  expect(repeated.lines.at(-1)).toMatchObject({ ok: true, leftOut: 0, counts: { submitted: 5, scored: 5 } });
});

it('desk screen treats a connection that was entered twice as one account', async () => {
  const twice = await computer('twice');
  const { screen } = on(twice);
  const { port } = new URL(practice.client.url);
  const added = await twice.desk('connections', 'add', '--name', 'Again', '--base-url', `http://localhost:${port}/`);
  expect(added.exit).toBe(0);
  const before = (await charges()).length;
  const list = write('twice.csv', 8, 9);
  expect((await screen(list)).lines.at(-1)).toMatchObject({ ok: true, counts: { submitted: 2 } });
  const over = (...words: string[]) =>
    twice.desk('screen', list, '--connection', 'Again', '--yes', '--out', join(folder, 'out.csv'), '--force', ...words, '--json');
  expect((await over()).lines.at(-1)).toMatchObject({ ok: false, error: { code: 'SENT_BEFORE' } });
  const again = await over('--again');
  expect(again.exit).toBe(3);
  expect(JSON.stringify(again.lines.at(-1))).toContain('SENT_BEFORE');
  expect((await charges()).slice(before)).toEqual([2]);
});
