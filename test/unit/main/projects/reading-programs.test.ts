import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ReadingPrograms } from '../../../../main/projects/reading-programs.ts';
import { memorySettings } from '../../../kit/memory-settings.ts';

describe('a project that is being read', () => {
  it('belongs to the program that reads it until that program closes', () => {
    const settings = memorySettings();
    const [one, other] = [new ReadingPrograms(settings), new ReadingPrograms(settings)];
    one.begin('P');
    expect([one.isElsewhere('P'), other.isElsewhere('P'), other.isElsewhere('Q')]).toEqual([false, true, false]);
    one.close();
    expect(other.isElsewhere('P')).toBe(false);
  });

  it.each([
    ['runs', process.ppid, true],
    ['has ended', spawnSync(process.execPath, ['--version']).pid, false],
  ])('by a process that %s', (_what, pid, isElsewhere) => {
    const settings = memorySettings();
    settings.set('reading/P', JSON.stringify({ pid, start: null, program: 'another' }));
    expect(new ReadingPrograms(settings).isElsewhere('P')).toBe(isElsewhere);
  });

  it('belongs to no program if the record of its reader cannot be read', () => {
    const settings = memorySettings();
    settings.set('reading/P', '{');
    expect(new ReadingPrograms(settings).isElsewhere('P')).toBe(false);
  });

  it('is left to be copied once the program that copies its rows has closed, and not while any program copies them', () => {
    const settings = memorySettings();
    const [one, other] = [new ReadingPrograms(settings), new ReadingPrograms(settings)];
    const copied = { of: 'Q', rows: 'rest' } as const;
    one.begin('P', copied);
    one.begin('F');
    expect([one.leftToCopy('P'), other.leftToCopy('P'), other.copiedFrom('P')]).toEqual([null, null, copied]);
    one.close();
    expect([other.leftToCopy('P'), other.leftToCopy('F'), other.leftToCopy('Z')]).toEqual([copied, null, null]);
    // The program that continues takes its place.
    other.begin('P', copied);
    expect(other.leftToCopy('P')).toBeNull();
  });

  it('is forgotten once it is read', () => {
    const settings = memorySettings();
    const programs = new ReadingPrograms(settings);
    for (const id of ['P', 'Q']) programs.begin(id);
    programs.keepOnly((id) => id === 'Q');
    expect([...settings.values.keys()]).toEqual(['reading/Q']);
  });
});
