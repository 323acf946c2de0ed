/** Suggests a better name for a project that has the name of its file. */

/** Additions to file names by exports, downloads and copies. */
const COPY = /\s*(?:\(\d{1,3}\)|\bcopy(?:\s*\d{1,3})?)\s*$/iu;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const TIME = String.raw`(?:[ T]*(?:at )?\d{1,2}[ .:h]?\d{2}(?:[ .:]?\d{2})?\s*(?:[ap]m)?)?`;
const DATES = [
  String.raw`(?:19|20)\d{2}[-. ]?(?:0\d|1[0-2])[-. ]?(?:[0-2]\d|3[01])${TIME}`,
  String.raw`\d{1,2}[-. ]\d{1,2}[-. ](?:(?:19|20)\d{2}|\d{2})${TIME}`,
  String.raw`(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\d{2}${TIME}`,
  String.raw`\d{1,2} (?:${MONTH})\.? (?:19|20)\d{2}${TIME}`,
].map((date) => new RegExp(String.raw`(?<![\p{L}\d])(?:${date})(?![\p{L}\d])`, 'iu'));
/** Words at the beginning that say where a file comes from, but nothing about its people. */
const FROM = /^(?:(?:re|nxt|rex?|sf|crm|query|export|exported|report|download|results?)\s+)+(?=\S)/iu;
const LETTERS = /\p{L}{2}/u;

/**
 * A readable name for the name of a file with a date or a copy number: “LYBUNT FY26” for “RE_Query_LYBUNT_FY26 (2)”. Null if the name has
 * neither of them, or nothing else.
 */
export function betterName(name: string): string | null {
  const spaced = name.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();
  let better = spaced;
  let isFileName = false;
  const without = (pattern: RegExp) => {
    const shorter = better.replace(pattern, ' ').replaceAll(/\s+/g, ' ').trim();
    isFileName ||= shorter !== better;
    better = shorter;
  };
  without(COPY);
  for (const date of DATES) without(date);
  // Once more, because a date can be after the copy number.
  without(COPY);
  if (!isFileName) return null;
  better = better.replace(FROM, '').replaceAll(/^[-–.,\s]+|[-–.,\s]+$/g, '');
  return LETTERS.test(better) ? better : null;
}
