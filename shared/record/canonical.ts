/** Serializes a value for hashing, independent of the order of its keys. */

/**
 * Canonical JSON: keys in the order of their UTF-16 code units, no white space, `undefined` left out.
 * @throws TypeError for a number that JSON cannot represent.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    // Not `localeCompare`, because the order must not depend on the language of the computer.
    const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError('JSON has no such number');
  return JSON.stringify(value);
}
