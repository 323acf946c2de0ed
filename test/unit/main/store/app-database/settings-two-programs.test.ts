/** Two programs change the same setting: the change of one is never lost, at any moment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ScorePresets } from '../../../../../main/checking/score-presets.ts';
import { BalanceHistory } from '../../../../../main/connections/balance-history.ts';
import { ResultPreferences } from '../../../../../main/results/result-preferences.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import type { Settings } from '../../../../../main/store/app-database/setting-table.ts';
import { whyNoWrite } from '../../../../kit/write-lock.ts';

const KEY = Buffer.alloc(32, 3);
let folder: string;
let first: AppDatabase;
let second: AppDatabase;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'two-programs-'));
  first = new AppDatabase(folder);
  second = new AppDatabase(folder);
});
afterEach(() => {
  first.close();
  second.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Runs `change` with settings of the first program. The second program runs `other` after the first read of `change`, or when `change` is
 * finished if the database does not let it write before.
 */
function meanwhile(change: (settings: Settings) => void, other: (settings: Settings) => void): void {
  const db = new Database(join(folder, 'history.sqlite'), { timeout: 0 });
  let isDone = false;
  let isRead = false;
  const settings = Object.create(first.settings) as Settings;
  settings.get = (name) => {
    const value = first.settings.get(name);
    if (!isRead && whyNoWrite(db) === null) {
      other(second.settings);
      isDone = true;
    }
    isRead = true;
    return value;
  };
  change(settings);
  db.close();
  expect(isRead).toBe(true);
  if (!isDone) other(second.settings);
}

it('a rating and a segment that two programs save at the same moment are both kept', () => {
  meanwhile(
    (settings) => new ResultPreferences(settings, KEY).accept('live', 80),
    (settings) => void new ResultPreferences(settings, KEY).saveSegment('live', null, 'Major gifts', { filters: [], find: '' }),
  );
  const kept = new ResultPreferences(first.settings, KEY).of('live');
  expect(kept).toMatchObject({ acceptAt: 80, segments: [{ name: 'Major gifts' }] });
});

it('score settings that two programs save at the same moment are both kept', () => {
  meanwhile(
    (settings) => void new ScorePresets(settings).save({ name: 'Annual fund', configuration: { minimumConfidenceOfMatch: 50 } }),
    (settings) => void new ScorePresets(settings).save({ name: 'Campaign', configuration: { minimumConfidenceOfMatch: 50 } }),
  );
  expect(new ScorePresets(first.settings).list().map(({ name }) => name)).toEqual(['Annual fund', 'Campaign']);
});

it('balances that two programs learn at the same moment are both kept', () => {
  meanwhile(
    (settings) => new BalanceHistory(settings).add('live', { remaining: 10, at: 1 }),
    (settings) => new BalanceHistory(settings).add('live', { remaining: 9, at: 2 }),
  );
  const kept = new BalanceHistory(first.settings).of('live');
  expect(kept.map(({ remaining }) => remaining).toSorted((a, b) => a - b)).toEqual([9, 10]);
});
