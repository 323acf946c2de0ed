/**
 * Whether single letters and digits act as keys of a page, as in Review. Speech input types such letters, so they can be switched off
 * (WCAG 2.2, criterion 2.1.4).
 */
import { remember, remembered } from '../navigation/index.ts';

const KEY = 'letter-keys';

export const hasLetterKeys = (): boolean => remembered(KEY) !== false;
export const keepLetterKeys = (isOn: boolean): void => remember(KEY, isOn);

/** True for a letter, digit or other character without Ctrl, Alt or ⌘. */
export const isLetterKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.length === 1 && !altKey && !ctrlKey && !metaKey;
