/** The program is killed while it stores an assignment or a rating: each is stored completely or not at all. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeList } from '../kit/csv-list.ts';
import { setupTerminal } from '../kit/setup-terminal.ts';
import { start } from '../kit/terminal.ts';

const ROWS = 300;
/** The number of kills between the start and the usual end of a command. */
const KILLS = 6;

const { desk, dataDir, folder, practice } = await setupTerminal();

const list = join(folder, 'list.csv');
writeList(list, ROWS);
const sent = await desk('screen', list, '--send-errors', '--yes', '--out', join(folder, 'out.csv'), '--json');
const { project } = sent.lines.at(-1) as { readonly project: string };
const last = async (...words: readonly string[]) => (await desk(...words, '--json')).lines.at(-1) as Record<string, unknown>;

/** Runs a command and kills it after a share of its usual time; the last kills wait until something is written. */
async function kill(words: readonly string[], usualMs: number, share: number): Promise<void> {
  const { child, ended } = start([...words, '--data', dataDir]);
  const begun = performance.now();
  const log = join(dataDir, 'history.sqlite-wal');
  const size = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const sizeAtStart = size();
  const isDue = () => performance.now() - begun >= usualMs * share || (share > 0.8 && size() > sizeAtStart);
  // Without a pause, this loop would take the processor from the command; only the last kills need that.
  while (child.exitCode === null && !isDue()) await (share > 0.8 ? new Promise(setImmediate) : delay(1));
  child.kill('SIGKILL');
  await ended;
}

async function timed(words: readonly string[]): Promise<number> {
  const begun = performance.now();
  expect((await desk(...words)).exit).toBe(0);
  return performance.now() - begun;
}

it('an assignment of many people, and taking it back, are one step each', async () => {
  const before = await practice.client.ledger();
  const { all } = (await last('officers', project)) as { readonly all: { readonly people: number } };
  const given = async () => {
    const { officers } = (await last('officers', project)) as { readonly officers: readonly { name: string; people: number }[] };
    return officers.find(({ name }) => name === 'Ash')?.people ?? 0;
  };
  const file = join(folder, 'officers.csv');
  const scores = await desk('export', project, '--contents', 'keyed', '--out', join(folder, 'ids.jsonl'));
  expect(scores.exit).toBe(0);
  const lines = readFileSync(join(folder, 'ids.jsonl'), 'utf8').trim().split('\n');
  const scored = lines
    .map((line) => JSON.parse(line) as Record<string, string>)
    .filter((row) => row['Screening outcome'] === 'Scored')
    .map((row) => Object.values(row)[0]!);
  expect(scored).toHaveLength(all.people);
  writeFileSync(file, ['Constituent ID,Officer', ...scored.map((id) => `${id},Ash`)].join('\r\n'));
  const words = ['officers', 'assign', project, '--file', file];
  const usualMs = await timed(words);
  expect(await given()).toBe(all.people);
  const undo = ['officers', 'undo', project];
  const undoMs = await timed(undo);
  for (let at = 1; at <= KILLS; at++) {
    await kill(words, usualMs, at / KILLS);
    const people = await given();
    expect([0, all.people]).toContain(people);
    if (people === 0) await timed(words);
    await kill(undo, undoMs, at / KILLS);
    const left = await given();
    expect([0, all.people]).toContain(left);
    if (left > 0) await timed(undo);
    expect(await given()).toBe(0);
  }
  expect(await practice.client.ledger()).toEqual(before);
});

it('a rating has all of its new bands, or is unchanged', async () => {
  const before = await practice.client.ledger();
  const words = (label: string) => [
    'ratings',
    'set',
    project,
    '--score',
    'capacityValue',
    '--band',
    `A=1000 ${label}`,
    '--band',
    `B=0 ${label}`,
  ];
  const usualMs = await timed(words('First'));
  const labels = async () => {
    const { ratings } = (await last('ratings', project)) as { readonly ratings: readonly { rating: { steps: { label: string }[] } }[] };
    return ratings.map(({ rating }) => rating.steps.map(({ label }) => label).join('+'));
  };
  for (let at = 1; at <= KILLS; at++) {
    const former = await labels();
    expect(former).toHaveLength(1);
    await kill(words(`Run${at}`), usualMs, at / KILLS);
    expect([former[0], `Run${at}+Run${at}`]).toContain((await labels())[0]);
  }
  expect(await practice.client.ledger()).toEqual(before);
});
