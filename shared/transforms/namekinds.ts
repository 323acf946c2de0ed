/** What a name denotes: a person, two people, a household, or an organization. */
import { isGivenName, isNamePrefix, isNameSuffix, words } from './namewords.ts';
import { TEXT_CLASS, classesOf } from './text.ts';

export type NameKind = 'empty' | 'person' | 'couple' | 'household' | 'organization';

/** Words that only organizations have in their names. */
const ORGANIZATION_WORDS = words(`
  inc incorporated llc llp ltd limited plc corp corporation company gmbh pty pllc foundation fdn trustees cathedral synagogue
  mosque ministry ministries diocese archdiocese university academy institute institution seminary hospital clinica clínica medical
  health healthcare association assn assoc associates society council committee coalition alliance federation department dept bureau
  township government museum library theatre theater orchestra symphony ballet opera holdings partnership enterprises enterprise industries
  industry services service solutions systems technologies technology consulting consultants advisors investments ventures properties
  realty construction contractors supply supplies manufacturing mfg motors automotive restaurant cafe catering winery brewery productions
  publishing studio studios designs communications network networks international insurance financial finance mortgage logistics
  transportation airlines airways energy electric plumbing roofing landscaping pharmacy laboratories labs dental veterinary attorneys
  accounting cpas rotary kiwanis ymca ywca habitat charities charity charitable endowment nonprofit org organisation organization bakery
  wholesale products equipment rentals leasing fitness salon spa software video entertainment daycare preschool pta pto hoa condominium
  apartments freelance group partners partnership`);

/** Words of organizations that are also last names: "Alonzo Church" is a person, "First Presbyterian Church" is not. */
const LAST_NAMES_TOO = words(`
  bank banks church chapel temple parish school schools college clinic club union guild chamber county state city farm farms ranch marine press
  media law lions elks market markets store shop foods records sports games inn hotel office agency fund trust homes estates builders corps
  mission american national center centre design data capital gallery credit transport league town village house hall park court pets tours
  travel digital`);

/** A name that matches is a household. */
const HOUSEHOLD =
  /^the\s+\p{L}{3,}s$|\b(?:family|families|household|hhd|residence)\s*$|^the\s+.+\s+family\b|\bfamily\s+(?:of|household)\b/iu;
const DECEASED = /\b(?:deceased|decd|dec'd|estate\s+of|the\s+late)\b|^late\s|†|\(\s*dec\.?\s*\)|\(\s*d\.\s*\d{4}\s*\)/i;

/** True for a text of titles only: Mr., Dr. and Mrs., Prof. */
export function isHonorific(text: string): boolean {
  const parts = text.split(/[\s/&+]+|\band\b/i).filter((part) => part !== ''); // prettier-ignore
  return parts.length > 0 && parts.every((part) => isNamePrefix(part));
}

const OF_SOMETHING =
  /^(?:the\s+)?(?:estate|office|friends|bank|university|college|city|town|county|state|school|church|department|board|league|society|order|village|museum|house|diocese)\s+of\b/i;
const AND_COMPANY = /\s(?:&|and)\s+(?:sons?|co|company|associates|daughters?|partners|bros?|brothers)\b\.?$/i;

/**
 * True when the text names a company, church, foundation or the like. One word alone counts as a person's name, and so
 * does a given name before a word that is also a last name.
 */
export function isOrganization(text: string): boolean {
  if (!/[\s&]/.test(text)) return false;
  const parts = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  if (OF_SOMETHING.test(text) || AND_COMPANY.test(text) || parts.some((part) => ORGANIZATION_WORDS.has(part))) return true;
  const doubtful = parts.filter((part) => LAST_NAMES_TOO.has(part)).length;
  if (doubtful > 1) return true;
  return (
    parts.length > 2 &&
    LAST_NAMES_TOO.has(parts.at(-1)!) &&
    !isGivenName(parts[0]!) &&
    !isNamePrefix(parts[0]!) &&
    !isInverted(text) &&
    !joinsGivenName(text)
  );
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

/** The word or sign that joins two people. A slash needs letters on both sides. */
const JOINT = /\s+(?:and|und|et|y|e)\s+|\s*[&+]\s*|(?<=\p{L}{2})\s*\/\s*(?=\p{L}{2})|\s*;\s*/iu;

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
