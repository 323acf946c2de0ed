/**
 * The terminal sends the people of a list who come first, says so before it pays, and sends the rest later.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';
import { desk as command } from '../../kit/terminal.ts';

const { desk, dataDir, folder, practice, computer } = await setupTerminal();
const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!);

function listOf(prefix: string, count: number): string {
  const path = join(folder, `${prefix}.csv`);
  const rows = Array.from(
    { length: count },
    (_, at) => `${prefix}${at},First${letters(at)},Last${letters(at)},${at} Larkspur Ln,Worcester,MA,01609,${100 + at},${count - at}`,
  );
  writeFileSync(path, ['Constituent ID,First Name,Last Name,Address,City,State,ZIP,Total Gift Amount,Rank', ...rows].join('\n'));
  return path;
}
const screened = (prefix: string, count: number, ...options: string[]) =>
  desk('screen', listOf(prefix, count), '--connection', 'Service', '--out', join(folder, `${prefix}.csv.jsonl`), ...options);
const charged = async () => (await practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
const newest = async () => String((await desk('projects', '--json')).lines[0]!['id']);

it('says before it pays who is sent and why, sends them, and the rest later once', async () => {
  const asked = ['--best', '30', '--weights', 'total=3,readiness=1', '--sample-below', '10%', '--seed', '7'];
  const sent = await screened('A', 120, ...asked, '--yes');
  expect(sent).toMatchObject({ exit: 0 });
  expect(sent.err).toContain('39 of 120 rows to send to Service');
  expect(sent.err).toContain('left out: 81 not chosen this time');
  expect(sent.err).toContain(
    'The first 30 of 120 people, ordered by total given × 3, complete for a match × 1; they hold 32% of all giving',
  );
  expect(sent.err).toContain('9 of the 90 below them are also sent, drawn with seed 7: they show later whether the order was right');
  expect(sent.err).toContain('81 are not chosen this time and are kept for later; nobody is sent twice');
  expect(await charged()).toBe(39);
  const project = await newest();
  const report = await desk('report', project);
  expect(report.out).toMatch(/^Capacity by decile +People +Sent +Scored +Capacity +Median +In the top group$/m);
  expect(report.out).toMatch(/^A +12 +12 /m);
  expect(report.out).toMatch(/^Above the cut +30 +30 /m);
  expect(report.out).toMatch(/^Sample below the cut +90 +9 /m);
  expect((await desk('report', project, '--json')).lines.at(-1)).toMatchObject({
    order: { above: { people: 30, sent: 30 }, below: { people: 90, sent: 9 } },
  });
  const shown = await desk('rest', project, '--json');
  expect(shown.lines.at(-1)).toMatchObject({ ok: true, from: project, rowsToSend: 81 });
  expect(await charged()).toBe(39);
  const rest = await desk(
    'rest',
    project,
    '--best',
    '20',
    '--order-by',
    'Rank',
    '--smallest-first',
    '--sample-below',
    '0%',
    '--yes',
    '--json',
  );
  expect(rest.lines.at(-1)).toMatchObject({
    ok: true,
    at: 'done',
    leftOut: 61,
    best: { chosen: 20, sampled: 0, notChosen: 61, heading: 'Rank', settings: { by: { smallestFirst: true } } },
  });
  expect(await charged()).toBe(59);
  const again = await desk('rest', project, '--yes');
  expect([again.exit, await charged()]).toEqual([1, 59]);
  expect(again.err).toContain('“The rest: A” was sent since');
  const last = await desk('rest', String(rest.lines.at(-1)!['project']), '--yes');
  expect([last.exit, await charged()]).toEqual([0, 120]);
});

it('reports as saved only the credits that would buy nothing, not those of people who are kept for later', async () => {
  const path = listOf('S', 20);
  const [heading, first, ...others] = readFileSync(path, 'utf8').split('\n');
  writeFileSync(path, [heading, first, ...others, first].join('\n'));
  const asked = ['--best', '5', '--sample-below', '0%', '--yes', '--out', join(folder, 'S.jsonl')];
  const sent = await desk('screen', path, '--connection', 'Service', ...asked);
  expect(sent.err).toContain('leaving rows out saves about 1\n');
  const report = await desk('report', await newest());
  expect(report.out).toContain('Of 21 rows in the list, 16 were left out before sending, 15 of them not chosen this time.');
  expect(report.out).toMatch(/^Saved before sending +1$/m);
});

it('accepts a decile or the credits to keep, and refuses settings without an order before anything is read', async () => {
  const paid = await charged();
  const decile = await screened('B', 100, '--best', 'B', '--sample-below', '0%');
  expect(decile.err).toContain('The first 20 of 100 people (A to B), ordered by');
  const { remaining } = (await desk('credits', '--connection', 'Service', '--json')).lines.at(-1) as { remaining: number };
  const kept = await screened('C', 100, '--best', `keep:${remaining - 25}`, '--sample-below', '0%');
  expect(kept.err).toContain('The first 25 of 100 people');
  const count = (await desk('projects', '--json')).lines.length;
  for (const [options, message] of [
    [['--best', 'many'], '--best “many”'],
    [['--best', '5', '--weights', 'total=0'], 'Give one of them a weight'],
    [['--best', '5', '--weights', 'wealth=3'], '--weights “wealth=3”'],
    [['--best', '5', '--sample-below', '5'], '--sample-below “5”'],
    [['--seed', '5'], '--seed belongs to --best'],
    [['--best', '5', '--weights', 'total=1', '--order-by', 'Rank'], 'not both'],
    [['--best', '5', '--smallest-first'], '--smallest-first belongs to --order-by'],
    [['--smallest-first'], '--smallest-first belongs to --order-by'],
    [['--best', '5', '--weights', 'total=1,gifts=2,total=3'], 'total has two weights'],
    [['--best', '5', '--seed', '7', '--seed', '8'], '--seed has two values: “7” and “8”. Give it once.'],
  ] as const) {
    const refused = await screened('D', 3, ...options, '--yes');
    expect(refused.exit).toBe(1);
    expect(refused.err).toContain(message);
  }
  expect((await desk('projects', '--json')).lines).toHaveLength(count);
  expect(await charged()).toBe(paid);
});

it('sends a pilot with people who are known, shows how it did, and sends the others once', async () => {
  const paid = await charged();
  const known = join(folder, 'known.txt');
  writeFileSync(known, 'P3\nP7, P9\nP999\n');
  const sent = await screened('P', 120, '--pilot', '20', '--seed', '4127', '--know-ids', known, '--yes');
  expect(sent).toMatchObject({ exit: 0 });
  expect(sent.err).toContain('20 of 120 rows to send to Service');
  expect(sent.err).toContain('A pilot of 20 of 120 people: 17 drawn by readiness, giving and state with seed 4127, 3 you know');
  expect(sent.err).toContain('1 of the IDs names nobody in this list who can be sent');
  expect((await charged()) - paid).toBe(20);
  const project = await newest();
  const shown = await desk('pilot', project);
  expect(shown.exit).toBe(0);
  expect(shown.out).toContain('20 of 120 people: 17 drawn (seed 4127), 3 you know.');
  expect(shown.out).toContain(
    'The pilot has too few rows that were not accepted to predict how many of the other 100 will not be accepted. “desk rest” sends the other 100.',
  );
  const lines = (await desk('pilot', project, '--json')).lines.at(-1)!;
  expect(lines).toMatchObject({ ok: true, project, chosen: 20, known: 3, scored: 20, refused: 0 });
  const settings = join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ scoreWeights: { propensity: 0.1, affinity: 0.1, capacity: 0.8 } }));
  const asked = await desk('compare-pilot', project, '--score-settings', settings);
  expect(asked.exit).toBe(1);
  expect(asked.err).toContain('They are charged twice: about 20 credits');
  expect((await charged()) - paid).toBe(20);
  const compared = await desk('compare-pilot', project, '--score-settings', settings, '--yes', '--json');
  expect(compared).toMatchObject({ exit: 0 });
  expect(compared.lines.at(-1)).toMatchObject({ ok: true, project, people: 20, counts: [{ scored: 20 }, { scored: 20 }] });
  expect((await charged()) - paid).toBe(40);
  const seen = await desk('compare-pilot', project, '--yes');
  expect(seen).toMatchObject({ exit: 0 });
  expect(seen.out).toContain('B: Service, 3 own score settings');
  expect((await charged()) - paid).toBe(40);
  const rest = await desk('rest', project, '--as-compared', '--yes');
  expect(rest.exit).toBe(0);
  expect(rest.out).toContain('100 rows sent = 100 scored + 0 not accepted + 0 without a result');
  // The pilot's project has the results of all 120.
  expect(rest.out).toContain(`"desk export ${project.slice(0, 8)} --out RESULTS.xlsx" saves the results.`);
  expect((await charged()) - paid).toBe(140);
  expect((await desk('pilot', project)).out).toContain('In “The rest: P” the other 100 are.');
  const bundle = join(folder, 'P.deskbundle');
  const input = 'correct horse battery staple\n';
  const made = await command(['bundle', 'create', project, '--out', bundle, '--passphrase-stdin', '--data', dataDir], { input });
  expect(made).toMatchObject({ exit: 0 });
  const other = await computer('other');
  const opened = await command(['bundle', 'open', bundle, '--passphrase-stdin', '--data', other.dataDir], { input });
  expect(opened).toMatchObject({ exit: 0 });
  const there = (await other.desk('pilot', project)).out;
  expect(there).toContain('Only another computer can send the other 100.');
  expect(there).not.toContain('desk rest');
  const whole = await desk('export', project, '--out', join(folder, 'whole.jsonl'));
  expect(whole.exit).toBe(0);
  const scored = readFileSync(join(folder, 'whole.jsonl'), 'utf8').trim().split('\n');
  expect(scored.filter((text) => text.includes('"P'))).toHaveLength(120);
  for (const [options, message] of [
    [['--pilot', '5', '--best', '5'], 'not both'],
    [['--pilot', 'all'], '--pilot “all”'],
    [['--know-column', 'Rank'], '--know-column belongs to --pilot'],
    [['--pilot', '5', '--weights', 'total=1'], '--weights belongs to --best'],
  ] as const) {
    const refused = await screened('D', 3, ...options, '--yes');
    expect(refused.exit).toBe(1);
    expect(refused.err).toContain(message);
  }
  const none = await desk('pilot', String((await desk('projects', '--json')).lines.at(-1)!['id']));
  expect(none.exit).not.toBe(0);
});

it('sends people of the rest who were screened since only with --again, even if an earlier command made the draft', async () => {
  const list = listOf('R', 6);
  const sent = await screened('R', 6, '--best', '2', '--sample-below', '0%', '--yes');
  expect(sent).toMatchObject({ exit: 0 });
  const project = await newest();
  const [heading, ...rows] = readFileSync(list, 'utf8').split('\n');
  const since = join(folder, 'since.csv');
  writeFileSync(since, [heading, ...rows.slice(0, 2)].join('\n'));
  expect((await desk('screen', since, '--connection', 'Service', '--yes', '--out', join(folder, 'since.jsonl'))).exit).toBe(0);
  const paid = await charged();
  const rest = async (...words: string[]) => (await desk('rest', project, ...words, '--json')).lines.at(-1);
  expect(await rest('--again')).toMatchObject({ ok: true, rowsToSend: 4 });
  expect(await rest()).toMatchObject({ ok: true, rowsToSend: 2 });
  expect(await charged()).toBe(paid);
  expect(await rest('--again', '--yes')).toMatchObject({ ok: true, at: 'done', counts: { submitted: 4, scored: 4 } });
  expect((await charged()) - paid).toBe(4);
});
