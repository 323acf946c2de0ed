/**
 * The suppression list in the form that a check uses: hashes quickly exclude most people; for the remaining few, HMAC codes with a key of
 * this installation decide. It contains no name, ID or address.
 */
import type { ImportedSuppressions, SuppressionCodes } from '../worker-protocol/index.ts';
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { MappedTexts } from '../../shared/mapping/index.ts';
import {
  type KeyKind,
  MatchKeyHasher,
  SLOTS,
  SLOT_BITS,
  SLOT_KINDS,
  emailKeys,
  hashOf,
  idKey,
  nameKeys,
} from '../../shared/rules/index.ts';
import { HashTable64 } from './hash-table.ts';

/** Length of a code in bytes. */
const CODE = 16;
const CODE_AT = 8;
const PERSON_AT = CODE_AT + CODE;
/** Size of an entry in bytes: hash, code, and the number of the person within its import. */
const ENTRY = PERSON_AT + 4;

type Key = readonly [kind: KeyKind, text: string];

/** The keys of a person: ID, email addresses, and names with ZIP codes, including the spouse's. */
function keysOf(record: MappedTexts): readonly Key[] {
  const id = idKey(record);
  return [
    ...(id === '' ? [] : [['i', id] as const]),
    ...emailKeys(record).map((key) => ['e', key] as const),
    ...nameKeys(record).map((key) => ['n', key] as const),
  ];
}

/** The code of a key: HMAC-SHA256, truncated to 16 bytes. */
function codeOf(key: KeyObject, [kind, text]: Key): Buffer {
  return createHmac('sha256', key).update(`${kind}:${text}`).digest().subarray(0, CODE);
}

const codeAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at + CODE_AT, at + PERSON_AT);

/** Recognizes people who are already on the list: one person there has all of their keys. */
class KnownPeople {
  private readonly peopleByCode = new Map<string, number[]>();
  private people = 0;

  /** `only`: the codes to remember, if only a few people are added; null: all codes. */
  constructor(imports: readonly Uint8Array[], only: ReadonlySet<string> | null) {
    for (const entries of imports) {
      const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
      let last = -1;
      for (let at = 0; at < bytes.length; at += ENTRY) {
        const person = bytes.readUInt32LE(at + PERSON_AT);
        const code = codeAt(bytes, at);
        if (only === null || only.has(code)) this.note(code, this.people + person);
        last = Math.max(last, person);
      }
      this.people += last + 1;
    }
  }

  /** Call it person by person. */
  private note(code: string, person: number): void {
    const people = this.peopleByCode.get(code);
    if (people === undefined) this.peopleByCode.set(code, [person]);
    else if (people.at(-1) !== person) people.push(person);
  }

  add(codes: readonly string[]): void {
    for (const code of codes) this.note(code, this.people);
    this.people += 1;
  }

  holds(codes: readonly string[]): boolean {
    // Begins with the key that the fewest people have, because an office's email address may belong to everybody else.
    const [fewest = [], ...others] = codes.map((code) => this.peopleByCode.get(code) ?? []).toSorted((a, b) => a.length - b.length);
    return fewest.some((person) => others.every((people) => people.includes(person)));
  }
}

/** Builds the entries of an import, record by record. */
export class SuppressionListBuilder {
  private readonly key: KeyObject;
  private readonly parts: Buffer[] = [];
  private readonly counts: Record<KeyKind, number> = { i: 0, e: 0, h: 0, n: 0 };
  private people = 0;
  private known = 0;
  private readonly knownPeople: KnownPeople;

  /** `imports`: the stored entries. `only`: the records that will be added, if they are known; otherwise null. */
  constructor(key: Uint8Array, imports: readonly Uint8Array[] = [], only: readonly MappedTexts[] | null = null) {
    this.key = createSecretKey(key);
    const codes = only === null ? null : new Set(only.flatMap(keysOf).map((one) => codeOf(this.key, one).toString('latin1')));
    this.knownPeople = new KnownPeople(imports, codes);
  }

  /** False for a record without any key, which is not added. */
  add(record: MappedTexts): boolean {
    const keys = keysOf(record);
    if (keys.length === 0) return false;
    const codes = keys.map((key) => codeOf(this.key, key));
    const texts = codes.map((code) => code.toString('latin1'));
    if (this.knownPeople.holds(texts)) {
      this.known += 1;
      return true;
    }
    this.knownPeople.add(texts);
    for (const [index, key] of keys.entries()) {
      const entry = Buffer.alloc(ENTRY);
      const { a, b } = hashOf(...key);
      entry.writeInt32LE(a, 0);
      entry.writeInt32LE(b, 4);
      codes[index]!.copy(entry, CODE_AT);
      entry.writeUInt32LE(this.people, PERSON_AT);
      this.parts.push(entry);
      this.counts[key[0]] += 1;
    }
    this.people += 1;
    return true;
  }

  /** `withoutKey`: records that were not added. */
  finish(withoutKey: number): ImportedSuppressions {
    const { people, known, counts } = this;
    return {
      entries: new Uint8Array(Buffer.concat(this.parts)),
      people,
      known,
      withoutKey,
      ids: counts.i,
      emails: counts.e,
      names: counts.n,
    };
  }
}

/** The entries without the people who share a key with a record, including all their other keys; null when there are none. */
export function withoutPerson(
  { key, entries }: SuppressionCodes,
  record: MappedTexts,
): { readonly left: Buffer; readonly removed: number } | null {
  const secret = createSecretKey(key);
  const codes = new Set(keysOf(record).map((one) => codeOf(secret, one).toString('latin1')));
  const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
  const removed = new Set<number>();
  for (let at = 0; at < bytes.length; at += ENTRY) if (codes.has(codeAt(bytes, at))) removed.add(bytes.readUInt32LE(at + PERSON_AT));
  if (removed.size === 0) return null;
  const left: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += ENTRY)
    if (!removed.has(bytes.readUInt32LE(at + PERSON_AT))) left.push(bytes.subarray(at, at + ENTRY));
  return { left: Buffer.concat(left), removed: removed.size };
}

export class SuppressionMatcher {
  private readonly key: KeyObject;
  private readonly hashes = new HashTable64();
  private readonly codes = new Set<string>();
  private readonly single = new MatchKeyHasher();

  constructor({ key, entries }: SuppressionCodes) {
    this.key = createSecretKey(key);
    const bytes = Buffer.from(entries.buffer, entries.byteOffset, entries.byteLength);
    this.hashes.expect(bytes.length / ENTRY);
    for (let at = 0; at < bytes.length; at += ENTRY) {
      this.hashes.add(bytes.readInt32LE(at), bytes.readInt32LE(at + 4), 1);
      this.codes.add(codeAt(bytes, at));
    }
  }

  /** True if the person in the row, or the spouse, is on the list. `present` and `halves` come from `MatchKeyHasher`. */
  holds(record: MappedTexts, present: number, halves: Int32Array): boolean {
    for (let slot = 0; slot < SLOTS; slot++) {
      const mayBe = (present & (1 << slot)) !== 0 && this.hashes.get(halves[slot * 2]!, halves[slot * 2 + 1]!) >= 0;
      if (mayBe && this.isCoded(record, SLOT_KINDS[slot]!)) return true;
    }
    return false;
  }

  /** The same for a single record. */
  holdsRecord(record: MappedTexts): boolean {
    const present = this.single.hashes(record, SLOT_BITS.id | SLOT_BITS.emails | SLOT_BITS.names);
    return this.holds(record, present, this.single.halves);
  }

  private isCoded(record: MappedTexts, kind: KeyKind): boolean {
    return keysOf(record).some((key) => key[0] === kind && this.codes.has(codeOf(this.key, key).toString('latin1')));
  }
}
