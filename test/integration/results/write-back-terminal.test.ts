/**
 * `desk writeback` and `desk prove` in the terminal: what passes, what is held back, and an export of the other system with damage.
 * @module-tag deep
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { desk as terminal } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-write-back-'));
const data = ['--data', join(folder, 'data')];
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const PEOPLE = ['Ada Ashdown', 'Grace Brink', 'Una Dunmore', 'Ida Marlowe', 'Otto Brandvold', 'Ruth Abernathy'];
const lineOf = (name: string, at: number) =>
  `${at === 1 ? '' : `A-${at + 1}`},${name.replace(' ', ',')},${at + 1} Larkspur Ln,Worcester,MA,01609,p${at}@example.org`;
const cellsOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

it('writes the people who pass, says who is held back, proves an unchanged import, finds the damage, and repairs it', async () => {
  const list = join(folder, 'list.csv');
  writeFileSync(
    list,
    ['External Identifier,First Name,Last Name,Street Address,City,State,ZIP,Email', ...PEOPLE.map(lineOf), ''].join('\n'),
  );
  const shown = await terminal([
    'screen',
    list,
    '--connection',
    'practice',
    '--yes',
    '--out',
    join(folder, 'results.csv'),
    '--json',
    ...data,
  ]);
  expect(shown.exit).toBe(0);
  const { project } = shown.lines.at(-1) as { project: string };

  // A system that reads only CSV files gets no workbook.
  const book = join(folder, 'contacts.xlsx');
  const refused = await terminal(['writeback', project, '--layout', 'van', '--out', book, ...data]);
  expect(refused.exit).toBe(1);
  expect(refused.err).toContain('reads only CSV files, not workbooks. Choose a name that ends in .csv.');
  expect(existsSync(book)).toBe(false);

  const out = join(folder, 'attributes.csv');
  const saved = await terminal(['writeback', project, '--layout', 'raisers-edge', '--out', out, '--json', ...data]);
  expect(saved.exit).toBe(0);
  const answer = saved.lines.at(-1) as { people: number; passes: number; heldBack: Record<string, number>; lines: number; values: number };
  expect(answer).toMatchObject({ ok: true, layout: 'raisers-edge', people: PEOPLE.length, heldBack: { noId: 1 }, out });
  expect(answer.passes + Object.values(answer.heldBack).reduce((sum, people) => sum + people, 0)).toBe(answer.people);
  const [head = [], ...lines] = cellsOf(out);
  expect(lines).toHaveLength(answer.lines);
  expect(new Set(lines.map(([id]) => id)).size).toBe(answer.passes);
  const text = await terminal(['writeback', project, '--layout', 'raisers-edge', '--out', out, ...data]);
  expect(text.out).toMatch(/Pass\s+5\nNo ID\s+1\nScored\s+6/);

  // Without a name, the command uses the last layout.
  const same = await terminal(['prove', project, out, '--json', ...data]);
  expect(same.exit).toBe(0);
  expect(same.lines.at(-1)).toMatchObject({
    layout: 'raisers-edge',
    values: answer.values,
    counts: { there: { values: answer.values, people: answer.passes } },
  });

  const damaged = join(folder, 'export.csv');
  const lost = lines.filter(([id]) => id === 'A-3');
  const other = lines.findIndex(([id]) => id === 'A-4');
  const theirs = lines.filter(([id]) => id !== 'A-3').map((line) => (line === lines[other] ? line.with(2, 'Something else') : line));
  writeFileSync(damaged, [head, ...theirs].map((line) => line.join(',')).join('\r\n'));
  const repair = join(folder, 'repair.csv');
  const found = await terminal(['prove', project, damaged, '--repair', repair, ...data]);
  expect(found.exit).toBe(0);
  expect(found.out).toContain(`${answer.values - lost.length - 1} of ${answer.values} values are there`);
  expect(found.out).toMatch(new RegExp(`Missing\\s+${lost.length}\\s+1\\n`));
  expect(found.out).toMatch(/Different\s+1\s+1\n/);
  expect(cellsOf(repair)).toEqual([head, ...lost]);
  const all = await terminal(['prove', project, damaged, '--repair', repair, '--different', '--out', join(folder, 'proof.csv'), ...data]);
  expect(all.exit).toBe(0);
  expect(cellsOf(repair)).toEqual([head, ...lines.filter((line) => lost.includes(line) || line === lines[other])]);
  expect(readFileSync(join(folder, 'proof.csv'), 'utf8')).toContain('Something else');

  // A query of Raiser's Edge has columns for each attribute, with the words of the system around its category.
  const categories = [...new Set(lines.map(([, category]) => category!))];
  const record = (own: string) =>
    categories.flatMap((category) => {
      const line = lines.find(([id, other]) => id === own && other === category);
      return line === undefined ? ['', ''] : [line[2]!, '3/4/2026'];
    });
  const query = join(folder, 'query.csv');
  writeFileSync(
    query,
    [
      ['Constituent ID', ...categories.flatMap((category) => [`Attributes ${category} Description`, `Attributes ${category} Date`])],
      ...[...new Set(lines.map(([id]) => id!))].map((id) => [id, ...record(id)]),
    ]
      .map((line) => line.join(','))
      .join('\r\n'),
  );
  const wide = await terminal(['prove', project, query, '--json', ...data]);
  expect(wide.lines.at(-1)).toMatchObject({ notCompared: [], counts: { there: { values: answer.values, people: answer.passes } } });

  // Only an export that is older than the file gets this remark, because it cannot have the values.
  expect(found.out).not.toContain('Made before the import');
  utimesSync(damaged, new Date('2020-01-01'), new Date('2020-01-01'));
  const older = await terminal(['prove', project, damaged, '--json', ...data]);
  expect(older.lines.at(-1)).toMatchObject({ olderThanFile: true, values: answer.values });

  const history = await terminal(['status', project, ...data]);
  expect(history.out).toContain('Compared an export');
  const unknown = await terminal(['prove', project, damaged, '--layout', 'nothing', ...data]);
  expect(unknown.exit).toBe(1);
  expect(unknown.err).toContain('No layout is named “nothing”.');
});
