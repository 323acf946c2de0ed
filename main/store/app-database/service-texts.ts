/**
 * Texts in stored rows that can name people or quote a record: the words, names, status words and request IDs of a service, and the
 * names of projects, files and sheets. They are encrypted with the key of the project and go with it. A removed project has empty ones.
 */
import { decrypt, encrypt, type Key } from '../project-file/cipher.ts';

const ANYWHERE = ['answer', 'message', 'refusal', 'words'];
const OF_SERVICE = [...ANYWHERE, 'knownAs', 'marker', 'name', 'requestId', 'status'];

/** The keys of these texts in the JSON of a row, at any depth. Numbers under these keys stay. */
export const TEXT_KEYS = {
  state: new Set(OF_SERVICE),
  facts: new Set([...ANYWHERE, 'purpose', 'sheetName']),
  journal: new Set([...OF_SERVICE, 'file', 'from', 'sheet', 'since']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;
type TextKeys = (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS];

const MARK = 'encrypted:';
const UNREADABLE = 'This text cannot be read on this computer.';

/** The project that a row belongs to. `key` is called only when the row has such texts. */
export interface TextOwner {
  readonly id: string;
  /**
   * The project's key, 32 bytes.
   * @throws AppError when there is none.
   */
  readonly key: () => Key;
}

const purposeOf = ({ id }: TextOwner) => `service text/${id}`;

/** @throws what `key` throws. */
export const encryptedText = (text: string, owner: TextOwner): string =>
  MARK + encrypt(owner.key(), purposeOf(owner), Buffer.from(text, 'utf8')).toString('base64');

/** A text as it was before `encryptedText`; null without the key, or when it is damaged. What a removed project keeps is plain. */
function decrypted(stored: string, owner: TextOwner): string | null {
  if (!stored.startsWith(MARK)) return stored;
  try {
    return decrypt(owner.key(), purposeOf(owner), Buffer.from(stored.slice(MARK.length), 'base64')).toString('utf8');
  } catch {
    return null;
  }
}

/** Without the key, a sentence takes the place of a text: the rest of the row is still needed. */
export const readText = (stored: string, owner: TextOwner): string => decrypted(stored, owner) ?? UNREADABLE;

const changed = (value: unknown, keys: TextKeys, change: (text: string, name: string) => string): string =>
  JSON.stringify(value, (name, inner: unknown) => (keys.has(name) && typeof inner === 'string' ? change(inner, name) : inner));

/**
 * The value as JSON, with these texts encrypted.
 * @throws what `key` throws.
 */
export const withEncryptedTexts = (value: unknown, keys: TextKeys, owner: TextOwner): string =>
  changed(value, keys, (text) => encryptedText(text, owner));

/**
 * The same JSON with these texts empty, encrypted or not. Of the name of a service project only our random code stays, by which the
 * folder knows its own projects.
 */
export const withoutTexts = (json: string, keys: TextKeys, owner: TextOwner): string =>
  changed(JSON.parse(json), keys, (text, name) => (name === 'marker' ? (decrypted(text, owner) ?? '').replace(/^.* /s, '') : ''));

/**
 * The value of stored JSON, with these texts decrypted.
 * @throws SyntaxError when it is not JSON.
 */
export function readWithTexts(json: string, keys: TextKeys, owner: TextOwner): unknown {
  if (!json.includes(MARK)) return JSON.parse(json);
  return JSON.parse(json, (name, inner: unknown) => (keys.has(name) && typeof inner === 'string' ? readText(inner, owner) : inner));
}
