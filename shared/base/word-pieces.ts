/** Constant text as words of eight bytes, so that it can be copied in an eighth of the steps. */
export interface WordPiece {
  /** Stored as doubles, because a loop copies those without allocating (ASCII text is never NaN); padded with NUL bytes. */
  readonly words: Float64Array;
  /** Length in bytes without the padding. The next piece overwrites the padding. */
  readonly length: number;
}

/** `text`: ASCII only. The words are little-endian. */
export function wordPiece(text: string): WordPiece {
  const view = new DataView(new ArrayBuffer(Math.ceil(text.length / 8) * 8));
  for (let at = 0; at < text.length; at++) view.setUint8(at, text.charCodeAt(at));
  const words = Float64Array.from({ length: view.byteLength / 8 }, (_, word) => view.getFloat64(word * 8, true));
  return { words, length: text.length };
}
