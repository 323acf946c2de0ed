/** Recognizes names of companies, churches, schools, unions, foundations and similar organizations. */
import { canBeGiven, isFamilyName, isGivenName, isInitialLetter, isNamePrefix, isOnlyGivenName, isParticle, words } from './name-words.ts';
import { foldAccents } from './accents.ts';
import { KNOWN_ORGANIZATIONS } from './organization-lists.ts';
import {
  AFTER_ONE_WORD,
  LAST_NAMES_TOO,
  NEVER_LAST,
  ONLY_FORMS,
  ORGANIZATION_WORDS,
  PLACES,
  SELDOM_LAST_NAMES,
  SHORT_FORMS,
} from './organization-words.ts';

const OF_SOMETHING =
  /^(?:the\s+)?(?:est(?:ate|\.)?|office|friends|bank|university|college|city|town|county|state|school|church|department|dept|board|league|society|order|village|museum|house|diocese|township|borough|daughters|sons|sisters|brothers|knights|ladies|archdiocese|temple|institute|academy|ministry|commonwealth|republic|embassy|port|court|people|citizens|committee|comm?|com)\s+(?:of|to|for)\b/i;
const AND_COMPANY =
  /\s(?:&|and)\s+(?:sons?|co|cos|company|associates|assoc|daughters?|partners|bros?|brothers|family\s\p{L}+)\b\.?,?(?:\s\S+)?$/iu;

/** "Temple Beth Tikvah". Temple and Beth are also first names. */
const TEMPLE = /^(?:temple|congregation)\s+(?:beth|b['’]?nai|emanu\S*|israel|sinai|shalom|sholom|isaiah|adath|ohev|kol|emeth?)\b/i;
/** "Boy Scouts". Neither word alone shows an organization. */
const SCOUTS = /^(?:the\s+)?(?:boy|girl|cub)\s+scouts?(?!\p{L})/iu;
/** "The Copper Kettle", but not titles, households and people who have died. */
const THE =
  /^the\s+(?!(?:late|rt|right|most|very|estate|family|reverend)\b)\p{L}+\s+(?!(?:family|families|households?|hhd|residence)$)\p{L}+$/iu;

/** A possessive, as in "Joe's Diner" and "St. Mary's". */
const POSSESSIVE = /\p{L}{2}['’]s(?!\p{L})/iu;

/** Union locals and posts: "Local 881", "VFW Post 12", "District Council 9", "Lodge No. 4". */
const NUMBERED =
  /\b(?:local|lodge|post|chapter|council|district|troop|pack|unit|ward|precinct|engine|route|ps|is|no|number|century|studio|pier|channel|store|suite|lot|section|aerie|usd)\.?\s*(?:no\.?|number|#)?\s*\d+\b|\b\d+(?:st|nd|rd|th)\s+\p{L}+|\d\.\d|#\s*\d/iu;

/** Several last names before an ampersand, without a first name: "Wick, Garner & Hale", "Wick, Garner, Hale and Poe". */
const FIRM = /^[\p{L}'’-]+(?:,\s*[\p{L}'’-]+)+,?\s*(?:&|and)\s*[\p{L}'’-]+$/iu;
/** An ampersand between initials or names: "M & J". */
const JOINED = /^(\p{L}+\.?)\s*(?:&|\+|and)\s*(\p{L}+\.?)\s+(.+)$/iu;
/** A company written as one word: FoodservicesInc, WidgetCorp. */
const GLUED = /\p{L}{4}(?:inc|llc|corp|ltd|gmbh)\.?$/iu;

/** Endings that only occur in nouns and compounds: Innovation, Hydrology, Sportverein, Hartstichting. */
const ENDING =
  /\p{L}{2}(?:[ts]ions?|olog(?:y|ists?)|iatr(?:y|ics|ists?)|ography|onomics|metrics|tronics|omatics|tropics|verein|verband|stiftung|gesellschaft|technik|werke|schule|kirche|haus(?:verwaltung|bau)|stichting|vereniging|bedrijf|maatschappij|ziekenhuis|universität|universiteit|kyrkan|föreningen|förbundet|bolaget)$/iu;
/** The last three letters of these endings, for a quick test. */
const LAST_LETTERS = words(
  'ion ons ogy ist sts try phy ics ein and ung aft nik rke ule che ung bau ing ijf pij uis tät eit kan gen det get',
);
/** "AT&T", "M&T". */
const LETTERS_JOINED = /^[A-Z]{1,3}&[A-Z]{1,3}$/;
/** "P.S. 118", "SEIU 1199", "Pier 39". */
const LETTERS_AND_NUMBER = /^(?:[A-Z]\.?){2,6}\s*\d{1,5}$/;
const GREEK = words(
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi psi omega',
);
/** A degree before a legal form: "Ann Poe DDS PA", "Poe MD, PC". */
const PRACTICE =
  /[\s,](?:m\.?d|d\.?d\.?s|d\.?m\.?d|d\.?o|o\.?d|d\.?v\.?m|d\.?p\.?m|d\.?c|cpa|esq|ph\.?d)\.?,?\s+(?:p\.?a|p\.?c|a\.?p\.?c|inc|llc|pllc|ltd)\.?$/i;
/** Abbreviations of churches at the end: Bethel A.M.E., Ostrel UMC. */
const CHURCHES = /\s(?:A\.M\.E|C\.M\.E|U\.C\.C|U\.M\.C|AME|CME|UMC|UCC|ELCA|COGIC)(?:\sZion)?\.?$/;
/** References to the deed of a trust: "Trust U/W Ann Poe", "Ann Poe TR UAD", "Ann Poe Tr dtd 5/4/99". */
const DEED = /\b(?:trust|tr|fund|ira)\s+(?:u\/?[wda]\/?t?|uad|udt|uta|uwo|dtd|dated|under\s(?:will|agreement))\b/i;
/**
 * A small preposition, or "of" in any spelling, before another word. Not after commas, brackets and dashes, which begin remarks about a
 * person.
 */
const PREPOSITION = /^[^,([–—]*?(?<!^the)\s(?:[oO][fF]|on|at|to|from|by)\s+['’]?[\p{L}\d]/u;
/** Words for people before "of": wife of, friends of. */
const RELATION = words(
  'guests wife husband widow widower spouse son daughter mother father parent parents friend guest brother sister child children guardian partner family estate care attn late',
);

const KNOWN: ReadonlySet<string> = new Set(KNOWN_ORGANIZATIONS.split(',').map((name) => name.trim()));

/** True for a company or gift fund that occurs in many lists: IBM, Wells Fargo. */
export const isKnownOrganization = (text: string): boolean => text.length < 30 && KNOWN.has(text.toLowerCase());

/** The words of a text in lower case. A hyphen does not end a word. */
const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^a-z\d\u0080-\u2010\u2020-\uffff-]+/)
    .filter((word) => word !== '' && word !== '-');

/**
 * True when the text names a company, church, foundation or the like. A single word counts as a person's name, and so does a given name
 * before a word that is also a last name.
 */
export function isOrganization(text: string): boolean {
  if (!/[\s&]/.test(text)) return false;
  const parts = wordsIn(text);
  if (parts.length < (text.includes('&') ? 1 : 2)) return false;
  if (
    parts.length > 2 &&
    (OF_SOMETHING.test(text) ||
      /,\s*(?:(?:friends|citizens|committee|people)\s+(?:of|for|to)|(?:city|town|county|state|village|university|diocese)\s+of)\b/i.test(
        text,
      ))
  )
    return true;
  if ((parts[0] === 'est' || parts[0] === 'estate') && parts.length > 2 && isGivenName(parts[1]!)) return true;
  const lastWord = parts.at(-1)!;
  if (
    (lastWord === 'estate' && parts.length > 2) ||
    (lastWord === 'found' && /\s(?:fam(?:ily)?|char(?:itable)?)\.?\sfound\.?$/i.test(text)) ||
    ((lastWord === 'est' || lastWord === 'estate' || lastWord === 'tr') &&
      /\s[–—-]+\sest(?:ate)?\.?$|\s(?:char|living|rev(?:ocable)?|irrev(?:ocable)?|family|marital)\.?\str\.?$/i.test(text))
  )
    return true;
  if ((text.includes('&') || parts.includes('and')) && AND_COMPANY.test(text)) return true;
  if (/['’]/.test(text) && POSSESSIVE.test(text)) return true;
  if (
    (text.length > 7 && SCOUTS.test(text)) ||
    ((parts[0] === 'temple' || parts[0] === 'congregation') && TEMPLE.test(text)) ||
    (parts[0] === 'the' &&
      THE.test(text) &&
      !parts.some(isNamePrefix) &&
      !isFamilyName(parts.at(-1)!) &&
      !isFamilyName(parts[1]!) &&
      !(isGivenName(parts[1]!) && parts.at(-1)!.endsWith('s')))
  )
    return true;
  if (isCertainly(text, parts) || isBuiltLikeOne(text, parts)) return true;
  const doubtful = parts.filter((part) => LAST_NAMES_TOO.has(part)).length;
  if (belongsToSomething(parts)) return true;
  if (doubtful > 1 && !isPersonsName(parts, text)) return true;
  const ending = parts.at(-1)!;
  if (doubtful > 0 && SELDOM_LAST_NAMES.has(ending) && isOfTwoPersons(text, parts)) return true;
  if (
    doubtful > 0 &&
    /^(?:the|a|american|national|united|first|greater|north|south|east|west|new|st|saint|our|holy|sacred)$/.test(parts[0]!) &&
    parts.length > 2 &&
    !isParticle(ending)
  )
    return true;
  if (parts.length === 2)
    return (
      PLACES.has(ending) &&
      (!isGivenName(parts[0]!) || NEVER_LAST.has(ending)) &&
      parts[0]!.length > 1 &&
      !isNamePrefix(parts[0]!) &&
      !text.includes(',')
    );
  return (
    parts.length > 2 &&
    LAST_NAMES_TOO.has(ending) &&
    !isNamePrefix(parts[0]!) &&
    !isTwoPersons(text) &&
    !isVietnamese(parts, text) &&
    !(isFamilyName(ending) && parts.length === 3 && (parts[1]!.length === 1 || KOREAN.test(`${parts[0]!} ${parts[1]!}`))) &&
    !text.includes(',') &&
    (!isGivenName(parts[0]!) || (SELDOM_LAST_NAMES.has(ending) && parts.filter((part) => part.length > 1).length > 2))
  );
}

/** True for words, legal forms and numbers that no person's name has. */
function isCertainly(text: string, parts: readonly string[]): boolean {
  // "Ms. Leslie Seed Poe" is a person.
  const isTitled = parts.length > 1 && parts.length < 5 && isNamePrefix(parts[0]!) && isGivenName(parts[1]!);
  for (let at = 0; at < parts.length && !isTitled; at++) {
    const part = parts[at]!;
    if (ORGANIZATION_WORDS.has(part) && !isSurname(parts, at, text) && !(part === 'usa' && isSoldier(parts, text))) return true;
  }
  if (/(?:inc|llc|corp|ltd|gmbh)\.?$/i.test(text) && GLUED.test(text)) return true;
  if (hasLegalForm(text, parts)) return true;
  if (/\d/.test(text) && NUMBERED.test(text)) return true;
  if (text.includes(',') && (FIRM.test(text) || FIRM.test(text.replace(/,\s*(?:\p{Lu}\.?\s*){2,4}$|,\s*(?:\p{Ll}\.?\s*){2,4}$/u, '')))) {
    const [first, ...others] = parts.filter((part) => part !== 'and');
    // "Poe, Jane & John" are two people.
    if (isFamilyName(first!) && others.length > 1 && others.some(isFamilyName) && !others.some(isOnlyGivenName)) return true;
    return (
      others.every((part) => !isGivenName(part)) &&
      (others.length > 2 || (!isGivenName(first!) && (text.includes('&') || others.some(isFamilyName))))
    );
  }
  return false;
}

/** True for "Col. Ann Poe, USA (Ret.)", in which USA is the army. */
const isSoldier = (parts: readonly string[], text: string): boolean =>
  /,\s*USA(?:,?\s*\(?ret\.?\)?)?$/i.test(text) && (isNamePrefix(parts[0]!) || parts.at(-1) === 'ret');

/** True for patterns that no person's name has: prepositions, Greek letters, letters with a number, abstract nouns. */
function isBuiltLikeOne(text: string, parts: readonly string[]): boolean {
  const [first, second] = parts as readonly [string, string];
  const ending = parts.at(-1)!;
  if (text.includes('&') ? LETTERS_JOINED.test(text) : LETTERS_AND_NUMBER.test(text)) return true;
  if (ending.length < 6 && (PRACTICE.test(text) || /\p{Ll}\sIRA$/u.test(text) || CHURCHES.test(text))) return true;
  if (GREEK.has(second) && parts.every((part) => GREEK.has(part) || ORGANIZATION_WORDS.has(part))) return true;
  if (parts.some((part) => part === 'trust' || part === 'tr' || part === 'fund') && DEED.test(text)) return true;
  if ((first === 'st' || first === 'saint') && parts[2] === 'the') return true;
  if (ending === 'high' && /^(?:jr|sr|junior|senior)$/.test(parts.at(-2)!)) return true;
  if (isGivenName(first) || isNamePrefix(first) || text.includes(',')) return false;
  if (parts.length > 1 && NEVER_FIRST.has(first)) return true;
  if (parts.some((part) => PREPOSITIONS.has(part)) && PREPOSITION.test(text)) return !parts.some((part) => RELATION.has(part));
  if (parts.some((part, at) => at > 0 && at < parts.length - 1 && NEVER_MIDDLE.has(part))) return true;
  // "Wilmer & Dunn": two last names without a first name.
  const areTwo = parts.length === 2 && text.includes(' & ') && /^\p{Lu}\p{L}{2,}\s+&\s+\p{Lu}\p{L}{2,}$/u.test(text);
  if (areTwo) return !isGivenName(second) && !RELATION.has(second) && parts.some(isFamilyName);
  return parts.some(hasOrganizationEnding);
}

/** First words that are neither first nor last names: Club Rotario, Second Harvest. */
const NEVER_FIRST = words('club school college hotel museum store shop team vote holy second third fourth fifth sixth');

/** Frequent last names in Vietnam, which come first, without accents. */
const FIRST_IN_VIETNAM = words(
  'nguyen tran le pham hoang huynh phan vu vo dang bui do ho ngo duong ly dinh doan truong trinh dao lam luong cao ta thai quach vuong luu mai ha to chau',
);
const SECOND_IN_VIETNAM = words('thi van ngoc minh thanh kim duc quoc xuan thu huu dinh hong my le duy gia bao tuan anh');
/** True for "Nguyễn Thị Hoa" and "Le Van Sa". "Le Parc HOA" is an association. */
function isVietnamese(parts: readonly string[], text: string): boolean {
  const plain = parts.map((part) => foldAccents(part).replace(/đ/g, 'd'));
  if (plain.includes('thi')) return true;
  const ending = text.slice(text.lastIndexOf(' ') + 1);
  return (
    FIRST_IN_VIETNAM.has(plain[0]!) &&
    plain.length < 5 &&
    plain.slice(1, -1).every((part) => SECOND_IN_VIETNAM.has(part)) &&
    (ending !== ending.toUpperCase() || text === text.toUpperCase())
  );
}

/** First names of two syllables in Korea: Ji Hoon Park is a person. */
const KOREAN =
  /^(?:(?:ae?|bin|bo|byung|chae?|chan|chang|chul|da|dae|do|dong|eui|eun|gi|gun|gyu|ha|hae|han|hee|ho|hoon|hun|hwa|hwan|hye|hyo|hyuk|hyun|il|in|ja|jae|jeong|ji|jin|jong|joo|joon|ju|jun|jung|kang|ki|kook|kuk|kwan|kwang|kwon|kyong|kyu|kyung|mi|min|moon|mun|myung|na|nam|ok|ra|ri|rin|sang|se|seo|seok|seon|seong|seung|shin|si|sik|sin|so|song|soo|sook|su|sub|suk|sun|sung|tae|un|ung|wan|won|woo|wook|yang|ye|yeon|yeong|yong|yoo|yoon|you|young|yu|yul|yun)(?: |$)){2}$/;

/** Words that can be last names, but not in the middle of a name: Hampton Inn Marlow. */
const NEVER_MIDDLE = words(
  'inn hotel store stores shop shops bank museum market school schools college club office fund trust league center',
);

/** Words of `NEVER_MIDDLE` that are last names after a first name. */
const ALSO_LAST_NAMES = words(
  'nation thrift courts mill beverage baptist band law glass carpenter carpenters print express print oil gas tile motors radio rail elect media tax seed seeds windows carrier usa mai design spa parts auto autos trust honda council grill seed service salon greenhouse laundry solar monument vision nature regional primary journal',
);

/** Words for a church that are common last names: Iglesias, de la Iglesia. They can also come before a second last name. */
const CHURCHES_TOO = words('iglesia iglesias chiesa igreja');

/** One or two first names after a last name: "Law, Otmara Q.". */
const NAMED_AFTER = /^\p{L}+, \p{Lu}\p{Ll}+(?: \p{Lu}(?:\p{Ll}*|\.))?$/u;

/** True if the word of an organization is a person's last name: "Edward Law". */
function isSurname(parts: readonly string[], at: number, text: string): boolean {
  if (!ALSO_LAST_NAMES.has(parts[at]!) && !CHURCHES_TOO.has(parts[at]!)) return false;
  if (CHURCHES_TOO.has(parts[at]!)) {
    const [first, ...others] = text.includes(',') ? wordsIn(text.slice(text.indexOf(',') + 1)) : parts;
    const before = text.includes(',') ? parts.slice(0, at) : [];
    const areNames = [...others, ...before].every((part) => !ORGANIZATION_WORDS.has(part) || CHURCHES_TOO.has(part));
    // "de la Iglesia" in a column of last names.
    const isLastAlone = at > 0 && parts.every((part, before) => before === at || isParticle(part));
    return isLastAlone || (first !== undefined && isGivenName(first) && before.every(isParticle) && areNames);
  }
  if (text.includes(','))
    return (
      at === 0 &&
      parts.length > 1 &&
      (isGivenName(parts[1]!) || (NAMED_AFTER.test(text) && !ORGANIZATION_WORDS.has(parts[1]!) && !SHORT_FORMS.has(parts[1]!)))
    );
  return (
    at === parts.length - 1 &&
    isGivenName(parts[0]!) &&
    (parts.length === 2 ||
      (parts.length < 6 && isTwoPersons(text)) ||
      (parts.length === 3 && (parts[1]!.length === 1 || isGivenName(parts[1]!))))
  );
}

/**
 * "Poe & Dunn PC", "Wilmer & Lee, P.A.", "Ferring SA de CV", "Northeast Lithium LP". A person can have the same initials as a credential.
 */
function hasLegalForm(text: string, parts: readonly string[]): boolean {
  if (parts.at(-1)!.length > 5) return false;
  const form = /[\s,]((?:\p{L}\.?){2,5}|de c\.?v\.?)\s*$/iu.exec(text)?.[1];
  if (form === undefined) return false;
  const plain = form.replace(/[.\s]/g, '').toLowerCase();
  if (form.includes('.') && ORGANIZATION_WORDS.has(plain)) return true;
  if (!SHORT_FORMS.has(plain) && plain !== 'decv') return false;
  if (/[&+]/.test(text) || ONLY_FORMS.has(plain)) return true;
  const first = parts[0]!;
  // "Ann Poe, PA" is a physician assistant; a company has no first name.
  // "Vries, Johan de"
  if (text.includes(',') && form === plain && isParticle(plain)) return false;
  if (text.includes(',')) return plain === 'sa' || (!isGivenName(first) && first.length > 1 && plain !== 'pa');
  return (
    (parts.length > 2 || AFTER_ONE_WORD.has(plain)) &&
    form === form.toUpperCase() &&
    text !== text.toUpperCase() &&
    !isGivenName(first) &&
    !isNamePrefix(first) &&
    first.length > 1 &&
    plain !== 'pa'
  );
}

/** True when the words can be a person's first and last name: "Hoa Church", "Dallas Lake". */
function isPersonsName(parts: readonly string[], text: string): boolean {
  if (text.includes(',')) return true;
  return (
    parts.length <= 3 && isGivenName(parts[0]!) && !SELDOM_LAST_NAMES.has(parts.at(-1)!) && (parts.length === 2 || parts[1]!.length === 1)
  );
}

/** True when a given name or an initial follows the sign between two people: "Gil & Jo Hall". */
function isTwoPersons(text: string): boolean {
  const joined = /\s*(?:&|\+|\band\b)\s*(\p{L}+)\.?/iu.exec(text);
  return joined !== null && (canBeGiven(joined[1]!) || joined[1]!.length === 1);
}

/** True for "Ida and Hal Ostrel Fund", which has a first and a last name before the last word, but not for "Ida and Hal Fund". */
function isOfTwoPersons(text: string, parts: readonly string[]): boolean {
  const after = wordsIn(/(?:&|\+|\band\b)(.*)/iu.exec(text)?.[1] ?? '');
  const owner = after.at(-2) ?? '';
  return after.length > 2 && owner.length > 1 && !isGivenName(owner) && !isNamePrefix(parts[0]!) && !text.includes(',');
}

/** True for "M & J Ostrel" and "Quill, Vane and Ostrel" when nothing shows whether the words are names of people or of a company. */
export function mayBeFirm(text: string): boolean {
  // "Pemberwick, Oswald and Lavinia": no word is a known first name.
  if (FIRM.test(text)) return !wordsIn(text).some((part) => isGivenName(part));
  const joined = JOINED.exec(text);
  return (
    joined !== null && isInitialLetter(joined[1]!.toUpperCase()) && isInitialLetter(joined[2]!.toUpperCase()) && !isFamilyName(joined[3]!)
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

/**
 * True for a last name of several words that ends like an organization: "Fargo Bank", "Poe Trust". False for "Ann Trust", which is a
 * person.
 */
export function endsLikeOrganization(text: string): boolean {
  const parts = text.toLowerCase().split(' ');
  const ending = parts.at(-1)!;
  return (
    parts.length > 1 &&
    SELDOM_LAST_NAMES.has(ending) &&
    !isGivenName(parts[0]!) &&
    !isNamePrefix(parts[0]!) &&
    !isParticle(parts[0]!) &&
    !parts[0]!.endsWith(',')
  );
}

/** True when a word of the text is a preposition or common in names of organizations: "Grace Church", "Hope in Deed". */
export function mayBeOrganization(text: string): boolean {
  return wordsIn(text).some((part) => LAST_NAMES_TOO.has(part) || PREPOSITIONS.has(part));
}

const PREPOSITIONS = words('of in for the and to at on with by');

/** All words that organizations have in their names, in lower case. */
export const ORGANIZATION_VOCABULARY: readonly string[] = [
  ...ORGANIZATION_WORDS,
  ...LAST_NAMES_TOO,
  ...SHORT_FORMS,
  ...PREPOSITIONS,
  ...GREEK,
  ...KNOWN_ORGANIZATIONS.split(/[\s,]+/),
];

/** True when a word has an ending that only words of organizations have. */
export const hasOrganizationEnding = (word: string): boolean => word.length > 5 && LAST_LETTERS.has(word.slice(-3)) && ENDING.test(word);
