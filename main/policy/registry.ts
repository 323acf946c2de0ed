/** Reads the values of a Windows registry key from the text that `reg export` writes. */

export type RegistryValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'other' };

const unescaped = (text: string): string => text.replaceAll(/\\(["\\])/g, '$1');

/** The texts in a value. `digits`: the bytes as hexadecimal numbers, separated by commas. Each text of a REG_MULTI_SZ ends with a NUL. */
function textsOf(digits: string): string[] {
  const bytes = Buffer.from(digits.replaceAll(/[^\da-f]/gi, ''), 'hex');
  return bytes
    .toString('utf16le')
    .split('\0')
    .filter((text) => text !== '');
}

function valueOf(data: string): RegistryValue {
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/s.exec(data) ?? [];
  if (quoted !== undefined) return { kind: 'text', text: unescaped(quoted) };
  const [, dword] = /^dword:([\da-f]{8})$/i.exec(data) ?? [];
  if (dword !== undefined) return { kind: 'number', number: Number.parseInt(dword, 16) };
  const [, type, digits = ''] = /^hex\((2|7)\):(.*)$/is.exec(data) ?? [];
  if (type === '7') return { kind: 'texts', texts: textsOf(digits) };
  return type === '2' ? { kind: 'text', text: textsOf(digits).join('') } : { kind: 'other' };
}

/**
 * The values of `key` by name, without its subkeys and its unnamed value. `file`: UTF-16 with a byte order mark.
 * @throws Error when it is not such a file
 */
export function registryValues(file: Buffer, key: string): Map<string, RegistryValue> {
  const text = file.toString('utf16le').replace(/^\uFEFF/, '');
  if (!text.startsWith('Windows Registry Editor')) throw new Error('This is not an export of the registry.');
  const values = new Map<string, RegistryValue>();
  // Long values continue on the next line.
  const sections = text.replaceAll(/\\\r\n\s*/g, '').split(/^\[(.+)\]\r\n/m);
  for (let at = 1; at < sections.length; at += 2) {
    if (sections[at]!.toLowerCase() !== key.toLowerCase()) continue;
    for (const [, name = '', data = ''] of sections[at + 1]!.matchAll(/^"((?:[^"\\]|\\["\\])*)"=("(?:[^"\\]|\\["\\])*"|[^\r\n]*)\r?$/gms))
      values.set(unescaped(name), valueOf(data));
  }
  return values;
}
