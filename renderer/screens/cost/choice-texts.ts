/** Sentences about people who are not sent now. `shown`: the number as text, which is a placeholder while it is counted again. */

/** Under “The best for your credits”. */
export function laterText(people: number, shown: string): string {
  if (people === 0) return 'Nobody is kept for later';
  return `${shown} ${people === 1 ? 'is' : 'are'} kept for later`;
}

/** Under “A pilot first, the rest later”. */
export function afterPilotText(people: number, shown: string): string {
  if (people === 0) return 'The pilot has everyone; nobody is left for later';
  return `The other ${shown} can follow once you have seen the pilot`;
}

/** The people of an earlier screening who have not changed. */
export const keepScoresText = (people: number, shown: string): string => `${shown} ${people === 1 ? 'keeps' : 'keep'} their scores`;

/** The credits that a list needs, and those that are left. */
export const needText = (needed: number, neededShown: string, left: number, leftShown: string): string =>
  `${neededShown} ${needed === 1 ? 'is' : 'are'} needed and ${leftShown} ${left === 1 ? 'is' : 'are'} left`;
