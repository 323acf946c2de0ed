/**
 * The IDs of rows without one (docs/adr/0001-rows-without-an-id.md): `row-MARKER-N-CHECK`. N is the row number in the sheet, CHECK a
 * checksum of the record as sent. Earlier programs sent no CHECK.
 */
import { createHash } from 'node:crypto';
import { type MappedRecord, recordJson } from '../../../shared/mapping/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';

/** Hexadecimal digits: 40 bits, so that among a million rows a wrong one agrees about once in a million lists. */
const CHECK_DIGITS = 10;

export type RowIdSource = Pick<ListSource, 'rowIdPrefix' | 'rowIdForm'>;

/**
 * The checksum of a record without an ID. The prefix is part of it: it differs from list to list, so that two lists do not show that the
 * same person is in both.
 */
export const recordCheck = (prefix: string, record: MappedRecord): string =>
  createHash('sha256')
    .update(`${prefix}${recordJson(record)}`)
    .digest('hex')
    .slice(0, CHECK_DIGITS);

/** The ID with which a row without one is sent. `record`: all fields, and no ID. */
export function rowIdOf({ rowIdPrefix, rowIdForm }: RowIdSource, rowNumber: number, record: MappedRecord): string {
  const plain = rowIdPrefix + String(rowNumber);
  return rowIdForm === 'checked' ? `${plain}-${recordCheck(rowIdPrefix, record)}` : plain;
}

/** An ID of a row as a service returns it, which can change its case and add spaces around it. */
export interface EchoedRowId {
  /** What comes before the row number, as returned. */
  readonly before: string;
  readonly rowNumber: number;
  /** In lower case; null in an ID of an earlier program. */
  readonly check: string | null;
  /** What comes after, as returned. */
  readonly checkText: string;
  readonly after: string;
}

const NUMBER_AND_CHECK = new RegExp(`^(\\d{1,9})(?:-([0-9a-f]{${CHECK_DIGITS}}))?(\\s*)$`, 'i');

/** Reads a returned ID; null when it does not begin with the prefix. */
export function readRowId(echoed: string, prefix: string): EchoedRowId | null {
  const start = echoed.length - echoed.trimStart().length;
  const end = start + prefix.length;
  if (echoed.slice(start, end).toUpperCase() !== prefix.toUpperCase()) return null;
  const [, digits, check = '', after = ''] = NUMBER_AND_CHECK.exec(echoed.slice(end)) ?? [];
  if (digits === undefined) return null;
  return {
    before: echoed.slice(0, end),
    rowNumber: Number(digits),
    check: check === '' ? null : check.toLowerCase(),
    checkText: check,
    after,
  };
}
