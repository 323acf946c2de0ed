/** Merged rows have the verdict of the row that was sent for them; an organization that was sent anyway is in no file of individuals. */
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();
const LINES = [
  'Constituent ID,First Name,Last Name,Address,City,State,ZIP,Email',
  'M1,Marguerite,Ashdown,14 Larkspur Ln,Worcester,MA,01609,ashdown@m.example.org',
  'M2,Marguerite,Ashdown,14 Larkspur Ln,Worcester,MA,01609,ashdown@m.example.org',
  'M3,Marguerite,Ashdown,14 Larkspur Ln,Worcester,MA,01609,ashdown@m.example.org',
  'M1,Marguerite,Ashdown,14 Larkspur Ln,Worcester,MA,01609,ashdown@m.example.org',
  'M5,Desmond,Okafor,5 Quarry Rd,Nashua,NH,03060,desmond@m.example.org',
  'M6,,Larkspur Bakery LLC,77 Old Post Rd,Boulder,CO,80306,bakery@m.example.org',
];

it('a merged row is held back with the row it was merged into, even after several merges, and an ID of one person counts once', async () => {
  const id = await desk.importList(LINES);
  // Row 4 is merged into row 3, which is merged into row 2 later.
  for (const rows of [
    [3, 4],
    [2, 3, 5],
  ])
    await desk.call('check.merge', { id, rows });
  await desk.call('check.leaveOut', { id, rows: [7], leaveOut: false });
  await desk.send(id);
  expect(await desk.idsOnService(id)).toEqual(['M1', 'M5', 'M6']);
  const idsOf = async (layoutId: string) => {
    const rows = await desk.exportRows(id, { kind: 'layout', layoutId });
    return [...new Set(rows.map((row) => Object.values(row)[0]))];
  };
  const plan = (layoutId: string) => desk.call('writeBack.plan', { id, layoutId, held: null });
  expect(await idsOf('salesforce')).toEqual(['M1', 'M2', 'M3', 'M5', 'M6']);
  expect(await idsOf('bloomerang')).toEqual(['M1', 'M2', 'M3', 'M5']);
  expect(await plan('bloomerang')).toMatchObject({ people: 5, heldBack: { organization: 1, sameId: 0 } });
  for (const [is, reason] of [
    ['wrong', 'wrong'],
    ['unsure', 'unsure'],
  ] as const) {
    await desk.call('review.set', { id, people: [{ row: 2 }], verdict: { is, reason: null, note: '' } });
    expect(await idsOf('salesforce')).toEqual(['M5', 'M6']);
    expect(await plan('salesforce')).toMatchObject({ people: 5, heldBack: { [reason]: 3 } });
  }
});
