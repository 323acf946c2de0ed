/** Bytes that a buffer may have behind the bytes in it. */
export const SPARE_BYTES = 1;

/**
 * Frees the memory of bytes or numbers that nobody reads any more, unless others share their buffer. The engine frees a buffer only when it collects the
 * small object that owns it, and the system's allocator keeps for itself what was in use at once.
 */
export function freeBytes({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && byteLength >= buffer.byteLength - SPARE_BYTES) buffer.transfer(0);
}
