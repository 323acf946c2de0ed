/** Addresses, postal codes, emails and phones as offices write them, from the file to what the service receives. */
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

type Sent = Record<string, unknown>;

/** What the service would receive of a list with the suggested mapping, by the last part of each ID. */
async function sentOf(lines: readonly string[]): Promise<Sent[]> {
  const id = await desk.importList(lines);
  const { records } = await desk.call('cost.sample', { id, limit: 20 });
  return records.map(({ text }) => JSON.parse(text) as Sent);
}
async function codesOf(lines: readonly string[]): Promise<readonly string[]> {
  const id = await desk.importList(lines);
  return (await desk.call('check.get', { id })).rules.map(({ code }) => code);
}

it('an address in one cell with two blanks or nothing between its parts is split', async () => {
  const place = (city: string, state: string, postalCode: string) => ({ city, state, postalCode });
  const sent = await sentOf([
    'Email Address,First Name,Last Name,Address',
    'a@example.org,Ada,Alden,12 Larch Rd  Montpelier  VT  05602  US',
    'b@example.org,Bea,Brook,14 Larch Rd  Apt 2  Montpelier  VT  05602',
    'c@example.org,Cal,Corey,16 Larch Rd Montpelier VT 05602',
    'd@example.org,Dov,Dale,"18 Larch Rd, Unit 4 Saint Johnsbury, VT 05819"',
    'e@example.org,Eve,East,"20 Larch St, NE, Washington, DC 20002."',
  ]);
  expect(sent).toMatchObject([
    { street: '12 Larch Rd', country: 'US', ...place('Montpelier', 'VT', '05602') },
    { street: '14 Larch Rd', street2: 'Apt 2', ...place('Montpelier', 'VT', '05602') },
    { street: '16 Larch Rd', ...place('Montpelier', 'VT', '05602') },
    { street: '18 Larch Rd', street2: 'Unit 4', ...place('Saint Johnsbury', 'VT', '05819') },
    { street: '20 Larch St, NE', ...place('Washington', 'DC', '20002') },
  ]);
});

it('the street is the line with the house number, whatever is in the first column', async () => {
  const lines = [
    'ID,First Name,Last Name,Address 1,Address 2,City,State,ZIP',
    'X1,Ada,Alden,c/o Brook & Dale LLP,12 Larch Rd,Montpelier,VT,05602',
    'X2,Bea,Brook,Unit 7,14 Larch Rd,Montpelier,VT,05602',
    'X3,Cal,Corey,% Dov Dale,16B Larch Rd,Montpelier,VT,05602',
    'X4,Dov,Dale,Attn: Gift Desk,18 Larch Rd,Montpelier,VT,05602',
    'X5,Eve,East,PO Box 9,20 Larch Rd,Montpelier,VT,05602',
    'X6,Fay,Field,22 Larch Rd,Apt 3,Montpelier,VT,05602',
    'X7,Gil,Grove,24 Larch Rd,2nd Floor,Montpelier,VT,05602',
  ];
  expect((await sentOf(lines)).map(({ street, street2 }) => [street, street2])).toEqual([
    ['12 Larch Rd', 'c/o Brook & Dale LLP'],
    ['14 Larch Rd', 'Unit 7'],
    ['16B Larch Rd', '% Dov Dale'],
    ['18 Larch Rd', 'Attn: Gift Desk'],
    ['20 Larch Rd', 'PO Box 9'],
    ['22 Larch Rd', 'Apt 3'],
    ['24 Larch Rd', '2nd Floor'],
  ]);
  expect(await codesOf(lines.map((line) => line.replace(/^X/, 'Y').replaceAll('Larch', 'Birch')))).toContain('LINES_PARTED');
});

it('a postal code abroad is sent as written, even after all safe fixes, and a ZIP gets back the zero that its state proves', async () => {
  const id = await desk.importList([
    'ID,First Name,Last Name,Street,City,State,ZIP',
    'Z1,Ada,Alden,Larchweg 3,Basel,,4051',
    'Z2,Bea,Brook,Larchgate 5,Oslo,,0150',
    'Z3,Cal,Corey,3 Larch St,Salem,MA,19701234',
    'Z4,Dov,Dale,4 Larch St,Salem,MA,1970 1234',
    'Z5,Eve,East,5 Larch St,Salem,Mass.,1970',
  ]);
  await desk.call('check.fixSafe', { id, codes: null }).catch(() => undefined);
  const { records } = await desk.call('cost.sample', { id, limit: 20 });
  expect(records.map(({ text }) => (JSON.parse(text) as Sent).postalCode)).toEqual(['4051', '0150', '01970-1234', '01970-1234', '01970']);
});

it('emails with names and phones that went through a float are read, and nobody is left out because of one', async () => {
  const lines = [
    'ID,First Name,Last Name,Street,City,State,ZIP,Email,Home Phone',
    'W1,Ada,Alden,1 Larch St,Salem,MA,01970,Ada Alden <ada@example.org>,9785550101.0',
    'W2,Bea,Brook,2 Larch St,Salem,MA,01970,"""Brook, Bea"" <bea@example.org>",9.785550102E9',
    'W3,Cal,Corey,3 Larch St,Salem,MA,01970,Cal Corey <cal@example.org>,978-555-0103 call after 5',
    'W4,Dov,Dale,4 Larch St,Salem,MA,01970,Dov Dale <dov@>,unlisted',
    'W5,Eve,East,5 Larch St,Salem,MA,01970,978-555-0105,eve@example.org',
  ];
  const sent = await sentOf(lines);
  expect(sent.map(({ personalEmail, personalPhone }) => [personalEmail, personalPhone])).toEqual([
    ['ada@example.org', '9785550101'],
    ['bea@example.org', '9785550102'],
    ['cal@example.org', '978-555-0103'],
    [undefined, undefined],
    ['eve@example.org', '978-555-0105'],
  ]);
  const codes = await codesOf(lines.map((line) => line.replace(/^W/, 'U').replaceAll('Larch', 'Birch')));
  expect(codes).toEqual(expect.arrayContaining(['EMAIL_FORMAT', 'PHONE_FORMAT', 'CONTACT_MOVED', 'PHONE_EXTRACTED', 'EMAIL_EXTRACTED']));
});

it('an organization can keep rows with such a value back', async () => {
  await desk.call('organizationRules.set', { required: [], severities: { EMAIL_FORMAT: 'error' } });
  const id = await desk.importList(['ID,First Name,Last Name,Street,City,State,ZIP,Email', 'T1,Ada,Alden,1 Larch St,Salem,MA,01970,ada@', 'T2,Bea,Brook,2 Larch St,Salem,MA,01970,bea@example.org']); // prettier-ignore
  expect(await desk.call('cost.get', { id })).toMatchObject({ rowsToSend: 1, leftOut: [{ reason: 'invalid', rows: 1 }] });
});
