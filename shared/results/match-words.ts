/** How sure the service is that a result belongs to the person, in a word. */

/** True for a column with the confidence of a match. */
export const isMatchColumn = (path: string): boolean => /(?:^|\.)confidenceOfMatch$/i.test(path) && !path.startsWith('pending');

/** `confidence`: 0 to 100. */
export function matchWord(confidence: number): 'strong' | 'fair' | 'weak' {
  if (confidence >= 90) return 'strong';
  return confidence >= 70 ? 'fair' : 'weak';
}
