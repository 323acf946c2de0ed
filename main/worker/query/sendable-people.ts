/** The people of a checked list who can be sent, whether or not they are chosen. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { readPlainAmount } from '../../../shared/numbers/index.ts';
import { FACT_MASK, NO_ROW, type RowFacts, type SendOptions, decodeFacts, dispositionsBy } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { CheckGroup } from '../check/check-group.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { CheckedList } from './checked-list.ts';

/** An amount that is not negative; NaN for any other text. A row that is sent with errors can have other texts. */
export function amountOf(text: string): number {
  const amount = readPlainAmount(text);
  return amount < 0 ? Number.NaN : amount;
}

/** A person. `inBlock`: index of the row in `block`. `record` is valid until the next person. */
export interface SendablePerson {
  readonly row: number;
  readonly facts: RowFacts;
  readonly record: MappedRecord;
  readonly block: RowBlock;
  readonly inBlock: number;
}

/**
 * Calls back for each person in list order, with a record that has these fields.
 * @throws the reason of the signal
 */
export function eachSendable(
  list: CheckedList,
  options: SendOptions,
  fields: readonly number[],
  work: Work,
  onPerson: (person: SendablePerson) => void,
): void {
  const dispositionOf = dispositionsBy(options);
  // Other columns can add to the fields, so all of them must be read.
  const receives = list.records.mapper.receiving.some((field) => fields.includes(FIELD_INDEX[field]));
  const records = receives ? list.records : new RecordReader(list.plan, list.edits, new Set(fields));
  for (let at = 0; at < list.groups.length; at++) {
    const { blocks, counts, rowNumbers, first } = list.groups.group(at);
    work.progress(first, list.groups.rows, 'rows');
    work.signal.throwIfAborted();
    const { facts } = new CheckGroup(list.file.read('check', at)!);
    let row = 0;
    for (const [blockAt, count] of counts.entries()) {
      for (let inBlock = 0; inBlock < count; inBlock++, row++) {
        const code = facts[row]!;
        if (code === NO_ROW || dispositionOf(code & ~FACT_MASK.chosen) !== 'sent') continue;
        const block = blocks[blockAt]!;
        onPerson({ row: rowNumbers[row]!, facts: decodeFacts(code), record: records.of(block, inBlock), block, inBlock });
      }
    }
  }
}
