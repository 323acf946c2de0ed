/** Which test files have a test for a filter of tags. Loading a file, with what it prepares for its tests, takes longer than to find that out. */

/** How Vitest finds the tag of all tests of a file. */
const ALL_DEEP = /(?:\/\/|\*)\s*@module-tag\s+deep\b/;

/** False when the filter selects no test of the file with this source. A tag must be in the file of its test, not in a helper of another. */
export function mayHaveTests(source: string, filter: string | undefined): boolean {
  if (filter === 'deep') return /\bdeep\b/.test(source);
  return filter !== '!deep' || !ALL_DEEP.test(source);
}
