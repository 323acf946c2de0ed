/** Names of files that are made out of names that a person gave. */

/** The name as every file system takes it, at most 80 signs; `empty` when nothing is left of it. */
export function fileNameOf(name: string, empty: string): string {
  const safe = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return safe === '' ? empty : safe;
}
