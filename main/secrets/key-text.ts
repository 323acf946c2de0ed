/** The text form of the data key, in the keychain and in the key file. */

/** Length of the data key in bytes. */
export const KEY_BYTES = 32;

export const encodeKey = (key: Buffer): string => key.toString('base64');

/** The key in such a text; null if there is none. */
export function decodeKey(text: string): Buffer | null {
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : null;
}
