/** A buffer may be this many bytes longer than its view and is still freed. */
export const SPARE_BYTES = 1;

/**
 * Frees the memory of an array that nobody reads any more, unless other views share its buffer. Otherwise the engine frees the buffer only
 * when it collects the small object that owns it, and by then the allocator has grown by all buffers that were alive at once.
 */
export function freeBytes({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && byteLength >= buffer.byteLength - SPARE_BYTES) buffer.transfer(0);
}
