/**
 * A proof by an export that a spreadsheet program has saved: its IDs have lost their leading zeros, and still belong to the same people.
 */
import { expect, it } from 'vitest';
import { PEOPLE_HEADINGS } from '../../kit/list-people.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const NOTHING = { values: 0, people: 0 };
let lists = 0;

/** Compares the values written for CiviCRM with an export of it. `change`: changes the lines of the export. */
async function proved(ids: readonly string[], change: (lines: string[][]) => string[][]) {
  const town = `Town${'abcdefghij'[lists++]}`;
  const names = ids.map((_, at) => 'klmnopqrst'[at]);
  const id = await desk.importList([
    PEOPLE_HEADINGS,
    ...ids.map(
      (one, at) => `${one},Ada,Ashdown${names[at]},${at + 1} Larkspur Ln,${town},MA,01609,a${at}@${town.toLowerCase()}.example.org`,
    ),
  ]);
  await desk.send(id);
  const { headings, firstLines } = await desk.call('writeBack.plan', { id, layoutId: 'civicrm', held: null });
  const lines = change(firstLines.map((line) => [...line]));
  const file = await desk.file(
    'theirs.csv',
    [headings, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')),
  );
  return await desk.call('proof.run', { id, layoutId: 'civicrm', file });
}

const withoutZeros = (lines: string[][]) => lines.map(([id, ...values]) => [id!.replace(/^0+/, ''), ...values]);

it('finds everybody', async () => {
  const { counts, people } = await proved(['00123', '00124', '7001', 'A-5'], withoutZeros);
  expect(people).toBe(4);
  expect(counts).toMatchObject({ missing: NOTHING, different: NOTHING, elsewhere: NOTHING, there: { people: 4 } });
});

it('finds everybody if every ID begins with zeros', async () => {
  const { counts } = await proved(['00223', '00224'], withoutZeros);
  expect(counts).toMatchObject({ missing: NOTHING, there: { people: 2 } });
});

it('takes the other ID for that of somebody else where the export has zeros, or both are on the list', async () => {
  const other = await proved(['00323', '7003'], (lines) => [...withoutZeros(lines), ['00999', ...lines[0]!.slice(1).map(() => '')]]);
  expect(other.counts).toMatchObject({ there: { people: 1 } });
  const both = await proved(['00423', '0423', '7004'], (lines) => withoutZeros(lines).slice(1));
  expect(both.counts).toMatchObject({ there: { people: 1 } });
});
