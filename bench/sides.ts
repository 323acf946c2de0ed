/** Runs the sides of a benchmark one after the other, each in its own process, on one temporary folder. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median, round } from './numbers.ts';

export interface Measured {
  readonly seconds: number;
  /** CPU time of all threads while the side ran. */
  readonly cpuSeconds: number;
  readonly peakMB: number;
}

/** The medians of the runs of a side, with keys that begin with its name. */
export function figuresOf(side: string, runs: readonly Measured[]): Record<string, number> {
  const of = (figure: keyof Measured) => median(runs.map((one) => one[figure]));
  return {
    [`${side}Seconds`]: round(of('seconds')),
    [`${side}CpuSeconds`]: round(of('cpuSeconds')),
    [`${side}PeakMB`]: round(of('peakMB'), 0),
  };
}

interface Sides<Side extends string> {
  /** The `import.meta.url` of the benchmark, which each process runs. */
  readonly program: string;
  readonly sides: readonly Side[];
  /** Runs a side in this process; returns its seconds. */
  readonly runSide: (side: Side, folder: string, rows: number) => Promise<number>;
  /** Runs the sides in their order and returns the report. */
  readonly reportOf: (measured: (side: Side) => Promise<Measured>, rows: number, runs: number) => Promise<Record<string, number>>;
}

/** Runs the benchmark with the arguments of this process: the side of `--side`, otherwise all of them. Prints one line of JSON. */
export async function runSides<Side extends string>({ program, sides, runSide, reportOf }: Sides<Side>): Promise<void> {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '3' },
      side: { type: 'string' },
      folder: { type: 'string' },
    },
  });
  const rows = Number(values.rows);
  const own = sides.find((one) => one === values.side);
  if (own !== undefined) {
    const before = process.cpuUsage();
    const seconds = await runSide(own, values.folder!, rows);
    const { user, system } = process.cpuUsage(before);
    console.log(
      JSON.stringify({ seconds, cpuSeconds: (user + system) / 1e6, peakMB: process.resourceUsage().maxRSS / 1024 } satisfies Measured),
    );
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'bench-sides-'));
  try {
    const measured = async (side: Side) => {
      const args = [fileURLToPath(program), '--rows', String(rows), '--side', side, '--folder', folder];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      return JSON.parse(await text(child.stdout)) as Measured;
    };
    console.log(JSON.stringify(await reportOf(measured, rows, Number(values.runs))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
