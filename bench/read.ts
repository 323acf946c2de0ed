/**
 * Reading a long list into row blocks. Baselines: `unzip -p FILE | wc -c` for XLSX (only unpacks), papaparse and udsv for CSV (parse), and
 * SheetJS for the short list only. The sides alternate in separate processes on the same file; medians. Prints one line of JSON.
 * npx -c 'node bench/read.ts [--rows 1000000] [--runs 5] [--short 10000] [--keep FOLDER]'
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import papaparse from 'papaparse';
import { inferSchema, initParser, type Parser } from 'udsv';
import { openSpreadsheet } from '../main/spreadsheet/open.ts';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';

const MEGABYTE = 1024 * 1024;

const SIDES = ['ours', 'papaparse', 'udsv', 'sheetjs'] as const;
type Side = (typeof SIDES)[number];

interface Run {
  readonly seconds: number;
  /** CPU time of the process, including its start. */
  readonly cpuSeconds: number;
  readonly peakMB: number;
  readonly rows: number;
  /** Seconds until the first rows. */
  readonly firstSeconds?: number;
}

async function ownReader(path: string): Promise<{ rows: number; firstSeconds: number }> {
  const begun = performance.now();
  const workbook = await openSpreadsheet(path);
  let rows = 0;
  let firstSeconds = 0;
  for await (const block of workbook.rows(0)) {
    if (rows === 0) firstSeconds = (performance.now() - begun) / 1000;
    rows += block.rowCount;
  }
  await workbook.close();
  return { rows, firstSeconds };
}

function byPapaparse(path: string): Promise<{ rows: number }> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    papaparse.parse<string[]>(createReadStream(path, 'utf8'), {
      chunk: ({ data }) => {
        rows += data.length;
      },
      complete: () => resolve({ rows }),
      error: reject,
    });
  });
}

/** The fastest CSV parser in JavaScript that we know. Like papaparse, it returns rows as arrays of strings. */
async function byUdsv(path: string): Promise<{ rows: number }> {
  // The parser does not return the heading row.
  let rows = 1;
  let parser: Parser | null = null;
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    parser ??= initParser(inferSchema(chunk));
    parser.chunk<string[]>(chunk, parser.stringArrs, () => {
      rows += 1;
    });
  }
  parser?.end();
  return { rows };
}

async function bySheetJs(path: string): Promise<{ rows: number }> {
  const { read, utils } = await import('xlsx');
  const book = read(await readFile(path), { type: 'buffer', dense: true });
  return { rows: utils.decode_range(book.Sheets[book.SheetNames[0]!]!['!ref']!).e.r + 1 };
}

const READERS: Readonly<Record<Side, (path: string) => Promise<{ readonly rows: number; readonly firstSeconds?: number }>>> = {
  ours: ownReader,
  papaparse: byPapaparse,
  udsv: byUdsv,
  sheetjs: bySheetJs,
};

async function run(side: Side, path: string): Promise<Run> {
  const begun = performance.now();
  const found = await READERS[side](path);
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMB: maxRSS / 1024, ...found };
}

async function runApart(side: Side, path: string): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--side', side, '--file', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await text(child.stdout)) as Run;
}

async function unzip(path: string): Promise<number> {
  const begun = performance.now();
  const child = spawn('sh', ['-c', 'unzip -p "$1" | wc -c', 'sh', path], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!(Number(await text(child.stdout)) > 0)) throw new Error('unzip is not installed');
  return (performance.now() - begun) / 1000;
}

/** Runs both sides on one file, alternating. */
async function compare(path: string, runs: number, anchor: (path: string) => Promise<{ seconds: number; peakMB?: number }>) {
  const own: Run[] = [];
  const other: { seconds: number; peakMB?: number }[] = [];
  for (let n = 0; n < runs; n++) {
    other.push(await anchor(path));
    own.push(await runApart('ours', path));
  }
  const oursSeconds = median(own.map(({ seconds }) => seconds));
  const anchorSeconds = median(other.map(({ seconds }) => seconds));
  return {
    rows: own[0]!.rows,
    fileMB: round((await stat(path)).size / MEGABYTE),
    oursSeconds: round(oursSeconds),
    anchorSeconds: round(anchorSeconds),
    anchorNoise: noise(other.map(({ seconds }) => seconds)),
    ratio: round(oursSeconds / anchorSeconds),
    ratios: own.map(({ seconds }, n) => round(seconds / other[n]!.seconds)),
    firstRowsSeconds: round(median(own.map(({ firstSeconds = 0 }) => firstSeconds))),
    peakMB: Math.round(Math.max(...own.map(({ peakMB }) => peakMB))),
    microsecondsPerRow: round((oursSeconds / own[0]!.rows) * 1e6),
  };
}

async function main(rows: number, short: number, runs: number, folder: string) {
  const results: Record<string, Awaited<ReturnType<typeof compare>>> = {};
  for (const count of new Set([short, rows])) {
    for (const strings of ['shared', 'inline'] as const) {
      const path = join(folder, `${count}-${strings}.xlsx`);
      await ensure(path, () => writeXlsxList(path, { rows: count, strings }));
      results[`xlsx ${strings} ${count}`] = await compare(path, runs, async (file) => ({ seconds: await unzip(file) }));
    }
    const path = join(folder, `${count}.csv`);
    await ensure(path, () => writeCsvList(path, { rows: count }));
    results[`csv ${count}`] = await compare(path, runs, (file) => runApart('papaparse', file));
    results[`csv udsv ${count}`] = await compare(path, runs, (file) => runApart('udsv', file));
  }
  const sheetJs = await compare(join(folder, `${short}-shared.xlsx`), runs, (file) => runApart('sheetjs', file));
  const growth = (kind: string) => round(results[`${kind} ${rows}`]!.microsecondsPerRow / results[`${kind} ${short}`]!.microsecondsPerRow);
  return {
    bench: 'read',
    runs,
    anchors: { xlsx: 'unzip -p FILE | wc -c', csv: 'papaparse, the parsing alone', 'csv udsv': 'udsv' },
    results,
    [`SheetJS ${short}`]: { seconds: sheetJs.anchorSeconds, ratio: sheetJs.ratio },
    growthPerRow: { 'xlsx shared': growth('xlsx shared'), 'xlsx inline': growth('xlsx inline'), csv: growth('csv') },
  };
}

/** Creates a file unless an earlier run created it. */
async function ensure(path: string, make: () => Promise<void>): Promise<void> {
  const there = await stat(path).catch(() => null);
  if (there === null) await make();
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    short: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '5' },
    keep: { type: 'string' },
    side: { type: 'string' },
    file: { type: 'string' },
  },
});

if (values.side !== undefined && values.file !== undefined) {
  const side = SIDES.find((name) => name === values.side) ?? 'ours';
  console.log(JSON.stringify(await run(side, values.file)));
} else {
  if (values.keep !== undefined) await mkdir(values.keep, { recursive: true });
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'bench-read-')));
  try {
    console.log(JSON.stringify(await main(Number(values.rows), Number(values.short), Number(values.runs), folder)));
  } finally {
    if (values.keep === undefined) await rm(folder, { recursive: true, force: true });
  }
}
