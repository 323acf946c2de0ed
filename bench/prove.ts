/**
 * Write back of a long list: the file of a layout, and the proof with an export of the other system that has nearly every value. Both are
 * compared with importing the list of these people, importing the export, and only reading the export. Each side runs in its own process;
 * medians, with peak memory. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/prove.ts [--rows 1000000] [--runs 3]'
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LAYOUTS } from '../shared/results/layouts.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import { openSpreadsheet } from '../main/spreadsheet/open.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import {
  csvOf,
  EXPORT_INPUTS,
  listRows,
  profileFor,
  readInThreads,
  ResultProject,
  savedRequest,
  type SavedRequest,
} from '../test/kit/result-project.ts';
import { median, noise, round } from './numbers.ts';
import { type Measured, figuresOf, runSides } from './sides.ts';

const SIDES = ['list', 'export', 'layout', 'prove', 'import', 'importExport', 'read'] as const;
type Side = (typeof SIDES)[number];
/** Profiles created at once. */
const AT_ONCE = 2000;
const LAYOUT = LAYOUTS.find(({ id }) => id === 'civicrm')!;
/** One in this many lines of the export has another value, so that the proof has differences to store. */
const DAMAGED = 100;

function* answer(rows: number): Generator<Buffer> {
  for (let from = 0; from < rows; from += AT_ONCE) {
    const part = Array.from({ length: Math.min(AT_ONCE, rows - from) }, (_, at) => JSON.stringify(profileFor(from + at)));
    yield Buffer.from(`${from === 0 ? '{"profiles":[' : ','}${part.join(',')}${from + AT_ONCE >= rows ? ']}' : ''}`);
  }
}

const requestIn = (folder: string) => {
  const { file, ...rest } = JSON.parse(readFileSync(join(folder, 'request.json'), 'utf8')) as SavedRequest;
  return { ...rest, file: { ...file, key: Uint8Array.from(file.key) } };
};

async function inPool<T>(run: (pool: ReturnType<typeof createWorkerPool>) => Promise<T>): Promise<T> {
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url));
  try {
    return await run(pool);
  } finally {
    await pool.close();
  }
}

/** Runs one side in this process. Returns the seconds of the measured part. */
async function runSide(side: Side, folder: string, rows: number): Promise<number> {
  const path = join(folder, 'written.csv');
  if (side === 'list') {
    const list = join(folder, 'list.csv');
    const file = openSync(list, 'w');
    const all = listRows(rows);
    for (let from = 0; from < all.length; from += AT_ONCE) writeSync(file, `${csvOf(all.slice(from, from + AT_ONCE))}\r\n`);
    closeSync(file);
    const project = await ResultProject.ofFile(list, readInThreads);
    await project.collect({ profiles: answer(rows), errors: '[]' });
    writeFileSync(join(folder, 'request.json'), JSON.stringify(savedRequest(project)));
    return 0;
  }
  const exported = join(folder, 'export.csv');
  if (side === 'export') {
    const lines = readFileSync(path, 'utf8').split('\r\n');
    writeFileSync(exported, lines.map((line, at) => (at % DAMAGED === 5 ? line.replace(',', ',9') : line)).join('\r\n'));
    return 0;
  }
  const started = performance.now();
  await measuredSide(side, folder, { path, exported });
  return (performance.now() - started) / 1000;
}

async function measuredSide(
  side: Exclude<Side, 'list' | 'export'>,
  folder: string,
  { path, exported }: { readonly path: string; readonly exported: string },
): Promise<void> {
  switch (side) {
    case 'layout': {
      const input = { ...requestIn(folder), ...EXPORT_INPUTS, kind: 'layout' as const, layout: LAYOUT, segment: null, target: path };
      await inPool((pool) => pool.spawn('export', { ...input, format: 'csv' }).result);
      return;
    }
    case 'prove': {
      const times = { at: 1, madeAt: null, writtenAt: null };
      const input = { ...requestIn(folder), ...EXPORT_INPUTS, ...times, layout: LAYOUT, path: exported, name: 'export.csv' };
      const proof = await inPool((pool) => pool.spawn('prove', input).result);
      const { there, different } = proof.counts;
      if (different.values === 0 || there.values + different.values !== proof.values) throw new Error('the proof lost values');
      return;
    }
    case 'import':
    case 'importExport': {
      const file = { path: join(folder, `import-${process.pid}.sqlite`), projectId: 'import', key: new Uint8Array(32).fill(7) };
      const name = side === 'import' ? 'list.csv' : 'export.csv';
      const input = { path: join(folder, name), name, options: {}, file, today: '2026-11-20', inputs: NO_INPUTS };
      await inPool((pool) => pool.spawn('load', input).result);
      return;
    }
    case 'read': {
      const workbook = await openSpreadsheet(exported);
      for await (const block of workbook.rows(0)) for (let row = 0; row < block.rowCount; row++) block.rowTexts(row);
      await workbook.close();
    }
  }
}

async function reportOf(measured: (side: Side) => Promise<Measured>, rows: number, runs: number) {
  await measured('list');
  await measured('layout');
  await measured('export');
  const all: Record<Exclude<Side, 'list' | 'export'>, Measured[]> = { layout: [], prove: [], import: [], importExport: [], read: [] };
  for (let run = 0; run < runs; run++)
    for (const side of ['layout', 'prove', 'import', 'importExport', 'read'] as const) all[side].push(await measured(side));
  const of = (side: keyof typeof all, figure: keyof Measured) => median(all[side].map((one) => one[figure]));
  return {
    rows,
    ...figuresOf('layout', all.layout),
    ...figuresOf('prove', all.prove),
    ...figuresOf('import', all.import),
    ...figuresOf('importExport', all.importExport),
    ...figuresOf('read', all.read),
    layoutTimes: round(of('layout', 'seconds') / of('import', 'seconds'), 2),
    layoutTimesCpu: round(of('layout', 'cpuSeconds') / of('import', 'cpuSeconds'), 2),
    proveTimes: round(of('prove', 'seconds') / of('import', 'seconds'), 2),
    proveTimesCpu: round(of('prove', 'cpuSeconds') / of('import', 'cpuSeconds'), 2),
    noise: noise(all.import.map(({ seconds }) => seconds)),
    noiseCpu: noise(all.import.map(({ cpuSeconds }) => cpuSeconds)),
  };
}

await runSides({ program: import.meta.url, sides: SIDES, runSide, reportOf });
