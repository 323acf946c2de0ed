/** In the terminal: what `desk check --fix` fixes and reports, the cleaned list, and scored rows that a layout leaves out. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desk as terminal } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-check-fix-'));
const data = ['--data', join(folder, 'data')];
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const HEADINGS = 'Constituent ID,First Name,Last Name,Street Address,City,State,ZIP,Email';
function list(name: string, rows: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${[HEADINGS, ...rows].join('\n')}\n`);
  return path;
}

const TO_FIX = [
  '1,Dr. Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org',
  '2,Grace and Tom,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org',
  '3,Una,Dunmore,4 Mill St,Lowell,MA,01852,una@example.org',
];

it('desk check --fix reports what was fixed and what is left', async () => {
  const path = list('fix.csv', [...TO_FIX, '4,Ida,,3 Mill St,Lowell,MA,01852,ida@example.org']);
  const before = await terminal(['check', path, ...data]);
  expect(before.out).toContain('Title, suffix or remark in the name');
  const fixed = await terminal(['check', path, '--fix', ...data]);
  expect(fixed.exit).toBe(0);
  const [fixes, left] = fixed.out.split('\n\n') as [string, string];
  expect(fixes).toContain('Fixed 4 cells in 2 rows; ready to match 1 → 3');
  expect(fixes).toMatch(/1\s+Title, suffix or remark in the name\s+Dr\. Ada → Ada/);
  expect(fixes).toContain('Two people in one name');
  expect(left).not.toContain('Title, suffix or remark in the name');
  expect(left).toContain('Last name');
  // The fixes are not saved.
  expect(readFileSync(path, 'utf8')).toContain('Dr. Ada');
});

it('desk check names no result for a name with two readings', async () => {
  const path = join(folder, 'readings.csv');
  writeFileSync(path, 'ID,Name\n1,Justice Hale\n2,Ines Marlowe\n3,Otto Brandvold\n');
  expect((await terminal(['check', path, ...data])).out).toMatch(/Unclear name\s+primaryLast\s+Hale$/m);
});

it('desk check --fix --json returns the fixes and the check after them', async () => {
  const path = list('json.csv', TO_FIX);
  const { exit, lines } = await terminal(['check', path, '--fix', '--json', ...data]);
  expect(exit).toBe(0);
  const answer = lines.at(-1) as { rows: number; ready: number; rules: { code: string }[]; fixed: Record<string, unknown> };
  expect(answer).toMatchObject({ ok: true, ready: 3 });
  expect(answer.fixed).toMatchObject({ cells: 4, rows: 2, ready: { before: 1, after: 3 } });
  expect(answer.rules.map(({ code }) => code)).not.toContain('NAME_TITLE');
  const plain = await terminal(['check', path, '--json', ...data]);
  expect(plain.lines.at(-1)).not.toHaveProperty('fixed');
});

it('desk check --fix reports when no issue has a safe fix', async () => {
  const { exit, out } = await terminal(['check', list('clean.csv', TO_FIX.slice(2)), '--fix', ...data]);
  expect(exit).toBe(0);
  expect(out).toContain('No issue has a safe fix.');
});

it('desk export saves the cleaned list, and reports which scored rows a layout leaves out', async () => {
  const path = list('screened.csv', [
    '11,ADA,ASHDOWN,1 Larkspur Ln,Worcester,Massachusetts,1609,ada@example.org',
    ',Grace,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org',
    ',Una,Dunmore,4 Mill St,Lowell,MA,01852,una@example.org',
  ]);
  const shown = await terminal([
    'screen', path, '--connection', 'practice', '--yes', '--out', join(folder, 'results.csv'), '--json', ...data,
  ]); // prettier-ignore
  expect(shown.exit).toBe(0);
  const { project } = shown.lines.at(-1) as { project: string };
  const cleaned = join(folder, 'cleaned.csv');
  const saved = await terminal(['export', project, '--contents', 'cleaned', '--out', cleaned, ...data]);
  expect(saved.exit).toBe(0);
  expect(saved.out).toContain(`Cleaned list: ${cleaned}`);
  expect(readFileSync(cleaned, 'utf8').replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
    `${HEADINGS},Why it was not sent`,
    '11,Ada,Ashdown,1 Larkspur Ln,Worcester,MA,01609,ada@example.org,',
    ',Grace,Brink,2 Quarry Rd,Nashua,NH,03060,grace@example.org,',
    ',Una,Dunmore,4 Mill St,Lowell,MA,01852,una@example.org,',
  ]);
  const layout = join(folder, 'civicrm.csv');
  const left = await terminal(['export', project, '--layout', 'civicrm', '--out', layout, ...data]);
  expect(left.exit).toBe(0);
  expect(left.out + left.err).toContain(
    '2 scored rows without a constituent ID are not in the file: the other system could not tell whose scores they are.',
  );
  expect(readFileSync(layout, 'utf8').trim().split(/\r?\n/)).toHaveLength(2);
});
