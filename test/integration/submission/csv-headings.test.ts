/**
 * Headings of a list in CSV: learned from a refusal, changed on the connection, and verified by the data on the service.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIELDS } from '../../../shared/fields/table.ts';
import { people, PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal('csv-titles');
const list = join(folder, 'list.csv');
writeFileSync(list, `${[PEOPLE_HEADINGS, ...people('H', 1, 2, 3)].join('\r\n')}\r\n`);

const screen = (name: string) =>
  desk('screen', list, '--connection', 'Service', '--yes', '--name', name, '--out', join(folder, `${name}.csv`), '--json');
const headings = async () => (await desk('connections', 'headings', 'Service', '--json')).lines;

it('a list is sent once with the headings of the connection', async () => {
  expect((await desk('connections', 'change', 'Service', '--list-format', 'csv')).exit).toBe(0);

  const refused = await screen('First');
  expect(refused.exit).toBe(3);
  const { project } = refused.lines.at(-1) as { project: string };
  expect((await practice.client.ledger()).credits.charged).toBe(0);

  // The answer names all headings that the service accepts.
  const learned = await headings();
  expect(learned).toHaveLength(FIELDS.length);
  expect(learned.map(({ field, understood, expected }) => [field, understood, expected])).toEqual(
    FIELDS.map(({ key, label }) => [key, false, label]),
  );
  const shown = await desk('connections', 'headings', 'Service');
  expect(shown.out).toMatch(/primaryLast\s+primaryLast\s+not understood; the service names “Last name”/);

  const changes = learned.flatMap(({ field, expected }) => ['--csv-heading', `${String(field)}=${String(expected)}`]);
  expect((await desk('connections', 'change', 'Service', ...changes)).exit).toBe(0);
  expect((await headings()).map(({ heading, understood }) => [heading, understood])).toEqual(FIELDS.map(({ label }) => [label, null]));

  expect((await desk('cancel', project)).exit).toBe(0);
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

it('a list with other headings counts as the same list', async () => {
  await practice.client.settings({ dialect: 'default' });
  expect((await desk('connections', 'change', 'Service', '--usual-headings')).exit).toBe(0);
  const again = await desk('screen', list, '--connection', 'Service', '--again', '--yes', '--out', join(folder, 'third.csv'));
  expect(again.exit).not.toBe(0);
  expect(`${again.out}${again.err}`).toContain('This list was sent before, as “Second”');
  expect((await practice.client.ledger()).credits.charged).toBe(3);
});

it.each([
  ['nothing to change', ['connections', 'change', 'Service'], /Usage: desk connections/],
  ['an unknown field', ['connections', 'change', 'Service', '--csv-heading', 'surname=Last'], /--csv-heading must be FIELD=HEADING/],
  [
    'a heading twice',
    ['connections', 'change', 'Service', '--csv-heading', 'city=State', '--csv-heading', 'state=State'],
    /already has this heading/,
  ],
  ['a line end', ['connections', 'change', 'Service', '--csv-heading', 'city=Ci\nty'], /line break/],
])('refuses %s', async (_, words, message) => {
  const refused = await desk(...words);
  expect(refused.exit).toBe(1);
  expect(refused.err).toMatch(message);
  expect((await headings()).every(({ field, heading }) => field === heading)).toBe(true);
});
