/**
 * Exporting a long list to XLSX: our streaming writer compared with exceljs. Both get rows in memory in the form that they need. The sides
 * alternate in separate processes; medians. Prints one line of JSON.
 * npx -c 'node bench/write.ts [--rows 1000000] [--runs 5]'
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import ExcelJS from 'exceljs';
import { CellKind, type RowBlock } from '../main/spreadsheet/core/rowblock.ts';
import { RowBlockBuilder } from '../main/spreadsheet/core/rowblock-builder.ts';
import { WorkbookWriter } from '../main/spreadsheet/write/xlsx-writer.ts';
import { median, noise, round } from './numbers.ts';

/** Number of distinct rows; far more than a deflate window contains. */
const POOL = 4096;
const MEGABYTE = 1024 * 1024;

const SIDES = ['ours', 'exceljs'] as const;
type Side = (typeof SIDES)[number];

interface Run {
  readonly seconds: number;
  readonly peakMB: number;
  readonly fileMB: number;
}

/** A row of the list (29 columns) with its results (16 score columns). */
interface Row {
  readonly list: readonly { readonly kind: CellKind; readonly text: string }[];
  readonly scores: readonly number[];
}

const FIRST = ['James', 'Mary', 'Robert', 'Patricia', 'John', 'Jennifer', 'Michael', 'Linda', 'José', 'Elizabeth', 'William', 'Zoë'];
const LAST = ['Smith', 'Johnson', 'Williams', 'Brown', 'Jones', 'Garcia', 'Miller', 'Davis', 'Rodriguez', 'Martinez', "O'Neill"];
const CITIES = ['Boston', 'Cambridge', 'Springfield', 'Worcester', 'Portland', 'Providence', 'Hartford', 'Concord'];
const STATES = ['MA', 'NY', 'CA', 'TX', 'RI', 'CT', 'NH'];

/** The same invented people in every run. */
function makeRows(): Row[] {
  let seed = 20_260_101;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (seed >>> 8) % limit;
  };
  const pick = (from: readonly string[]) => from[below(from.length)]!;
  return Array.from({ length: POOL }, (_, index) => {
    const [first, last] = [pick(FIRST), pick(LAST)];
    const street = `${1 + below(9999)} ${pick(LAST)} Street`;
    const zip = String(1000 + below(98_999)).padStart(5, '0');
    const texts = [
      `C${String(100_000 + index)}`,
      'Mr.',
      first,
      String.fromCharCode(65 + below(26)),
      last,
      '',
      `${pick(FIRST)} ${last}`,
      street,
      below(5) === 0 ? `Apt ${below(90)}` : '',
      pick(CITIES),
      pick(STATES),
      zip,
      'United States',
      `${first}.${last}${below(999)}@example.com`,
      `(617) 555-0${100 + below(99)}`,
      '',
      'Trustee',
      'Acme & Sons Foundation',
      pick(CITIES),
      'Board',
      '',
      'Yes',
      'No',
      '',
      'Annual Fund',
      'Alumni',
      `Class of ${1950 + below(70)}`,
    ];
    const list = texts.map((value) => ({ kind: CellKind.Text as CellKind, text: value }));
    list.push({ kind: CellKind.Date, text: `${1930 + below(70)}-0${1 + below(9)}-${10 + below(18)}` });
    list.push({ kind: CellKind.Number, text: String(below(5_000_000) / 100) });
    const scores = Array.from({ length: 16 }, (_score, score) => (score % 3 === 0 ? below(100_000_000) / 100 : below(10)));
    return { list, scores };
  });
}

const TITLES = [
  ...Array.from({ length: 29 }, (_, index) => `List column ${index + 1}`),
  ...Array.from({ length: 16 }, (_, index) => `Score column ${index + 1}`),
];

function makeBlocks(rows: readonly Row[]): RowBlock[] {
  const builder = new RowBlockBuilder();
  const blocks: RowBlock[] = [];
  rows.forEach((row, index) => {
    builder.beginRow(index + 1);
    row.list.forEach((cell, column) => builder.cellText(column, cell.kind, cell.text));
    if (builder.endRow() || index === rows.length - 1) blocks.push(builder.finish()!);
  });
  return blocks;
}

async function ownWriter(rows: readonly Row[], count: number, path: string): Promise<void> {
  const blocks = makeBlocks(rows);
  const book = await WorkbookWriter.create(path);
  const sheet = book.addSheet('Scores', { columns: TITLES.map((title) => ({ title })) });
  let written = 0;
  while (written < count) {
    for (const block of blocks) {
      for (let row = 0; row < block.rowCount && written < count; row += 1) {
        sheet.beginRow();
        sheet.cells(block, row);
        for (const score of rows[written % POOL]!.scores) sheet.number(score);
        const wait = sheet.endRow();
        if (wait !== undefined) await wait;
        written += 1;
      }
    }
  }
  sheet.close();
  await book.finish();
}

/** exceljs with default options. It does not signal backpressure, so the loop pauses regularly to let its streams flow. */
async function exceljs(rows: readonly Row[], count: number, path: string): Promise<void> {
  const values = rows.map(({ list, scores }) => [
    ...list.map(({ kind, text: value }) =>
      value === '' ? null : kind === CellKind.Number ? Number(value) : kind === CellKind.Date ? new Date(value) : value,
    ),
    ...scores,
  ]);
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ filename: path });
  const sheet = book.addWorksheet('Scores');
  sheet.addRow(TITLES).commit();
  for (let written = 0; written < count; written += 1) {
    sheet.addRow(values[written % POOL]!).commit();
    if (written % 1000 === 999) await new Promise((resume) => setImmediate(resume));
  }
  sheet.commit();
  await book.commit();
}

async function measure(side: Side, count: number): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-write-'));
  try {
    const path = join(folder, 'list.xlsx');
    const rows = makeRows();
    const start = performance.now();
    await (side === 'ours' ? ownWriter : exceljs)(rows, count, path);
    const seconds = (performance.now() - start) / 1000;
    return { seconds, peakMB: process.resourceUsage().maxRSS / 1024, fileMB: (await stat(path)).size / MEGABYTE };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function runChild(side: Side, rows: number): Promise<Run> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--side', side, '--rows', String(rows)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = await text(child.stdout);
  return JSON.parse(output) as Run;
}

const medianOf = (runs: readonly Run[], of: keyof Run) => median(runs.map((run) => run[of]));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '5' }, side: { type: 'string' } },
  });
  const rows = Number(values.rows);
  const only = SIDES.find((side) => side === values.side);
  if (only !== undefined) {
    console.log(JSON.stringify(await measure(only, rows)));
    return;
  }
  const runs: Record<Side, Run[]> = { ours: [], exceljs: [] };
  for (let run = 0; run < Number(values.runs); run += 1) {
    for (const side of SIDES) runs[side].push(await runChild(side, rows));
  }
  const side = (name: Side) => ({
    seconds: round(medianOf(runs[name], 'seconds')),
    peakRssMB: round(medianOf(runs[name], 'peakMB'), 0),
    fileMB: round(medianOf(runs[name], 'fileMB'), 1),
  });
  const [we, anchor] = [side('ours'), side('exceljs')];
  console.log(
    JSON.stringify({
      bench: 'write',
      rows,
      columns: TITLES.length,
      runs: Number(values.runs),
      ours: we,
      anchor: { name: 'exceljs streaming writer', ...anchor, noise: noise(runs.exceljs.map(({ seconds }) => seconds)) },
      timesFaster: round(anchor.seconds / we.seconds),
    }),
  );
}

await main();
