/**
 * Gift files in a terminal: `desk gifts`, and `--gifts` for check and screen.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { folder, desk } = await setupTerminal();

function file(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
const list = file('people.csv', [
  'ID,First,Last,Street,City,State,ZIP,Total Giving',
  'P1,Ada,Ashdown,5 Quarry Rd,Nashua,NH,03060,100',
  'P2,Bea,Brook,6 Quarry Rd,Nashua,NH,03060,',
  'P3,Cal,Corey,7 Quarry Rd,Nashua,NH,03060,7',
]);
const gifts = file('gifts.csv', [
  'Donor ID,Gift Date,Gift Amount,Gift Type',
  'P1,2021-03-04,"$1,000.50",Cash',
  'P1,2022-03-04,$20,Cash',
  'P1,2023-03-04,$5000,Pledge',
  'P2,2020-01-02,$30,Check',
  'Z9,2020-01-02,$40,Check',
]);

describe('desk gifts', () => {
  it('shows types, totals, whose gifts they are, and people before and after', async () => {
    const { exit, out } = await desk('gifts', gifts, list);
    expect(exit).toBe(0);
    expect(out).toMatch(/counts\s+Cash\s+2\s+\$1,020\.50/);
    expect(out).toMatch(/left out\s+Pledge\s+1\s+\$5,000\s+promised, not received/);
    expect(out).toContain('Counted: 4 gifts, $1,090.50, from 2020-01-02 to 2022-03-04.');
    expect(out).toContain('On your list, with gifts: 2 people, 3 gifts');
    expect(out).toContain('On your list, no gift here: 1 person; the values of the list are kept');
    expect(out).toContain('Not on your list: 1 person, 1 gift, not used (Z9)');
    expect(out).toMatch(/Ada Ashdown\s+\(empty\) → 2022-03-04\s+\$100 → \$1,020\.50\s+2/);
  });

  it.each([
    ['Pledge', '6090.5', 5],
    ['pledge', '6090.5', 5],
  ])('--count-gifts %s counts that type too', async (type, sum, count) => {
    const { lines } = await desk('gifts', gifts, list, '--count-gifts', type, '--json');
    expect(lines.at(-1)).toMatchObject({ ok: true, counted: { gifts: count, sum } });
  });

  it('--leave-out-gifts and --gift-column change what is read', async () => {
    const { lines } = await desk('gifts', gifts, list, '--leave-out-gifts', 'Check', '--json');
    expect(lines.at(-1)).toMatchObject({ counted: { gifts: 2, sum: '1020.5' }, notOnList: { gifts: 0, people: 0 } });
    const untyped = await desk('gifts', gifts, list, '--gift-column', 'type=none', '--json');
    expect(untyped.lines.at(-1)).toMatchObject({ counted: { gifts: 5, sum: '6090.5' } });
  });

  it.each([
    [['--count-gifts', 'Bond'], 1, '“gifts.csv” has no gifts of type “bond”. It has “Cash”, “Check”, “Pledge”.'],
    [['--gift-column', 'giver=ID'], 1, 'must be one of id, date, amount, refunded, type, status and currency'],
    [['--gift-column', 'date=When'], 1, '“gifts.csv” has no column “When”. It has “Donor ID”'],
    [['--gift-dates', 'dym'], 1, '--gift-dates must be mdy, dmy or ymd.'],
  ])('%j is refused with a message', async (options, exit, sentence) => {
    const refused = await desk('gifts', gifts, list, ...options);
    expect([refused.exit, refused.err]).toEqual([exit, expect.stringContaining(sentence)]);
  });
});

it('check --gifts checks the list with the gifts', async () => {
  const before = (await desk('check', list, '--json')).lines.at(-1)!;
  const after = (await desk('check', list, '--gifts', gifts, '--json')).lines.at(-1)!;
  expect(before['fields']).not.toContain('rfmLargestGiftDate');
  expect(after['fields']).toContain('rfmLargestGiftDate');
  expect(after).toMatchObject({ rows: 3, gifts: { counted: { gifts: 4 } } });
  expect(before).not.toHaveProperty('gifts');
});

it.each([
  [[], [1020.5, 30, 7]],
  [['--list-wins'], [100, 30, 7]],
] as const)('screen --gifts %j prepares these totals', async (options, totals) => {
  await desk('screen', list, '--gifts', gifts, ...options, '--connection', 'Service', '--out', join(folder, 'scores.xlsx'));
  const id = String((await desk('projects', '--json')).lines[0]!['id']);
  const out = join(folder, `cleaned-${options.length}.jsonl`);
  expect((await desk('export', id, '--contents', 'cleaned', '--out', out)).exit).toBe(0);
  const rows = readFileSync(out, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
  expect(rows.map((row) => row['Total Giving'])).toEqual(totals);
  expect(rows.map((row) => row['Number of gifts'] ?? null)).toEqual([2, 1, null]);
});
