/** The program is killed while it stores verdicts or reads a sheet of them: each step is stored completely or not at all. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeList } from '../kit/csv-list.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';
import { start } from '../kit/terminal.ts';

const ROWS = 600;
/** The number of kills between the start and the usual end of a command. */
const KILLS = 8;

const { desk, dataDir, folder, practice } = await setupTerminal();

const list = join(folder, 'list.csv');
writeList(list, ROWS);
const sent = await desk('screen', list, '--send-errors', '--yes', '--out', join(folder, 'out.xlsx'), '--json');
const { project } = sent.lines.at(-1) as { readonly project: string };
interface Queue {
  readonly left: number;
  readonly verdicts: { readonly right: number; readonly wrong: number };
}
const queue = async () => (await desk('review', project, '--json')).lines.at(-1) as unknown as Queue;
const { left } = await queue();

/** Runs a command and kills it after a share of its usual time. Returns how many of its verdicts are stored. */
async function killed(words: readonly string[], usualMs: number, share: number, kind: 'right' | 'wrong'): Promise<number> {
  const { child, ended } = start([...words, '--data', dataDir]);
  const begun = performance.now();
  const log = join(dataDir, 'history.sqlite-wal');
  const sizeAtStart = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  // The last kills wait until something is written.
  const isDue = () =>
    performance.now() - begun >= usualMs * share || (share > 0.8 && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > sizeAtStart);
  // Without a pause, this loop would take the processor from the command; only the last kills need that.
  while (child.exitCode === null && !isDue()) await (share > 0.8 ? new Promise(setImmediate) : delay(1));
  child.kill('SIGKILL');
  await ended;
  return (await queue()).verdicts[kind];
}

it.each([
  ['storing', 'wrong'],
  ['importing', 'right'],
] as const)('%s verdicts is one step', async (what, kind) => {
  const sheet = join(folder, `${what}.csv`);
  expect((await desk('review', project, '--export', sheet, '--force')).exit).toBe(0);
  const [head, ...lines] = readFileSync(sheet, 'utf8').trim().split('\r\n');
  writeFileSync(sheet, [head, ...lines.map((line) => line.replace(/^((?:(?:"(?:[^"]|"")*"|[^,]*),){3})/, '$1Right'))].join('\r\n'));
  const words =
    what === 'importing'
      ? ['review', project, '--import', sheet]
      : ['review', 'set', project, '--rows', lines.map((line) => line.split(',')[0]).join(','), '--verdict', kind];
  const before = await practice.client.ledger();
  const begun = performance.now();
  expect((await desk(...words)).exit).toBe(0);
  const usualMs = performance.now() - begun;
  expect((await queue()).verdicts[kind]).toBe(left);
  const clear = async () => {
    await desk('review', 'set', project, '--rows', lines.map((line) => line.split(',')[0]).join(','), '--verdict', 'none');
    expect((await queue()).verdicts[kind]).toBe(0);
  };
  for (let at = 1; at <= KILLS; at++) {
    await clear();
    expect([0, left]).toContain(await killed(words, usualMs, at / KILLS, kind));
  }
  await clear();
  expect((await desk(...words)).exit).toBe(0);
  expect((await queue()).verdicts[kind]).toBe(left);
  await clear();
  expect(await practice.client.ledger()).toEqual(before);
});
