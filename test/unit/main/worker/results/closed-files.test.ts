/** A task that cannot open its second file closes the first, because an open file prevents removing its project on some systems. */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import type { ListSource } from '../../../../../main/worker-protocol/list.ts';
import { BaselineIndex } from '../../../../../main/worker/prior/baseline-index.ts';
import { deriveRows } from '../../../../../main/worker/result-file/derive-rows.ts';
import { mergeResults } from '../../../../../main/worker/result-file/merge-results.ts';
import { ScreeningReader } from '../../../../../main/worker/results/screening-reader.ts';
import { STANDARD_CLEANING } from '../../../../../shared/mapping/plan.ts';
import { quietContext } from '../../../../kit/task-context.ts';

let folder = '';
const refOf = (name: string) => ({ path: join(folder, name), projectId: 'p', key: Buffer.alloc(32, 7) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-closed-'));
  new ProjectFile(refOf('good'), 'create').close();
  writeFileSync(join(folder, 'bad'), 'no project file');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const isOpen = (fd: string): boolean => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
  } catch {
    return false;
  }
};

const PLAN = { columns: [], combinations: [], constants: [], cleaning: STANDARD_CLEANING };
const source = (name: string) => ({ file: refOf(name), sheetLayout: { headers: [] }, plan: PLAN }) as unknown as ListSource;

it.skipIf(!existsSync('/proc/self/fd')).each<[what: string, act: () => unknown]>([
  [
    'copying rows',
    () => deriveRows({ source: source('good'), target: refOf('missing/target'), which: { kind: 'all' } } as never, quietContext),
  ],
  ['merging results', () => mergeResults({ source: refOf('good'), target: refOf('bad'), isRetry: true }, quietContext)],
  ['a baseline', () => new BaselineIndex({ key: Buffer.alloc(32), screenings: [[refOf('good'), refOf('bad')]] })],
  ['a screening without results', () => new ScreeningReader(source('good'))],
])('%s leaves no file open when it fails', async (_, act) => {
  await expect((async () => act())()).rejects.toThrow('The project’s file (');
  expect(readdirSync('/proc/self/fd').filter(isOpen)).toEqual([]);
});
