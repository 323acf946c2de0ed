/** Columns of gifts hold few different texts: days, round amounts, types. Each is read once. */

/** Texts that are kept; a column with more is read from the start. */
const MOST_TEXTS = 1 << 14;
/** A longer text hardly repeats. */
const LONGEST_TEXT = 40;

export class ReadOnce<T> {
  private readonly known = new Map<string, T>();
  private readonly read: (text: string) => T;

  constructor(read: (text: string) => T) {
    this.read = read;
  }

  /** What was read of a text, from now or before. */
  of(text: string): T {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const read = this.read(text);
    if (text.length > LONGEST_TEXT) return read;
    if (this.known.size >= MOST_TEXTS) this.known.clear();
    // A copy: the text may be a slice of its whole block.
    this.known.set(Buffer.from(text).toString(), read);
    return read;
  }
}
