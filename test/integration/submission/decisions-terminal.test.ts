/** A decision in the terminal: what happened, the rows, what each choice does, and the answer. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeList } from '../../kit/csv-list.ts';
import { setupTerminal } from '../../kit/setup-terminal.ts';

const { practice, folder, desk } = await setupTerminal();

it('the terminal explains that a project is processed before its start, accepts the decision and continues', async () => {
  const { client } = practice;
  const list = join(folder, 'list.csv');
  const { rows, refused } = writeList(list, 40);

  await client.setFaults({ kind: 'status-word', word: 'processed', times: null, on: { step: 'status' } });
  const out = join(folder, 'results.csv');
  const asked = await desk('screen', list, '--connection', 'Service', '--send-errors', '--yes', '--out', out);
  expect(asked.exit).toBe(3);
  expect(asked.out).toContain('A decision is needed: Screening is done, but we did not start it (processed-early).');
  expect(asked.out).toContain('Its last state is “processed”.');
  expect(asked.out).toContain(`${rows} rows sent.`);
  expect(asked.out).toMatch(/^ {2}fetch +It is done: fetch the results$/m);
  expect(asked.out).toMatch(/^ {2}give-up +Give up this project$/m);
  const [, id = ''] = /"desk decide (\S+) --choice CHOICE"/.exec(asked.out) ?? [];
  expect((await client.ledger()).projects.map(({ processCalls }) => processCalls)).toEqual([0]);

  const [asJson] = (await desk('--json', 'status', id)).lines;
  expect(asJson).toMatchObject({ state: { question: 'processed-early', choices: ['fetch', 'look-again', 'give-up'] } });
  const wrong = await desk('decide', id, '--choice', 'keep');
  expect(wrong.exit).toBe(1);

  await client.clearFaults();
  const done = await desk('decide', id, '--choice', 'look-again');
  expect(done.exit).toBe(4);
  expect(done.out).toContain(`${rows} rows sent = ${rows - refused} scored + ${refused} not accepted + 0 without a result`);
  expect((await client.ledger()).credits.charged).toBe(rows - refused);
});
