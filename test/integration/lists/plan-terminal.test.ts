/** `desk plan`: who is due, and the draft that only --make-draft makes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { rankedList } from '../../kit/ranked-lists.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();
const plan = (...words: string[]) => desk('plan', '--connection', 'Service', ...words);

it('shows who is due, changes nothing without an option, and makes one draft that is not sent', async () => {
  const list = join(folder, 'list.csv');
  writeFileSync(list, rankedList('K', 3).join('\r\n'));
  const screened = await desk(
    'screen',
    list,
    '--best',
    '1',
    '--sample-below',
    '0%',
    '--yes',
    '--connection',
    'Service',
    '--out',
    join(folder, 'out.csv'),
  );
  expect(screened.exit).toBe(0);
  const { projects: before } = await practice.client.ledger();

  const shown = await plan();
  expect(shown.exit).toBe(0);
  expect(shown.out).toContain('Service. 2 people are due: 2 never screened.');
  expect(shown.out).toMatch(/Within the last year +1\b/);
  expect(shown.out).toContain('Add --make-draft to make a draft of the people who are due. It is not sent.');
  const trial = (await plan('--months', '12', '--renewal', '2099-06-30', '--without', 'never', '--json')).lines.at(-1)!;
  expect(trial).toMatchObject({ ok: true, isSaved: false, settings: { months: 12, never: false, moved: true }, due: { total: 0 } });
  expect((await plan('--json')).lines.at(-1)).toMatchObject({ isSaved: false, settings: { months: 24, renewal: null }, due: { never: 2 } });
  expect((await plan('--months', '18', '--save', '--json')).lines.at(-1)).toMatchObject({ settings: { months: 18 } });
  expect((await plan('--json')).lines.at(-1)).toMatchObject({ isSaved: true, settings: { months: 18 } });
  for (const words of [
    ['--months', '0'],
    ['--months', 'x'],
    ['--renewal', '2027-02-30'],
    ['--without', 'everyone'],
  ]) {
    const refused = await plan(...words);
    expect(refused.exit).toBe(1);
    expect(refused.err).toContain(`“${words[1]}”`);
  }

  const made = (await plan('--make-draft', '--json')).lines.at(-1)!;
  expect(made).toMatchObject({ ok: true, rows: 2 });
  const again = (await plan('--make-draft', '--json')).lines.at(-1)!;
  expect(again['project']).toBe(made['project']);
  const { lines: projects } = await desk('projects', '--json');
  expect(projects.filter(({ state }) => (state as { at: string }).at === 'draft').map(({ id }) => id)).toEqual([made['project']]);
  // Nobody was sent or paid for.
  expect((await practice.client.ledger()).projects).toEqual(before);
});
