/** Keyed digests of records. Equal digests mean equal records, and a digest reveals no name, ID or address. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { type MappedRecord, comparedValues, recordCsv } from '../../../shared/mapping/index.ts';

/** Number of 32-bit integers per digest: HMAC-SHA256, truncated to 16 bytes. */
export const DIGEST = 4;

/** Computes digests of records as they are sent. A digest changes with any value, except for the letter case of email addresses. */
export class RecordDigests {
  private readonly key: KeyObject;

  constructor(key: Uint8Array) {
    this.key = createSecretKey(key);
  }

  /** Writes the digest into `numbers` from index `at`. */
  write(record: MappedRecord, numbers: Int32Array, at: number): void {
    const compared = { ...record, values: comparedValues(record.values) };
    const digest = createHmac('sha256', this.key).update(recordCsv(compared)).digest();
    for (let part = 0; part < DIGEST; part++) numbers[at + part] = digest.readInt32LE(part * 4);
  }
}
