/** What a name denotes: a person, two people, a household, or an organization. */
import { isGivenName, isNamePrefix, isNameSuffix, isParticle, titlesBefore, words } from './name-words.ts';
import { areFormsOfOneName } from './nicknames.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

export type NameKind = 'empty' | 'person' | 'couple' | 'household' | 'organization' | 'nobody';

/** Words that only organizations have in their names. */
const ORGANIZATION_WORDS = words(`
  inc incorporated llc llp ltd limited plc corp corporation company gmbh pty pllc foundation fdn trustees cathedral synagogue
  mosque ministry ministries diocese archdiocese university academy institute institution seminary hospital clinica clínica medical
  health healthcare association assn assoc associates society council committee coalition alliance federation department dept bureau
  township government museum library theatre theater orchestra symphony ballet opera holdings partnership enterprises enterprise industries
  industry services service solutions systems technologies technology consulting consultants advisors investments ventures properties
  realty construction contractors supply supplies manufacturing mfg motors automotive restaurant cafe diner catering winery brewery productions
  publishing studio studios designs communications network networks international insurance financial finance mortgage logistics
  transportation airlines airways energy electric plumbing roofing landscaping pharmacy laboratories labs dental veterinary attorneys
  revocable irrevocable testamentary accounting cpas rotary kiwanis ymca ywca habitat charities charitable endowment nonprofit org organisation organization auxiliary bakery
  wholesale products equipment rentals leasing fitness salon spa software video entertainment daycare preschool pta pto hoa condominium
  apartments freelance group partners partnership`);

/** Words of organizations that are hardly ever last names: "Ann Poe Trust" is no person, although Ann is a given name. */
const SELDOM_LAST_NAMES = words('agency charity clinic club college estate estates fund league library office school schools trust');

/** Words of organizations that are also last names: "Alonzo Church" is a person, "First Presbyterian Church" is not. */
const LAST_NAMES_TOO = words(`
  bank banks church chapel temple parish union guild chamber county state city farm farms ranch marine press media law lions elks market markets
  store shop foods records sports games inn hotel homes builders corps mission american national center centre design data capital gallery
  credit transport town village house hall park court pets tours travel digital ${[...SELDOM_LAST_NAMES].join(' ')}`);

/** A name that matches is a household. */
const HOUSEHOLD =
  /^the\s+\p{L}{3,}s$|\b(?:family|families|household|hhd|residence)\s*$|^the\s+.+\s+family\b|\bfamily\s+(?:of|household)\b/iu;
const DECEASED = /\b(?:deceased|decd|dec'd|est(?:ate|\.)?\s+of|the\s+late)\b|(?:^|,\s*)late\s|†|\(\s*dec\.?\s*\)|\(\s*d\.\s*\d{4}\s*\)/i;

/** True for a text of titles only: Mr., Dr. and Mrs., Prof., The Rt. Rev., Gen. (Ret.). */
export function isHonorific(text: string): boolean {
  const parts = text.split(/[\s/&+]+|\band\b/i).filter((part) => part !== ''); // prettier-ignore
  const titles = titlesBefore(parts);
  return titles > 0 && titles === parts.length;
}

const OF_SOMETHING =
  /^(?:the\s+)?(?:est(?:ate|\.)?|office|friends|bank|university|college|city|town|county|state|school|church|department|board|league|society|order|village|museum|house|diocese)\s+of\b/i;
const AND_COMPANY = /\s(?:&|and)\s+(?:sons?|co|company|associates|daughters?|partners|bros?|brothers)\b\.?$/i;

/** A word such as in "Joe's Diner" and "St. Mary's". */
const POSSESSIVE = /\p{L}['’]s(?!\p{L})/iu;

/**
 * True when the text names a company, church, foundation or the like. One word alone counts as a person's name, and so
 * does a given name before a word that is also a last name.
 */
export function isOrganization(text: string): boolean {
  if (!/[\s&]/.test(text)) return false;
  const parts = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  if (OF_SOMETHING.test(text) || AND_COMPANY.test(text) || POSSESSIVE.test(text) || parts.some((part) => ORGANIZATION_WORDS.has(part)))
    return true;
  const doubtful = parts.filter((part) => LAST_NAMES_TOO.has(part)).length;
  if (doubtful > 1 || belongsToSomething(parts)) return true;
  const ending = parts.at(-1)!;
  return (
    parts.length > 2 &&
    LAST_NAMES_TOO.has(ending) &&
    !isNamePrefix(parts[0]!) &&
    !isInverted(text) &&
    (!isGivenName(parts[0]!) || (SELDOM_LAST_NAMES.has(ending) && parts.filter((part) => part.length > 1).length > 2)) &&
    !joinsGivenName(text)
  );
}

/** True for "First Bank of Portland", "Portland, City of", "of Tampa" and "Hope for Children". */
function belongsToSomething(parts: readonly string[]): boolean {
  for (let at = 0; at < parts.length; at++) {
    if (parts[at] === 'for' && at > 0 && at < parts.length - 1) return true;
    if (parts[at] === 'of' && (at === 0 || at === parts.length - 1 || LAST_NAMES_TOO.has(parts[at - 1]!))) return true;
  }
  return false;
}

/** True for a last name of several words that ends like an organization: "Fargo Bank", "Poe Trust". "Ann Trust" is a person. */
export function endsLikeOrganization(text: string): boolean {
  const parts = text.toLowerCase().split(' ');
  const ending = parts.at(-1)!;
  return (
    parts.length > 1 &&
    (ending === 'bank' || SELDOM_LAST_NAMES.has(ending)) &&
    !isGivenName(parts[0]!) &&
    !isNamePrefix(parts[0]!) &&
    !isParticle(parts[0]!) &&
    !parts[0]!.endsWith(',')
  );
}

/** True when a word of the text is common in names of organizations, or a preposition: "Grace Church", "Hope in Deed". */
export function mayBeOrganization(text: string): boolean {
  const parts = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return parts.some((part) => LAST_NAMES_TOO.has(part) || PREPOSITIONS.has(part));
}

const PREPOSITIONS = words('of in for the and to at on with by');

/** Words in small letters, in capitals or with a capital. The length and the first letter rule out nearly every name. */
class RareWords {
  private readonly texts: ReadonlySet<string>;
  private readonly shapes = new Uint8Array(32 * 32);

  constructor(text: string) {
    const list = [...words(text)];
    this.texts = new Set(list.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]));
    for (const word of this.texts) this.shapes[this.shape(word)] = 1;
  }

  /** Equal for both cases of the first letter. */
  private shape(text: string): number {
    return ((text.length & 31) << 5) | (text.charCodeAt(0) & 31);
  }

  has(text: string): boolean {
    return text !== '' && this.shapes[this.shape(text)] === 1 && this.texts.has(text);
  }
}

const ANONYMOUS = new RareWords('anonymous anon');
/** Of these words, all but ANONYMOUS are names by themselves, but not two of them: Johnny Cash is a person, "Cash Donation" is not. */
const NOBODY = new RareWords('anonymous anon test testing tester donor donation gift cash guest visitor unknown');

/** True for a first and a last name that belong to nobody: "Anonymous Donor", "Cash Donation", "Test Test". */
export function areNobody(first: string, last: string): boolean {
  const isLast = NOBODY.has(last);
  const isFirst = NOBODY.has(first);
  return (isFirst || isLast) && ((isFirst && isLast) || ANONYMOUS.has(first) || ANONYMOUS.has(last));
}

/** True for a text in place of a name: "In memory of Ann Poe". */
export function isDedication(text: string): boolean {
  return text.length > 12 && /^in\s+(?:loving\s+)?(?:memory|honou?r)\s+of\b/i.test(text);
}

/** Words in place of the name of a spouse. */
const NO_SPOUSE = new RareWords(
  'deceased divorced guest husband married no none same separated single spouse unmarried widow widowed widower wife yes',
);

export function isNoSpouse(text: string): boolean {
  return NO_SPOUSE.has(text);
}

/** The name without the word that joins it to the constituent: "and Kim". */
export function withoutJoint(text: string): string {
  return text.replace(/^(?:and\s+|[&+]\s*)/i, '');
}

/** Companions without a name: "Paul and Family", "Paul & his guest". */
const COMPANIONS =
  /^(?:(?:the|his|her|their|mr|mrs|ms)\.?\s+)?(?:family|guests?|child|children|kids?|sons?|daughters?|associates?|friends?|others|wife|husband|spouse|partner)$/i;

/** True for the second of two people when the text does not name them: "Family", "her guest". */
export function isUnnamed(second: string): boolean {
  return COMPANIONS.test(second);
}

/** True when a slash joins two forms of one first name: "Bob/Robert". */
export function areFormsOfOnePerson(text: string, [before, after]: readonly [string, string]): boolean {
  if (!text.includes('/')) return false;
  return areFormsOfOneName(before.split(' ').at(-1)!.toLowerCase(), after.split(' ')[0]!.toLowerCase());
}

/** True when a given name follows the sign that joins two people: "Gil & Jo Hall". */
function joinsGivenName(text: string): boolean {
  const second = splitPeople(text)?.[1].split(' ')[0];
  return second !== undefined && isGivenName(second);
}

export function isHousehold(text: string): boolean {
  return HOUSEHOLD.test(text) && !isOrganization(text.replace(/\b(?:family|household)\b/gi, ''));
}

export function isDeceased(text: string): boolean {
  return DECEASED.test(text);
}

/** True when a comma separates last and first name, not a name and its suffix. */
export function isInverted(text: string): boolean {
  const comma = text.indexOf(',');
  if (comma <= 0) return false;
  const parts = text.split(',').slice(1).map((part) => part.trim()); // prettier-ignore
  return parts.some((part) => part !== '' && !part.split(' ').every(isNameSuffix));
}

/** The word or sign that joins two people. A slash needs letters on both sides. "Or" with one capital is a name. */
const JOINT = /\s+(?:[Aa][Nn][Dd]|[Uu][Nn][Dd]|[Ee][Tt]|[YyEe]|or|OR)\s+|\s*[&+]\s*|(?<=\p{L}{2})\s*\/\s*(?=\p{L}{2})|\s*;\s*/u;

/** The texts of two people in one name, or null: "Jane and John", "John Smith & Jane Doe", "Mr. and Mrs. Smith". */
export function splitPeople(text: string): [string, string] | null {
  const classes = classesOf(text);
  if ((classes & TEXT_CLASS.joiner) === 0 && (classes & TEXT_CLASS.space) === 0) return null;
  const match = JOINT.exec(text);
  if (match === null) return null;
  // "y" and "e" join the two last names of one Spanish or Portuguese person far more often than two people.
  if (/^\s+(?:y|e)\s+$/i.test(match[0])) return null;
  const before = text.slice(0, match.index).trim();
  const after = text.slice(match.index + match[0].length).trim();
  if (!/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return null;
  return [before, after];
}
