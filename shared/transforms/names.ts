/** Splits a whole name of one or two people, and recognizes organizations, households and dedications. */
import { areThree, type FullName, isFirstName, noSpouse, orderOfCouple, splitCouple } from './couples.ts';
import { areFormsOfOnePerson, isDedication, isHonorific, isHousehold, isUnnamed, splitPeople, type NameKind } from './name-kinds.ts';
import { areWholePersons, companyAndContact, splitAtComma, withJoint, withoutCompanions } from './joined-people.ts';
import { isDeceased, withoutDeath, withoutHtml, withoutMarks, withoutSorting } from './name-marks.ts';
import {
  canBeFirstName,
  canBeGiven,
  isGivenAnywhere,
  isGivenName,
  isNamePrefix,
  isNameSuffix,
  isPlainSuffix,
  isSpanishName,
  NAME_VOCABULARY,
  titlesBefore,
  words,
} from './name-words.ts';
import { hasOrganizationEnding, isKnownOrganization, isOrganization, mayBeFirm, ORGANIZATION_VOCABULARY } from './organizations.ts';
import { isNativePair, PORTUGUESE_GENERATIONS } from './last-names.ts';
import { isInverted, noPerson, splitLastFirst, splitPerson, splitPlain, type PersonName } from './person-names.ts';
import { LONGEST_READ, TEXT_CLASS, classesOf, tidySpaces } from './text.ts';

const unsplit = (kind: NameKind, last: string): FullName => ({ ...noPerson(), ...noSpouse, kind, last });

/** A person without a spouse. */
const alone = (person: PersonName): FullName => ({ ...person, ...noSpouse, kind: 'person' });

/** An email after a name: "Ann Poe <ann@example.org>". */
const EMAIL_BEHIND = /(?<=\p{L}.*)[\s,;:–-]+[<([]?(?:mailto:)?[^\s<>()@]+@[^\s<>()@]+\.\p{L}+[>)\]]?$/iu;
/** The dedication of a gift after a name: "Ann Poe in memory of Otto Poe". */
const GIFT_FOR = /(?<=\p{L}\s\p{L}.*)[\s,;–-]+in\s(?:loving\s)?(?:memory|honou?r)\sof\s.*$/iu;

/** Removes an email or a dedication after a name. */
function withoutAddition(text: string): string {
  const bare = text.includes('@') ? text.replace(EMAIL_BEHIND, '') : text;
  return bare.includes(' in ') ? bare.replace(GIFT_FOR, '') : bare;
}

/** Removes the person who receives mail for somebody: "John Smith c/o Mary Doe". */
function withoutCareOf(text: string): string {
  const at = /[/%]|attn|attention|fbo|care of/i.test(text)
    ? text.search(/\s(?:c\/o|%|in\scare\sof)\s|[\s,;(–-]+(?:attn\b|attention:)/i)
    : // Via is a name, too.
      text.search(/\svia\s(?<=\S\s\S+\svia\s)/i);
  const addressed = at <= 0 ? text : text.slice(0, at);
  return /^(?:attn|attention|c\/o|fbo)\b/i.test(addressed)
    ? addressed.replace(/^(?:attn\.?|attention|c\/o|fbo)\s*:?\s+(?=\p{L})/iu, '')
    : addressed;
}

/**
 * Splits a whole name. Two people become a constituent and a spouse ("Jane and John Smith"). Organizations, households and ambiguous names
 * remain unsplit in the last name, so that the checks can show them. `isLastFirst`: in this column, names without a comma begin with the
 * last name.
 */
export function splitFullName(text: string, isLastFirst = false): FullName {
  if (!isLastFirst && isPlainName(text)) return plainName(text);
  if (isPlainInverted(text)) return plainInverted(text);
  const common = isLastFirst ? null : (titledName(text) ?? plainCouple(text));
  if (common !== null) return common;
  const bare = withoutAddition(oneLine(withoutQuotes(withoutHtml(text)))).replace(GLUED_INITIALS, '$1 ');
  const contact = companyAndContact(bare);
  if (contact !== null) return unsplit(contact.isCertain ? 'organization' : 'couple', contact.text);
  const whole = withoutCompanions(withoutSorting(withoutCareOf(bare)));
  if (!/[\p{L}\d]/u.test(whole)) return unsplit('empty', '');
  if (isDedication(whole)) return unsplit('nobody', whole);
  if (isKnownOrganization(whole) || (isOrganization(whole) && !isPersonWithRole(whole))) return unsplit('organization', whole);
  const isDead = isDeceased(whole);
  const living = isDead ? withoutDeadSpouse(whole) : whole;
  if (living !== whole && /\p{L}/u.test(living)) {
    const name = splitFullName(living, isLastFirst);
    return { ...name, death: name.death === '' ? 'spouse' : name.death };
  }
  const tidy = isDead ? whole : withJoint(whole);
  const people = splitPeople(tidy);
  const isNamed = people !== null && isUnnamed(people[1]) && !/^the\s/i.test(tidy) && splitPerson(people[0]).first !== '';
  if (!isNamed && isHousehold(tidy)) return unsplit('household', tidy);
  if (isDead) return splitDead(tidy, people, isLastFirst);
  const plain = withoutMarks(tidy);
  // "Tarver County Treasurer"
  if (plain.text.endsWith(' County') && isOrganization(plain.text)) return unsplit('organization', plain.text);
  const name = splitPersons(plain.text, isLastFirst);
  if (plain.maiden !== '') name.maiden = plain.maiden;
  if (name.kind === 'couple' && mayBeFirm(plain.text) && !isHousehold(bare)) name.doubt = 'firm';
  // "The Otto and Ann Poe" can be the beginning of the name of a fund.
  if (name.kind === 'couple' && /^the$/i.test(name.first)) return { ...splitPersons(plain.text.slice(4), isLastFirst), doubt: 'firm' };
  return name;
}

const ESTATE = /^(?:(?:to )?the )?est(?:ate|\.) of\b/i;

/** True for the name of one person who has died, or of the estate: "Estate of Otto Poe", "The late Otto Poe", "Otto Poe (deceased)". */
export const isNameOfDead = (text: string): boolean =>
  ESTATE.test(tidySpaces(text)) || (isDeceased(text) && splitFullName(text).death === 'person');

/** "O.M.Poe", "Ann M.Poe", but not the degrees "D.Phil" and "B.Arch". */
const GLUED_INITIALS =
  /(?<![\p{L}.])((?:\p{Lu}\.)+)(?=\p{Lu}['’\p{L}]\p{L}+)(?!(?:Phil|Arch|Litt|Pharm|Tech|Theol|Econ|Comm|Mus|Min|Div|Eng|Acc|Surg|Des|Jur|Agr|Lib)\b)/gu;

/** A remark that the spouse has died: "Ann Poe (husband deceased)". */
const SPOUSE_DIED = /[\s,;–-]+[([]?(?:her |his )?(?:husband|wife|spouse|partner)(?: is)? (?:deceased|dec\.?|died)[^,;]*$/i;

/** A first name with a mark of death in brackets: "Mrs. Ida Poe (Otto - deceased)". */
const OTHER_DIED = /[\s,;–-]+[([](\p{Lu}\p{Ll}+)(?:\s*[–—,:-])?\s+(?:is\s|has\s)?(?:deceased|dec\.?|died)[^()[\]]*[)\]]$/u;

function withoutDeadSpouse(text: string): string {
  const [remark, name] = OTHER_DIED.exec(text) ?? [];
  const isOther =
    name !== undefined &&
    isGivenName(name) &&
    !text
      .slice(0, -remark!.length)
      .split(/[\s,]+/)
      .includes(name);
  return text.replace(isOther ? OTHER_DIED : SPOUSE_DIED, '');
}

/** Quotation marks around a whole cell. */
const QUOTED_CELL = /^\s*(?:"([^"]+)"|[“”„]([^“”„]+)[“”])\s*$/;

/** Removes quotation marks around a whole cell, so that the name is not taken for a nickname. */
function withoutQuotes(text: string): string {
  const found = QUOTED_CELL.exec(text);
  return found === null ? text : (found[1] ?? found[2]!);
}

const PLAIN_INVERTED = /^[A-Z][a-z]+, [A-Z][a-z]+(?: [A-Z]\.?)?$/;

/** True for plain names such as "Poe, Ann" and "Poe, Ann Q.". */
function isPlainInverted(text: string): boolean {
  if (!PLAIN_INVERTED.test(text)) return false;
  const [last, first] = text.split(' ') as [string, string];
  return !SPECIAL.has(last.slice(0, -1).toLowerCase()) && !SPECIAL.has(first.toLowerCase());
}

function plainInverted(text: string): FullName {
  const [last, first, middle = ''] = text.split(' ') as [string, string, string | undefined];
  return { ...alone(noPerson()), first, middle, last: last.slice(0, -1) };
}

/** Words that show that a text is more than a first and a last name. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...NAME_VOCABULARY,
  ...ORGANIZATION_VOCABULARY,
  ...PORTUGUESE_GENERATIONS,
  ...words(`ni ui bar lo and und et en och og oraz or o y e v ben deceased decd dec died dead late rip verstorben fallecido fallecida nee born formerly fka aka geb geborene maiden nmn nmi family families household
  hhd residence attorney attorneys atty architect executor executrix administrator president pres chair chairman chairwoman chairperson ceo cfo coo cto cio founder director manager mgr secretary
  treasurer owner proprietor principal partner broker realtor consultant guardian custodian conservator beneficiary agent poa emeritus emerita retired widow widower
  superintendent physician dentist engineer accountant notary mayor duplicate inactive mail moved lapsed vip donor member lybunt sybunt others assigns estate trustee est attn attention with plus class
  familie famille familia jtwros via new dup`),
]);
const PLAIN =
  /^(?:[A-Z][a-z]+ (?:(?:[A-Z]\.?|[A-Z][a-z]+) )?(?:(?:Mc|O')?[A-Z][a-z]+|[A-Z][a-z]+-[A-Z][a-z]{3,})|[A-Z]{2,} (?:[A-Z]+\.? )?[A-Z]{2,})$/;

/** True for a first and a last name, perhaps with a middle name, and nothing else. Most names are like this. */
function isPlainName(text: string): boolean {
  if (!PLAIN.test(text)) return false;
  const [first, second, third] = text.split(' ') as [string, string, string | undefined];
  const last = third ?? second;
  if (SPECIAL.has(first.toLowerCase()) || SPECIAL.has(last.toLowerCase()) || hasOrganizationEnding(last)) return false;
  if (
    third !== undefined &&
    (SPECIAL.has(second.toLowerCase()) || (isSpanishName(second) && isSpanishName(third)) || isNativePair(second, third))
  )
    return false;
  return isGivenName(first) || !isGivenAnywhere(last);
}

/** Splits "Ann Poe" and "Ann Q. Poe". */
function plainName(text: string): FullName {
  const first = text.indexOf(' ');
  const last = text.lastIndexOf(' ');
  return {
    ...alone(noPerson()),
    first: text.slice(0, first),
    middle: first === last ? '' : text.slice(first + 1, last),
    last: text.slice(last + 1),
  };
}

/** Splits "Mr. Otto Poe" and "Mr. and Mrs. Otto Poe"; null for other names. */
function titledName(text: string): FullName | null {
  const found = /^((?:Mrs?|Ms|Miss|Dr)\.?) (?:(?:and|&) (Mrs\.?) )?(?=[A-Z])/.exec(text);
  if (found === null) return null;
  const name = text.slice(found[0].length);
  if (!isPlainName(name)) return null;
  const [, title = '', second] = found;
  return second === undefined
    ? { ...plainName(name), prefix: title }
    : { ...plainName(name), prefix: `${title} & ${second}`, kind: 'couple' };
}

const PLAIN_COUPLE = /^[A-Z][a-z]+ (?:and|&) [A-Z][a-z]+ [A-Z][a-z]+$/;

/** Splits "Ann and Otto Poe" if both first names are known; null for other names. */
function plainCouple(text: string): FullName | null {
  if (!PLAIN_COUPLE.test(text)) return null;
  const [first, , spouseFirst, last] = text.split(' ') as [string, string, string, string];
  const areFirst = isGivenName(first) && isGivenName(spouseFirst) && !isGivenName(last);
  if (!areFirst || [first, spouseFirst, last].some((word) => SPECIAL.has(word.toLowerCase())) || hasOrganizationEnding(last)) return null;
  return { ...alone(noPerson()), kind: 'couple', first, last, spouseFirst, spouseLast: last };
}

/** True for "David Poe, Attorney at Law" and "Ines Poe, CTRS", in which the words of an organization are a role or a credential. */
function isPersonWithRole(text: string): boolean {
  if (/[([](?:the\s)?(?:estate|trust|fund|foundation|business|company)[)\]]|\s[–—-]+\s(?:estate|est\.?|trust|fund|foundation)$/i.test(text))
    return false;
  const comma = text.indexOf(',');
  const before = comma < 0 ? text : text.slice(0, comma);
  const credentials = comma < 0 ? [] : text.slice(comma + 1).split(/[\s,]+/).filter((word) => word !== ''); // prettier-ignore
  const isCredited =
    before.includes(' ') &&
    credentials.length > 0 &&
    credentials.every((word) => /^[A-Z][A-Z.-]{1,7}$/.test(word) && !LEGAL_FORM.test(word)) &&
    before !== before.toUpperCase() &&
    !/[&+]|\band\b/i.test(before) &&
    !isOrganization(before) &&
    (isGivenName(before.split(' ')[0]!) || /^\p{Lu}\p{Ll}+ (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+$/u.test(before));
  if (isCredited) return true;
  const plain = withoutMarks(text).text;
  const named = plain.split(/[\s,]+/);
  const from = titlesBefore(named);
  const isPerson =
    named.slice(from, from + 2).some(isGivenName) ||
    (text.startsWith(`${plain},`) && /^\p{Lu}\p{Ll}+ (?:\p{Lu}\.? )?\p{Lu}\p{Ll}+$/u.test(plain));
  return plain !== text && isPerson && !isOrganization(plain);
}

const LEGAL_FORM = /^(?:inc|llc|lllp|llp|ltd|plc|pllc|corp|co|p\.?c|p\.?a|s\.?a|lp|ag|nv|bv|ab|apc|apa|trust|fund|fdn|na|fsb)\.?$/i;

/** Joins the lines of a cell. Two people on two lines are joined by "&". Other lines belong to one name. */
function oneLine(text: string): string {
  if ((classesOf(text) & TEXT_CLASS.line) === 0) return tidySpaces(text);
  const lines = tidySpaces(text, true).replace(/ ?[&+]\n/g, ' & ').split('\n').map((line) => line.replace(/^(?:and\/or|and|or|[&+])\s+|[\s,;&+]+$|\s+(?:and\/or|and|or)$/gi, '').trim()); // prettier-ignore
  const named = lines.filter((line) => line !== '' && !/^(?:c\/o|attn)\b/i.test(line));
  const isPeople = named.length > 1 && named.every((line) => line.includes(' ') && !isOrganization(line) && splitPerson(line).first !== '');
  if (isPeople) return named.join(' & ');
  // A second line that is not a person is an employer or a role.
  const [one, ...others] = named;
  if (one !== undefined && one.includes(' ') && !isOrganization(one) && others.some(isOrganization)) return one;
  return named.join(' ');
}

/** Splits a name with a mark of death. If one of two people has died, the other one is kept. */
function splitDead(text: string, people: readonly [string, string] | null, isLastFirst: boolean): FullName {
  if (people !== null && !isUnnamed(people[1])) {
    const [left, right] = people.map(isDeceased) as [boolean, boolean];
    const isBoth =
      left === right ||
      (right &&
        !isInverted(people[0]) &&
        !splitSecondIsWhole(people) &&
        /\p{L}[\s,(]*(?:deceased|dec\.?|decd|†|d\.?\s?\d{4})\)?$/iu.test(people[1]));
    if (!isBoth) {
      const name = splitPersons(withoutMarks(withoutDeath(text)).text, isLastFirst);
      if (name.kind === 'couple' && name.spouseFirst !== '' && name.first !== '') {
        const living = right
          ? { ...name, ...noSpouse }
          : { ...name, first: name.spouseFirst, middle: name.spouseMiddle, last: name.spouseLast, suffix: '', ...noSpouse };
        return { ...living, kind: 'person', death: 'spouse' };
      }
    }
  }
  const plain = withoutMarks(withoutDeath(text));
  const name = splitPersons(plain.text, isLastFirst);
  return { ...name, maiden: plain.maiden, death: 'person' };
}

/** True when each of two people has a first and a last name: "Ann Poe and Otto Hale". */
const splitSecondIsWhole = ([left, right]: readonly [string, string]): boolean =>
  splitPerson(left).first !== '' && splitPerson(withoutDeath(right)).first !== '';

/** Splits a text that names one or two people. */
function splitPersons(text: string, isLastFirst = false): FullName {
  const people = splitPeople(text) ?? splitAtComma(text);
  if (people === null && areWholePersons(text)) return unsplit('couple', text.replaceAll(/\s*,\s*/g, ' & '));
  if (people === null) return alone(isLastFirst ? splitLastFirst(text) : splitPlain(text));
  const right = people[1];
  const left = isLastFirst ? withComma(people[0]) : people[0];
  if (isUnnamed(right)) return alone(splitPlain(left));
  // "Otto Poe Sr. & Jr." names one of two people.
  if (isPlainSuffix(right) && !isGivenName(right)) return { ...alone(splitPlain(left)), doubt: 'remark' };
  if (isHonorific(left) && !isFirstName(left, right)) {
    // "Mr. & Mrs. John Q. Smith Jr." names only one of the two, but "Mr. & Mrs. John & Jane Smith" both.
    const title = right.slice(0, right.indexOf(' '));
    // "Lord & Lady Poe": the second word is a title, although it can be a first name.
    const isTitle = canBeFirstName(title);
    const named = splitPersons(isTitle ? right.slice(title.length + 1) : right);
    return { ...named, prefix: `${left} & ${isTitle ? title : named.prefix}`.trim(), kind: 'couple' };
  }
  const afterComma = left.slice(left.indexOf(',') + 1).trim();
  if (isInverted(left) && !isInverted(right) && isHonorific(afterComma) && !isFirstName(afterComma, right)) {
    // "Smith, Mr. & Mrs. John", "Smith, Mr. & Mrs. John & Jane"
    const named = splitPersons(`${left.slice(0, left.indexOf(','))}, ${right}`);
    return { ...named, prefix: `${afterComma} & ${named.prefix}`.trim(), kind: 'couple' };
  }
  if (splitPeople(right) !== null || areThree(left, right) || areFormsOfOnePerson(text, people)) return unsplit('couple', text);
  if (areUnclear(text, people)) return unsplit('couple', text);
  const order = left.includes(',') || isInverted(right) ? 'first' : orderOfCouple(left, right);
  // "Harmon and Tuttle"
  if (order === 'lastNames') return unsplit('couple', text);
  const couple = splitCouple(order === 'last' ? withComma(left) : left, right);
  return order === 'first' ? couple : { ...couple, doubt: 'order' };
}

/**
 * True for "Castellan/Rhea", in which the first word is no known first name and nobody has a last name: it can be a last and a first name,
 * two last names, or two first names.
 */
function areUnclear(text: string, [left, right]: readonly [string, string]): boolean {
  if (!text.includes('/') || left.includes(' ') || canBeGiven(left)) return false;
  const [, ...others] = right.split(' ').filter((word) => !isNameSuffix(word) && !isNamePrefix(word));
  return others.every((word) => /^\p{L}\.?$/u.test(word));
}

/** "Poe Ann" becomes "Poe, Ann". */
function withComma(text: string): string {
  if (text.includes(',') || !text.includes(' ')) return text;
  const { first, middle, last } = splitLastFirst(text);
  return `${last}, ${tidySpaces(`${first} ${middle}`)}`;
}

/** First names of a couple in one cell: "Jane and John". For one person, `spouseFirst` is empty. */
export function splitCoupleFirstNames(text: string): { first: string; spouseFirst: string } {
  const tidy = tidySpaces(text);
  const people = splitPeople(tidy);
  if (people === null || areFormsOfOnePerson(tidy, people)) return { first: tidy, spouseFirst: '' };
  if (isUnnamed(people[1])) return { first: withoutTitles(people[0]), spouseFirst: '' };
  return { first: withoutTitles(people[0]), spouseFirst: withoutTitles(people[1]) };
}

/**
 * Removes nicknames, remarks and signs from a name of one column: "Ines (Nina)", "Poe née Kern", "Poe*". Returns the text unchanged if
 * nothing needs to be removed, or if nothing would be left.
 */
function withoutRemarks(text: string): string {
  const tidy = tidySpaces(withoutQuotes(text));
  const bare = /^\(\p{L}+\)$/u.test(tidy) ? tidy.slice(1, -1) : tidy;
  const plain = withoutMarks(withoutSorting(withoutCareOf(bare))).text.replace(EDGES, '');
  return /\p{L}/u.test(plain) ? plain : tidy;
}
/** Signs at the ends of a name. */
const EDGES = /^[^\p{L}\p{M}\d&'’‘"“([]+|[^\p{L}\p{M}\d.'’”")\]]+$/gu;

/**
 * Removes titles before and suffixes after a name: "Dr. Robert", "Smith, Jr.". Keeps the last remaining word, and Dean in "Dean Alan".
 * Returns texts that are too long for a name unchanged.
 */
export function withoutTitles(text: string): string {
  if (text.length > LONGEST_READ) return text;
  const parts = withoutRemarks(text).split(' ');
  let from = titlesBefore(parts.slice(0, -1));
  let to = parts.length;
  if (from > 0 && canBeFirstName(parts[from - 1]!)) from--;
  while (to - from > 1 && (isPlainSuffix(parts[to - 1]!) || (isNameSuffix(parts[to - 1]!) && parts[to - 2]!.endsWith(',')))) to--;
  return parts.slice(from, to).join(' ').replace(/,+$/, '');
}
