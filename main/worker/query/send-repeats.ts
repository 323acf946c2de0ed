/** The edit that sends rows with the constituent ID of an earlier row, each under a new ID. */
import { FIELD_INDEX, MAX_TEXT_LENGTH } from '../../../shared/fields/index.ts';
import { idKey } from '../../../shared/rules/index.ts';
import { decodeFacts, dispositionOf } from '../../../shared/rows/index.ts';
import { idKeyOf } from '../../../shared/transforms/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { type Correction, type Edit, REPEATS_SENT } from '../list/stored-edits.ts';
import type { CheckedList } from './checked-list.ts';
import { eachMatchingGroup } from './row-listings.ts';

/** Fixed options, so that the disposition of a repeat does not depend on what the user chose to send. */
const OPTIONS = { sendErrors: false, resendRecent: true };

/** The IDs of all rows, in the form in which IDs are compared. */
function idsOf(list: CheckedList, work: Work): Set<string> {
  const ids = new Set<string>();
  eachMatchingGroup(list, { kind: 'all' }, work, (group, rows) => {
    for (const row of rows) {
      const at = list.groups.rowAt(group, row);
      ids.add(idKey(list.records.of(at.block, at.row)));
    }
  });
  return ids;
}

/**
 * Adds a number to each repeated ID, because a service refuses an ID that another row has, and results could not be told apart: 100482
 * becomes 100482-2, or the next free number. A row whose ID would become too long is still not sent. Null when there is nothing to change.
 * @throws the reason of the signal when the work is canceled
 */
export function repeatsEdit(list: CheckedList, work: Work): Edit | null {
  const corrections: Correction[] = [];
  const taken = idsOf(list, work);
  eachMatchingGroup(list, { kind: 'rule', code: 'ID_DUPLICATE', field: null }, work, (group, rows, reader) => {
    const { facts } = reader.group(group)!;
    for (const row of rows) {
      if (dispositionOf(decodeFacts(facts[row]!), OPTIONS) !== 'duplicateId') continue;
      const at = list.groups.rowAt(group, row);
      const id = list.records.of(at.block, at.row).values[FIELD_INDEX.constituentId]!;
      let number = 2;
      while (taken.has(idKeyOf(`${id}-${number}`))) number += 1;
      const own = `${id}-${number}`;
      if (own.length > MAX_TEXT_LENGTH) continue;
      taken.add(idKeyOf(own));
      corrections.push([at.block.rowNumber(at.row), 'constituentId', own]);
    }
  });
  return corrections.length === 0 ? null : { kind: 'correct', label: REPEATS_SENT, corrections };
}
