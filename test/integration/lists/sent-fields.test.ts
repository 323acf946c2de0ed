/** Every value that is sent is shown in Check and its field named in Cost, even if no column of the file is mapped to that field. */
import { describe, expect, it } from 'vitest';
import type { FieldKey } from '../../../shared/fields/table.ts';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const HEADINGS = 'Constituent ID,First Name,Last Name,Address,City,State,ZIP';

const desk = await setupTestDesk();

/** The values that Check shows for each row, without empty ones. */
async function seen(id: string): Promise<Record<string, string>[]> {
  const page = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
  return page.rows.map(({ values }) =>
    Object.fromEntries(page.fields.map((field, at) => [field, values[at]!] as const).filter(([, value]) => value !== '')),
  );
}

async function expectAllSeen(id: string): Promise<void> {
  const sent = (await desk.call('cost.sample', { id, limit: 10 })).records.map(({ text }) => JSON.parse(text) as Record<string, string>);
  expect(await seen(id)).toEqual(sent);
  const fieldsSent = await desk.call('cost.fields', { id });
  expect(fieldsSent.filter((field) => sent.some((record) => field in record))).toEqual(fieldsSent);
  expect(sent.flatMap((record) => Object.keys(record)).filter((field) => !fieldsSent.includes(field as FieldKey))).toEqual([]);
}

describe('what is sent', () => {
  it('includes further lines of a street without a separate column', async () => {
    const id = await desk.importList([
      HEADINGS,
      'L1,Elena,Ruiz,"14 Spruce St\nApt 2",Hartford,CT,06103',
      'L2,Tuan,Nguyen,8 Ocean Blvd,Portland,ME,04101',
    ]);
    expect(await seen(id)).toMatchObject([{ street: '14 Spruce St', street2: 'Apt 2' }, { street: '8 Ocean Blvd' }]);
    await expectAllSeen(id);
  });

  it('includes a second street line only if there is one', async () => {
    const id = await desk.importList([HEADINGS, 'N1,Tuan,Nguyen,8 Ocean Blvd,Portland,ME,04101']);
    const { fields } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
    expect(fields).not.toContain('street2');
    await expectAllSeen(id);
  });

  it('includes values that a fix moved to another field, until undo', async () => {
    const id = await desk.importList([
      HEADINGS,
      'S1,Jane & Jane,Quayle,1 Elm St,Hartford,CT,06103',
      'S2,,Ruth Ellery,2 Elm St,Hartford,CT,06103',
    ]);
    const { fields } = await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 });
    await desk.call('check.fix', { id, code: 'TWO_PEOPLE', field: 'primaryFirst' });
    const checked = await desk.call('check.fix', { id, code: 'FULL_NAME_IN_LAST', field: 'primaryLast' });
    expect(await seen(id)).toMatchObject([
      { spouseFirst: 'Jane', spouseLast: 'Quayle' },
      { primaryFirst: 'Ruth', primaryLast: 'Ellery' },
    ]);
    expect(checked.rules).toContainEqual(expect.objectContaining({ code: 'SPOUSE_SAME', rows: 1 }));
    await expectAllSeen(id);
    await desk.call('check.undo', { id });
    await desk.call('check.undo', { id });
    expect((await desk.call('check.page', { id, filter: { kind: 'all' }, find: '', offset: 0, limit: 10 })).fields).toEqual(fields);
    await expectAllSeen(id);
  });

  it('does not name a field that no row to send has a value for', async () => {
    const id = await desk.importList([
      `${HEADINGS},Spouse First Name,Largest Gift Date,Email`,
      'E1,Elena,Ruiz,14 Spruce St,Hartford,CT,06103,,5/1/2024,elena@example.org',
      'E2,Tuan,Nguyen,8 Ocean Blvd,Portland,ME,04101,,,',
    ]);
    const fields = async () => await desk.call('cost.fields', { id });
    const all = ['constituentId', 'primaryFirst', 'primaryLast', 'street', 'city', 'state', 'postalCode', 'personalEmail'];
    expect([...(await fields())].toSorted()).toEqual([...all, 'rfmLargestGiftDate'].toSorted());
    await desk.call('check.edit', { id, row: 2, field: 'rfmLargestGiftDate', value: '' });
    expect([...(await fields())].toSorted()).toEqual(all.toSorted());
    await expectAllSeen(id);
    // A field that only left-out rows fill is not named either.
    await desk.call('check.leaveOut', { id, rows: [2], leaveOut: true });
    expect(await fields()).not.toContain('personalEmail');
  });
});
