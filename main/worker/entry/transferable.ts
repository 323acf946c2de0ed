/** Bytes that can be transferred between threads without copying. */

/** The bytes in a buffer of their own: the same buffer if possible, otherwise a copy. The sender can no longer use the buffer. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
