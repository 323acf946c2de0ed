import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, lower-case hexadecimal. */
export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
