/**
 * Sizes of large buffers. From 32 MB on, the system maps memory of its own for a buffer: it gets that memory back at once when the buffer is
 * freed, and pages that are never touched cost nothing. A smaller buffer that is freed stays with the C library, which then keeps more of
 * all others too.
 */

const MAPPED_BYTES = (32 << 20) + (1 << 16);
/** Smaller buffers are not worth it. */
const LARGE_BYTES = 1 << 20;

/** The size in bytes to give a buffer that lives for the time of one task and uses the first `bytes` of it. */
export const mappedSize = (bytes: number): number => (bytes < LARGE_BYTES ? bytes : Math.max(bytes, MAPPED_BYTES));
