/** Texts about refused rows that the service's answer does not identify. They are listed, but never assigned to a person. */
import { countText, numberText } from '../base/index.ts';

/** Null when there are none. */
export function unplacedSentence(unplaced: number, refused: number): string | null {
  if (unplaced === 0) return null;
  const rows = refused > 0 ? `${numberText(unplaced)} more ${unplaced === 1 ? 'row' : 'rows'}` : countText(unplaced, 'row');
  return `The service did not accept ${rows}, but its answer does not prove which. The export of these rows lists what it says about ${unplaced === 1 ? 'it' : 'them'}.`;
}
