/**
 * Derives the meaning of an unknown heading from its words: `contributor_street_1` is a street, `Lgst Gift $` is the amount of the largest
 * gift, `Business Address City` is not a field of the record. All results are suggestions.
 */
import { type FieldKey, fieldOf, fieldsOf } from '../fields/index.ts';
import { type HeadingWord, type Splitter, type Target, isKnownHeading, isStopWord, parseHeading } from '../mapping/index.ts';

/** Rank among several columns for one field; lower is better. */
export const PREFERENCE = { home: 0, plain: 1, preferred: 1, mailing: 2, permanent: 2, billing: 3, mobile: 4, later: 6 } as const;

export interface HeadingMeaning {
  readonly to: Target;
  /** `sure`: every word is understood. `likely`: a word was guessed, or one is left over. */
  readonly certainty: 'sure' | 'likely';
  readonly preference: number;
  /** The field for dates, for a gift heading that can mean amounts or dates; otherwise null. */
  readonly ifDates: FieldKey | null;
  /** The field for counts, for a heading that can mean an amount or a count; otherwise null. */
  readonly ifCounts: FieldKey | null;
}

/** Meanings that only name the person, or join words. */
const NEUTRAL = new Set([
  'constituent', 'donor', 'member', 'contact', 'person', 'client', 'primary', 'preferred', 'home', 'mailing', 'billing', 'permanent', 'legal', 'record',
  'account', 'head', 'parent', 'system', 'unique', 'external', 'user', 'of', 'and', 'or', 'the', 'in', 'for', 's', 'your', 'my', 'one', 'ever', 'single',
  'closed', 'full', 'line', 'ref', 'voice', 'original', 'acknowledgement', 'winner',
]); // prettier-ignore

/** A heading with one of these words is not a field, unless it is about a maiden name. */
const FORMER = new Set(['former', 'previous', 'prior']);
/** Words for several gifts. Their amount is a total. */
const PLURAL_GIFTS = new Set(['gifts', 'donations', 'contributions', 'giving', 'opps', 'spenden', 'dons', 'donaciones', 'donativos']);

const GIFTS = { earliest: 'first', latest: 'latest', largest: 'largest' } as const;

/**
 * Words in the headings of screening services and of forecasts. Gifts with one of them went to other organizations, or are estimates:
 * "Total Identified Giving", "Largest Gift Found", "VeriGift Total".
 */
const NOT_OWN_GIFTS = new Set([
  'identified', 'known', 'found', 'charitable', 'philanthropic', 'philanthropy', 'political', 'federal', 'nonprofit', 'nonprofits', 'others', 'elsewhere', 'veri',
  'we', 'ds', 'estimated', 'est', 'potential', 'likely', 'suggested', 'recommended', 'predicted', 'projected', 'expected', 'target', 'ask',
]); // prettier-ignore

/** Numbers in headings that are years. */
const [FIRST_YEAR, LAST_YEAR] = [1900, 2100];
const UNTIL = new Set(['as', 'through', 'thru', 'until', 'till']);

/** Longer headings are sentences. */
const LONGEST_HEADING = 120;

/** The meanings that name a person of the household. A second one is the spouse. */
const PEOPLE = new Set(['contact', 'person', 'parent', 'donor', 'constituent', 'member', 'client']);

/** True for "Contact 2 …", "P2 …" and "2nd Person …", but not for "Contact Address 2". */
function namesSecondPerson(words: readonly HeadingWord[]): boolean {
  return words.some(({ word, meaning }, at) => {
    if (word !== 'p' && (meaning === null || !PEOPLE.has(meaning))) return false;
    const [before, after] = [words[at - 1], words[at + 1]];
    return before?.meaning === 'second' || after?.meaning === 'two' || after?.word === '2';
  });
}

/** True for any heading about the spouse or the second person of a household. */
export function isAboutSpouse(heading: string): boolean {
  const words = parseHeading(heading.slice(0, LONGEST_HEADING));
  if (/\bco[\s_-]?(?:constituent|donor)s?\b/i.test(heading)) return true;
  return namesSecondPerson(words) || words.some(({ meaning }) => meaning === 'spouse' || meaning === 'second');
}

/** The words for a part of an address. */
const ADDRESS_WORDS = new Set(['street', 'address', 'line', 'city', 'state', 'zip', 'country', 'region', 'apartment', 'house', 'code', 'number', 'name']); // prettier-ignore
const NUMBERS: Readonly<Record<string, number>> = { first: 1, earliest: 1, one: 1, second: 2, two: 2, three: 3, four: 4 };

const JOINING = new Set(['of', 'the', 'and', 'or', 'in', 'for', 's', 'your', 'my']);

/** The address that a heading belongs to, and the street line. */
export interface AddressPart {
  /** What distinguishes the address from others of the sheet: "home", "2"; empty for the only one. */
  readonly group: string;
  /** From 1. "Address 2" is the second line; "Address 2 Line 1" is the first line of a second address. */
  readonly line: number;
}

/** Several lines in one column: "Address 1,2 and 3", "Address Lines 1-3". Its values begin with the first one. */
const LINES = /(?<!\d)1(?:\s*(?:,|&|\+|\/|-|–|\bto\b|\band\b|\bund\b|\bet\b|\ben\b|\by\b)\s*[2-4](?!\d))+/gi;

/** Which address and which line of it a heading names. */
export function addressPartOf(heading: string): AddressPart {
  const words = parseHeading(heading.replace(LINES, '1').split('/', 1)[0]!.slice(0, LONGEST_HEADING));
  const group: string[] = [];
  let line = 1;
  for (const [at, { word, meaning }] of words.entries()) {
    const number = /^[1-4]$/.test(word) ? Number(word) : NUMBERS[meaning ?? ''];
    const isLine = (one: HeadingWord | undefined) => one?.meaning === 'line' || one?.meaning === 'street' || one?.meaning === 'address';
    if (number !== undefined) {
      const rest = words.slice(at + 1);
      const begins = meaning === 'second' || meaning === 'earliest' || meaning === 'first';
      const numbersLine = begins ? words.some((one) => one.meaning === 'line') : isLine(words[at - 1]) && !rest.some(isLine);
      if (numbersLine) line = number;
      else if (number > 1 && words[at - 1]?.meaning !== 'zip') group.push(String(number));
    } else if (meaning === 'additional') line = 2;
    else if (!/^\d+$/.test(word) && !JOINING.has(word) && (meaning === null || !ADDRESS_WORDS.has(meaning))) group.push(meaning ?? word);
  }
  return { group: group.join(' '), line };
}

/**
 * Null when the words name no field, or name something outside the record. If a heading lists alternatives for a part of an address
 * ("State/Province/Region/County"), the first one is used.
 */
export function meaningOf(heading: string): HeadingMeaning | null {
  const plain = heading.replace(LINES, '1').replace(OF_CARD, 'billing ');
  const whole = wholeMeaningOf(plain);
  if (whole !== null) return whole;
  const slash = plain.indexOf('/');
  const first = slash < 0 ? null : wholeMeaningOf(plain.slice(0, slash));
  if (first?.to.kind === 'field' && fieldOf(first.to.field).group === 'address') return { ...first, certainty: 'likely' };
  const ofGifts = plain.replace(GROUP_OF_GIFTS, 'Gift ');
  if (ofGifts !== plain) return wholeMeaningOf(ofGifts);
  const unremarked = plain.replace(REMARK, ' ').trim();
  if (unremarked === plain || unremarked === '' || isKnownHeading(heading) || !saysNothing(plain)) return null;
  const bare = wholeMeaningOf(unremarked);
  return bare === null ? null : { ...bare, certainty: 'likely' };
}

/** "Card Address City": payment processors have no other address of the donor. */
const OF_CARD = /^card[\s_]+(?=address)/i;

/** A group name that queries put before a value about gifts: "Revenue Summary\\Number of gifts", "Smart Field: Lifetime Giving". */
const GROUP_OF_GIFTS =
  /^(?:(?:smart|fields?|revenue|giving|gifts?|donations?|donor|rfm|summar(?:y|ies)|totals?|history|statistics|roll-?ups?)[\s_]*)+[:\\/|]\s*(?=\S)/i;

/** Remarks that people add to a heading: "Email (best)". */
const REMARK = /\s*(?:\([^()]*\)|\[[^[\]]*\])\s*/g;

/** True when the remarks do not change the meaning of the heading: "(if known)", but not "(spouse)". */
const saysNothing = (heading: string): boolean =>
  Array.from(heading.matchAll(REMARK)).every(([remark]) =>
    parseHeading(remark).every(({ word, meaning }) => !isStopWord(word) && (meaning === null || NEUTRAL.has(meaning))),
  );

function wholeMeaningOf(heading: string): HeadingMeaning | null {
  if (heading.length > LONGEST_HEADING) return null;
  const words = parseHeading(heading);
  if (words.length === 0 || words.length > 9) return null;
  const has = new Set<string>();
  let guessed = false;
  let unknown = 0;
  for (const [index, { word, meaning, guessed: typo }] of words.entries()) {
    if (meaning !== null) has.add(meaning);
    else if (isStopWord(word)) {
      const isMaiden = FORMER.has(word) && words.some((other) => other.meaning === 'maiden');
      // The email address that a message or payment came from is the donor's.
      const isSender = word === 'from' && words.some((other) => other.meaning === 'email');
      if (!isMaiden && !isSender) return null;
    } else if (!/^\d+$/.test(word) || index === 0) unknown++;
    if (typo) guessed = true;
  }
  const numbers = words.filter(({ word }) => /^\d+$/.test(word)).map(({ word }) => Number(word));
  for (const { word } of words) if (PLURAL_GIFTS.has(word)) has.add('gifts');
  // "Nombre" is a first name in Spanish, but a number in French.
  if (has.has('gift') && words.some(({ word }) => word === 'nombre') && has.delete('first')) has.add('number');
  // "Given" in "Total given" and "Gifts given" is not a given name.
  const isGiven =
    ['total', 'lifetime', 'gift'].some((meaning) => has.has(meaning)) && !has.has('name') && words.some(({ word }) => word === 'given');
  if (isGiven && has.delete('first')) has.add('gift').add('gifts');
  // Gifts in one year, or since a year, are neither a total nor the largest gift. A total as of a day is a total.
  const isOfYears = numbers.some((number) => number >= FIRST_YEAR && number <= LAST_YEAR) && !words.some(({ word }) => UNTIL.has(word));
  if (isOfYears && has.has('gift') && !has.has('lifetime')) return null;
  if (has.has('gift') && words.some(({ word }) => NOT_OWN_GIFTS.has(word))) return null;
  const found = namesSecondPerson(words) ? findSpouse(has) : findMeaning(has, addressPartOf(heading), words.length, numbers);
  if (found !== null && found.ifDates !== undefined && words.some(({ word }) => word === 'since')) found.to = toDates(found.ifDates);
  if (found === null || unknown > 1 || (unknown === 1 && words.length < 3)) return null;
  const used = found.uses;
  const leftOver = [...has].filter((meaning) => !used.includes(meaning) && !NEUTRAL.has(meaning));
  if (leftOver.length > 1) return null;
  const sure = unknown === 0 && !guessed && leftOver.length === 0;
  return {
    to: found.to,
    certainty: sure && found.sure !== false ? 'sure' : 'likely',
    // A preferred first name is a nickname, but matching needs the legal name.
    preference: preferenceOf(has, numbers) + (has.has('preferred') && found.uses.includes('first') ? PREFERENCE.later : 0),
    ifDates: found.ifDates ?? null,
    ifCounts: found.ifCounts ?? null,
  };
}

/** The rank of a heading among several for one field; lower is better. The second of several comes after the first. */
export function preferenceOf(has: ReadonlySet<string>, numbers: readonly number[]): number {
  let preference: number = PREFERENCE.plain;
  if (has.has('home')) preference = PREFERENCE.home;
  else if (has.has('mobile')) preference = PREFERENCE.mobile;
  else if (has.has('mailing') || has.has('permanent') || has.has('acknowledgement')) preference = PREFERENCE.mailing;
  else if (has.has('billing')) preference = PREFERENCE.billing;
  else if (has.has('preferred') || has.has('primary')) preference = PREFERENCE.plain - 0.5;
  const later = numbers.some((number) => number > 1) || ['second', 'two', 'three', 'additional'].some((word) => has.has(word));
  return later ? preference + PREFERENCE.later : preference;
}

/** The meanings of a known heading, for ranking several columns of one field. */
export function meaningsIn(heading: string): { has: ReadonlySet<string>; numbers: readonly number[] } {
  const words = parseHeading(heading.slice(0, LONGEST_HEADING));
  return {
    has: new Set(words.flatMap(({ meaning }) => (meaning === null ? [] : [meaning]))),
    numbers: words.filter(({ word }) => /^\d+$/.test(word)).map(({ word }) => Number(word)),
  };
}

interface Found {
  to: Target;
  uses: readonly string[];
  sure?: boolean;
  ifDates?: FieldKey;
  ifCounts?: FieldKey;
}

const toDates = (key: FieldKey): Target => ({ kind: 'field', field: key });
const field = (key: FieldKey, ...uses: readonly string[]): Found => ({ to: { kind: 'field', field: key }, uses });
const split = (splitter: Splitter, ...uses: readonly string[]): Found => ({ to: { kind: 'split', splitter }, uses });

function findMeaning(has: ReadonlySet<string>, part: AddressPart, length: number, numbers: readonly number[]): Found | null {
  if (has.has('county')) return null;
  if (has.has('gift') || has.has('transaction') || has.has('lifetime')) return findGift(has);
  if (has.has('spouse')) return findSpouse(has);
  // The first parent of a student is the constituent. A parent without a number can be a parent company.
  if (has.has('parent') && !numbers.includes(1)) return null;
  const business = ['business', 'work', 'office', 'employer', 'organization', 'company', 'job'].some((word) => has.has(word));
  if (business) return findBusiness(has);
  if (has.has('email')) return has.has('date') ? null : field('personalEmail', 'email', 'address', 'amount', 'number');
  if (has.has('phone') || has.has('mobile')) return has.has('date') ? null : field('personalPhone', 'phone', 'mobile', 'number', 'amount');
  return findAddress(has, part, numbers) ?? findName(has, length) ?? findRest(has);
}

/** The gift that a heading names, or null. "Initial gift" is the first gift, although "initial" otherwise means the letter of a name. */
function whichGift(has: ReadonlySet<string>): keyof typeof GIFTS | null {
  if (has.has('largest')) return 'largest';
  if (has.has('latest') || has.has('last')) return 'latest';
  return has.has('earliest') || has.has('first') || has.has('middle') ? 'earliest' : null;
}

function findGift(has: ReadonlySet<string>): Found | null {
  const words = ['gift', 'gifts', 'transaction', 'closed', 'lifetime'];
  const which = whichGift(has);
  const total = has.has('total') || has.has('lifetime');
  const counted = has.has('number') || has.has('count');
  if (which !== null && !total && !counted) {
    const gift = GIFTS[which];
    const amountField = fieldsOf({ kind: 'amount', gift })[0]!;
    const dateField = fieldsOf({ kind: 'date', gift })[0]!;
    const uses = [...words, which, 'last', 'first', 'middle', 'most', 'amount', 'date'];
    if (has.has('date')) return field(dateField, ...uses);
    return has.has('amount') ? field(amountField, ...uses) : { ...field(amountField, ...uses), ifDates: dateField };
  }
  if (which !== null || has.has('date')) return null;
  if (counted && !has.has('amount')) return field('rfmTotalGiftCount', ...words, 'number', 'count', 'total');
  const found = field('rfmTotalGiftValue', ...words, 'total', 'amount', 'number');
  if (has.has('amount')) return total || has.has('gifts') ? { ...found, sure: total && has.has('gift') } : null;
  return total && has.has('gift') ? { ...found, ifCounts: 'rfmTotalGiftCount', sure: false } : null;
}

function findSpouse(has: ReadonlySet<string>): Found | null {
  // The record only has names of the spouse.
  const uses = ['spouse', 'two', 'second', 'name', ...PEOPLE];
  if (
    has.has('email') ||
    has.has('phone') ||
    has.has('mobile') ||
    has.has('address') ||
    has.has('date') ||
    has.has('id') ||
    has.has('business')
  )
    return null;
  if (has.has('job') || has.has('title') || has.has('employer') || has.has('work') || has.has('street') || has.has('company')) return null;
  if (has.has('maiden')) return field('spouseMaiden', ...uses, 'maiden', 'last');
  if (has.has('first')) return field('spouseFirst', ...uses, 'first');
  if (has.has('middle')) return field('spouseMiddle', ...uses, 'middle', 'initial');
  if (has.has('last') || has.has('family')) return field('spouseLast', ...uses, 'last', 'family');
  if (has.has('name')) return split('spouseName', ...uses, 'full', 'complete');
  return has.has('spouse') && has.size === 1 ? { ...field('spouseFirst', ...uses), sure: false } : null;
}

function findBusiness(has: ReadonlySet<string>): Found | null {
  const uses = ['business', 'work', 'office', 'employer', 'organization', 'company', 'job'];
  if (has.has('email')) return field('businessEmail', ...uses, 'email', 'address');
  if (has.has('phone') || has.has('mobile'))
    return field('businessPhone', ...uses, 'phone', 'number', ...(has.has('mobile') ? ['mobile'] : []));
  if (['street', 'address', 'city', 'state', 'zip', 'country', 'line', 'date', 'id', 'number', 'region'].some((word) => has.has(word)))
    return null;
  if (has.has('title') || has.has('position') || has.has('occupation') || has.has('role'))
    return field('businessTitle', ...uses, 'title', 'position', 'occupation', 'role', 'name');
  if (has.has('job')) return field('businessTitle', ...uses, 'name', 'title');
  if (has.has('first') || has.has('last')) return null;
  return field('businessName', ...uses, 'name', 'affiliation');
}

const OF_LINES = ['home', 'mailing', 'permanent', 'preferred', 'primary', 'billing'];

function findAddress(has: ReadonlySet<string>, { line }: AddressPart, numbers: readonly number[]): Found | null {
  const uses = [
    'address',
    'street',
    'city',
    'state',
    'zip',
    'country',
    'region',
    'line',
    'apartment',
    'code',
    'number',
    'name',
    'second',
    'two',
    'additional',
    'home',
    'house',
  ];
  if (has.has('date') || has.has('amount') || has.has('id')) return null;
  const parts = ['city', 'state', 'zip'].filter((part) => has.has(part));
  if ((parts.length > 1 && !(has.has('country') || has.has('region'))) || parts.length === 3) return split('cityStateZip', ...uses, 'and');
  if (has.has('country')) return field('country', ...uses);
  if (has.has('zip')) return field('postalCode', ...uses);
  if (has.has('city')) return field('city', ...uses);
  if (has.has('state') || (has.has('region') && has.size <= 3)) return has.has('full') ? null : field('state', ...uses);
  if (has.has('house') && (has.has('number') || has.has('name') || has.has('street')))
    return { ...field('street', ...uses, 'or', 'and'), sure: false };
  if (has.has('apartment')) return field('street2', ...uses);
  // "Home Line 1" in a list with "Home City".
  const isLine = has.has('line') && numbers.length === 1 && !has.has('name') && OF_LINES.some((word) => has.has(word));
  if (!has.has('street') && !has.has('address') && !isLine) return null;
  // "2" is for a second account, not for a second line.
  if (numbers.includes(2) && has.has('account')) return null;
  if (line > 2 || numbers.some((number) => number > 2)) return null;
  if (line === 2 || has.has('additional')) return field('street2', ...uses);
  if (has.has('complete') || (has.has('full') && has.has('address'))) return split('addressLines', ...uses, 'full', 'complete');
  return field('street', ...uses, 'first');
}

function findName(has: ReadonlySet<string>, length: number): Found | null {
  if (has.has('date') || has.has('amount') || has.has('count') || has.has('id')) return null;
  if (has.has('maiden')) return field('primaryMaiden', 'maiden', 'name', 'last');
  if (has.has('first') && has.has('last'))
    return has.has('name') || length <= 3 ? split('lastFirst', 'first', 'last', 'name', 'middle', 'initial') : null;
  if (has.has('first')) return has.has('more') ? field('primaryMiddle', 'first', 'more', 'name') : field('primaryFirst', 'first', 'name');
  if (has.has('middle')) return field('primaryMiddle', 'middle', 'name', 'initial');
  if (has.has('more')) return field('primaryMiddle', 'more', 'first', 'name');
  if (has.has('last') || (has.has('family') && has.has('name'))) return field('primaryLast', 'last', 'family', 'name');
  // A preferred name is a nickname, and "Occupation Name" is a job.
  if (has.has('name') && !['preferred', 'occupation', 'position'].some((word) => has.has(word)))
    return split('fullName', 'name', 'full', 'complete');
  return null;
}

function findRest(has: ReadonlySet<string>): Found | null {
  // Not the position in a family: head, spouse, child.
  if (has.has('family')) return null;
  if (has.has('position') || has.has('occupation')) return field('businessTitle', 'position', 'occupation', 'title', 'name');
  const role = [
    'constituent',
    'donor',
    'member',
    'person',
    'contact',
    'client',
    'record',
    'account',
    'external',
    'unique',
    'system',
    'user',
    'original',
  ].some((word) => has.has(word));
  if (has.has('date') || has.has('amount') || has.has('count')) return null;
  const isAlone = [...has].every((meaning) => meaning === 'id' || NEUTRAL.has(meaning));
  // "ID in Bloomerang" can be one of several IDs.
  if (has.has('id') && (role || isAlone)) return { ...field('constituentId', 'id', 'number', 'key', 'code', 'ref'), sure: !has.has('in') };
  if (role && (has.has('number') || has.has('key') || has.has('code') || has.has('ref')) && !has.has('contact'))
    return field('constituentId', 'number', 'key', 'code', 'ref');
  return null;
}
