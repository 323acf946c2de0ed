/** Result preferences of a connection are stored encrypted and survive a restart. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ResultPreferences } from '../../../../main/results/result-preferences.ts';
import { AppDatabase } from '../../../../main/store/app-database/app-database.ts';
import { LAYOUTS } from '../../../../shared/results/layouts.ts';

const KEY = Buffer.alloc(32, 3);
let folder: string;
let database: AppDatabase;
let preferences: ResultPreferences;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-preferences-'));
  database = new AppDatabase(folder);
  preferences = new ResultPreferences(database.settings, KEY);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});

const conditions = { filters: [{ kind: 'is' as const, column: 'rating', value: '4' }], find: 'Wilhelmina' };

test('segments survive a restart, and their names are not readable on disk', () => {
  preferences.saveSegment('live', null, 'Major gifts', conditions);
  database.close();
  for (const ending of ['', '-wal']) {
    const bytes = ((): string => {
      try {
        return readFileSync(join(folder, `history.sqlite${ending}`), 'latin1');
      } catch {
        return '';
      }
    })();
    expect(bytes).not.toContain('Wilhelmina');
  }
  database = new AppDatabase(folder);
  const [segment] = new ResultPreferences(database.settings, KEY).of('live').segments;
  expect(segment).toMatchObject({ name: 'Major gifts', ...conditions });
  expect(new ResultPreferences(database.settings, KEY).of('other').segments).toEqual([]);
  // With the key of another installation, nothing is read and nothing is destroyed.
  expect(new ResultPreferences(database.settings, Buffer.alloc(32, 4)).of('live').segments).toEqual([]);
});

test('damaged preferences are never replaced by a change, and start over only after they are removed', () => {
  preferences.saveSegment('live', null, 'Major gifts', conditions);
  const other = new ResultPreferences(database.settings, Buffer.alloc(32, 4));
  expect(other.isDamaged('live')).toBe(true);
  const changes = [
    () => other.arrange('live', { shown: null, columns: [] }),
    () => other.saveSegment('live', null, 'Annual fund', conditions),
    () => other.removeSegment('live', 'any'),
    () => other.saveLayout('live', { ...LAYOUTS[0]!, id: 'own', name: 'Own' }),
    () => other.removeLayout('live', LAYOUTS[0]!.id),
    () => other.accept('live', 80),
    () => other.removeRating('live', 'rating', 'rating'),
    () => other.chooseOfficer('live', 'Solicitor'),
  ];
  for (const change of changes) expect(change).toThrow(expect.objectContaining({ code: 'DATABASE_DAMAGED' }));
  // A file for another system can be written without them.
  other.useLayout('live', LAYOUTS[0]!.id);
  expect(preferences.of('live').segments).toMatchObject([{ name: 'Major gifts' }]);
  other.remove('live');
  other.accept('live', 80);
  expect(other.of('live').acceptAt).toBe(80);
});

test('a changed segment keeps its place and needs a unique name', () => {
  preferences.saveSegment('live', null, 'A', conditions);
  const { segments } = preferences.saveSegment('live', null, 'B', conditions);
  expect(() => preferences.saveSegment('live', null, 'b', conditions)).toThrow('named “b”');
  expect(() => preferences.saveSegment('live', segments[0]!.id, 'B', conditions)).toThrow('named “B”');
  const changed = preferences.saveSegment('live', segments[0]!.id, 'A', { filters: [], find: 'x' }).segments;
  expect(changed.map(({ id, name, find }) => [id, name, find])).toEqual([
    [segments[0]!.id, 'A', 'x'],
    [segments[1]!.id, 'B', 'Wilhelmina'],
  ]);
  expect(preferences.removeSegment('live', segments[0]!.id).segments.map(({ name }) => name)).toEqual(['B']);
  expect(() => preferences.saveSegment('live', segments[0]!.id, 'A', conditions)).toThrow('segment no longer exists');
});

test('column settings of several projects are merged, and empty ones are removed', () => {
  preferences.arrange('live', { shown: ['a', 'b'], columns: [{ key: 'a', title: 'Wealth', best: 'high' }] });
  const { shown, columns } = preferences.arrange('live', {
    shown: null,
    columns: [
      { key: 'b', title: null, best: 'low' },
      { key: 'c', title: null, best: null },
    ],
  });
  expect(shown).toBeNull();
  expect(columns).toEqual([
    { key: 'a', title: 'Wealth', best: 'high' },
    { key: 'b', title: null, best: 'low' },
  ]);
});

test('removing a changed built-in layout restores the original', () => {
  const [first] = LAYOUTS;
  const changed = { ...first!, columns: first!.columns.slice(0, 2) };
  expect(preferences.saveLayout('live', changed)[0]).toEqual(changed);
  const own = { ...first!, id: 'own', name: 'Our CRM' };
  expect(preferences.saveLayout('live', own).map(({ id }) => id)).toEqual([...LAYOUTS.map(({ id }) => id), 'own']);
  expect(preferences.layout('live', first!.id).columns).toHaveLength(2);
  expect(preferences.removeLayout('live', first!.id)[0]).toEqual(first);
  expect(preferences.removeLayout('live', 'own')).toEqual(LAYOUTS);
  expect(() => preferences.removeLayout('live', 'own')).toThrow('layout does not exist');
  preferences.remove('live');
  expect(database.settings.get('arrangement/live')).toBeNull();
});
