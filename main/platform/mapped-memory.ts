/**
 * Size in bytes from which the system maps memory of its own for a buffer: it gets that memory back at once when the buffer is freed, and
 * pages that are never touched cost nothing. A smaller buffer that is freed may stay with the C library, which also keeps more of later ones.
 */
export const MAPPED_BYTES = (32 << 20) + (1 << 16);
