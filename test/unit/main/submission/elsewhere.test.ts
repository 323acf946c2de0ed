/** Which service projects may contain a list that is about to be sent, and the date formats of services. */
import { describe, expect, it } from 'vitest';
import { type MadeHere, namedAlike, thatMayHold, withRows } from '../../../../main/submission/elsewhere.ts';
import { AppError } from '../../../../shared/base/index.ts';
import type { Json } from '../../../../shared/results/json.ts';
import { readProject, type RemoteProject } from '../../../../shared/results/project-answer.ts';

const DAY = 86_400_000;
const now = Date.UTC(2026, 5, 15);

const here = { remoteIds: new Set(['ours-1']), names: ['Spring appeal · 7F3KQ2ZM', 'Gala · 2026 · ABCDEFGH'] };
const remote = (more: Partial<RemoteProject>): RemoteProject => ({
  remoteId: 'theirs-1',
  name: 'Spring appeal · K7MWQ2ZC',
  status: 'processed',
  totalRows: 412,
  validRows: 400,
  createdAt: now - 3 * DAY,
  ...more,
});

const madeElsewhere = (projects: RemoteProject[], list: { name: string; rows: number | null }, from: MadeHere) =>
  thatMayHold(namedAlike(projects, list.name, from), list.rows, now);

it.each<[what: string, project: Partial<RemoteProject>, isWarned: boolean]>([
  ['of a colleague causes a warning', {}, true],
  ['without a marker causes a warning', { name: 'Spring appeal' }, true],
  ['with the name in another spelling causes a warning', { name: '  SPRING   Appeal · k7mwq2zc ' }, true],
  ['with the marker of a later attempt causes a warning', { name: 'Spring appeal · K7MWQ2ZC-12' }, true],
  ['with a marker without blanks causes a warning', { name: 'Spring appeal·K7MWQ2ZC' }, true],
  ['with a question mark before the marker causes a warning', { name: 'Spring appeal ? K7MWQ2ZC' }, true],
  ['with bytes of another charset before the marker causes a warning', { name: 'Spring appeal Â· K7MWQ2ZC-2' }, true],
  ['with HTML before the marker causes a warning', { name: 'Spring appeal &middot; K7MWQ2ZC' }, true],
  ['with only a blank before the marker causes a warning', { name: 'Spring appeal  K7MWQ2ZC' }, true],
  ['with one more word causes no warning', { name: 'Spring appeal weekends' }, false],
  ['with one more number causes no warning', { name: 'Spring appeal 2026' }, false],
  ['without a date causes a warning', { createdAt: null }, true],
  ['with a future date causes a warning', { createdAt: now + DAY }, true],
  ['of almost eight weeks ago causes a warning', { createdAt: now - 55 * DAY }, true],
  ['of eight weeks ago causes no warning', { createdAt: now - 56 * DAY }, false],
  ['of these days with another number of rows causes a warning', { totalRows: 411 }, true],
  ['without rows, which somebody may be sending, causes a warning', { totalRows: 0, createdAt: now - DAY / 25 }, true],
  ['without rows for more than an hour causes no warning', { totalRows: 0, createdAt: now - DAY / 23 }, false],
  ['without rows and without a date causes no warning', { totalRows: 0, createdAt: null }, false],
  ['of five days ago with another number of rows causes no warning', { totalRows: 411, createdAt: now - 5 * DAY }, false],
  ['with another number of rows and without a date causes no warning', { totalRows: 411, createdAt: null }, false],
  ['without a number of rows causes a warning', { totalRows: null }, true],
  ['without a number of rows and without a date causes a warning', { totalRows: null, createdAt: null }, true],
  ['without a number of rows, of eight weeks ago, causes no warning', { totalRows: null, createdAt: now - 56 * DAY }, false],
  ['without a name causes no warning', { name: null }, false],
  ['with another name causes no warning', { name: 'Spring appeal 2 · K7MWQ2ZC' }, false],
  ['with our own marker causes no warning', { name: 'Spring appeal · 7F3KQ2ZM' }, false],
  ['with a name without its blank causes no warning', { name: 'Springappeal' }, false],
  ['with our own marker after another name causes no warning', { name: 'Spring appeal · ABCDEFGH' }, false],
  ['with our own marker without blanks causes no warning', { name: 'Spring appeal·7F3KQ2ZM' }, false],
  ['with our own marker in another spelling causes no warning', { name: 'SPRING APPEAL · 7f3kq2zm' }, false],
  ['with our own ID and without a marker causes no warning', { remoteId: 'ours-1', name: 'Spring appeal' }, false],
  ['with our own ID and the marker of somebody else, as on another service, causes a warning', { remoteId: 'ours-1' }, true],
])('a project %s', (_, project, isWarned) => {
  const found = madeElsewhere([remote({ name: 'Other' }), remote(project)], { name: 'Spring appeal ', rows: 412 }, here);
  const { name, status, totalRows, createdAt } = remote(project);
  expect(found).toEqual(isWarned ? [{ name, status, totalRows, createdAt }] : []);
});

describe('a name that the service has cut', () => {
  const found = (name: string, other = 'Short') =>
    madeElsewhere([remote({ name: other }), remote({ name })], { name: 'Spring appeal', rows: 412 }, here).length;

  it.each([
    'Spring appeal ·',
    'Spring appeal · K',
    'Spring appeal · K7MWQ2Z',
    'Spring appeal · k7mwq2zc-',
    'Spring appeal Â· K7',
    'Spring appeal ? K7M',
    'Spring appeal&#xB7;K7',
  ])('within the marker causes a warning: %s', (name) => expect(found(name)).toBe(1));

  it.each([
    'Spring appeal · 2026',
    'Spring appeal - K7',
    'Spring appeal · K7 MW',
    'Spring appeal 2 · K7',
    'Spring appeal K7',
    'Spring appeal · K7MWQ2ZCA',
  ])('is not assumed for another name: %s', (name) => expect(found(name)).toBe(0));

  it('is assumed only if no name on the service is longer', () => {
    expect(found('Spring appeal · K7M', 'Christmas · 7F3KQ2ZM')).toBe(0);
    expect(found('Spring appeal · K7M', 'Christmas · 7F3KQ2Z')).toBe(1);
  });

  it('is our own if the ID is', () => {
    const cut = remote({ remoteId: 'ours-1', name: 'Spring appeal · 7F3' });
    expect(madeElsewhere([cut], { name: 'Spring appeal', rows: 412 }, here)).toEqual([]);
  });
});

it('a name that itself ends like a marker is compared with and without its end', () => {
  const list = { name: 'Gala · SPRNG267', rows: 412 };
  expect(madeElsewhere([remote({ name: 'Gala · SPRNG267' })], list, here)).toHaveLength(1);
  expect(madeElsewhere([remote({ name: 'Gala · SPRNG267 · K7MWQ2ZC' })], list, here)).toHaveLength(1);
  expect(madeElsewhere([remote({ name: 'Gala · 2026' })], { name: 'Gala · 2026', rows: 412 }, here)).toHaveLength(1);
});

it('what remains of a list is found whatever its number of rows', () => {
  const list = { name: 'The rest: Spring appeal', rows: null };
  const other = remote({ name: 'The rest: Spring appeal · K7MWQ2ZC', totalRows: 7, createdAt: now - 20 * DAY });
  expect(madeElsewhere([remote({}), other], list, here)).toMatchObject([{ totalRows: 7 }]);
});

describe('a number of rows that the list of projects lacks', () => {
  const unknown = (remoteId: string | null) => remote({ remoteId, totalRows: null, createdAt: null });
  const answers = (rows: number | null) => (remoteId: string) =>
    Promise.resolve(remote({ remoteId, totalRows: rows, createdAt: now - DAY }));

  it('is read from the project itself, and so is its date', async () => {
    const known = remote({ totalRows: 7, createdAt: null });
    expect(await withRows([known, unknown('theirs-2')], answers(412))).toEqual([
      known,
      remote({ remoteId: 'theirs-2', totalRows: 412, createdAt: now - DAY }),
    ]);
  });

  it('stays unknown if the project does not say it, cannot be read, or has no ID', async () => {
    expect(await withRows([unknown('theirs-2')], answers(null))).toMatchObject([{ totalRows: null }]);
    const fails = () => Promise.reject(new AppError('SERVICE_BUSY', 'Later.'));
    expect(await withRows([unknown('theirs-2')], fails)).toMatchObject([{ totalRows: null }]);
    expect(await withRows([unknown(null)], answers(412))).toMatchObject([{ totalRows: null }]);
    const defect = () => Promise.reject(new TypeError('a defect'));
    await expect(withRows([unknown('theirs-2')], defect)).rejects.toThrow('a defect');
  });

  it('is read for 20 projects at most; the others may hold the list', async () => {
    const many = Array.from({ length: 25 }, (_, at) => unknown(`theirs-${at}`));
    const read = await withRows(many, answers(3));
    expect(read.map(({ totalRows }) => totalRows)).toEqual([...Array<number>(20).fill(3), ...Array<null>(5).fill(null)]);
  });
});

describe('a project’s date', () => {
  const at = Date.UTC(2026, 2, 14, 10, 30);
  it.each<[Readonly<Record<string, Json>>, number | null]>([
    [{ createdAt: '2026-03-14T10:30:00Z' }, at],
    [{ createdAt: '2026-03-14T11:30:00.000+0100' }, at],
    [{ created: '2026-03-14 10:30:00 UTC' }, at],
    [{ created_at: 'Sat, 14 Mar 2026 10:30:00 GMT' }, at],
    [{ createdDate: 'March 14, 2026 10:30 UTC' }, at],
    [{ dateCreated: at }, at],
    [{ dateCreated: at / 1000 }, at],
    [{ createdOn: String(at) }, at],
    [{ creationDate: `/Date(${at})/` }, at],
    [{ created: { by: 'jane' }, createdAt: '2026-03-14T10:30:00Z' }, at],
    [{ created: 'Jane 5', createdAt: '2026-03-14T10:30:00Z' }, at],
    [{ project: { id: '1', createdAt: '2026-03-14T10:30:00Z' } }, at],
    [{ created: 20_260_314 }, Date.UTC(2026, 2, 14)],
    // The order of day and month is unknown, so the later day counts.
    [{ created: '03/14/2026' }, new Date(2026, 2, 14).getTime()],
    [{ created: '14.03.2026' }, new Date(2026, 2, 14).getTime()],
    [{ created: '02/11/2026' }, new Date(2026, 10, 2).getTime()],
    [{ created: 'jane' }, null],
    [{ created: 'project 5' }, null],
    [{ created: '31/31/2026' }, null],
    [{ created: true }, null],
    [{ created: 5 }, null],
    [{ updatedAt: '2026-03-14T10:30:00Z' }, null],
  ])('the date in %j is read as %s', (answer, time) => {
    expect(readProject({ name: 'Spring gala', ...answer })?.createdAt).toBe(time);
  });
});
