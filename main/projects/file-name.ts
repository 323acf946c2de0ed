/**
 * The name without characters that some file system refuses, at most 80 characters; `fallback` when nothing is left.
 */
export function fileNameOf(name: string, fallback: string): string {
  const safe = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  return safe === '' ? fallback : safe;
}
