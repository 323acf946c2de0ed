/** Names of files made from names that the user typed. */

/** The name without characters that some file system refuses, at most 80 characters; `empty` when nothing is left. */
export function fileNameOf(name: string, empty: string): string {
  const safe = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return safe === '' ? empty : safe;
}
