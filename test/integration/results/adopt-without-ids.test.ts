/**
 * A list without constituent IDs is adopted with a file in another order than the list that was sent: nobody gets the score of another
 * person. Nothing is sent or charged.
 * @module-tag deep
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';
import { people, PEOPLE_HEADINGS, person } from '../../kit/list-people.ts';
import { localTasks } from '../../kit/local-tasks.ts';

const desk = await setupTestDesk(localTasks);

const withoutId = (line: string) => line.slice(line.indexOf(','));
const numbers = (length: number) => Array.from({ length }, (_, index) => index);
const LIST = people('A', ...numbers(20)).map(withoutId);

interface Sent {
  readonly remoteId: string;
  /** Scores by email address, as in the program that sent the list. */
  readonly scores: Readonly<Record<string, unknown>>;
}

async function scoresOf(id: string): Promise<Record<string, unknown>> {
  const rows = await desk.exportRows(id);
  return Object.fromEntries(rows.flatMap((row) => (row['Overall score'] === undefined ? [] : [[row['Email'], row['Overall score']]])));
}

/** Sends a list, reads its scores, and removes it from the data folder. `asEarlier`: with IDs as an earlier program generated them. */
async function sentAndRemoved(lines: readonly string[], asEarlier = false): Promise<Sent> {
  await desk.practice.client.settings({ dialect: 'default' });
  const id = await desk.importPeople(...lines);
  await desk.call('projects.change', { id, recencyDays: 0 });
  if (asEarlier) {
    const database = new Database(join(desk.folder, 'data', 'history.sqlite'));
    database.prepare("UPDATE project SET facts = json_remove(facts, '$.submission.rowIdForm') WHERE id = ?").run(id);
    database.close();
    await desk.restart();
  }
  await desk.send(id);
  const { state } = await desk.call('projects.get', { id });
  if (state.at !== 'done') throw new Error(`the project is at ${state.at}`);
  const scores = await scoresOf(id);
  await desk.call('projects.remove', { id, loseResults: true });
  return { remoteId: state.remoteId, scores };
}

/** Adopts the project with a file, removes it again, and returns the counts and the scores. */
async function adopted({ remoteId }: Sent, dialect: string, lines: readonly string[]) {
  await desk.practice.client.settings({ dialect });
  const file = await desk.file('colleague.csv', [PEOPLE_HEADINGS, ...lines]);
  const { id, state } = await desk.call('projects.adopt', { connectionId: desk.connectionId, remoteId, file });
  const outcome = {
    counts: state.at === 'done' ? state.counts : null,
    scores: await scoresOf(id),
    rowBase: (await desk.call('results.get', { id })).rowBase,
  };
  await desk.call('projects.remove', { id, loseResults: true });
  return outcome;
}

/** Files of a colleague with the same people. */
const FILES: readonly (readonly [string, (lines: readonly string[]) => readonly string[]])[] = [
  ['is sorted in another order', (lines) => lines.toReversed()],
  ['lacks the first row', (lines) => lines.slice(1)],
  ['lacks the first row and has another one at the end', (lines) => [...lines.slice(1), withoutId(person('Z1'))]],
];

const countCharges = () => desk.practice.client.ledger();

describe.each(['default', 'id-only-echo'])('a list that is sent now, in the dialect %s', (dialect) => {
  it.each(FILES)('gives everyone their own score if the file %s', async (_what, fileOf) => {
    const sent = await sentAndRemoved(LIST);
    expect(Object.keys(sent.scores)).toHaveLength(20);
    const before = await countCharges();
    const { scores } = await adopted(sent, dialect, fileOf(LIST));
    const there = new Set(fileOf(LIST).map((line) => line.split(',').at(-1)));
    expect(scores).toEqual(Object.fromEntries(Object.entries(sent.scores).filter(([email]) => there.has(email))));
    expect(await countCharges()).toEqual(before);
  });

  it('gives everyone their own score with the file that was sent', async () => {
    const sent = await sentAndRemoved(LIST);
    expect((await adopted(sent, dialect, LIST)).scores).toEqual(sent.scores);
  });
});

describe('a list that an earlier program sent, whose IDs are row numbers alone', () => {
  it.each(FILES)('gives nobody a score if the answer has no names and the file %s', async (_what, fileOf) => {
    const sent = await sentAndRemoved(LIST, true);
    const lines = fileOf(LIST);
    // The number of rows must agree: a file with another number and none of the people is refused.
    const { scores, rowBase } = await adopted(sent, 'id-only-echo', lines.length === 20 ? lines : [...lines, withoutId(person('Y1'))]);
    expect(scores).toEqual({});
    expect(rowBase).toMatch(/20 results of rows without a constituent ID could not be matched to a row/);
  });

  it.each(FILES)('gives nobody the score of another person if the answer has names and the file %s', async (_what, fileOf) => {
    const twins = [...LIST.slice(0, 10), ...people('A', 9, 19).map((line) => withoutId(line).replace('@', '-junior@'))];
    const sent = await sentAndRemoved(twins, true);
    const lines = fileOf(twins);
    const { scores } = await adopted(sent, 'default', lines.length === twins.length ? lines : [...lines, withoutId(person('Y1'))]);
    for (const [email, score] of Object.entries(scores)) expect([email, score]).toEqual([email, sent.scores[email]]);
  });

  it('gives a person their score if the profile and the row have the same name', async () => {
    const lines = LIST.slice(0, 10);
    const sent = await sentAndRemoved(lines, true);
    expect((await adopted(sent, 'default', lines)).scores).toEqual(sent.scores);
  });
});
