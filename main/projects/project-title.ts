/** The title of a project from a longer text, such as the name of a file. */

/** The start of the text with at most 120 characters, which ends with a whole word unless a word is very long. */
export function titleFrom(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= 120) return trimmed;
  const words = /^(.{60,}[^\s_.,-])[\s_.,-]/s.exec(trimmed.slice(0, 121))?.[1];
  // Does not cut a surrogate pair in half.
  return words ?? trimmed.slice(0, 120).replace(/[\uD800-\uDBFF]$/, '');
}
