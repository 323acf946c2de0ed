/** Codes that recognize a person who was screened individually before. Names and IDs cannot be read from them. */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { type MappedRecord, recordOf } from '../../shared/mapping/index.ts';
import { idKey, nameAndZip } from '../../shared/rules/index.ts';

/** Length of a code in bytes. */
const CODE = 16;

export class PersonCodes {
  private readonly key: KeyObject;

  /** `key`: 32 bytes that only this installation has. */
  constructor(key: Uint8Array) {
    this.key = createSecretKey(key);
  }

  /**
   * One code for the ID, and one for first name, last name and ZIP: HMAC-SHA256, truncated to 16 bytes, in base64. A record with neither
   * gets one code for all of its values. Two records with a common code are the same person.
   */
  of(record: MappedRecord): string[] {
    const [id, name] = [idKey(record), nameAndZip(record)];
    const texts = [...(id === '' ? [] : [`id:${id}`]), ...(name === '' ? [] : [`name:${name}`])];
    return (texts.length === 0 ? [`record:${JSON.stringify(recordOf(record))}`] : texts).map((text) =>
      createHmac('sha256', this.key).update(text).digest().subarray(0, CODE).toString('base64'),
    );
  }
}
