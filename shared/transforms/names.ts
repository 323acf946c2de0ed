/**
 * Names of people: a whole name taken apart, two people told apart, titles and suffixes taken off, organisations and
 * households recognised, and names in capitals written as names are.
 */
import { TRAIT, tidySpaces, traitsOf } from './text.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''));

/** Titles before a name, in lower case and without points. */
const PREFIXES = words(`
  mr mrs ms miss mx master dr doctor prof professor rev reverend revd hon honorable honourable sir dame lord lady fr father
  sr.sister sister sis brother bro rabbi rabbis pastor imam cantor deacon elder bishop archbishop cardinal monsignor msgr capt captain
  col colonel gen general lt lieutenant ltc ltcol maj major sgt sergeant cpl cmdr commander adm admiral ens cdr ambassador amb judge justice
  senator sen representative congressman congresswoman governor gov president dean chief coach sra senor senora señor señora herr frau mme mlle
  monsieur madame mesdames messrs`);

/** Suffixes and degrees after a name, in lower case and without points. */
const SUFFIXES = words(`
  jr sr ii iii iv v vi 2nd 3rd 4th esq esquire md phd dds dmd dvm do od jd llb llm mba cpa cfa cfp clu rn np pa-c pe aia faia dpt dc dpm edd
  psyd lcsw msw mph ma ms ba bs mfa dd dmin obe mbe cbe kbe ret usn usaf usmc usa sj osb op csc rsm cfre junior senior`);
/** Suffixes that are as well initials or given names, so that a comma or a second suffix has to stand by them. */
const DOUBTFUL_SUFFIXES = words('v do ma ms ba bs dc pe op usa dd');

/** Words that stand before a last name and belong to it. */
const PARTICLES = words(`van von de der den del della delle dello di da das dos du des la le las los el al bin ibn ter ten te zu zur zum
  st saint santa san mac af av y dela delos vande vander vanden o' d' abu`);

/** Words that only organisations have in their names. */
const ORGANISATION_WORDS = words(`
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

/** Words of organisations that are last names as well: "Alonzo Church" is a person, "First Presbyterian Church" is none. */
const LAST_NAMES_TOO = words(`
  bank banks church chapel temple parish school schools college clinic club union guild chamber county state city farm farms ranch marine press
  media law lions elks market markets store shop foods records sports games inn hotel office agency fund trust homes estates builders corps
  mission american national center centre design data capital gallery credit transport league town village house hall park court pets tours
  travel digital`);

/** A name of these words is a household. */
const HOUSEHOLD =
  /^the\s+\p{L}{3,}s$|\b(?:family|families|household|hhd|residence)\s*$|^the\s+.+\s+family\b|\bfamily\s+(?:of|household)\b/iu;
const DECEASED = /\b(?:deceased|decd|dec'd|estate\s+of|the\s+late)\b|^late\s|†/i;

/** What a name is the name of. */
export type NameKind = 'empty' | 'person' | 'couple' | 'household' | 'organisation';

export interface PersonName {
  prefix: string;
  first: string;
  middle: string;
  last: string;
  suffix: string;
}

export interface FullName extends PersonName {
  kind: NameKind;
  spouseFirst: string;
  spouseMiddle: string;
  spouseLast: string;
}

const noPerson = (): PersonName => ({ prefix: '', first: '', middle: '', last: '', suffix: '' });
const bare = (word: string): string => word.toLowerCase().replace(/[.,]/g, '');

export function isNamePrefix(word: string): boolean {
  return PREFIXES.has(bare(word));
}

export function isNameSuffix(word: string): boolean {
  return SUFFIXES.has(bare(word));
}

/** True for one letter, with or without a point. */
export function isInitialLetter(text: string): boolean {
  return /^\p{Lu}\.?$/u.test(text);
}

/** True for a word such as Jr., III or Ph.D. that can not be taken for a part of a name. */
function isPlainSuffix(word: string): boolean {
  const plain = bare(word);
  return SUFFIXES.has(plain) && !DOUBTFUL_SUFFIXES.has(plain);
}

/** True for a text of titles only: Mr., Dr. and Mrs., Prof. */
export function isHonorific(text: string): boolean {
  const parts = text.trim().split(/[\s/&+]+|\band\b/i).filter((part) => part !== ''); // prettier-ignore
  return parts.length > 0 && parts.length <= 4 && parts.every((part) => PREFIXES.has(bare(part)));
}

const OF_SOMETHING =
  /^(?:the\s+)?(?:estate|office|friends|bank|university|college|city|town|county|state|school|church|department|board|league|society|order|village|museum|house|diocese)\s+of\b/i;
const AND_COMPANY = /\s(?:&|and)\s+(?:sons?|co|company|associates|daughters?|partners|bros?|brothers)\b\.?$/i;

/**
 * True when the text names a company, church, foundation or the like. One word alone is taken for a name, and so is a
 * given name before a word that is a last name too.
 */
export function isOrganisation(text: string): boolean {
  if (!/[\s&]/.test(text)) return false;
  const parts = text.toLowerCase().split(/[^\p{L}\d]+/u).filter((part) => part !== ''); // prettier-ignore
  if (parts.length < 2) return false;
  if (OF_SOMETHING.test(text) || AND_COMPANY.test(text) || parts.some((part) => ORGANISATION_WORDS.has(part))) return true;
  const doubtful = parts.filter((part) => LAST_NAMES_TOO.has(part)).length;
  if (doubtful > 1) return true;
  return (
    doubtful === 1 &&
    parts.length > 2 &&
    LAST_NAMES_TOO.has(parts.at(-1)!) &&
    !isGivenName(parts[0]!) &&
    !PREFIXES.has(parts[0]!) &&
    !isInverted(text)
  );
}

export function isHousehold(text: string): boolean {
  return HOUSEHOLD.test(text) && !isOrganisation(text.replace(/\b(?:family|household)\b/gi, ''));
}

export function isDeceased(text: string): boolean {
  return DECEASED.test(text);
}

/** The last name of "The Smith Family", "Smith Household" or "The Smiths"; empty when there is none. */
export function householdLastName(text: string): string {
  const named = tidySpaces(text.replace(/^the\s+/i, ''));
  const inner = tidySpaces(named.replace(/\s*\b(?:family|families|household|hhd|residence)\b.*$/i, ''));
  if (inner !== named) return beginsWithParticle(inner) ? inner : splitPerson(inner).last;
  return /^the\s+\S+s$/i.test(text) ? inner.replace(/s$/i, '') : '';
}

/** The place of the word or sign that joins two people, or null. A slash needs letters on both sides. */
const JOINT = /\s+(?:and|und|et|y|e)\s+|\s*[&+]\s*|(?<=\p{L}{2})\s*\/\s*(?=\p{L}{2})|\s*;\s*/iu;

/** The texts of two people in one name, or null: "Jane and John", "John Smith & Jane Doe", "Mr. and Mrs. Smith". */
export function splitPeople(text: string): [string, string] | null {
  const traits = traitsOf(text);
  if ((traits & TRAIT.joiner) === 0 && (traits & TRAIT.space) === 0) return null;
  const match = JOINT.exec(text);
  if (match === null) return null;
  // "y" and "e" join the two last names of one Spanish or Portuguese person far more often than two people.
  if (/^\s+(?:y|e)\s+$/i.test(match[0])) return null;
  const before = text.slice(0, match.index).trim();
  const after = text.slice(match.index + match[0].length).trim();
  if (before === '' || after === '' || !/\p{L}/u.test(before) || !/\p{L}/u.test(after)) return null;
  return [before, after];
}

/** Takes nicknames in quotation marks or parentheses out: Robert "Bob" McAllister. */
const withoutNickname = (text: string): string => tidySpaces(text.replace(/\s*(?:"[^"]*"|“[^”]*”|\([^)]*\)|\[[^\]]*\])/g, ' '));

/** Takes one person's name apart, in the order of speech: title, first, middle, last, suffix. */
function splitSpoken(text: string): PersonName {
  const name = noPerson();
  const parts = withoutNickname(text).split(' ').filter((part) => part !== '' && part !== ','); // prettier-ignore
  const prefixes: string[] = [];
  while (parts.length > 1 && PREFIXES.has(bare(parts[0]!))) prefixes.push(parts.shift()!);
  if (parts.length === 1 && prefixes.length === 0 && PREFIXES.has(bare(parts[0]!))) return { ...name, prefix: parts[0]! };
  if (/^the$/i.test(parts[0] ?? '') && parts.length > 2 && PREFIXES.has(bare(parts[1]!))) {
    parts.shift();
    while (parts.length > 1 && PREFIXES.has(bare(parts[0]!))) prefixes.push(parts.shift()!);
  }
  const suffixes: string[] = [];
  while (parts.length > 1) {
    const last = parts.at(-1)!;
    const afterComma = parts.at(-2)!.endsWith(',');
    if (!(isPlainSuffix(last) || (isNameSuffix(last) && (afterComma || suffixes.length > 0)))) break;
    suffixes.unshift(parts.pop()!.replace(/,$/, ''));
    parts[parts.length - 1] = parts.at(-1)!.replace(/,$/, '');
  }
  name.prefix = prefixes.join(' ');
  name.suffix = suffixes.join(' ');
  if (parts.length === 0) return name;
  if (parts.length === 1) return { ...name, last: parts[0]!.replace(/,$/, '') };
  let lastFrom = parts.length - 1;
  while (lastFrom > 1 && isParticle(parts[lastFrom - 1]!)) lastFrom--;
  name.first = parts[0]!;
  name.middle = parts.slice(1, lastFrom).join(' ');
  name.last = parts.slice(lastFrom).join(' ');
  return name;
}

/** A particle that can stand before a last name. In capitals and with a point it is an initial: "John D. Smith". */
function isParticle(word: string): boolean {
  return PARTICLES.has(word.toLowerCase()) || (PARTICLES.has(bare(word)) && /^st\.$/i.test(word));
}

/** True for a last name that begins with its particles: van der Meer. */
export function beginsWithParticle(text: string): boolean {
  const first = text.slice(0, text.indexOf(' '));
  return first === first.toLowerCase() && PARTICLES.has(first);
}

/** Takes "Last, First Middle" apart; suffixes may stand on either side: "McAllister, III, Robert", "Smith Jr., John". */
function splitInverted(text: string): PersonName {
  const parts = withoutNickname(text).split(',').map((part) => part.trim()).filter((part) => part !== ''); // prettier-ignore
  const suffixes: string[] = [];
  while (parts.length > 1 && parts.slice(1).some((part) => part.split(' ').every(isNameSuffix))) {
    const index = parts.findIndex((part, at) => at > 0 && part.split(' ').every(isNameSuffix));
    suffixes.push(parts.splice(index, 1)[0]!);
  }
  if (parts.length < 2) {
    const name = splitSpoken(parts[0] ?? '');
    return { ...name, suffix: [name.suffix, ...suffixes].filter((part) => part !== '').join(' ') };
  }
  const lastWords = parts[0]!.split(' ');
  while (lastWords.length > 1 && isPlainSuffix(lastWords.at(-1)!)) suffixes.unshift(lastWords.pop()!);
  const given = parts.slice(1).join(' ').split(' ');
  const prefixes: string[] = [];
  while (given.length > 1 && PREFIXES.has(bare(given[0]!))) prefixes.push(given.shift()!);
  while (given.length > 1 && PREFIXES.has(bare(given.at(-1)!))) prefixes.push(given.pop()!);
  while (given.length > 1 && isPlainSuffix(given.at(-1)!)) suffixes.push(given.pop()!);
  // "Meer, Beatrix van der": the particles go back to the last name.
  const particles: string[] = [];
  while (given.length > 1 && isParticle(given.at(-1)!) && given.at(-1) === given.at(-1)!.toLowerCase()) particles.unshift(given.pop()!);
  return {
    prefix: prefixes.join(' '),
    first: given[0] ?? '',
    middle: given.slice(1).join(' '),
    last: [...particles, ...lastWords].join(' '),
    suffix: suffixes.join(' '),
  };
}

/** True when a comma parts last and first name, and not a name from its suffix. */
export function isInverted(text: string): boolean {
  const comma = text.indexOf(',');
  if (comma <= 0 || comma === text.length - 1) return false;
  const parts = text.split(',').slice(1).map((part) => part.trim()); // prettier-ignore
  return parts.some((part) => part !== '' && !part.split(' ').every(isNameSuffix));
}

/** One person's name, in either order. */
export function splitPerson(text: string): PersonName {
  return isInverted(withoutNickname(text)) ? splitInverted(text) : splitSpoken(tidySpaces(text));
}

const whole = (kind: NameKind, last: string): FullName => ({
  ...noPerson(),
  kind,
  last,
  spouseFirst: '',
  spouseMiddle: '',
  spouseLast: '',
});

/**
 * Takes a whole name apart. Two people become a constituent and a spouse ("Jane and John Smith"); organisations and
 * households are left whole, as the last name, so that the checks can show them.
 */
export function splitFullName(text: string): FullName {
  const tidy = tidySpaces(text);
  if (tidy === '') return whole('empty', '');
  if (isOrganisation(tidy)) return whole('organisation', tidy);
  if (isHousehold(tidy)) return whole('household', tidy);
  const people = splitPeople(tidy);
  if (people === null) return { ...splitPerson(tidy), kind: 'person', spouseFirst: '', spouseMiddle: '', spouseLast: '' };
  return splitCouple(people[0], people[1]);
}

function splitCouple(left: string, right: string): FullName {
  if (isHonorific(left)) {
    // "Mr. & Mrs. John Q. Smith Jr.": only one of the two is named.
    const person = splitPerson(right);
    return { ...person, prefix: `${left} & ${person.prefix}`.trim(), kind: 'couple', spouseFirst: '', spouseMiddle: '', spouseLast: '' };
  }
  if (isInverted(left)) {
    // "Smith, Jane and John" or "Smith, Jane & Doe, John"
    const primary = splitInverted(left);
    const spouse = isInverted(right) ? splitInverted(right) : splitSpoken(right);
    const named = spouse.first !== '';
    return {
      ...primary,
      kind: 'couple',
      spouseFirst: named ? spouse.first : spouse.last,
      spouseMiddle: spouse.middle,
      spouseLast: named && spouse.last !== '' ? spouse.last : primary.last,
    };
  }
  const spouse = splitPerson(right);
  const primary = splitSpoken(left);
  if (primary.first === '') {
    // "Jane and John Smith": one word before the sign is a first name.
    return {
      ...primary,
      first: primary.last,
      last: spouse.first === '' ? '' : spouse.last,
      suffix: '',
      kind: 'couple',
      spouseFirst: spouse.first === '' ? spouse.last : spouse.first,
      spouseMiddle: spouse.middle,
      spouseLast: spouse.first === '' ? '' : spouse.last,
    };
  }
  if (/^\p{L}\.?$/u.test(primary.last) && spouse.first !== '') {
    // "Jane Q. and John Smith": the initial is a middle name.
    return {
      ...primary,
      middle: tidySpaces(`${primary.middle} ${primary.last}`),
      last: spouse.last,
      kind: 'couple',
      spouseFirst: spouse.first,
      spouseMiddle: spouse.middle,
      spouseLast: spouse.last,
    };
  }
  return {
    ...primary,
    kind: 'couple',
    spouseFirst: spouse.first === '' ? spouse.last : spouse.first,
    spouseMiddle: spouse.middle,
    spouseLast: spouse.first === '' ? primary.last : spouse.last,
  };
}

/** First names of a couple in one cell: "Jane and John"; one person answers with an empty second. */
export function splitCoupleFirstNames(text: string): { first: string; spouseFirst: string } {
  const tidy = tidySpaces(text);
  const people = splitPeople(tidy);
  if (people === null) return { first: tidy, spouseFirst: '' };
  return { first: withoutTitles(people[0]), spouseFirst: withoutTitles(people[1]) };
}

/** The text without titles before it and suffixes behind it: "Dr. Robert", "Smith, Jr.". What would leave nothing stays. */
export function withoutTitles(text: string): string {
  const parts = tidySpaces(text).split(' ');
  let from = 0;
  let to = parts.length;
  while (to - from > 1 && PREFIXES.has(bare(parts[from]!))) from++;
  while (to - from > 1 && (isPlainSuffix(parts[to - 1]!) || (isNameSuffix(parts[to - 1]!) && parts[to - 2]!.endsWith(',')))) to--;
  if (from === 0 && to === parts.length) return tidySpaces(text);
  return parts.slice(from, to).join(' ').replace(/,+$/, '');
}

const ROMAN = /^(?:II|III|IV|VI|VII|VIII)$/;

function capitalised(word: string): string {
  const lower = word.toLowerCase();
  let result = lower.charAt(0).toUpperCase() + lower.slice(1);
  if (/^mc\p{L}{2}/u.test(lower)) result = `Mc${lower.charAt(2).toUpperCase()}${lower.slice(3)}`;
  else if (
    /^mac(?:arthur|aulay|donald|dougall|duff|farlane|gregor|intosh|intyre|kenzie|kinnon|lean|leod|millan|neil|pherson|rae)$/.test(lower)
  )
    result = `Mac${lower.charAt(3).toUpperCase()}${lower.slice(4)}`;
  return result;
}

function caseWord(word: string, first: boolean): string {
  const plain = word.replace(/[.,]/g, '');
  if (ROMAN.test(plain)) return word;
  const lower = word.toLowerCase();
  if (!first && PARTICLES.has(lower) && lower !== 'mac' && lower !== 'saint' && lower !== 'santa' && lower !== 'san' && lower !== 'st')
    return lower;
  return lower
    .split(/([-'’.])/)
    .map((piece, index, pieces) => {
      // "D'ARCY" and "O'BRIEN" have a capital behind the apostrophe, a genitive s has none.
      if (index > 0 && /['’]/.test(pieces[index - 1]!) && piece.length === 1 && index === pieces.length - 1) return piece;
      return capitalised(piece);
    })
    .join('');
}

// A list in capitals holds the same names again and again; bounded, since a list can hold a million different ones.
const unshouted = new Map<string, string>();
const MAX_UNSHOUTED = 20_000;

/** As `unshout`, remembering the names seen last. For whole lists. */
export function unshoutOften(text: string, initials: boolean): string {
  const key = initials ? text : `${text} `;
  let name = unshouted.get(key);
  if (name === undefined) {
    name = unshout(text, initials);
    if (unshouted.size >= MAX_UNSHOUTED) unshouted.clear();
    unshouted.set(key, name);
  }
  return name;
}

/**
 * A name in capitals as names are written: MCDONALD becomes McDonald, O'BRIEN O'Brien, VAN DER BERG van der Berg.
 * A name with any small letter stays as it is, and so do initials (`JR`, `J.D.`) unless `initials` says that there are none.
 */
export function unshout(text: string, initials = true): string {
  const traits = traitsOf(text);
  if ((traits & TRAIT.lower) !== 0 || (traits & TRAIT.upper) === 0) return text;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 2 || (initials && letters.length <= 2) || /^(?:\p{L}\.\s?)+$/u.test(text)) return text;
  if (!/[AEIOUYÀ-ÖØ-Ý]/.test(text) && letters.length <= 3 && initials) return text;
  const parts = text.split(' ');
  return parts.map((word, index) => caseWord(word, index === 0 && !startsWithParticles(parts))).join(' ');
}

/** "VAN DER BERG" begins with particles of a last name; "VAN" alone is a name. */
function startsWithParticles(parts: readonly string[]): boolean {
  return parts.length > 1 && /^(?:VAN|VON|DE|DER|DEN|DI|DA|DEL|DELLA|TER|TEN|ZU)$/.test(parts[0]!);
}

/** Common given names, by which a column of first names is told from one of last names. */
const GIVEN_NAMES = words(`
  james john robert michael william david richard charles joseph thomas christopher daniel paul mark donald george kenneth steven edward brian
  ronald anthony kevin jason matthew gary timothy jose josé larry jeffrey frank scott eric stephen andrew raymond gregory joshua jerry dennis walter
  patrick peter harold douglas henry carl arthur ryan roger joe juan jack albert jonathan justin terry gerald keith samuel willie ralph
  lawrence nicholas roy benjamin bruce brandon adam harry fred wayne billy steve louis jeremy aaron randy howard eugene carlos russell bobby
  victor martin ernest phillip philip todd jesse craig alan shawn clarence sean chris johnny earl jimmy antonio danny bryan tony luis mike stanley
  leonard nathan dale manuel rodney curtis norman allen marvin vincent glenn jeffery travis jeff chad jacob lee melvin alfred kyle francis bradley
  mary patricia linda barbara elizabeth jennifer maria maría susan margaret dorothy lisa nancy karen betty helen sandra donna carol ruth sharon
  michelle laura sarah kimberly deborah jessica shirley cynthia angela melissa brenda amy anna rebecca virginia kathleen pamela martha debra
  amanda stephanie carolyn christine marie janet catherine frances ann joyce diane alice julie heather teresa doris gloria evelyn jean cheryl
  mildred katherine joan ashley judith rose janice kelly nicole judy christina kathy theresa beverly denise tammy irene jane lori rachel marilyn
  andrea kathryn louise sara anne jacqueline wanda bonnie julia ruby lois tina phyllis norma paula diana annie lillian emily robin peggy crystal
  gladys rita dawn connie florence tracy edna tiffany carmen rosa cindy grace wendy victoria edith kim sherry sylvia josephine thelma shannon
  emma olivia sophia isabella mia charlotte amelia harper ethan noah liam mason lucas logan oliver elijah alexander sebastian zoe zoë chloe
  hannah abigail ella madison megan lauren danielle erin natalie claire eleanor lucy hugh ian graham nigel colin simon neil stuart fiona
  philippa desmond beatrix marguerite edmund tobias lucinda hiroshi rosalind cornelius solveig thaddeus delphine winifred rafael ngozi siobhan
  hans klaus jürgen wolfgang peter heinz ursula helga ingrid sabine pierre jean-pierre françois marie-claire sofia lucia lucía pieter jan`);

export function isGivenName(word: string): boolean {
  return GIVEN_NAMES.has(word.toLowerCase());
}
