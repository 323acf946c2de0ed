/**
 * `--like PROJECT`: two months of one office in the terminal: what is printed, the exit code, and what the service charged.
 * @module-tag deep
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { desk, folder, practice } = await setupTerminal();

const HEAD = 'Donor No,First Name,Last Name,Street,City,State,ZIP,Email,Last Gift Date,Last Gift';
const file = (name: string, lines: readonly string[]): string => {
  const path = join(folder, name);
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const MARCH = [
  HEAD,
  '17,Mr. Ann,Zephyrine,1 Mill St,Lowell,MA,01852,ann@example.org,03/18/2024,100',
  '18,Bea,Quillfeather,2 Quarry Rd,Nashua,NH,03060,bea@example.org,04/19/2024,200',
];
const APRIL = [
  `${HEAD.replace(',Email', '')},Phone`,
  '30,Mr. Flo,Penhaligon,6 Dock St,Dover,NH,03820,01/25/2024,10,603-555-0101',
  '31,Gus,Fairweather,7 Dock St,Dover,NH,03820,01/26/2024,20,603-555-0102',
];

it('applies the recipe of an earlier screening, stops if the user must decide, and sends what the user agreed to', async () => {
  const march = file('march.csv', MARCH);
  const first = join(folder, 'march-results.csv');
  const sent = await desk(
    'screen',
    march,
    '--connection',
    'Service',
    '--out',
    first,
    '--name',
    'Spring gala',
    '--map',
    'Street=businessName',
    '--yes',
    '--json',
  );
  expect(sent).toMatchObject({ exit: 0 });
  const [gala] = (await desk('projects', '--json')).out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; name: string });
  const of = gala!.id.slice(0, 8);
  const charged = async () => (await practice.client.ledger()).projects.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0);
  const before = await charged();
  expect(before).toBe(2);

  const april = file('april.csv', APRIL);
  const checked = await desk('check', april, '--like', of);
  expect(checked).toMatchObject({ exit: 3 });
  expect(checked.out).toContain('As in “Spring gala”:');
  expect(checked.out).toContain('Columns: 9 of 10 columns found, 1 new, 1 missing');
  expect(checked.out).toContain('“Email”, which is sent as');
  expect(checked.out).toContain('“Phone” is new.');
  expect(checked.out).toContain('2 differences need your decision. Add --accept-differences to go on as shown');
  const json = JSON.parse((await desk('check', april, '--like', of, '--json')).out) as { like: { differences: { key: string }[] } };
  expect(json.like.differences.map(({ key }) => key)).toEqual(['missing:7', 'added:9']);
  expect((await desk('check', march, '--like', of)).exit).toBe(0);

  const second = join(folder, 'april-results.csv');
  const stopped = await desk('screen', april, '--connection', 'Service', '--out', second, '--like', of, '--yes');
  expect(stopped).toMatchObject({ exit: 3 });
  expect(stopped.err).toContain('Nothing was sent.');
  expect(await charged()).toBe(before);

  const done = await desk('screen', april, '--connection', 'Service', '--out', second, '--like', of, '--accept-differences', '--yes');
  expect(done).toMatchObject({ exit: 0 });
  expect(readFileSync(second, 'utf8')).toContain('Penhaligon');
  expect(await charged()).toBe(before + 2);
});

it('refuses an unknown project, and options that contradict each other', async () => {
  const path = file('people.csv', MARCH);
  expect((await desk('check', path, '--like', 'ffffffff')).exit).toBe(1);
  expect((await desk('check', path, '--accept-differences')).err).toContain('--accept-differences belongs to --like');
  expect((await desk('check', path, '--like', 'x', '--template', 'y')).err).toContain('Use either --like or --template');
});

it('with a baseline and gifts, the check does not count people by the order before: all that are left are sent', async () => {
  const person = (id: number, street: string) => `${id},Hal,Oldacre${id},${id} ${street},Lowell,MA,01852,,,`;
  const ids = [51, 52, 53, 54];
  const june = file('june.csv', [HEAD, ...ids.map((id) => person(id, 'Ferry Rd'))]);
  const july = file('july.csv', [HEAD, ...ids.map((id) => person(id, id === 51 ? 'Quarry Rd' : 'Ferry Rd'))]);
  const gifts = file('gifts.csv', ['Donor No,Gift Date,Gift Amount', ...ids.map((id) => `${id},2020-01-02,5`)]);
  const out = (name: string) => ['--connection', 'Service', '--out', join(folder, name), '--yes'];
  expect((await desk('screen', june, ...out('june-results.csv'), '--name', 'June', '--gifts', gifts)).exit).toBe(0);
  const two = file('two.csv', [HEAD, ...[61, 62, 63].map((id) => person(id, 'Dock St'))]);
  expect((await desk('screen', two, ...out('two-results.csv'), '--name', 'Best', '--best', '2', '--sample-below', '0%')).exit).toBe(0);
  const list = (await desk('projects', '--json')).out.trim().split('\n').map((line) => JSON.parse(line) as { id: string; name: string }); // prettier-ignore
  const of = (name: string) => list.find((one) => one.name === name)!.id.slice(0, 8);
  const sent = await desk('screen', july, ...out('july-results.csv'), '--like', of('Best'), '--baseline', of('June'), '--gifts', gifts); // prettier-ignore
  expect(sent).toMatchObject({ exit: 0 });
  expect(sent.err).toContain('Since “June”: 0 new, 1 changed, 3 unchanged and left out');
  expect(sent.err).not.toContain('Not chosen this time');
});
