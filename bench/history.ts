/**
 * Reading every project of a long history, as Projects, Check and Cost do: each read after the first one. Baseline: the first read after
 * the program starts, which decrypts and checks every row. Prints one line of JSON.
 * npx -c 'node bench/history.ts [--projects 1000] [--runs 5]'
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ProjectKeys } from '../main/projects/index.ts';
import { AppDatabase } from '../main/store/app-database/index.ts';
import { connectionRow, projectRow } from '../test/kit/database-rows.ts';
import { median, noise, round } from './numbers.ts';

/** As many bytes as a usual encrypted list state. */
const LIST = Buffer.alloc(10_000, 7);
/** Reads after the first one in each run. */
const LOOKS = 20;

const { values } = parseArgs({ options: { projects: { type: 'string', default: '1000' }, runs: { type: 'string', default: '5' } } });
const projects = Number(values.projects);

const folder = mkdtempSync(join(tmpdir(), 'bench-history-'));
const keys = new ProjectKeys(Buffer.alloc(32, 7));

function opened(): AppDatabase {
  const database = new AppDatabase(folder);
  database.useKeys(keys);
  return database;
}

function timed(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

try {
  const made = opened();
  made.connections.save(connectionRow(), 1);
  for (let at = 0; at < projects; at++)
    made.projects.add(
      projectRow(`p${at}`, {
        name: `Appeal ${at}`,
        fileName: `appeal-${at}.xlsx`,
        state: { at: 'draft' },
        wrappedKey: keys.create(`p${at}`),
        encryptedList: LIST,
      }),
    );
  made.close();
  const firsts: number[] = [];
  const later: number[] = [];
  for (let run = 0; run < Number(values.runs); run++) {
    const database = opened();
    firsts.push(timed(() => database.projects.all()));
    later.push(median(Array.from({ length: LOOKS }, () => timed(() => database.projects.all()))));
    database.close();
  }
  const [firstMs, laterMs] = [median(firsts), median(later)];
  console.log(
    JSON.stringify({
      projects,
      firstMs: round(firstMs, 1),
      laterMs: round(laterMs, 1),
      times: round(laterMs / firstMs),
      noise: noise(firsts),
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
