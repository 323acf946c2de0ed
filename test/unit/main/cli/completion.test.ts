/** The completion scripts, run by the shells themselves. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { COMMANDS } from '../../../../main/cli/arguments.ts';
import { main } from '../../../../main/cli/index.ts';

async function scriptOf(shell: string): Promise<string> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await main(['completion', shell])).toBe(0);
  const script = out.mock.calls.map(([chunk]) => String(chunk)).join('');
  out.mockRestore();
  return script;
}

/** What bash offers for the last of these words. */
function offeredByBash(script: string, words: readonly string[]): string[] {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const { stdout, stderr, status } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      `${script}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _screening_desk; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
    { encoding: 'utf8', cwd: import.meta.dirname },
  );
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

const isMissing = (shell: string) => spawnSync(shell, ['--version']).status !== 0;

describe.skipIf(isMissing('bash'))('bash completes', () => {
  it('every command, also behind the name of the installed program and after "help"', async () => {
    const script = await scriptOf('bash');
    const names = [...COMMANDS.map(({ name }) => name), 'help'];
    expect(offeredByBash(script, ['desk', ''])).toEqual(names);
    expect(offeredByBash(script, ['/opt/screening-desk', 'desk', ''])).toEqual(names);
    expect(offeredByBash(script, ['screening-desk', ''])).toEqual(['desk']);
    expect(offeredByBash(script, ['desk', 'help', 'scr'])).toEqual(names.filter((name) => name.startsWith('scr')));
    expect(offeredByBash(script, ['desk', 'chec'])).toEqual(['check']);
  });

  it('the options of each command', async () => {
    const script = await scriptOf('bash');
    for (const { name, options } of COMMANDS)
      expect(offeredByBash(script, ['desk', name, '--']).toSorted()).toEqual(
        [...new Set([...Object.keys(options), 'data', 'json', 'help', 'version'])].map((option) => `--${option}`).toSorted(),
      );
  });

  it('files elsewhere', async () => {
    expect(offeredByBash(await scriptOf('bash'), ['desk', 'check', 'completion.t'])).toEqual(['completion.test.ts']);
  });
});

describe.skipIf(isMissing('zsh'))('zsh', () => {
  it('reads its script, and completes with the same function', async () => {
    const script = await scriptOf('zsh');
    const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', `${script}\nprint -r -- $_comps[desk]`], { encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', expect.stringContaining('_screening_desk')]);
  });
});

it('another shell is a mistake that names the shells', async () => {
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await main(['completion', 'fish'])).toBe(1);
  expect(err.mock.calls.join('')).toContain('bash|zsh');
  err.mockRestore();
});
