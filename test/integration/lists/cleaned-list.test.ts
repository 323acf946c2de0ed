/** The cleaned list, saved before and after the screening: corrected values under the headings of the file. */
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

const LIST = [
  'Donor ID,Full Name,Notes,Address,City,State,ZIP,Email,Last Gift Date,Total Gifts Amount',
  'K1,ROSALIND QUAYLE,likes tea,12 Larkspur Ln,Worcester,Massachusetts,1609,rosalind@k.example.org,3/14/2024,"$1,250.50"',
  'K2,Desmond and Lucinda Okafor,,5 Quarry Rd,Nashua,NH,03060,N/A,2023-12-01,40',
  'K3,Tobias Whitlock,x,,Boulder,CO,80306,tobias.example,,',
];

it('the cleaned list has every row with its cleaned values, and states why rows are not sent', async () => {
  await desk.call('organizationRules.set', { required: [], severities: { EMAIL_FORMAT: 'error' } });
  const id = await desk.importList(LIST);
  await desk.call('check.edit', { id, row: 3, field: 'city', value: 'Nashua South' });
  await desk.call('check.leaveOut', { id, rows: [3], leaveOut: true });
  const rows = await desk.exportRows(id, { kind: 'cleanedList' });
  expect(rows).toEqual([
    {
      'Donor ID': 'K1',
      'First name': 'Rosalind',
      'Last name': 'Quayle',
      Notes: 'likes tea',
      Address: '12 Larkspur Ln',
      City: 'Worcester',
      State: 'MA',
      ZIP: '01609',
      Email: 'rosalind@k.example.org',
      'Last Gift Date': '2024-03-14',
      'Total Gifts Amount': 1250.5,
    },
    {
      'Donor ID': 'K2',
      'First name': 'Desmond',
      'Last name': 'Okafor',
      'Spouse first name': 'Lucinda',
      'Spouse last name': 'Okafor',
      Address: '5 Quarry Rd',
      City: 'Nashua South',
      State: 'NH',
      ZIP: '03060',
      'Last Gift Date': '2023-12-01',
      'Total Gifts Amount': 40,
      'Why it is not sent': 'Left out by you, in Check',
    },
    {
      'Donor ID': 'K3',
      'First name': 'Tobias',
      'Last name': 'Whitlock',
      Notes: 'x',
      City: 'Boulder',
      State: 'CO',
      ZIP: '80306',
      Email: 'tobias.example',
      'Why it is not sent': 'Has an error: a value that the service or your organization rules do not accept',
    },
  ]);
  expect((await desk.call('project.timeline', { id })).map(({ title }) => title)).toContain('Saved the cleaned list');
});

it('after the screening, the cleaned list has the values that the service received', async () => {
  const lines = [LIST[0]!, ...LIST.slice(1, 3).map((line) => line.replace(/^K/, 'L').replaceAll('k.example', 'l.example'))];
  const id = await desk.importList(lines);
  const sent = (await desk.call('cost.sample', { id, limit: 5 })).records.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  await desk.send(id);
  const rows = await desk.exportRows(id, { kind: 'cleanedList' });
  expect(rows.map((row) => [row['Donor ID'], row['First name'], row['ZIP'], row['Last Gift Date'], row['Total Gifts Amount']])).toEqual(
    sent.map((one) => [
      one['constituentId'],
      one['primaryFirst'],
      one['postalCode'],
      one['rfmMostRecentGiftDate'],
      one['rfmTotalGiftValue'],
    ]),
  );
  expect(rows.every((row) => row['Why it was not sent'] === undefined)).toBe(true);
});

it('importing the cleaned list gives the same list, with nothing left to clean', async () => {
  const id = await desk.importList(
    LIST.map((line) =>
      line.replace(/^K/, 'M').replaceAll('k.example', 'm.example').replace('QUAYLE', 'MARLOWE').replace('Okafor', 'Adeyemi'),
    ),
  );
  const rows = await desk.exportRows(id, { kind: 'cleanedList' });
  const titles = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((title) => title !== 'Why it is not sent');
  const quoted = (value: unknown) =>
    `"${(typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '').replaceAll('"', '""')}"`;
  const again = await desk.importList([
    titles.map(quoted).join(','),
    ...rows.map((row) => titles.map((title) => quoted(row[title])).join(',')),
  ]);
  const sample = async (project: string) => {
    await desk.call('projects.change', { id: project, sendErrors: true });
    const { records } = await desk.call('cost.sample', { id: project, limit: 5 });
    return records.map(({ text }) => text);
  };
  expect(await sample(again)).toEqual(await sample(id));
  const { rules } = await desk.call('check.get', { id: again });
  expect(rules.filter(({ severity }) => severity === 'note').map(({ code }) => code)).toEqual([]);
});

it('there is no cleaned list before a list is read', async () => {
  await expect(desk.exportRows('no-such-project', { kind: 'cleanedList' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
