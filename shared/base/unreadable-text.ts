/** Shown in place of a stored text that cannot be decrypted. No ID of a service equals it. */
export const UNREADABLE_TEXT = 'This text cannot be read on this computer.';
