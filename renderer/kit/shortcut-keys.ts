/** Names of shortcut keys on this computer, and checks of key events. */

const isMac = /mac/i.test(navigator.platform);

/** Names of the modifier keys. */
export const CONTROL = isMac ? '⌘' : 'Ctrl';
export const ALT = isMac ? '⌥' : 'Alt';

/** A shortcut as text: "Ctrl N", on a Mac "⌘N". */
export const shortcutText = (key: string): string => (isMac ? `${CONTROL}${key}` : `${CONTROL} ${key}`);

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** True for Ctrl or ⌘ with a key and no other modifier. `key` is lower-case: "n", "enter". */
export const isControlKey = (event: Keys, key: string): boolean =>
  (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === key;

/** True when the target of a key event is a field, where keys type characters. */
export const isTyping = ({ target }: { readonly target: EventTarget | null }): boolean =>
  target instanceof Element && target.closest('input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]') !== null;
