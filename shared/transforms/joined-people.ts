/** Finds several people in one name: in brackets, after dashes or commas, and companions without a name. */
import { splitPeople } from './name-kinds.ts';
import { canBeGiven, isGivenName, isNamePrefix, isNameSuffix, isOnlyGivenName, isSureSuffix, titlesBefore, words } from './name-words.ts';
import { areFormsOfOneName } from './nicknames.ts';
import { isOrganization } from './organizations.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

/**
 * Puts "&" between two people when the second one is in brackets, after a dash, or after "with": "Otto Poe (& Ann)",
 * "Otto Poe - Ann Hale", "Otto Poe w/ guest". Joins two last names before one first name with a hyphen: "Poe/Hale, Ann".
 */
export function withJoint(text: string): string {
  if (
    (classesOf(text) & (TEXT_CLASS.bracket | TEXT_CLASS.joiner | TEXT_CLASS.hyphen | TEXT_CLASS.foreign)) === 0 &&
    !/ (?:w\/|with |plus )/.test(text)
  )
    return text;
  const [, left, right] = DASHED.exec(text) ?? [];
  if (left !== undefined && right !== undefined && isWholePerson(left) && isWholePerson(right)) return `${left} & ${right}`;
  return text
    .replace(WIFE_IN_BRACKETS, (all, before: string, wife: string) =>
      isAnotherPerson(wife, before) ? `${before} & ${wife}${all.endsWith(')') ? '' : ' '}` : all,
    )
    .replace(IN_BRACKETS, ' & $1')
    .replace(WITH, (all, name: string) => (isGivenName(name.split(' ', 1)[0]!) ? `${name} & ` : all))
    .replace(TWO_LAST_NAMES, '$1-$2,');
}
const DASHED = /^([^–—-]+?)\s+(?:[–—]|-{1,2})\s+([^–—-]+)$/;
const IN_BRACKETS =
  /\s*(?:[([]\s*(?:(?:[Aa]nd|w\/|[Ww]ith|[Ss]pouse|[Ww]ife|[Hh]usband|[Pp]artner)\b:?|[&+])|(?:\b[Aa]nd\b|[&+])\s*[([])\s*(\p{Lu}[^()[\]]*\p{L})\s*[)\]]/u;
/** "Mr. and Mrs. Otto (Ann) Poe", "Mr. and Mrs. Otto Poe (Ann)", "Poe, Mr. and Mrs. Otto (Ann)" */
const WIFE_IN_BRACKETS =
  /^(\p{L}[^()&]*\s(?:and|&)\sMrs\.?(?:\s\p{L}[\p{L}.'’-]*){1,4})\s\((\p{Lu}\p{Ll}{2,}(?:\s\p{Lu}\p{Ll}+)?)\)(?:$|\s(?=\p{Lu}))/u;
const WITH = /^(\p{L}[\p{L}.'’-]+(?:\s\p{L}[\p{L}.'’-]*){1,2})\s(?:w\/\s?|with\s|plus\s(?=guest))(?=\p{Lu}|guests?$)/u;
const TWO_LAST_NAMES = /^(\p{L}[\p{L}'’-]+)\s?\/\s?(\p{L}[\p{L}'’-]+),(?=[^/&+,;]+$)(?!.*\sand\s)/iu;

/** Nicknames of men that are not short forms of a first name. */
const NICKNAMES = words('bo bubba bud buddy buster buzz chip duke jay junior rocky rusty skip sonny tex trey');

/** True for Ann after "Mr. and Mrs. Otto", but not for Bob after "Mr. and Mrs. Robert". */
const isAnotherPerson = (wife: string, before: string): boolean => {
  const name = wife.split(' ', 1)[0]!.toLowerCase();
  return isGivenName(name) && !NICKNAMES.has(name) && !before.toLowerCase().split(' ').some((word) => word === name || areFormsOfOneName(word, name)); // prettier-ignore
};

/**
 * A company with a contact person, if no word shows that it is a company: "Poe Steel, Attn: Ann Hale", "Poe Steel (Ann Hale)", "Poe Steel -
 * Ann Hale". Only certain with "Attn"; otherwise `text` joins both with "&". Null if the text begins with a first name or a title.
 */
export function companyAndContact(text: string): { text: string; isCertain: boolean } | null {
  if (!/\s(?:[–—(-]|attn)/i.test(text)) return null;
  const [, company = '', mark = '', contact = ''] = CONTACT.exec(text) ?? [];
  const parts = company.split(' ');
  if (parts.length < 2 || canBeGiven(parts[0]!) || isNamePrefix(parts[0]!) || !parts.every((part) => /^\p{Lu}[\p{L}'’]{2,}$/u.test(part)))
    return null;
  if (/attn/i.test(mark)) return { text: company, isCertain: true };
  return isWholePerson(contact) ? { text: `${company} & ${contact}`, isCertain: false } : null;
}
const CONTACT = /^([^,;&()[\]–—-]+?)(,?\s\(?attn\b[.:]?\s?|\s[–—-]+\s|\s\()([^,;&()[\]–—-]+)\)?$/iu;

/** Splits two people at a comma: "Ann Poe, Otto Poe"; null for other texts. */
export function splitAtComma(text: string): [string, string] | null {
  const comma = text.indexOf(',');
  if (comma < 0 || text.includes(',', comma + 1)) return null;
  const sides: [string, string] = [text.slice(0, comma).trim(), text.slice(comma + 1).trim()];
  // "Ms. Ann Poe, Mr. Otto Hale": each has a title.
  if (sides.every(isTitledPerson)) return sides;
  const names = sides.map(untitled);
  return names.every(isWholePerson) && names.some((name) => isOnlyGivenName(name.split(' ', 1)[0]!)) ? sides : null;
}

/** True for a first and a last name after a title: "Mr. Otto Poe". Dr. can also begin a degree: "Dr. Public Health". */
function isTitledPerson(text: string): boolean {
  const parts = text.split(' ');
  const titles = titlesBefore(parts);
  if (titles === 0 || parts.length - titles < 2 || !/^\p{Lu}[\p{L}'’-]+$/u.test(parts.at(-1)!) || isNameSuffix(parts.at(-1)!)) return false;
  return isGivenName(parts[titles]!) || (/^(?:mrs?|ms|miss|mx)\.?$/i.test(parts[0]!) && /^\p{Lu}/u.test(parts[titles]!));
}

/** Removes titles and a suffix from a name: "Mr. Otto Poe Jr." */
function untitled(text: string): string {
  const parts = text.split(' ');
  const to = isSureSuffix(parts.at(-1)!) ? -1 : parts.length;
  return parts.slice(Math.min(titlesBefore(parts), parts.length - 1), to).join(' ');
}

/** True for more than two people, separated by commas: "Ann Poe, Otto Poe, Ida Hale". */
export function areWholePersons(text: string): boolean {
  const sides = text.split(',');
  return sides.length > 2 && sides.every((side) => isWholePerson(side.trim()));
}

/** True for a first name and a last name that is not a first name too: Ann Poe, Ann Q. Poe. */
function isWholePerson(text: string): boolean {
  const parts = text.split(' ');
  const last = parts.at(-1)!;
  return parts.length > 1 && isGivenName(parts[0]!) && last.length > 2 && !isGivenName(last) && !isNameSuffix(last);
}

/**
 * Removes companions without a name, and the word for the relation before a named one: "Ann and Otto Poe and Family", "Ann Poe and husband
 * Otto".
 */
export function withoutCompanions(text: string): string {
  if (!/[&+/]|\sand\s/i.test(text)) return text;
  const alone = COMPANY_OF_ONE.exec(text)?.[1];
  if (alone !== undefined && isGivenName(alone.split(' ', 1)[0]!) && !isOrganization(alone)) return alone;
  const [, family, one = '', two = ''] = FAMILY_OF_TWO.exec(text) ?? [];
  if (family !== undefined && (isGivenName(one) || isGivenName(two) || (INITIAL.test(one) && INITIAL.test(two)))) return family;
  const [, whole, first = '', second = ''] = FAMILY_OF_WHOLE.exec(text) ?? [];
  if (whole !== undefined && isGivenName(first) && isGivenName(second)) return whole;
  const people = COMPANY_OF_TWO.exec(text);
  return people === null || splitPeople(people[1]!) === null ? text.replace(RELATION, '$1') : people[1]!;
}
/** "Otto Poe and his wife Ann" */
const RELATION = /^(\S+\s.*?\s(?:and|&|\+)\s)(?:his\s|her\s)?(?:wife|husband|spouse|partner),?\s(?=\p{L})/iu;
const COMPANY_OF_ONE =
  /^(\p{L}+\.?(?:\s[\p{L}.'’-]+){1,3}),?\s+(?:and|&|\+)\s+(?:(?:the\s|their\s|his\s|her\s)?(?:kids|children|co-?workers|colleagues|neighbou?rs|friends)|\d{1,2}\s\p{L}+s|(?:two|three|four|five|six|seven|eight)\sguests)$/iu;
/** "The Otto and Ann Poe Family", "A & B Poe Household" */
const FAMILY_OF_TWO = /^(?:the\s)?((\p{L}+\.?)\s(?:and|&)\s(\p{L}+\.?)(?:\s(?!and\s)[\p{L}.'’-]+){1,3})\s(?:family|household)$/iu;
/** "Otto Poe & Ida Hale Household", "Otto Poe/Ida Hale Household" */
const FAMILY_OF_WHOLE =
  /^(?:the\s)?((\p{L}+)(?:\s(?!and\s)[\p{L}.'’-]+){0,3}?(?:\s(?:and|&)\s|\s?\/\s?)(\p{L}+)(?:\s(?!and\s)[\p{L}.'’-]+){1,3})\s(?:family|household)$/iu;
const INITIAL = /^\p{L}\.?$/u;
const COMPANY_OF_TWO = /^(.+?),?\s+(?:and|&|\+)\s+(?:(?:the|their)\s)?(?:family|guests?|children|kids)$/i;
