/** Digests of records under a key of this installation: they tell whether a later record is the same, and hold no name, id or address. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { comparedValues, type MappedRecord, recordCsv } from '../../../shared/mapping/mapping.ts';

/** A digest is so many numbers of 32 bits: HMAC-SHA256, cut to 16 bytes. */
export const DIGEST = 4;

/** Makes digests of records as they are sent: another one when any value has changed, the case of an e-mail address aside. */
export class RecordDigests {
  private readonly key: KeyObject;

  constructor(key: Uint8Array) {
    this.key = createSecretKey(key);
  }

  /** Writes the digest of a record into `numbers`, `DIGEST` of them from `at` on. */
  write(draft: MappedRecord, numbers: Int32Array, at: number): void {
    const compared = { ...draft, values: comparedValues(draft.values) };
    const digest = createHmac('sha256', this.key).update(recordCsv(compared)).digest();
    for (let part = 0; part < DIGEST; part++) numbers[at + part] = digest.readInt32LE(part * 4);
  }
}
