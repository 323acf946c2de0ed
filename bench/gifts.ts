/**
 * Joins a gift file with a million gifts of a million people to the list of these people, compared with importing the gift file as a list.
 * Each side runs in its own process; medians, with peak memory. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/gifts.ts [--rows 1000000] [--runs 3]'
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { STANDARD_GIFT_CHOICES } from '../shared/gifts/index.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import type { ListSource } from '../main/worker-protocol/list.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { writeCsvList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';
import { type Measured, runSides } from './sides.ts';

const SIDES = ['list', 'import', 'join', 'write'] as const;
type Side = (typeof SIDES)[number];
const TODAY = '2026-11-20';
const KEY = new Uint8Array(32).fill(7);
const AT_ONCE = 10_000;
const TYPES = ['Cash', 'Pay-Cash', 'Stock/Property', 'Pledge'];

const projectIn = (folder: string, name: string) => ({ path: join(folder, `${name}.sqlite`), projectId: name, key: KEY });

/** Writes one gift per person, with the IDs of the list. */
function writeGifts(path: string, ids: readonly string[]): void {
  const file = openSync(path, 'w');
  writeSync(file, 'CnBio_ID,Gf_Date,Gf_Amount,Gf_Type\r\n');
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const lines = ids.slice(from, from + AT_ONCE).map((id, at) => {
      const gift = from + at;
      const day = `${String((gift % 12) + 1).padStart(2, '0')}/${String((gift % 28) + 1).padStart(2, '0')}/${2000 + (gift % 26)}`;
      return `${id},${day},$${(gift % 5000) + 1}.50,${TYPES[gift % TYPES.length]!}`;
    });
    writeSync(file, `${lines.join('\r\n')}\r\n`);
  }
  closeSync(file);
}

async function runSide(side: Side, folder: string, rows: number): Promise<number> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  const load = (path: string, name: string) =>
    pool.spawn('load', { path, name, options: {}, file: projectIn(folder, name), today: TODAY, inputs: NO_INPUTS }).result;
  const [list, gifts, source] = ['list.csv', 'gifts.csv', 'source.json'].map((name) => join(folder, name)) as [string, string, string];
  try {
    if (side === 'list') {
      await writeCsvList(list, { rows });
      const { sheetLayout, plan } = await load(list, 'list');
      writeFileSync(source, JSON.stringify({ sheetLayout, plan, today: TODAY, rowIdPrefix: '' }));
      const column = plan.columns.find(({ to }) => to.kind === 'field' && to.field === 'constituentId')!.column;
      const lines = readFileSync(list, 'utf8')
        .trimEnd()
        .split(/\r?\n/)
        .slice(sheetLayout.headerRow ?? 0);
      writeGifts(gifts, lines.map((line) => line.split(',')[column]!)); // prettier-ignore
      return 0;
    }
    const started = performance.now();
    if (side === 'import') await load(gifts, 'gifts');
    else {
      const read = JSON.parse(readFileSync(source, 'utf8')) as Omit<ListSource, 'file'>;
      const input = { path: gifts, name: 'gifts.csv', options: {} };
      const { view } = await pool.spawn('gifts', {
        ...read,
        file: projectIn(folder, 'list'),
        gifts: input,
        choices: STANDARD_GIFT_CHOICES,
        write: side === 'write',
      }).result;
      if (view.gifts !== rows || view.notOnList.gifts > 0) throw new Error(`the join lost gifts: ${JSON.stringify(view.onList)}`);
    }
    return (performance.now() - started) / 1000;
  } finally {
    await pool.close();
  }
}

async function reportOf(measured: (side: Side) => Promise<Measured>, rows: number, runs: number) {
  await measured('list');
  const all: Record<Exclude<Side, 'list'>, Measured[]> = { import: [], join: [], write: [] };
  for (let run = 0; run < runs; run++) for (const side of ['import', 'join', 'write'] as const) all[side].push(await measured(side));
  const secondsOf = (side: keyof typeof all) => median(all[side].map(({ seconds }) => seconds));
  const peakOf = (side: keyof typeof all) => round(Math.max(...all[side].map(({ peakMB }) => peakMB)), 0);
  return {
    rows,
    importSeconds: round(secondsOf('import')),
    joinSeconds: round(secondsOf('join')),
    writeSeconds: round(secondsOf('write')),
    times: round(secondsOf('join') / secondsOf('import')),
    writeTimes: round(secondsOf('write') / secondsOf('import')),
    noise: noise(all.import.map(({ seconds }) => seconds)),
    importPeakMB: peakOf('import'),
    joinPeakMB: Math.max(peakOf('join'), peakOf('write')),
  };
}

await runSides({ program: import.meta.url, sides: SIDES, runSide, reportOf });
