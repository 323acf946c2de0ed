/** Names of sheets as Excel takes them. */

/** Excel counts UTF-16 units. */
const LONGEST = 31;

/** The text's beginning, at most so long, without half a character at its end. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
}

/**
 * A name that a workbook can hold and that is not taken: forbidden characters (`\ / ? * [ ] :` and controls) become blanks, no apostrophe
 * at either end, at most 31 characters, ` (2)` and so on behind one that is taken already. Large and small letters count as the
 * same. The name is added to those taken, which are kept in small letters.
 */
export function uniqueSheetName(wanted: string, taken: Set<string>): string {
  const clean = wanted
    .toWellFormed()
    // eslint-disable-next-line no-control-regex
    .replaceAll(/[\\/?*[\]:\u0000-\u001F\u007F\uFFFE\uFFFF]/gu, ' ')
    .replaceAll(/^['\s]+|['\s]+$/gu, '');
  // Excel keeps this name for the list of changes of a shared workbook.
  const base = clean === '' ? 'Sheet' : clean.toLowerCase() === 'history' ? `${clean} 1` : clean;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` (${number})`;
    const name = cut(base, LONGEST - suffix.length).replaceAll(/['\s]+$/gu, '') + suffix;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
