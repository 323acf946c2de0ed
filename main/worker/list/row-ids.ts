/**
 * The IDs of rows without an ID (docs/adr/0001-rows-without-an-id.md): `row-MARKER-N-CHECK`. N is the sheet row number, CHECK a checksum of
 * the record as sent. Earlier versions sent no CHECK.
 */
import { createHash } from 'node:crypto';
import { type MappedRecord, recordJson } from '../../../shared/mapping/index.ts';
import type { ListSource } from '../../worker-protocol/index.ts';

/** Number of hexadecimal digits. With 40 bits, a wrong record among a million rows matches in about one of a million lists. */
const CHECK_DIGITS = 10;

export type RowIdSource = Pick<ListSource, 'rowIdPrefix' | 'rowIdForm'>;

/**
 * The checksum of a record without an ID. It includes the prefix, which is different for each list, so that equal checksums do not reveal
 * that the same person is in two lists.
 */
export const recordCheck = (prefix: string, record: MappedRecord): string =>
  createHash('sha256')
    .update(`${prefix}${recordJson(record)}`)
    .digest('hex')
    .slice(0, CHECK_DIGITS);

/** The generated ID with which a row is sent. `record`: with all fields, and without an ID. */
export function rowIdOf({ rowIdPrefix, rowIdForm }: RowIdSource, rowNumber: number, record: MappedRecord): string {
  const plain = rowIdPrefix + String(rowNumber);
  return rowIdForm === 'checked' ? `${plain}-${recordCheck(rowIdPrefix, record)}` : plain;
}

/** A generated ID as a service returns it. The service may have changed its case, and added spaces around it. */
export interface EchoedRowId {
  /** The text before the row number, as returned. */
  readonly before: string;
  readonly rowNumber: number;
  /** In lower case; null for an ID from an earlier version. */
  readonly check: string | null;
  /** The checksum as returned. `after`: the spaces after it. */
  readonly checkText: string;
  readonly after: string;
}

const NUMBER_AND_CHECK = new RegExp(`^(\\d{1,9})(?:-([0-9a-f]{${CHECK_DIGITS}}))?(\\s*)$`, 'i');

/** Parses a returned ID; null if it is not a generated ID with this prefix. */
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
