/**
 * "desk profile create" spends credits only with consent, and repeats a person who was screened before only with --again.
 * @module-tag deep
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();
const charged = async () => (await practice.client.ledger()).credits.charged;

const ADA = ['profile', 'create', '--primaryFirst', 'Ada', '--primaryLast', 'Byrne', '--postalCode', '01970', '--constituentId', 'A-1'];

it('sends nothing without --yes if nobody can answer in a terminal', async () => {
  const before = await practice.client.ledger();
  const refused = await desk(...ADA, '--connection', 'Service');
  expect(refused.exit).not.toBe(0);
  expect(refused.err).toContain('Nothing was sent, because this spends credits. Add --yes to confirm.');
  expect(await practice.client.ledger()).toEqual(before);
});

it.each(['Service', 'Practice'])('does not screen the same person twice on %s without --again', async (name) => {
  const create = (...words: string[]) => desk(...ADA, '--connection', name, '--yes', ...words);
  expect((await create()).exit).toBe(0);
  const before = await charged();
  const refused = await create();
  expect(refused.exit).toBe(3);
  expect(refused.err).toMatch(/This person was screened as a single profile on .+ Nothing was sent\. Add --again/);
  expect(await charged()).toBe(before);
  const repeated = await create('--again');
  expect(repeated.exit).toBe(0);
  expect(repeated.err).toContain('This person was screened as a single profile on');
});

it('names the finished screening that has the person, and does not send them without --again', async () => {
  const list = join(folder, 'spring.csv');
  writeFileSync(list, 'Constituent ID,First Name,Last Name,Address,City,State,ZIP\nL-1,Wei,Li,5 Quarry Rd,Nashua,NH,03060\n');
  const sent = await desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'out.csv'));
  expect(sent.exit).toBe(0);
  const before = await charged();
  const create = (...words: string[]) =>
    desk(
      'profile',
      'create',
      '--constituentId',
      'L-1',
      '--primaryLast',
      'Li',
      '--primaryFirst',
      'W',
      '--connection',
      'Service',
      '--yes',
      ...words,
    );
  const refused = await create();
  expect(refused.exit).toBe(3);
  expect(refused.err).toMatch(/Somebody with the same ID was screened on .+ in “spring”; screening again costs another credit\./);
  expect(await charged()).toBe(before);
  expect((await create('--again')).exit).toBe(0);
  expect(await charged()).toBe(before + 1);
});

it('names the people of a list who were screened alone, and pays for them again only with --elsewhere', async () => {
  const people = ['S-1,Ines,Fischer,3 Elm St,Worcester,MA,01609', 'S-2,Theo,Marsh,4 Elm St,Worcester,MA,01609'];
  const alone = ['--constituentId', 'S-2', '--primaryFirst', 'Theo', '--primaryLast', 'Marsh', '--postalCode', '01609'];
  expect((await desk('profile', 'create', ...alone, '--connection', 'Service', '--yes')).exit).toBe(0);
  const list = join(folder, 'autumn.csv');
  writeFileSync(list, `Constituent ID,First Name,Last Name,Address,City,State,ZIP\n${people.join('\n')}\n`);
  const before = await charged();
  const screen = (...words: string[]) =>
    desk('screen', list, '--connection', 'Service', '--yes', '--out', join(folder, 'autumn-out.csv'), ...words);
  const refused = await screen();
  expect(refused.exit).toBe(3);
  expect(refused.err).toMatch(/Theo Marsh in row 3, screened alone on /);
  expect(await charged()).toBe(before);
  expect((await screen('--elsewhere')).exit).toBe(0);
  expect(await charged()).toBe(before + 2);
});

it('sets how a connection counts rows, and refuses another word', async () => {
  const changed = await desk('connections', 'change', 'Service', '--row-base', 'zero', '--json');
  expect(JSON.parse(changed.out)).toMatchObject({ ok: true, settings: { rowBase: 'zero' } });
  const wrong = await desk('connections', 'change', 'Service', '--row-base', 'two');
  expect(wrong.exit).not.toBe(0);
  expect(wrong.err).toContain('--row-base must be find, zero, one, or sheet.');
  expect((await desk('connections', 'change', 'Service', '--row-base', 'find')).exit).toBe(0);
});
