/** The people of a checked list who can be sent, whether they are chosen or not. */
import { FIELD_INDEX } from '../../../shared/fields/index.ts';
import type { MappedRecord } from '../../../shared/mapping/index.ts';
import { readPlainAmount } from '../../../shared/numbers/index.ts';
import { FACT_MASK, NO_ROW, type RowFacts, type SendOptions, decodeFacts, dispositionsBy } from '../../../shared/rows/index.ts';
import type { RowBlock } from '../../spreadsheet/index.ts';
import type { Work } from '../../worker-protocol/index.ts';
import { CheckGroup } from '../check/check-group.ts';
import { RecordReader } from '../list/record-reader.ts';
import type { CheckedList } from './checked-list.ts';

/** NaN for an empty field, and for one that holds no amount in a row that is sent with its errors. */
export function amountOf(text: string): number {
  const amount = readPlainAmount(text);
  return amount < 0 ? Number.NaN : amount;
}

/** A person in the row `inBlock` of a block. `record` is valid until the next person. */
export interface SendablePerson {
  readonly row: number;
  readonly facts: RowFacts;
  readonly record: MappedRecord;
  readonly block: RowBlock;
  readonly inBlock: number;
}

/**
 * Calls back for each person in the order of the list, with these fields of the record.
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
  // What other cells add to a field is found only when all of them are read.
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
