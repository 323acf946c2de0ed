/** Texts under some keys of a value as JSON has it: what somebody typed, apart from words that the program reads. */

type Change = (text: string, key: string) => string;

/** The value with the texts under these keys changed, and those in lists under them, at any depth. `change` gets a text and its key. */
export function mapTexts<T>(value: T, keys: ReadonlySet<string>, change: Change): T {
  const mapped = (inner: unknown, key: string): unknown => {
    if (typeof inner === 'string') return keys.has(key) ? change(inner, key) : inner;
    if (Array.isArray(inner)) return inner.map((one) => mapped(one, key));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, mapped(one, name)]));
  };
  // Only texts were replaced, by texts.
  return mapped(value, '') as T;
}

/** The texts under these keys, each with its key. */
export function textsUnder(value: unknown, keys: ReadonlySet<string>): { readonly text: string; readonly key: string }[] {
  const found: { text: string; key: string }[] = [];
  mapTexts(value, keys, (text, key) => {
    if (text !== '') found.push({ text, key });
    return text;
  });
  return found;
}
