/** Sheet names that Excel accepts. */
import { cutText } from './cut-text.ts';

/** In UTF-16 code units. */
const LONGEST = 31;

/**
 * A valid, unused sheet name: replaces forbidden characters, removes apostrophes at the ends, limits the length to 31, and appends ` (2)`
 * and so on to a name that is already used or kept for another sheet, ignoring case. Adds the name in lower case to `taken`.
 */
export function uniqueSheetName(wanted: string, taken: Set<string>, kept: readonly string[] = []): string {
  const clean = wanted
    .toWellFormed()
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\\/?*[\]:\u0000-\u001F\u007F\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/^['\s]+|['\s]+$/gu, '');
  // Excel reserves this name for the change history of shared workbooks.
  const base = clean === '' ? 'Sheet' : clean.toLowerCase() === 'history' ? `${clean} 1` : clean;
  const keptNames = new Set(kept.map((name) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = cutText(base, LONGEST - suffix.length).replaceAll(/['\s]+$/gu, '') + suffix;
    const key = name.toLowerCase();
    if (taken.has(key) || keptNames.has(key)) continue;
    taken.add(key);
    return name;
  }
}
