/** At most `length` UTF-16 code units of the text, without half a surrogate pair at the end. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/u, '');
}
