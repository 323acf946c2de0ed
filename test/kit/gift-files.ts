/** A short list of people for tests of gift files. */
import { STANDARD_GIFT_CHOICES } from '../../shared/gifts/index.ts';
import type { TestDesk } from './test-desk.ts';

export const GIVER_IDS = ['900001', '900002', '900003', '900004'];
export const GIVER_LIST = [
  'ID,First Name,Last Name,Street,City,State,ZIP',
  ...GIVER_IDS.map((id, at) => `${id},Ada,Ashdown${at},${at + 5} Quarry Rd,Nashua,NH,03060`),
];

/** What a gift file fills into the list, and each line of its types: label, gifts, sum, and why it does not count. */
export async function readGiftFile(desk: TestDesk, lines: readonly string[]) {
  const id = await desk.importList(GIVER_LIST);
  const file = await desk.file('gifts.csv', lines);
  const { view } = await desk.call('gifts.read', { id, file, options: {}, choices: STANDARD_GIFT_CHOICES });
  return {
    view,
    lines: view.lines.map(({ label, gifts, sum, why }) => [label, gifts, sum, why]),
  };
}
