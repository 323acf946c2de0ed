/** Headings of a list in CSV: learned from a refusal, changed on the connection, and judged by what the service holds. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FIELDS } from '../../../shared/fields/table.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { type SpawnedPractice, spawnPractice } from '../../kit/practice-client.ts';
import { desk as terminal } from '../../kit/terminal.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-headings-'));
const list = join(folder, 'list.csv');
let practice: SpawnedPractice;

beforeAll(async () => {
  practice = await spawnPractice({ dataDir: null, credits: 1000, secondsPerThousandRows: 0.01, dialect: 'csv-titles' });
  writeFileSync(list, `${[PEOPLE_HEADINGS, ...people('H', 1, 2, 3)].join('\r\n')}\r\n`);
  await run('connections', 'add', '--name', 'Service', '--base-url', practice.client.url);
});
afterAll(async () => {
  await practice.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const run = (...words: string[]) =>
  terminal([...words, '--data', join(folder, 'data')], { environment: { DESK_TOKEN: practice.client.token } });
const screen = (name: string) =>
  run('screen', list, '--connection', 'Service', '--yes', '--name', name, '--out', join(folder, `${name}.csv`), '--json');
const headings = async () => (await run('connections', 'headings', 'Service', '--json')).lines;

it('is sent under the headings of the connection, once', async () => {
  expect((await run('connections', 'change', 'Service', '--list-format', 'csv')).exit).toBe(0);

  const refused = await screen('First');
  expect(refused.exit).toBe(3);
  const { project } = refused.lines.at(-1) as { project: string };
  expect((await practice.client.ledger()).credits.charged).toBe(0);

  // The answer names all headings that the service takes.
  const learned = await headings();
  expect(learned).toHaveLength(FIELDS.length);
  expect(learned.map(({ field, understood, expected }) => [field, understood, expected])).toEqual(
    FIELDS.map(({ key, label }) => [key, false, label]),
  );
  const shown = await run('connections', 'headings', 'Service');
  expect(shown.out).toMatch(/primaryLast\s+primaryLast\s+not understood; the service names “Last name”/);

  const changes = learned.flatMap(({ field, expected }) => ['--csv-heading', `${String(field)}=${String(expected)}`]);
  expect((await run('connections', 'change', 'Service', ...changes)).exit).toBe(0);
  expect((await headings()).map(({ heading, understood }) => [heading, understood])).toEqual(FIELDS.map(({ label }) => [label, null]));

  expect((await run('cancel', project)).exit).toBe(0);
  const sent = await screen('Second');
  expect(sent.exit).toBe(0);
  expect((await practice.client.ledger()).credits.charged).toBe(3);

  const [processed] = (await practice.client.read<{ items: { id: string; status: string }[] }>('/project')).items.filter(
    ({ status }) => status === 'processed',
  );
  const { items } = await practice.client.read<{ items: Record<string, unknown>[] }>(`/project/${processed!.id}/profiles`);
  expect(
    items.map(({ constituentId, primaryFirst, primaryLast, street, city, state, postalCode, personalEmail }) => [
      constituentId,
      primaryFirst,
      primaryLast,
      street,
      city,
      state,
      postalCode,
      personalEmail,
    ]),
  ).toEqual(people('H', 1, 2, 3).map((line) => line.split(',')));
});

it('stays the same list under other headings', async () => {
  await practice.client.settings({ dialect: 'default' });
  expect((await run('connections', 'change', 'Service', '--usual-headings')).exit).toBe(0);
  const again = await run('screen', list, '--connection', 'Service', '--again', '--yes', '--out', join(folder, 'third.csv'));
  expect(again.exit).not.toBe(0);
  expect(`${again.out}${again.err}`).toContain('This list was sent before, as “Second”');
  expect((await practice.client.ledger()).credits.charged).toBe(3);
});

it.each([
  ['nothing to change', ['connections', 'change', 'Service'], /Usage: desk connections/],
  ['an unknown field', ['connections', 'change', 'Service', '--csv-heading', 'surname=Last'], /--csv-heading takes FIELD=HEADING/],
  [
    'a heading twice',
    ['connections', 'change', 'Service', '--csv-heading', 'city=State', '--csv-heading', 'state=State'],
    /has this heading already/,
  ],
  ['a line end', ['connections', 'change', 'Service', '--csv-heading', 'city=Ci\nty'], /no line end/],
])('refuses %s', async (_, words, message) => {
  const refused = await run(...words);
  expect(refused.exit).toBe(1);
  expect(refused.err).toMatch(message);
  expect((await headings()).every(({ field, heading }) => field === heading)).toBe(true);
});
