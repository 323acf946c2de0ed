/** Texts that an export has instead of the written values, by the slot of the value. Stored outside of the JS heap. */

const FIRST_TEXTS = 1 << 12;
const FIRST_BYTES = 1 << 16;
/** Longer texts are cut to this length. */
const LONGEST = 400;
/** A slot and the number of a text are combined in one number, so that they can be sorted together. */
const TEXTS = 2 ** 26;

export class FoundTexts {
  private keys = new Float64Array(FIRST_TEXTS);
  private ends = new Float64Array(FIRST_TEXTS);
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private length = 0;
  private count = 0;
  private at = 0;
  private isSorted = false;

  add(slot: number, text: string): void {
    if (this.count >= TEXTS - 1) return;
    if (this.count === this.keys.length) {
      this.keys = doubled(this.keys);
      this.ends = doubled(this.ends);
    }
    const short = text.slice(0, LONGEST);
    while (this.length + short.length * 3 > this.bytes.length) this.bytes = Buffer.concat([this.bytes], this.bytes.length * 2);
    this.length += this.bytes.write(short, this.length);
    this.keys[this.count] = slot * TEXTS + this.count;
    this.ends[this.count] = this.length;
    this.count += 1;
  }

  /** The texts of a slot. Must be called in ascending order of slots, and after the last `add`. */
  of(slot: number): string[] {
    if (!this.isSorted) {
      this.keys = this.keys.subarray(0, this.count).toSorted();
      this.isSorted = true;
    }
    const texts: string[] = [];
    while (this.at < this.count && this.keys[this.at]! < (slot + 1) * TEXTS) {
      const number = this.keys[this.at]! % TEXTS;
      if (this.keys[this.at]! >= slot * TEXTS)
        texts.push(this.bytes.toString('utf8', number === 0 ? 0 : this.ends[number - 1], this.ends[number]));
      this.at += 1;
    }
    return texts;
  }
}

function doubled(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
