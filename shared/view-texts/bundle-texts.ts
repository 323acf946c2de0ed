/** Texts about handing over a project, for the page and the terminal. */
import type { Output } from '../contract/index.ts';

export const HAND_OVER_MEANS =
  'From then on it can be sent only from the computer that opens the bundle. Here it can be read and saved, but not sent, resumed or corrected.';
export const CHECKED_THERE =
  'There, it is checked with the do-not-screen list, organization rules and earlier screenings of that computer.';
export const TAKE_BACK_MEANS =
  'Do this only if nobody has opened the bundle and nobody will: if somebody sends the list from it, the list could be paid for twice.';

/** What the user must know about a project that was opened from a bundle, as sentences. */
export function openedTexts({ project, isSameAccount }: Pick<Output<'bundles.open'>, 'project' | 'isSameAccount'>): string[] {
  return [
    ...(isSameAccount ? [] : [`“${project.connection.name}” does not reach the account of this project.`]),
    project.held?.text ?? 'It belongs to this computer now, and can be sent from here.',
  ];
}
