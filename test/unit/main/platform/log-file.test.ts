/** The log holds no personal data. */
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openLog } from '../../../../main/platform/log-file.ts';

it('the log records where an error came from but never its message', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'));
  const log = openLog(folder);
  log.info('start', { rows: 3 });
  log.error('defect', new Error('the cell of\n    at Zebedee Quillfeather', { cause: new TypeError('Bearer secret-token') }), { row: 17 });
  log.error('closing', 'Zebedee Quillfeather');
  const text = readFileSync(join(folder, 'logs', 'desk.log'), 'utf8');
  expect(text).not.toMatch(/Quillfeather|secret-token/);
  const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
  expect(lines[0]).toMatchObject({ event: 'start', rows: 3 });
  expect(lines[1]).toMatchObject({ event: 'defect', row: 17, error: { kind: 'Error', cause: 'TypeError' } });
  expect(JSON.stringify(lines[1])).toContain('log-file.test.ts');
  expect(text).not.toContain(join('test', 'unit'));
  expect(process.platform === 'win32' ? 0o600 : statSync(join(folder, 'logs', 'desk.log')).mode & 0o777).toBe(0o600);
  rmSync(folder, { recursive: true, force: true });
});
