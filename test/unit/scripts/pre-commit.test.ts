/** The optional hook that formats what is committed. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/targets.mjs';

describe.skipIf(process.platform === 'win32')('the hook before a commit', () => {
  let folder: string;

  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=Pat', '-c', 'user.email=pat@example.invalid', ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'desk-hook-'));
    for (const name of ['scripts/hooks', '.oxfmtrc.json']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of ['.bin', 'oxfmt']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    write('.gitignore', 'node_modules\n');
    git('init', '--quiet');
    git('config', 'core.hooksPath', 'scripts/hooks');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('formats the staged files, and leaves other files alone', () => {
    write('a name.ts', 'const  a = "x"\n');
    write('notes.md', '*  x\n');
    write('LICENSE', 'All  rights\n');
    git('add', '.');
    write('other.ts', 'const  b = 1\n');
    expect(git('commit', '--quiet', '-m', 'x')).toMatchObject({ status: 0, stderr: '' });
    expect(git('show', 'HEAD:a name.ts').stdout).toBe("const a = 'x';\n");
    expect(read('a name.ts')).toBe("const a = 'x';\n");
    expect(read('other.ts')).toBe('const  b = 1\n');
    expect(git('show', 'HEAD:notes.md').stdout).toBe('*  x\n');
  });

  it('does not stage other changes of a file: it refuses an unformatted one', () => {
    write('a.ts', 'const  a = 1\n');
    write('LICENSE', 'All  rights\n');
    git('add', '.');
    for (const name of ['a.ts', 'LICENSE']) write(name, `${read(name)}// more\n`);
    const refused = git('commit', '--quiet', '-m', 'x');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('npm run format and stage them again: a.ts\n');
    expect(read('a.ts')).toBe('const  a = 1\n// more\n');
    write('a.ts', 'const a = 1;\n');
    git('add', 'a.ts');
    write('a.ts', 'const a = 1;\n// more\n');
    expect(git('commit', '--quiet', '-m', 'x').status).toBe(0);
    expect(git('show', 'HEAD:a.ts').stdout).toBe('const a = 1;\n');
  });
});
