/**
 * Sizes of large buffers. From 32 MB on, the C library maps separate memory for a buffer. That memory returns to the system as soon as the
 * buffer is freed, and pages that are never touched cost nothing. The C library keeps the memory of smaller buffers, and their use also
 * raises how much it keeps of others.
 */

const MAPPED_BYTES = (32 << 20) + (1 << 16);
/** Smaller buffers keep their size. */
const LARGE_BYTES = 1 << 20;

/** The size in bytes to give a buffer that lives for the time of one task and uses the first `bytes` of it. */
export const mappedSize = (bytes: number): number => (bytes < LARGE_BYTES ? bytes : Math.max(bytes, MAPPED_BYTES));
