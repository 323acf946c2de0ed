/**
 * Proof of a write back of a long list: an export of the other system with every value, compared with only reading the same file. Both sides
 * run in processes of their own; medians, with peak memory. Uses the built worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/prove.ts [--rows 1000000] [--runs 3]'
 */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { LAYOUTS } from '../shared/results/layouts.ts';
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
import { type Measured, runSides } from './sides.ts';

const SIDES = ['list', 'layout', 'prove', 'read'] as const;
type Side = (typeof SIDES)[number];
/** Profiles created at once. */
const AT_ONCE = 2000;
const LAYOUT = LAYOUTS.find(({ id }) => id === 'civicrm')!;
/** Every this many lines the export has another value, so that something is stored. */
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

/** Runs one side in this process; the seconds of the measured part. */
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
  const started = performance.now();
  if (side === 'layout')
    await inPool(
      (pool) =>
        pool.spawn('export', {
          ...requestIn(folder),
          ...EXPORT_INPUTS,
          kind: 'layout',
          layout: LAYOUT,
          segment: null,
          target: path,
          format: 'csv',
        }).result,
    );
  const exported = join(folder, 'export.csv');
  if (side === 'layout') {
    const seconds = (performance.now() - started) / 1000;
    const lines = readFileSync(path, 'utf8').split('\r\n');
    writeFileSync(exported, lines.map((line, at) => (at % DAMAGED === 5 ? line.replace(',', ',9') : line)).join('\r\n'));
    return seconds;
  }
  if (side === 'read') {
    const workbook = await openSpreadsheet(exported);
    for await (const block of workbook.rows(0)) for (let row = 0; row < block.rowCount; row++) block.rowTexts(row);
    await workbook.close();
  } else {
    const input = {
      ...requestIn(folder),
      ...EXPORT_INPUTS,
      layout: LAYOUT,
      path: exported,
      name: 'export.csv',
      at: 1,
      madeAt: null,
      writtenAt: null,
    };
    const proof = await inPool((pool) => pool.spawn('prove', input).result);
    if (proof.counts.there.values + proof.counts.different.values !== proof.values) throw new Error('the proof lost values');
  }
  return (performance.now() - started) / 1000;
}

async function reportOf(measured: (side: Side) => Promise<Measured>, rows: number, runs: number) {
  await measured('list');
  const layout = await measured('layout');
  const proofs: Measured[] = [];
  const reads: Measured[] = [];
  for (let run = 0; run < runs; run++) {
    proofs.push(await measured('prove'));
    reads.push(await measured('read'));
  }
  const secondsOf = (all: readonly Measured[]) => median(all.map(({ seconds }) => seconds));
  return {
    rows,
    layoutSeconds: round(layout.seconds),
    layoutPeakMB: round(layout.peakMB, 0),
    proveSeconds: round(secondsOf(proofs)),
    provePeakMB: round(median(proofs.map(({ peakMB }) => peakMB)), 0),
    readSeconds: round(secondsOf(reads)),
    times: round(secondsOf(proofs) / secondsOf(reads), 2),
    noise: noise(reads.map(({ seconds }) => seconds)),
  };
}

await runSides({ program: import.meta.url, sides: SIDES, runSide, reportOf });
