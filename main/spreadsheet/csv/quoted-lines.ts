/**
 * Texts in which whole lines are quoted: `"1,Ines,""Birch Rd, 3"""`. They come from programs that saved a list as a single column. Without
 * the outer quotes, each line is a row again.
 */
const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** Removes the quotes around whole lines, chunk by chunk. Does not change lines without them. */
export function unquoteLines(): (chunk: Uint8Array) => Buffer {
  let inside = false;
  let begins = true;
  let pending = false;
  return (chunk) => {
    const text = Buffer.allocUnsafe(chunk.length + 1);
    let length = 0;
    for (const byte of chunk) {
      if (inside && pending) {
        pending = false;
        if (byte === QUOTE) {
          text[length++] = QUOTE;
          continue;
        }
        inside = false;
      } else if (inside && byte === QUOTE) {
        pending = true;
        continue;
      } else if (!inside && begins && byte === QUOTE) {
        inside = true;
        begins = false;
        continue;
      }
      text[length++] = byte;
      begins = !inside && (byte === LF || byte === CR);
    }
    return text.subarray(0, length);
  };
}

const LEAST_WRAPPED = 0.5;
/** A quoted cell inside a quoted line. */
const QUOTED_CELL = /""(?:[^"]|"{4})*""/g;
const WHOLE_LINE = /^"(?:[^"]|"")*"$/;

/** True if at least half of the lines are one quoted cell that contains the delimiter, without a blank after it. */
export function quotesLines(text: string, delimiter: string): boolean {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').slice(0, -1).slice(0, 400); // prettier-ignore
  const whole = lines.filter((line) => WHOLE_LINE.test(line) && line.includes(delimiter));
  if (whole.length < 2 || whole.length < lines.length * LEAST_WRAPPED) return false;
  const outer = whole.map((line) => line.replaceAll(QUOTED_CELL, '')).join('\n');
  const countOf = (part: string) => outer.split(part).length - 1;
  return countOf(`${delimiter} `) * 4 < countOf(delimiter);
}
