/** Blowfish as in old OpenDocument files (64-bit cipher feedback), which OpenSSL no longer supports. For reading only. */

const ROUNDS = 16;
const ROUND_KEYS = ROUNDS + 2;
const BOXES = 4;
const BOX_WORDS = 256;
const BLOCK = 8;

let initial: Uint32Array | null = null;

/** The first words of the fractional part of pi, with which the cipher begins, by Machin's formula. */
function wordsOfPi(count: number): Uint32Array {
  const spare = 64n;
  const bits = BigInt(count * 32) + spare;
  const one = 1n << bits;
  const arcCotangent = (of: bigint): bigint => {
    const square = of * of;
    let power = one / of;
    let sum = power;
    for (let step = 3n, sign = -1n; power > 0n; step += 2n, sign = -sign) {
      power /= square;
      sum += (sign * power) / step;
    }
    return sum;
  };
  const pi = 16n * arcCotangent(5n) - 4n * arcCotangent(239n);
  const digits = ((pi - 3n * one) >> spare).toString(16).padStart(count * 8, '0');
  return Uint32Array.from({ length: count }, (_, at) => Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16));
}

/** Decrypts the pieces of one text in order. The initialization vector has 8 bytes. */
export class BlowfishFeedback {
  private readonly keys: Uint32Array;
  private readonly boxes: Uint32Array;
  private readonly block = new Uint32Array(2);
  private readonly register: Buffer;
  private used = BLOCK;
  private readonly stream = Buffer.alloc(BLOCK);

  constructor(key: Uint8Array, vector: Uint8Array) {
    initial ??= wordsOfPi(ROUND_KEYS + BOXES * BOX_WORDS);
    this.keys = initial.slice(0, ROUND_KEYS);
    this.boxes = initial.slice(ROUND_KEYS);
    this.register = Buffer.from(vector);
    for (let at = 0, from = 0; at < ROUND_KEYS; at++) {
      let word = 0;
      for (let byte = 0; byte < 4; byte++, from = (from + 1) % key.length) word = (word << 8) | key[from]!;
      this.keys[at]! ^= word;
    }
    for (const table of [this.keys, this.boxes])
      for (let at = 0; at < table.length; at += 2) {
        this.encrypt();
        table.set(this.block, at);
      }
  }

  /** Encrypts `block` in place. */
  private encrypt(): void {
    const { keys, boxes, block } = this;
    let left = block[0]!;
    let right = block[1]!;
    for (let round = 0; round < ROUNDS; round++) {
      left = (left ^ keys[round]!) >>> 0;
      const sum = (boxes[left >>> 24]! + boxes[BOX_WORDS + ((left >>> 16) & 255)]!) >>> 0;
      const mixed = (sum ^ boxes[2 * BOX_WORDS + ((left >>> 8) & 255)]!) >>> 0;
      right = (right ^ (mixed + boxes[3 * BOX_WORDS + (left & 255)]!)) >>> 0;
      [left, right] = [right, left];
    }
    block[0] = right ^ keys[ROUNDS + 1]!;
    block[1] = left ^ keys[ROUNDS]!;
  }

  update(encrypted: Uint8Array): Buffer {
    const plain = Buffer.alloc(encrypted.length);
    for (let at = 0; at < encrypted.length; at++) {
      if (this.used === BLOCK) {
        this.block[0] = this.register.readUInt32BE(0);
        this.block[1] = this.register.readUInt32BE(4);
        this.encrypt();
        this.stream.writeUInt32BE(this.block[0], 0);
        this.stream.writeUInt32BE(this.block[1], 4);
        this.used = 0;
      }
      plain[at] = encrypted[at]! ^ this.stream[this.used]!;
      this.register[this.used++] = encrypted[at]!;
    }
    return plain;
  }
}
