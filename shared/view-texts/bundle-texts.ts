/** What handing a project over means: the page and the terminal say the same. */

export const HAND_OVER_MEANS =
  'From then on it can be sent only from the computer that opens the bundle. Here it can be read and saved, but not sent, resumed or corrected.';
export const CHECKED_THERE =
  'There, it is checked with the do-not-screen list, organization rules and earlier screenings of that computer.';
export const TAKE_BACK_MEANS =
  'Do it only if nobody has opened the bundle or will open it: if somebody sends the list there, it could be paid for twice.';
