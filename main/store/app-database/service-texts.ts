/**
 * Texts in stored JSON that can hold words of a service. Such words can quote a record, so they are encrypted with the key of the
 * project and go with it. Rows of earlier programs have them in plain form.
 */
import { decrypt, encrypt, type Key } from '../project-file/cipher.ts';

/** Names of these texts in the state, the last error and the journal of a project. */
const NAMES: ReadonlySet<string> = new Set(['answer', 'message', 'refusal', 'words']);
const MARK = 'encrypted:';
const UNREADABLE = 'The message of the service cannot be read on this computer.';

/** The project that a row belongs to. `key` is called only when the row has such texts. */
export interface TextOwner {
  readonly id: string;
  /** The project's key, 32 bytes. @throws when there is none. */
  readonly key: () => Key;
}

const purposeOf = ({ id }: TextOwner) => `service text/${id}`;

const changed = (value: unknown, change: (text: string) => string): string =>
  JSON.stringify(value, (name, inner: unknown) => (NAMES.has(name) && typeof inner === 'string' ? change(inner) : inner));

/** The value as JSON, with these texts encrypted. @throws what `key` throws. */
export const withEncryptedTexts = (value: unknown, owner: TextOwner): string =>
  changed(value, (text) => MARK + encrypt(owner.key(), purposeOf(owner), Buffer.from(text, 'utf8')).toString('base64'));

/** The same JSON with these texts empty, encrypted or not. @throws SyntaxError when it is not JSON. */
export const withoutTexts = (json: string): string => changed(JSON.parse(json), () => '');

/** Without the key, a sentence takes the place of each text: the rest of the row is still needed. */
function decrypted(text: string, owner: TextOwner): string {
  try {
    return decrypt(owner.key(), purposeOf(owner), Buffer.from(text.slice(MARK.length), 'base64')).toString('utf8');
  } catch {
    return UNREADABLE;
  }
}

/** The value of stored JSON, with these texts decrypted. @throws SyntaxError when it is not JSON. */
export function readWithTexts(json: string, owner: TextOwner): unknown {
  if (!json.includes(MARK)) return JSON.parse(json);
  return JSON.parse(json, (name, inner: unknown) =>
    NAMES.has(name) && typeof inner === 'string' && inner.startsWith(MARK) ? decrypted(inner, owner) : inner,
  );
}
