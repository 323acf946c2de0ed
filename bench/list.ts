/**
 * A list from file to check pages: import, recheck after a mapping change, edit of one cell, page of 200 rows with issues. Baselines:
 * `unzip -p FILE | wc -c` for XLSX, papaparse for CSV. The sides alternate in separate processes; medians, with peak memory. Uses the built
 * worker. Prints one line of JSON.
 * npm run build && npx -c 'node bench/list.ts [--rows 1000000] [--runs 5] [--kind xlsx|csv] [--strings shared|inline] [--file FILE]'
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import papaparse from 'papaparse';
import type { FieldKey } from '../shared/fields/table.ts';
import type { MappingPlan } from '../shared/mapping/plan.ts';
import { countRows } from '../shared/rows/histogram.ts';
import { hasIssueOf } from '../shared/rows/row-facts.ts';
import { NO_INPUTS } from '../main/worker-protocol/check.ts';
import { createWorkerPool } from '../main/worker/entry/pool.ts';
import { writeCsvList, writeXlsxList } from '../test/kit/sheet-generate.ts';
import { median, noise, round } from './numbers.ts';

/** Users drop a list some time after they opened the program; by then its first worker is warm. */
const OPEN_MS = 1500;
const SAMPLE = fileURLToPath(new URL('../assets/samples/sample-messy.xlsx', import.meta.url));
/** Changing the day forces a full check. */
const DAYS = ['2026-11-20', '2026-11-21'] as const;
const TODAY = DAYS[0];
const PAGE = 200;
/** Number of timed pages and edits, spread over the list. */
const SAMPLES = 9;

/** The plan with other fields for these columns; null: the column is not sent. */
const withColumns = (plan: MappingPlan, targets: ReadonlyMap<number, FieldKey | null>): MappingPlan => ({
  ...plan,
  columns: plan.columns.map((column) => {
    const field = targets.get(column.column);
    if (field === undefined) return column;
    return { ...column, to: field === null ? { kind: 'none' } : { kind: 'field', field }, settled: true };
  }),
});

function columnOf({ columns }: MappingPlan, field: FieldKey): number {
  const found = columns.find(({ to }) => to.kind === 'field' && to.field === field);
  if (found === undefined) throw new Error(`no column feeds ${field}`);
  return found.column;
}

const withCleaning = (plan: MappingPlan, cleaning: Partial<MappingPlan['cleaning']>): MappingPlan => ({
  ...plan,
  cleaning: { ...plan.cleaning, ...cleaning },
});

/** Feeds `field` from the column of `other` in place of its own column, which is no longer sent. */
const instead = (plan: MappingPlan, field: FieldKey, other: FieldKey): MappingPlan =>
  withColumns(
    plan,
    new Map([
      [columnOf(plan, field), null],
      [columnOf(plan, other), field],
    ]),
  );

/** Mapping changes by the user, from those that alter few rows to those that alter nearly all. */
const CHANGES = {
  zipZeros: (plan: MappingPlan) => withCleaning(plan, { zipZeros: false }),
  capitals: (plan: MappingPlan) => withCleaning(plan, { shoutedNames: false }),
  phone: (plan: MappingPlan) => instead(plan, 'businessPhone', 'personalPhone'),
  email: (plan: MappingPlan) => instead(plan, 'personalEmail', 'businessEmail'),
} as const satisfies Record<string, (plan: MappingPlan) => MappingPlan>;
type ChangeName = keyof typeof CHANGES;
const CHANGE_NAMES = Object.keys(CHANGES) as ChangeName[];

interface Own {
  readonly rows: number;
  readonly importSeconds: number;
  /** For each change: seconds of the check after it, and of a full check of the same rows and mapping. */
  readonly recheckSeconds: Readonly<Record<ChangeName, { readonly after: number; readonly full: number }>>;
  /** From the message to a warm worker until its answer. */
  readonly editMs: number;
  readonly firstEditMs: number;
  readonly pageMs: number;
  readonly worstPageMs: number;
  readonly peakMB: number;
}

const spread = (total: number) => Array.from({ length: SAMPLES }, (_, at) => Math.floor((total * at) / SAMPLES));

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const begun = performance.now();
  const value = await work();
  return { value, ms: performance.now() - begun };
}

/** Our side, in this process. */
async function own(path: string): Promise<Own> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-list-'));
  const pool = createWorkerPool(new URL('../out/worker/index.mjs', import.meta.url), { sample: SAMPLE });
  try {
    await delay(OPEN_MS);
    const file = { path: join(folder, 'project.sqlite'), projectId: 'bench', key: randomBytes(32) };
    const { value: loaded, ms: importMs } = await timed(
      async () => await pool.spawn('load', { path, name: basename(path), file, options: {}, today: TODAY, inputs: NO_INPUTS }).result,
    );
    const { sheetLayout, plan } = loaded;
    const requestOf = (by: MappingPlan, today: string) => ({
      file,
      sheetLayout,
      plan: by,
      today,
      rowIdPrefix: 'row-BENCH-',
      inputs: NO_INPUTS,
    });
    const checked = async (by: MappingPlan, today: string) =>
      await timed(async () => await pool.spawn('check', requestOf(by, today)).result);
    const recheckSeconds = {} as Record<ChangeName, { after: number; full: number }>;
    for (const name of CHANGE_NAMES) {
      const changed = CHANGES[name](plan);
      const { ms: after } = await checked(changed, DAYS[0]);
      const { ms: full } = await checked(changed, DAYS[1]);
      recheckSeconds[name] = { after: after / 1000, full: full / 1000 };
      await checked(plan, DAYS[0]);
    }
    const request = requestOf(CHANGES.zipZeros(plan), TODAY);
    const { value: check } = await timed(async () => await pool.spawn('check', request).result);
    const task = pool.spawn('query', request);
    const rule = check.rules.toSorted((a, b) => b.rows - a.rows)[0]!;
    const withIssues = countRows(check.histogram, hasIssueOf);
    const pages: number[] = [];
    for (const filter of [{ kind: 'rule', code: rule.code, field: null }, { kind: 'issues' }] as const) {
      const options = { sendErrors: false, resendRecent: false };
      const total = filter.kind === 'rule' ? rule.rows : withIssues;
      for (const offset of spread(total))
        pages.push((await timed(async () => await task.ask('check.page', { filter, find: '', offset, limit: PAGE, options }))).ms);
    }
    const edits: number[] = [];
    for (const row of spread(sheetLayout.rows)) {
      const edit = { kind: 'correct', row: row + 2, field: 'personalEmail', value: `one${row}@example.org` } as const;
      edits.push((await timed(async () => await task.ask('edit', edit))).ms);
    }
    task.cancel();
    return {
      rows: sheetLayout.rows,
      importSeconds: importMs / 1000,
      recheckSeconds,
      firstEditMs: edits[0]!,
      editMs: median(edits.slice(1)),
      pageMs: median(pages.slice(1)),
      worstPageMs: Math.max(...pages.slice(1)),
      peakMB: process.resourceUsage().maxRSS / 1024,
    };
  } finally {
    await pool.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function byPapaparse(path: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    papaparse.parse<string[]>(createReadStream(path, 'utf8'), { chunk: () => undefined, complete: () => resolve(), error: reject });
  });
}

async function apart(side: 'own' | 'papaparse', path: string): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--side', side, '--file', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return await text(child.stdout);
}

/** Seconds of the baseline. */
async function anchor(path: string, kind: string): Promise<number> {
  if (kind === 'csv') return Number(await apart('papaparse', path));
  const begun = performance.now();
  const child = spawn('sh', ['-c', 'unzip -p "$1" | wc -c', 'sh', path], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!(Number(await text(child.stdout)) > 0)) throw new Error('unzip is not installed');
  return (performance.now() - begun) / 1000;
}

async function main(path: string, kind: string, runs: number) {
  const anchors: number[] = [];
  const ownRuns: Own[] = [];
  for (let run = 0; run < runs; run++) {
    anchors.push(await anchor(path, kind));
    ownRuns.push(JSON.parse(await apart('own', path)) as Own);
  }
  const of = (key: Exclude<keyof Own, 'recheckSeconds'>) => median(ownRuns.map((one) => one[key]));
  const recheck = (name: ChangeName, kind: 'after' | 'full', by: (one: Own) => number) =>
    round(median(ownRuns.map((one) => one.recheckSeconds[name][kind] / by(one))));
  const ofChange = (name: ChangeName) => ({
    afterSeconds: recheck(name, 'after', () => 1),
    fullSeconds: recheck(name, 'full', () => 1),
    afterToImport: recheck(name, 'after', ({ importSeconds }) => importSeconds),
    fullToImport: recheck(name, 'full', ({ importSeconds }) => importSeconds),
    afterToFull: recheck(name, 'after', ({ recheckSeconds }) => recheckSeconds[name].full),
  });
  const ratios = (key: 'importSeconds', by: readonly number[]) => median(ownRuns.map((one, run) => one[key] / by[run]!));
  return {
    bench: 'list',
    kind,
    rows: of('rows'),
    runs,
    anchor: kind === 'csv' ? 'papaparse, the parsing alone' : 'unzip -p FILE | wc -c',
    anchorSeconds: round(median(anchors)),
    anchorNoise: noise(anchors),
    importSeconds: round(of('importSeconds')),
    importRatio: round(ratios('importSeconds', anchors)),
    recheck: Object.fromEntries(CHANGE_NAMES.map((name) => [name, ofChange(name)])),
    editMs: round(of('editMs'), 1),
    firstEditMs: round(of('firstEditMs'), 1),
    pageMs: round(of('pageMs'), 1),
    worstPageMs: round(of('worstPageMs'), 1),
    peakMB: Math.round(Math.max(...ownRuns.map(({ peakMB }) => peakMB))),
  };
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '5' },
    kind: { type: 'string', default: 'xlsx' },
    strings: { type: 'string', default: 'shared' },
    side: { type: 'string' },
    file: { type: 'string' },
  },
});

if (values.side === 'own') console.log(JSON.stringify(await own(values.file!)));
else if (values.side === 'papaparse') console.log((await timed(() => byPapaparse(values.file!))).ms / 1000);
else {
  const folder = await mkdtemp(join(tmpdir(), 'bench-list-'));
  try {
    const path = values.file ?? join(folder, `list.${values.kind}`);
    const rows = Number(values.rows);
    const isMade = values.file !== undefined && (await stat(path)).isFile();
    if (!isMade && values.kind === 'csv') await writeCsvList(path, { rows });
    else if (!isMade) await writeXlsxList(path, { rows, strings: values.strings === 'inline' ? 'inline' : 'shared' });
    console.log(JSON.stringify(await main(path, path.endsWith('.csv') ? 'csv' : 'xlsx', Number(values.runs))));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
