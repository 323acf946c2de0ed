import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ReadingPrograms } from '../../../../main/projects/reading-programs.ts';

function settingsInMemory() {
  const settings = new Map<string, string>();
  const database = {
    setting: (name: string) => settings.get(name) ?? null,
    setSetting: (name: string, value: string) => void settings.set(name, value),
    settingsWith: (prefix: string) => new Map([...settings].filter(([name]) => name.startsWith(prefix))),
    removeSetting: (name: string) => void settings.delete(name),
  };
  return { settings, database };
}

describe('a project that is being read', () => {
  it('belongs to the program that reads it until that program closes', () => {
    const { database } = settingsInMemory();
    const [one, other] = [new ReadingPrograms(database), new ReadingPrograms(database)];
    one.begin('P');
    expect([one.isElsewhere('P'), other.isElsewhere('P'), other.isElsewhere('Q')]).toEqual([false, true, false]);
    one.close();
    expect(other.isElsewhere('P')).toBe(false);
  });

  it.each([
    ['runs', process.ppid, true],
    ['has ended', spawnSync(process.execPath, ['--version']).pid, false],
  ])('by a process that %s', (_what, pid, isElsewhere) => {
    const { settings, database } = settingsInMemory();
    settings.set('reading/P', JSON.stringify({ pid, start: null, program: 'another' }));
    expect(new ReadingPrograms(database).isElsewhere('P')).toBe(isElsewhere);
  });

  it('belongs to no program if the record of its reader cannot be read', () => {
    const { settings, database } = settingsInMemory();
    settings.set('reading/P', '{');
    expect(new ReadingPrograms(database).isElsewhere('P')).toBe(false);
  });

  it('is forgotten once it is read', () => {
    const { settings, database } = settingsInMemory();
    const programs = new ReadingPrograms(database);
    for (const id of ['P', 'Q']) programs.begin(id);
    programs.keepOnly((id) => id === 'Q');
    expect([...settings.keys()]).toEqual(['reading/Q']);
  });
});
