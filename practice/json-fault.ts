/** Locates the error in a JSON text. Runs only after JSON.parse has failed, so it is written for clarity, not speed. */

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const isHex = (byte: number | undefined) => isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
const LITERALS = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);

/** Thrown only in this file, to leave any nesting depth at once. */
class Stop extends Error {
  readonly at: number;
  constructor(at: number) {
    super();
    this.at = at;
  }
}

/** Offset of the first byte that makes the text invalid, or its length when it is only incomplete; -1 for valid JSON. */
export function jsonFaultAt(bytes: Uint8Array): number {
  let at = 0;
  const expect = (accepted: boolean) => {
    if (!accepted) throw new Stop(at);
    at++;
  };
  const space = () => {
    while (isSpace(bytes[at])) at++;
  };
  const string = () => {
    at++;
    for (;;) {
      const byte = bytes[at];
      expect(byte !== undefined && byte >= 0x20);
      if (byte === 0x22) return;
      if (byte !== 0x5c) continue;
      const escape = bytes[at];
      expect(escape !== undefined && '"\\/bfnrtu'.includes(String.fromCharCode(escape)));
      if (escape === 0x75) for (let digit = 0; digit < 4; digit++) expect(isHex(bytes[at]));
    }
  };
  const digits = () => {
    expect(isDigit(bytes[at]));
    while (isDigit(bytes[at])) at++;
  };
  const number = () => {
    if (bytes[at] === 0x2d) at++;
    if (bytes[at] === 0x30) at++;
    else digits();
    if (bytes[at] === 0x2e) {
      at++;
      digits();
    }
    if (((bytes[at] ?? 0) | 0x20) === 0x65) {
      at++;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at++;
      digits();
    }
  };
  const scalar = () => {
    const byte = bytes[at];
    const literal = LITERALS.get(byte ?? 0);
    if (byte === 0x22) string();
    else if (literal !== undefined) for (const letter of literal) expect(bytes[at] === letter.charCodeAt(0));
    else if (byte === 0x2d || isDigit(byte)) number();
    else throw new Stop(at);
  };
  // Closing bytes of the open containers; a list instead of recursion, so that a million brackets cannot overflow the stack.
  const open: number[] = [];
  const key = () => {
    if (bytes[at] !== 0x22) throw new Stop(at);
    string();
    space();
    expect(bytes[at] === 0x3a);
    space();
  };
  try {
    space();
    for (;;) {
      const byte = bytes[at];
      if (byte === 0x7b || byte === 0x5b) {
        at++;
        space();
        const closing = byte + 2;
        if (bytes[at] !== closing) {
          open.push(closing);
          if (byte === 0x7b) key();
          continue;
        }
        at++;
      } else scalar();
      space();
      while (open.length > 0 && bytes[at] === open.at(-1)) {
        open.pop();
        at++;
        space();
      }
      if (open.length === 0) {
        return at === bytes.length ? -1 : at;
      }
      expect(bytes[at] === 0x2c);
      space();
      if (open.at(-1) === 0x7d) key();
    }
  } catch (error) {
    if (error instanceof Stop) return Math.min(error.at, bytes.length);
    throw error;
  }
}
