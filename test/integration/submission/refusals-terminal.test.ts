/**
 * Each refusal of the terminal names the option that allows it, and a list that is not sent does not stay without a message.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as run } from '../../kit/terminal.ts';

const { practice, folder, computer } = await setupTerminal();
const environment = { DESK_TOKEN: practice.client.token };

function listOf(prefix: string, ...numbers: number[]): string {
  const path = join(folder, `${prefix}-${numbers.join('-')}.csv`);
  writeFileSync(path, [PEOPLE_HEADINGS, ...people(prefix, ...numbers)].join('\r\n'));
  return path;
}
const charged = async () => (await practice.client.ledger()).credits.charged;

async function newComputer(name: string) {
  const { dataDir, desk } = await computer(name);
  await desk('dismiss');
  return {
    dataDir,
    desk,
    screen: async (list: string, ...words: string[]) =>
      await desk('screen', list, '--connection', 'Service', '--out', join(folder, `${name}.csv`), ...words),
    kept: async () => (await desk('projects', '--json')).lines.map(({ state }) => (state as { at: string }).at),
  };
}

it('the same list again names --repeat, the same people --again, and both allow it', async () => {
  const { screen, kept } = await newComputer('repeat');
  expect((await screen(listOf('A', 1, 2), '--yes')).exit).toBe(0);
  const spent = await charged();
  // On a live connection, people of the last months are left out first.
  const people = await screen(listOf('A', 1, 2), '--yes');
  expect(people).toMatchObject({ exit: 3, out: '' });
  expect(people.err).toMatch(
    /Nobody is left to send.* You would be charged for them again\. Add --again to send them again\. \(SENT_BEFORE\)/,
  );
  const same = await screen(listOf('A', 1, 2), '--yes', '--again');
  expect(same).toMatchObject({ exit: 3 });
  expect(same.out + same.err).toContain('Add --repeat to send it again. (SENT_BEFORE)');
  expect(same.out + same.err).not.toContain('Confirm if');
  expect(same.err).toContain('The list was removed again from the data folder.');
  expect([await kept(), await charged()]).toEqual([['done'], spent]);
  expect((await screen(listOf('A', 1, 2), '--yes', '--repeat')).exit).toBe(0);
  expect(await charged()).toBe(spent + 2);
});

it('a balance that is too small names --short-balance', async () => {
  const { screen, kept } = await newComputer('short');
  const { remaining } = (await practice.client.ledger()).credits;
  await practice.client.settings({ credits: 1 });
  try {
    const refused = await screen(listOf('B', 1, 2), '--yes');
    expect(refused.exit).toBe(2);
    expect(refused.err).toMatch(
      /2 credits are needed and 1 .* left.* Add --short-balance to send the list although the balance is too small\. \(CREDITS_SHORT\)/,
    );
    expect(await kept()).toEqual([]);
  } finally {
    await practice.client.settings({ credits: remaining });
  }
});

it('rows that are left out name the options that send them', async () => {
  const { screen, kept, desk } = await newComputer('left-out');
  await desk('do-not-screen', 'add', '--id', 'C1');
  const refused = await screen(listOf('C', 1), '--yes');
  expect(refused.exit).toBe(1);
  expect(refused.err).toContain('To send them anyway, add --send-objected REASON. (NOTHING_TO_SEND)');
  expect(await kept()).toEqual([]);
});

it('a screening that fails leaves no list, and one without an answer says where its list is and how to remove it', async () => {
  const { screen, kept, desk } = await newComputer('failed');
  for (const words of [
    ['--map', 'Nothing=city'],
    ['--baseline', 'last'],
  ]) {
    const failed = await screen(listOf('D', 1), '--yes', ...words);
    expect(failed.exit).toBe(1);
    expect(failed.err).toContain('The list was removed again from the data folder.');
  }
  expect((await screen(join(folder, 'missing.csv'), '--yes')).exit).toBe(6);
  expect(await kept()).toEqual([]);
  const unanswered = await screen(listOf('D', 1));
  expect(unanswered.exit).toBe(1);
  const [, command = '', id = ''] =
    /Add --yes to confirm\. The list is kept as \w+; "desk (remove) (\w+) --yes" removes it\./.exec(unanswered.err) ?? [];
  expect(await kept()).toEqual(['draft']);
  expect((await desk(command, id, '--yes')).exit).toBe(0);
  expect(await kept()).toEqual([]);
});

it('a list comes from standard input, in every format, and only one thing does', async () => {
  const { dataDir } = await newComputer('input');
  const data = ['--data', dataDir];
  const input = [PEOPLE_HEADINGS, ...people('E', 1, 2)].join('\n');
  const out = join(folder, 'input.csv');
  const sent = await run(['screen', '-', '--out', out, '--connection', 'Service', '--yes', '--json', ...data], { input, environment });
  expect(sent.exit).toBe(0);
  expect(sent.lines).toMatchObject([{ ok: true, inFile: 2, counts: { scored: 2 } }]);
  expect((await run(['check', '-', '--json'], { input })).lines).toMatchObject([{ ok: true, rows: 2 }]);
  expect((await run(['do-not-screen', 'add', '-', '--json', ...data], { input })).lines).toMatchObject([{ added: 2 }]);
  const two = await run(['screen', '-', '--out', out, '--token-stdin', ...data], { input });
  expect(two).toMatchObject({ exit: 1, err: expect.stringContaining('Standard input can hold only one thing') as string });
});

it('the same person is on the do-not-screen list once, however often they are added', async () => {
  const { desk, dataDir } = await newComputer('objections');
  const one = ['do-not-screen', 'add', '--id', 'F1', '--email', 'f1@example.org', '--json'];
  expect((await desk(...one)).lines).toMatchObject([{ added: 1, known: 0, list: { people: 1 } }]);
  expect((await desk(...one)).lines).toMatchObject([{ added: 0, known: 1, list: { people: 1 } }]);
  const input = 'ID,Email\nF1,f1@example.org\nF2,f2@example.org\nF2,f2@example.org\n';
  const added = await run(['do-not-screen', 'add', '-', '--json', '--data', dataDir], { input });
  expect(added.lines).toMatchObject([{ added: 1, known: 2, list: { people: 2 } }]);
  // Another way to recognize the same person is stored too.
  expect((await desk('do-not-screen', 'add', '--id', 'F1', '--email', 'other@example.org', '--json')).lines).toMatchObject([{ added: 1 }]);
});

it('a command that removes something permanently needs --yes if nobody can answer', async () => {
  const { desk } = await newComputer('removals');
  await desk('do-not-screen', 'add', '--id', 'G1');
  const [part] = ((await desk('do-not-screen', 'list', '--json')).lines[0]!['list'] as { lists: { id: string }[] }).lists;
  for (const words of [
    ['do-not-screen', 'remove', part!.id],
    ['do-not-screen', 'remove', '--id', 'G1'],
    ['do-not-screen', 'clear'],
    ['connections', 'remove', 'Service'],
  ]) {
    const asked = await desk(...words);
    expect({ words, ...asked }).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringMatching(/^This removes .* Add --yes to confirm\. \(USAGE\)/) as string,
    });
  }
  expect((await desk('do-not-screen', 'clear', '--yes', '--json')).lines).toMatchObject([{ list: { people: 0 } }]);
  expect((await desk('connections', 'remove', 'Service', '--yes')).exit).toBe(0);
});

it('a connection gets another name, token, address and row base, and becomes the default', async () => {
  const { desk, dataDir } = await newComputer('connections');
  expect((await desk('connections', 'rename', 'Service', '--name', 'Ours')).exit).toBe(0);
  expect((await desk('connections', 'change', 'Ours', '--row-base', 'one', '--json')).lines).toMatchObject([
    { name: 'Ours', settings: { rowBase: 'one' } },
  ]);
  expect((await desk('connections', 'use', 'Ours')).exit).toBe(0);
  expect((await desk('connections', 'list')).out).toContain('Ours (default)');
  expect((await desk('credits', '--json')).lines).toMatchObject([{ connection: { name: 'Ours' } }]);
  const typed = await desk('connections', 'token', 'Ours');
  expect(typed).toMatchObject({ exit: 1, err: expect.stringContaining('--token-stdin') as string });
  const given = await run(['connections', 'token', 'Ours', '--token-stdin', '--data', dataDir], { input: 'a-new-token-of-this-test' });
  expect(given.exit).toBe(0);
  expect(given.out).toContain('The token of “Ours” was replaced.');
  expect(given.out + given.err).not.toContain('a-new-token-of-this-test');
  expect((await desk('connections', 'token', 'Ours', 'a-token-as-an-argument')).exit).toBe(1);
});

it('people who changed are one number, sent or not', async () => {
  const { screen, desk } = await newComputer('changed');
  expect((await screen(listOf('H', 1, 2, 3), '--yes')).exit).toBe(0);
  await desk('do-not-screen', 'add', '--id', 'H1');
  const changed = join(folder, 'changed-people.csv');
  writeFileSync(changed, [PEOPLE_HEADINGS, ...people('H', 1, 2, 3).map((line) => line.replace('Worcester', 'Salem'))].join('\r\n'));
  const { err } = await screen(changed, '--yes', '--baseline', 'last');
  expect(err).toMatch(/^2 +1 +note +Changed since the earlier screening/m);
  expect(err).toContain('0 new, 2 changed (1 more changed and is left out for the reasons above), 0 unchanged');
});
