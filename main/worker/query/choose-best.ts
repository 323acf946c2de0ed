/** Stores who is sent this time: the order of the people, and a fact in each row. */
import { FACT_BITS, FACT_MASK, NO_ROW } from '../../../shared/rows/index.ts';
import { weakeningRules } from '../../../shared/rules/index.ts';
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { BestAsk, Work } from '../../worker-protocol/index.ts';
import { CheckGroup } from '../check/check-group.ts';
import { countGroup } from '../check/group-counts.ts';
import { chunkPlace } from '../check/group-writer.ts';
import { BEST, storeBest } from '../list/best-rows.ts';
import type { CheckedList } from './checked-list.ts';
import { orderPeople } from './order-people.ts';

/**
 * Must be called in a transaction of `file`.
 * @throws as `orderPeople`
 */
export function chooseBest(list: CheckedList, file: ProjectFile, headers: readonly string[], ask: BestAsk, work: Work): void {
  const { settings, basis } = ask;
  const found = settings === null ? null : orderPeople(list, headers, { ...ask, settings }, work);
  const rows = found?.rows ?? new Uint8Array(0);
  storeBest(file, found === null ? null : { ...found.outcome, basis, isStale: false }, rows);
  const isWeakening = weakeningRules(list.severities);
  for (let at = 0; at < list.groups.length; at++) {
    work.signal.throwIfAborted();
    const place = list.groups.place(at);
    // Copied, because the group is a view of these bytes and needs an aligned start.
    const bytes = Buffer.from(new Uint8Array(file.read('check', at)!).buffer);
    const group = new CheckGroup(bytes);
    const { facts } = group;
    let isChanged = false;
    for (let row = 0; row < facts.length; row++) {
      const code = facts[row]!;
      if (code === NO_ROW) continue;
      const isChosen = ((rows[place.rowNumbers[row]!] ?? 0) & BEST.notChosen) === 0;
      const now = (code & ~FACT_MASK.chosen) | FACT_BITS.chosen[isChosen ? 'yes' : 'notThisTime'];
      if (now === code) continue;
      facts[row] = now;
      isChanged = true;
    }
    if (!isChanged) continue;
    file.write('check', chunkPlace(at, place), bytes);
    list.counts.set(at, countGroup(group, isWeakening));
  }
  list.counts.write(file);
}
