/**
 * Texts in stored rows that can name people or quote a record: words, names, status words, request IDs and project IDs of a service, names
 * of projects, files and sheets, and in the journal also names of connections and layouts. Texts of a project are encrypted with its key;
 * when the project is removed, they become empty, except for keyed codes of its IDs. Texts of connections and do-not-screen lists are
 * encrypted with the key of the data folder.
 */
import { AppError, UNREADABLE_TEXT } from '../../../shared/base/index.ts';
import { type Key, decrypt, encrypt } from '../project-file/index.ts';

const ANYWHERE = ['answer', 'message', 'refusal', 'words'];
const REMOTE_IDS = ['remoteId', 'remoteIds'];
const OF_SERVICE = [...ANYWHERE, ...REMOTE_IDS, 'knownAs', 'marker', 'name', 'requestId', 'status'];

/** Property names of these texts, or of arrays of them, at any depth in the JSON of a row. Numbers in these properties are not changed. */
export const TEXT_KEYS = {
  state: new Set([...OF_SERVICE, 'before', 'statusBefore', 'wordsBefore']),
  facts: new Set([...ANYWHERE, ...REMOTE_IDS, 'purpose', 'lawfulBasis', 'assessment', 'serviceName', 'sheetName']),
  journal: new Set([...OF_SERVICE, 'baseline', 'connection', 'file', 'from', 'layout', 'sheet']),
  connection: new Set(['organization', 'raw', 'lawfulBasis', 'assessment']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;
type TextKeys = (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS];

const MARK = 'encrypted:';

/** The owner of a row's texts: a project, or the data folder. `key` is called only if the row has such texts. */
export interface TextOwner {
  readonly id: string;
  /**
   * 32 bytes.
   * @throws AppError when there is none.
   */
  readonly key: () => Key;
}

const purposeOf = ({ id }: TextOwner) => `service text/${id}`;

/** @throws what `key` throws. */
export const encryptedText = (text: string, owner: TextOwner): string =>
  MARK + encrypt(owner.key(), purposeOf(owner), Buffer.from(text, 'utf8')).toString('base64');

/** Reverses `encryptedText`. Null without the key, or if the text is damaged. Texts kept of a removed project are not encrypted. */
export function decryptedText(stored: string, owner: TextOwner): string | null {
  if (!stored.startsWith(MARK)) return stored;
  try {
    return decrypt(owner.key(), purposeOf(owner), Buffer.from(stored.slice(MARK.length), 'base64')).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * What replaces a text that cannot be read, because the rest of the row is still needed. For connections null, because a sentence would be
 * taken for an organization.
 */
const withoutKey = (name: string): string | null => (TEXT_KEYS.connection.has(name) ? null : UNREADABLE_TEXT);

/** The text, or a replacement if it cannot be read, because the rest of the row is still needed. */
export const readText = (stored: string, owner: TextOwner): string => decryptedText(stored, owner) ?? UNREADABLE_TEXT;

function changed(value: unknown, keys: TextKeys, change: (text: string, name: string) => string): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (!keys.has(name)) return inner;
    if (typeof inner === 'string') return change(inner, name);
    return Array.isArray(inner) ? inner.map((one: unknown) => (typeof one === 'string' ? change(one, name) : one)) : inner;
  });
}

/** The same JSON with these texts changed. A text that cannot be read is not changed. `by` gets a text and its property name. */
export const changedTexts = (json: string, keys: TextKeys, owner: TextOwner, by: (text: string, name: string) => string): string =>
  changed(JSON.parse(json), keys, (stored, name) => {
    const text = decryptedText(stored, owner);
    const after = text === null ? text : by(text, name);
    return after === null || after === text ? stored : encryptedText(after, owner);
  });

/** @throws PROJECT_FILE_DAMAGED for the ID of a service project that could not be read: writing it would replace the stored ID. */
function assertRead(text: string, name: string): void {
  if (text === UNREADABLE_TEXT && REMOTE_IDS.includes(name))
    throw new AppError(
      'PROJECT_FILE_DAMAGED',
      'The record of this project in the history is damaged: its ID on the service cannot be read. Nothing was changed. Restore the data folder from a backup.',
    );
}

/**
 * The value as JSON, with these texts encrypted.
 * @throws what `key` throws; PROJECT_FILE_DAMAGED when an ID in the value could not be decrypted when it was read.
 */
export const withEncryptedTexts = (value: unknown, keys: TextKeys, owner: TextOwner): string =>
  changed(value, keys, (text, name) => {
    assertRead(text, name);
    return encryptedText(text, owner);
  });

/**
 * The same JSON with these texts empty, encrypted or not. Two things are kept, so that the folder still recognizes its own projects: the
 * marker in the name of a service project, and a code (`codeOf`) of its ID.
 */
export const withoutTexts = (json: string, keys: TextKeys, owner: TextOwner, codeOf: (remoteId: string) => string): string =>
  changed(JSON.parse(json), keys, (stored, name) => {
    const kept = name === 'marker' || REMOTE_IDS.includes(name) ? decryptedText(stored, owner) : null;
    if (kept === null) return REMOTE_IDS.includes(name) ? UNREADABLE_TEXT : '';
    return name === 'marker' ? kept.replace(/^.* /s, '') : codeOf(kept);
  });

/**
 * The value of stored JSON, with these texts decrypted.
 * @throws SyntaxError when it is not JSON.
 */
export function readWithTexts(json: string, keys: TextKeys, owner: TextOwner): unknown {
  if (!json.includes(MARK)) return JSON.parse(json);
  const read = (stored: unknown, name: string) =>
    typeof stored !== 'string' ? stored : (decryptedText(stored, owner) ?? withoutKey(name));
  return JSON.parse(json, (name, inner: unknown) => {
    if (!keys.has(name)) return inner;
    return Array.isArray(inner) ? inner.map((one: unknown) => read(one, name)) : read(inner, name);
  });
}
