/** Which profile a row has after the results of its retry or part are merged again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectFile } from '../../../../../main/store/project-file/project-file.ts';
import { mergeResults } from '../../../../../main/worker/result-file/merge-results.ts';
import { MoreProfiles } from '../../../../../main/worker/result-file/more-profiles.ts';
import { ResultFile, storeScoreColumns } from '../../../../../main/worker/result-file/result-file.ts';
import { storeLastAnswer, storeLinkedRows } from '../../../../../main/worker/result-file/result-values.ts';
import { writeMatches } from '../../../../../main/worker/result-file/result-writer.ts';
import { writeSentRows } from '../../../../../main/worker/submit/sent-rows.ts';
import { quietContext } from '../../../../kit/task-context.ts';
import { byListIndex, FIRST_INDEX, FIRST_PROFILE, type Matches, type SheetRow } from '../../../../../main/worker/list/ordinals.ts';
import { sheetRow } from '../../../../kit/ordinals.ts';

const ROW = sheetRow(2);
let folder = '';
const refOf = (projectId: string) => ({ path: join(folder, projectId), projectId, key: Buffer.alloc(32, 7) });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-merge-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Results with one profile, for one row. `own`: profiles of the project's own last answer. */
function storeResults(projectId: string, profile: string, own: number, linked: readonly SheetRow[]): void {
  using file = new ProjectFile(refOf(projectId), 'create');
  file.transaction(() => {
    writeSentRows(file, Uint32Array.of(ROW));
    storeScoreColumns(file, []);
    const profiles = new MoreProfiles(file, new ResultFile(file));
    profiles.add(profile);
    profiles.finish();
    const matches: Matches = byListIndex(1);
    matches[FIRST_INDEX] = FIRST_PROFILE;
    writeMatches(file, matches);
    storeLastAnswer(file, { profiles: own, validRows: null, notRead: 0 });
    storeLinkedRows(file, new Set(linked));
  });
}

const OLD = '{"id":"1","overallScore":1}';
const NEW = '{"id":"1","overallScore":2}';

it.each<[what: string, own: number, linked: readonly SheetRow[], expected: string]>([
  ['brought by that project earlier is replaced by its present text', 0, [ROW], NEW],
  ['of the own last answer stays, although the row is linked', 1, [ROW], OLD],
  ['kept from an own earlier answer stays', 0, [], OLD],
])('a profile %s', async (_, own, linked, expected) => {
  storeResults('root', OLD, own, linked);
  storeResults('retry', NEW, 1, []);
  await mergeResults({ source: refOf('retry'), target: refOf('root'), isRetry: true }, quietContext);
  using file = new ProjectFile(refOf('root'), 'read');
  const results = new ResultFile(file);
  expect([results.profiles, ...results.matches]).toEqual([1, 1]);
  expect(results.profileJson(FIRST_PROFILE)).toBe(expected);
});
