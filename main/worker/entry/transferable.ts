/** Bytes that can change threads without a copy. */

/** The bytes in a buffer that holds nothing else: the same ones where possible, else a copy. Their sender loses the buffer. */
export function transferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && byteOffset === 0 && byteLength === buffer.byteLength;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
