/**
 * Questions in a terminal: an answer, a token that is not displayed, and Ctrl+C. `script` gives the program a terminal.
 * @module-tag deep
 */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const PROGRAM = fileURLToPath(new URL('../../kit/cli-program.ts', import.meta.url));
const { dataDir, desk, folder, practice } = await setupTerminal();
const hasTerminal = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

/** Runs a command in a terminal and types `answer` once it has asked. */
async function typed(
  words: readonly string[],
  question: string,
  answer: string,
): Promise<{ readonly exit: number | null; readonly shown: string }> {
  const command = [process.execPath, PROGRAM, ...words, '--data', dataDir].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: { ...process.env, DESK_KEYCHAIN: 'none', DESK_TOKEN: practice.client.token, TERM: 'xterm' },
  });
  let shown = '';
  let isAnswered = false;
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
    if (isAnswered || !shown.includes(question)) return;
    isAnswered = true;
    child.stdin.write(answer);
  });
  const exit = await new Promise<number | null>((ended) => {
    child.once('close', ended);
  });
  return { exit, shown };
}

const list = join(folder, 'list.csv');
writeFileSync(list, [PEOPLE_HEADINGS, ...people('Q', 1)].join('\n'));
const screen = ['screen', list, '--out', join(folder, 'out.csv'), '--connection', 'Service'];
const states = async () => (await desk('projects', '--json')).lines.map(({ state }) => (state as { at: string }).at);
const charged = async () => (await practice.client.ledger()).credits.charged;

it.skipIf(!hasTerminal)('Ctrl+C at the question ends with 130 and leaves no list', async () => {
  const { exit, shown } = await typed(screen, '[y/N]', '\u0003');
  expect(exit).toBe(130);
  expect(shown).toContain('The list was removed again from the data folder.');
  expect([await states(), await charged()]).toEqual([[], 0]);
});

it.skipIf(!hasTerminal)('no sends nothing and says how to remove the list; yes sends it', async () => {
  const no = await typed(screen, '[y/N]', 'n\r');
  expect(no.exit).toBe(0);
  expect(no.shown).toMatch(/Nothing was sent\. The list is kept as \w+; "desk remove \w+ --yes" removes it\./);
  expect([await states(), await charged()]).toEqual([['draft'], 0]);
  const yes = await typed(screen, '[y/N]', 'y\r');
  expect(yes.exit).toBe(0);
  expect(yes.shown).toContain('1 row sent = 1 scored + 0 not accepted + 0 without a result');
  expect(await charged()).toBe(1);
});

it.skipIf(!hasTerminal)('the command asks for a new token, which is not displayed', async () => {
  const { exit, shown } = await typed(['connections', 'token', 'Service'], 'Token: ', 'a-token-that-nobody-sees\r');
  expect(exit).toBe(0);
  expect(shown).toContain('The token of “Service” was replaced.');
  expect(shown).not.toContain('a-token-that-nobody-sees');
});

it.skipIf(!hasTerminal)('Ctrl+D at the question for a token changes nothing', async () => {
  const { exit, shown } = await typed(['connections', 'token', 'Service'], 'Token: ', '\u0004');
  expect(exit).toBe(1);
  expect(shown).toContain('The question was not answered. (USAGE)');
});

it.skipIf(!hasTerminal)('a removal asks', async () => {
  const add = async () => await desk('do-not-screen', 'add', '--id', 'Q9');
  expect((await add()).exit).toBe(0);
  expect((await typed(['do-not-screen', 'clear'], '[y/N]', '\r')).shown).toContain('Nothing was removed.');
  // Ctrl+D
  expect(await typed(['do-not-screen', 'clear'], '[y/N]', '\u0004')).toMatchObject({
    exit: 0,
    shown: expect.stringContaining('Nothing was removed.') as string,
  });
  expect((await typed(['do-not-screen', 'clear'], '[y/N]', 'yes\r')).shown).toContain('Nobody is on the do-not-screen list.');
});
