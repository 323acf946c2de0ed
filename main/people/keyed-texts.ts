/**
 * Finds or changes the texts under certain property names of a JSON value: texts that somebody typed, as opposed to words that the program
 * reads.
 */

type Change = (text: string, key: string) => string;

/**
 * The value with the texts under these property names changed, at any depth, including texts in arrays. `change` gets a text and its
 * property name.
 */
export function mapTexts<T>(value: T, keys: ReadonlySet<string>, change: Change): T {
  const mapped = (inner: unknown, key: string): unknown => {
    if (typeof inner === 'string') return keys.has(key) ? change(inner, key) : inner;
    if (Array.isArray(inner)) return inner.map((one) => mapped(one, key));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, mapped(one, name)]));
  };
  // Texts were replaced only with texts, so the type has not changed.
  return mapped(value, '') as T;
}

/** The texts under these property names, each with its name. */
export function textsUnder(value: unknown, keys: ReadonlySet<string>): { readonly text: string; readonly key: string }[] {
  const found: { text: string; key: string }[] = [];
  mapTexts(value, keys, (text, key) => {
    if (text !== '') found.push({ text, key });
    return text;
  });
  return found;
}
