/** The screening record in the terminal: what the organization requires, `record show`, `export`, and `verify` without a data folder. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { PEOPLE_HEADINGS, people } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as run } from '../../kit/terminal.ts';

const { dataDir, desk, folder, practice } = await setupTerminal();

function requireBasis(): void {
  const database = new Database(join(dataDir, 'history.sqlite'));
  const rules = { required: [], severities: {}, record: { required: ['lawfulBasis', 'noticeDate'], contact: 'Data protection' } };
  database.prepare("INSERT INTO setting (name, value) VALUES ('organizationRules', ?)").run(JSON.stringify(rules));
  database.close();
}

it('refuses a list without what is required, records it, and verifies the file anywhere', async () => {
  const list = join(folder, 'Ada Canary.csv');
  writeFileSync(list, [PEOPLE_HEADINGS, ...people('Canary', 1, 2, 3)].join('\n'));
  const screen = ['screen', list, '--out', join(folder, 'out.xlsx'), '--force', '--yes', '--connection', 'Service'];
  requireBasis();
  const refused = await desk(...screen, '--purpose', 'Gala', '--json');
  expect(refused.lines.at(-1)).toMatchObject({
    ok: false,
    error: {
      code: 'RECORD_INCOMPLETE',
      message:
        'Your organization requires the lawful basis and the date of the privacy notice before a list is sent. Who to ask: Data protection. Nothing was sent. Add --basis, --notice-date.',
    },
  });
  expect(refused.exit).toBe(1);
  expect((await practice.client.ledger()).projects).toEqual([]);
  expect((await desk(...screen, '--notice-date', '15.1.2026')).err).toContain('--notice-date must be a day as YYYY-MM-DD.');

  const declared = ['--purpose', 'Gala', '--basis', 'Legitimate interest', '--assessment', 'LIA-7', '--notice-date', '2026-01-15'];
  const sent = await desk(...screen, ...declared, '--json');
  const { project } = sent.lines.at(-1) as { readonly project: string };
  const shown = await desk('record', 'show', project.slice(0, 8));
  expect(shown.exit).toBe(0);
  for (const text of [/Lawful basis +Legitimate interest/, /Privacy notice +January 15, 2026/, /Sent +3/, /none changed, none missing/])
    expect(shown.out).toMatch(text);
  const file = join(folder, 'record.json');
  expect((await desk('record', 'export', project, '--out', file)).exit).toBe(0);
  await desk('remove', project, '--yes');
  const removed = await desk('record', 'show', project.slice(0, 8), '--json');
  expect(removed.lines.at(-1)).toMatchObject({ ok: true, project, record: { name: null, sent: { rows: { sent: 3 } } } });

  const text = readFileSync(file, 'utf8');
  expect(shown.out.replace('Ada Canary', '') + text).not.toMatch(/Canary|Larkspur|Worcester|example\.org/);
  const nowhere = join(folder, 'no-such-folder');
  const intact = await run(['record', 'verify', file, '--data', nowhere]);
  expect([intact.exit, intact.out]).toEqual([
    0,
    expect.stringMatching(/^2 entries, one chain: none changed, none missing up to entry 2\.\n$/),
  ]);
  writeFileSync(file, text.replace('"Gala"', '"Golf"'));
  const changed = await run(['record', 'verify', file, '--json', '--data', nowhere]);
  expect(changed.exit).toBe(1);
  expect(changed.lines).toMatchObject([{ verified: false, problem: 'changed', at: 1, proven: 0 }]);
});
