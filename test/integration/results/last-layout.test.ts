/** In which layout a list is written back if nobody chooses one. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupTestDesk } from '../../kit/setup-test-desk.ts';

const desk = await setupTestDesk();

const BLOOMERANG = 'Account Number,Envelope Name,First Name,Last Name,Home Street,Home City,Home State,Home ZIP Code,Primary Email Address';
const RAISERS_EDGE = 'CnBio_ID,CnBio_First_Name,CnBio_Last_Name,CnAdrPrf_Addrline1,CnAdrPrf_City,CnAdrPrf_State,CnAdrPrf_ZIP';

/** Screens a list with one person. */
async function screened(headings: string, first: string): Promise<string> {
  const cellOf = (heading: string): string => {
    if (/ID$|Number/.test(heading)) return `${first}-1`;
    if (/first/i.test(heading)) return first;
    if (/last/i.test(heading)) return 'Ashdown';
    if (/email/i.test(heading)) return `${first}@ashdown.org`;
    return /zip/i.test(heading) ? '01609' : /state/i.test(heading) ? 'MA' : /city/i.test(heading) ? 'Worcester' : '1 Elm St';
  };
  const line = headings.split(',').map(cellOf).join(',');
  const id = await desk.importList([headings, line]);
  await desk.send(id);
  return id;
}
const layoutOf = async (id: string): Promise<string> => (await desk.call('writeBack.plan', { id, layoutId: null, held: null })).layout.id;
async function write(id: string, layoutId: string): Promise<void> {
  desk.target = join(desk.folder, `${layoutId}.csv`);
  await desk.call('writeBack.save', { id, layoutId, format: 'csv' });
  await desk.idle();
}

it('a list keeps its own layout, and a list of another system gets the layout of that system', async () => {
  const edge = await screened(RAISERS_EDGE, 'Ada');
  expect(await layoutOf(edge)).toBe('raisers-edge');
  await write(edge, 'raisers-edge-ratings');
  const bloom = await screened(BLOOMERANG, 'Bea');
  expect(await layoutOf(bloom)).toBe('bloomerang');
  await write(bloom, 'bloomerang');
  // A proof of the first list compares with what was written for it.
  expect(await layoutOf(edge)).toBe('raisers-edge-ratings');
  // The last layout fits a further list of the same system.
  await write(edge, 'raisers-edge-ratings');
  expect(await layoutOf(await screened(RAISERS_EDGE, 'Cal'))).toBe('raisers-edge-ratings');
});

it('a layout of our own is used for every list', async () => {
  const bloom = await screened(BLOOMERANG, 'Dot');
  const { layout } = await desk.call('writeBack.plan', { id: bloom, layoutId: 'bloomerang', held: null });
  await desk.call('layouts.save', { id: bloom, layout: { ...layout, id: 'ours', name: 'Ours' } });
  await write(bloom, 'ours');
  expect(await layoutOf(await screened(RAISERS_EDGE, 'Eve'))).toBe('ours');
});
