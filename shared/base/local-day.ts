/** The local day of a time in milliseconds since 1970: YYYY-MM-DD. */
export function localDay(at: number): string {
  const then = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())}`;
}
