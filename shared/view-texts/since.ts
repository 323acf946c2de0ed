/** Says which earlier results are compared with the scores of a list. */
import { usDay } from '../base/index.ts';
import type { Output } from '../contract/index.ts';

type Lists = Pick<Output<'results.since'>, 'lists'>;

/** "Since March 12, 2026", the name of a screening without a day, or "Since their last screening" for several. */
export function sinceTitle({ lists }: Lists): string {
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) return 'Since their last screening';
  return `Since ${list.at === null ? list.name : usDay(list.at)}`;
}

/** A sentence about the earlier results. */
export function sinceSentence({ lists }: Lists): string {
  if (lists.length === 1) return `Compared with the results of “${lists[0]!.name}”.`;
  const days = lists.flatMap(({ at }) => at ?? []).toSorted((a, b) => a - b);
  const [first, last] = [days.at(0), days.at(-1)].map((at) => (at === undefined ? null : usDay(at)));
  const span = first == null || last == null ? '' : first === last ? ` of ${first}` : ` from ${first} to ${last}`;
  return `Each person is compared with their most recent earlier result, in ${lists.length} lists${span}.`;
}
