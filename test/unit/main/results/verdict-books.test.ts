/** The journal of verdicts with two programs on one data folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ResultPreferences } from '../../../../main/results/result-preferences.ts';
import { VerdictBooks } from '../../../../main/results/verdict-books.ts';
import { AppDatabase } from '../../../../main/store/app-database/app-database.ts';
import type { ReviewStep } from '../../../../shared/review/verdict.ts';
import { connectionRow, projectRow } from '../../../kit/database-rows.ts';

const ID = 'reviewed';
const PAIR = 'a-pair';
let folder: string;
const databases: AppDatabase[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-verdicts-'));
});
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The verdicts as one program on the data folder sees them. */
function program(): VerdictBooks {
  const database = new AppDatabase(folder);
  databases.push(database);
  database.useKeys({ of: () => Buffer.alloc(32, 7), folder: Buffer.alloc(32, 7) });
  return new VerdictBooks(database.reviews, new ResultPreferences(database.settings, Buffer.alloc(32, 7)));
}

function addProject(): void {
  const [database] = databases;
  database!.connections.save(connectionRow(), 1);
  database!.projects.add(projectRow(ID, { encryptedList: Buffer.alloc(60) }));
}

it('keeps the step of another program, and the next one continues from it', () => {
  const ours = program();
  const theirs = program();
  addProject();
  const stepOf = (books: VerdictBooks, who: string, is: 'right' | 'wrong', meanwhile: () => void = () => undefined) =>
    books.of(ID).add(1, (): ReviewStep => {
      const before = books.of(ID).of(PAIR)?.after ?? null;
      meanwhile();
      const verdicts = [{ row: 2, pair: PAIR, carry: null, constituentId: 'A-1', before, after: { is, reason: null, note: '' } }];
      return { kind: 'set', who, undoes: null, from: null, changes: 1, verdicts };
    });
  let isFirst = true;
  stepOf(ours, 'Ada', 'right', () => {
    if (isFirst) stepOf(theirs, 'Grace', 'wrong');
    isFirst = false;
  });
  for (const books of [ours, theirs, program()]) {
    const steps = books.of(ID).steps.map(({ number, step }) => [number, step.who, step.verdicts[0]!.before?.is ?? null]);
    expect(steps).toEqual([
      [1, 'Grace', null],
      [2, 'Ada', 'wrong'],
    ]);
    expect(books.of(ID).of(PAIR)?.after?.is).toBe('right');
  }
});
