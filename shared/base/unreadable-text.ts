/** Shown in place of a stored text that cannot be decrypted. No service has this as an ID. */
export const UNREADABLE_TEXT = 'This text cannot be read on this computer.';
