/**
 * Texts in stored rows that can name people or quote a record: the words, names, status words, request IDs and project IDs of a service,
 * the names of projects, files and sheets, and in the journal those of connections and layouts. Those of a project are encrypted with its key and go
 * with it: a removed project has empty ones, and keyed codes of its IDs. Those of connections and do-not-screen lists are encrypted with the key of the data folder.
 */
import { AppError, UNREADABLE_TEXT } from '../../../shared/base/index.ts';
import { type Key, decrypt, encrypt } from '../project-file/index.ts';

const ANYWHERE = ['answer', 'message', 'refusal', 'words'];
const REMOTE_IDS = ['remoteId', 'remoteIds'];
const OF_SERVICE = [...ANYWHERE, ...REMOTE_IDS, 'knownAs', 'marker', 'name', 'requestId', 'status'];

/** The keys of these texts, or of lists of them, in the JSON of a row, at any depth. Numbers under these keys stay. */
export const TEXT_KEYS = {
  state: new Set([...OF_SERVICE, 'before', 'statusBefore', 'wordsBefore']),
  facts: new Set([...ANYWHERE, ...REMOTE_IDS, 'purpose', 'lawfulBasis', 'assessment', 'serviceName', 'sheetName']),
  journal: new Set([...OF_SERVICE, 'baseline', 'connection', 'file', 'from', 'layout', 'sheet']),
  connection: new Set(['organization', 'raw', 'lawfulBasis', 'assessment']),
} as const satisfies Readonly<Record<string, ReadonlySet<string>>>;
type TextKeys = (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS];

const MARK = 'encrypted:';

/** What the texts of a row belong to: a project, or the data folder. `key` is called only when the row has such texts. */
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

/** A text as it was before `encryptedText`; null without the key, or when it is damaged. What a removed project keeps is plain. */
export function decryptedText(stored: string, owner: TextOwner): string | null {
  if (!stored.startsWith(MARK)) return stored;
  try {
    return decrypt(owner.key(), purposeOf(owner), Buffer.from(stored.slice(MARK.length), 'base64')).toString('utf8');
  } catch {
    return null;
  }
}

/** What is read in place of a text without the key: the rest of the row is still needed. A sentence would be taken for an organization. */
const withoutKey = (name: string): string | null => (TEXT_KEYS.connection.has(name) ? null : UNREADABLE_TEXT);

/** Without the key, a sentence takes the place of a text: the rest of the row is still needed. */
export const readText = (stored: string, owner: TextOwner): string => decryptedText(stored, owner) ?? UNREADABLE_TEXT;

function changed(value: unknown, keys: TextKeys, change: (text: string, name: string) => string): string {
  return JSON.stringify(value, (name, inner: unknown) => {
    if (!keys.has(name)) return inner;
    if (typeof inner === 'string') return change(inner, name);
    return Array.isArray(inner) ? inner.map((one: unknown) => (typeof one === 'string' ? change(one, name) : one)) : inner;
  });
}

/** The same JSON with these texts changed. A text that cannot be read stays as it is. `by` gets a text and its key. */
export const changedTexts = (json: string, keys: TextKeys, owner: TextOwner, by: (text: string, name: string) => string): string =>
  changed(JSON.parse(json), keys, (stored, name) => {
    const text = decryptedText(stored, owner);
    const after = text === null ? text : by(text, name);
    return after === null || after === text ? stored : encryptedText(after, owner);
  });

/** @throws PROJECT_FILE_DAMAGED for the ID of a service project that could not be read: what is stored of it would be replaced. */
function assertRead(text: string, name: string): void {
  if (text === UNREADABLE_TEXT && REMOTE_IDS.includes(name))
    throw new AppError(
      'PROJECT_FILE_DAMAGED',
      'The record of this project in the history is damaged: its ID on the service cannot be read. Nothing was changed. Put the data folder back from a backup.',
    );
}

/**
 * The value as JSON, with these texts encrypted.
 * @throws what `key` throws; PROJECT_FILE_DAMAGED when the value was read with an ID that cannot be decrypted.
 */
export const withEncryptedTexts = (value: unknown, keys: TextKeys, owner: TextOwner): string =>
  changed(value, keys, (text, name) => {
    assertRead(text, name);
    return encryptedText(text, owner);
  });

/**
 * The same JSON with these texts empty, encrypted or not. Two stay, by which the folder knows its own projects: of the name of a service
 * project our random code, and of its ID what `codeOf` makes of it.
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
