/** Addresses: ZIP codes, the lines of a street, and units. */
import { isOrganization } from './organizations.ts';
import { tidySpaces } from './text.ts';

/** The result of `zipShape`. */
export const ZIP = {
  /** Five digits, or five and four with a hyphen. */
  whole: 0,
  /** Nine digits without the hyphen. */
  nine: 1,
  /** Four digits: the leading zero was lost. Also `1609-1234`. */
  lostZero: 2,
  /** Three digits: two zeros were lost, as in Puerto Rico. */
  lostTwo: 3,
  /** Not a US ZIP. */
  other: 4,
} as const;
export type ZipShape = (typeof ZIP)[keyof typeof ZIP];

export function zipShape(text: string): ZipShape {
  const length = text.length;
  let digits = 0;
  while (digits < length) {
    const code = text.charCodeAt(digits);
    if (code < 48 || code > 57) break;
    digits++;
  }
  if (digits === length) {
    if (length === 5) return ZIP.whole;
    if (length === 9) return ZIP.nine;
    if (length === 4) return ZIP.lostZero;
    return length === 3 ? ZIP.lostTwo : ZIP.other;
  }
  if (length !== digits + 5 || text.charCodeAt(digits) !== 45) return ZIP.other;
  for (let at = digits + 1; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return ZIP.other;
  }
  if (digits === 5) return ZIP.whole;
  if (digits === 4) return ZIP.lostZero;
  return digits === 3 ? ZIP.lostTwo : ZIP.other;
}

/** Nine digits without the first one or two, with any separator. */
const NINE_WITHOUT_ZEROS = /^(\d{3,4})\s*[-–—. ]?\s*(\d{4})$/;

/**
 * Restores the zeros that a spreadsheet removed: `1609` becomes `01609`, `21091234` becomes `02109-1234`. Returns other texts unchanged.
 */
export function withZipZeros(text: string): string {
  const shape = zipShape(text);
  if (shape === ZIP.lostZero) return `0${text}`;
  if (shape === ZIP.lostTwo) return `00${text}`;
  const nine = shape === ZIP.other ? NINE_WITHOUT_ZEROS.exec(text) : null;
  return nine === null ? text : `${nine[1]!.padStart(5, '0')}-${nine[2]!}`;
}

/** Writes nine digits as five and four with a hyphen. Returns other texts unchanged. */
export function withZipHyphen(text: string): string {
  if (zipShape(text) === ZIP.nine) return `${text.slice(0, 5)}-${text.slice(5)}`;
  const spaced = /^(\d{5})\s*[-–—. ]\s*(\d{4})$/.exec(text);
  if (spaced !== null) return `${spaced[1]}-${spaced[2]}`;
  // Leftovers of a number format (01609.0), a hyphen with nothing after it, or the prefix of Facebook (z:01609).
  const tail = /^(?:z:\s?)?(\d{3,5}|\d{5}-\d{4})(?:\.0+|-)?$/i.exec(text);
  return tail === null ? text : tail[1]!;
}

const ABOUT_ADDRESS =
  '(?:(?:(?:bad|wrong|invalid|incorrect|old|former|undeliverable|returned)\\s+(?:mail(?:ing)?\\s+)?(?:address|addr|mail)|do\\s+not\\s+(?:mail|use)|no\\s+mail|undeliverable|return(?:ed)?\\s+to\\s+sender|mail\\s+returned|no\\s+(?:longer\\s+at\\s+(?:this\\s+)?|(?:(?:known|valid|current|good|mailing|home)\\s+)*)address(?:\\s+(?:on\\s+file|available|given|known|provided))?|(?:unknown|need(?:s|ed)?(?:\\s+a)?(?:\\s+(?:new|current|correct|good))?)\\s+address|address\\s+(?:is\\s+)?(?:unknown|not\\s+known|needed|missing)|moved|see\\s+notes?|no\\s+forwarding(?:\\s+address)?|(?:use\\s+)?e-?mail\\s+only)\\b\\.?)';
const SIGNS = '[\\s*()\\[\\]<>!,;:–—-]';
/** Remarks of the office instead of a street, or before or after it: BAD ADDRESS - 7 Elm St, 7 Elm St (old address). */
const ONLY_REMARKS = new RegExp(`^${SIGNS}*${ABOUT_ADDRESS}(?:${SIGNS}+(?:and\\s+|left\\s+)?${ABOUT_ADDRESS})*${SIGNS}*$`, 'i');
const REMARK_BEFORE = new RegExp(
  `^[*([<\\s-]*(?:${ABOUT_ADDRESS}${SIGNS}*(?=\\d|p\\.?\\s?o\\.?\\s?box\\b)|${ABOUT_ADDRESS}\\s*[*)\\]>!,;:–—-]+\\s*|[*([]\\s*bad\\s*[*)\\]]+\\s*)`,
  'i',
);
const REMARK_BEHIND = new RegExp(`\\s*[*([<!,;:–—-]+\\s*(?:${ABOUT_ADDRESS}|(?<=[*([]\\s*)(?:bad|old))${SIGNS}*$`, 'i');
const MAY_BE_REMARK = /^[^\d]|[-–—(*[<;,!:]/;

/** Longer texts are more than a remark. */
const LONGEST_REMARK = 80;
const OF_DEATH = new RegExp(
  `^${SIGNS}*(?:${ABOUT_ADDRESS}${SIGNS}+)*(?:deceased|dec['’]?d|passed\\s+away)\\b(?:${SIGNS}+(?:on\\s+|in\\s+)?\\d[\\d/.-]*|${SIGNS}+${ABOUT_ADDRESS})*${SIGNS}*$`,
  'i',
);

/**
 * True when the office wrote, instead of a street, that the person has died: DECEASED, ** Deceased 3/2021 **, Deceased - return to sender.
 */
export function isAddressOfDead(text: string): boolean {
  const first = text.charCodeAt(0);
  // Most streets begin with a digit.
  return !(first >= 48 && first <= 57) && text.length > 0 && text.length <= LONGEST_REMARK && OF_DEATH.test(text);
}

/** Removes remarks of the office from a street; '' if nothing else is left. Returns other texts unchanged. */
export function withoutAddressRemark(text: string): string {
  if (!MAY_BE_REMARK.test(text)) return text;
  if (ONLY_REMARKS.test(text)) return '';
  const rest = text.replace(REMARK_BEFORE, '').replace(REMARK_BEHIND, '').trim();
  // Nothing is removed if no letters would remain.
  return rest === '' || !/\p{L}/u.test(rest) ? text : rest;
}

export interface StreetLines {
  street: string;
  street2: string;
}

const BOX = /^p\.?\s?o\.?\s?box\b/i;
/** A house number and a street, or a post office box. */
const NUMBERED = /^(?:(\d+)[A-Za-z]?(?:-\d+)?\s+\S*\p{L}|p\.?\s?o\.?\s?box\b)/iu;
/** A recipient on a separate line. */
const ADDRESSEE = /^(?:(?:c\/o|care of|attn|attention|mrs?|ms|miss|dr|prof|rev|the hon)\b|%)/i;
/** A floor or a part of a building, which is not a street: 22 Floor. */
const NO_STREET = /^\d+\s+(?:floor|fl|flr|floors|west|east|north|south|upper|lower)\.?$/i;
const ENDS_LIKE_STREET = /\s(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard)\.?$/i;
/** Four and five digits before a word can be a European postal code: 75002 Paris. */
const SHORT_NUMBER = 3;

const UNIT_BEHIND = /,?\s(?:apt|apartment|unit|suite|ste|room|rm)\b\.?\s?#?\w{1,5}$/i;

/**
 * Moves the line with the house number to the front if the first line is a unit, a box or a recipient, or has no digits, such as the name
 * of a firm or a building.
 */
function houseFirst(lines: readonly string[]): readonly string[] {
  const first = lines[0] ?? '';
  if (lines.length < 2) return lines;
  const isBeforeStreet = UNIT.test(first) || UNIT_NUMBER.test(first) || ADDRESSEE.test(first);
  // Ignores the unit number after the name of a building: "Larch Manor, Unit 5".
  const building = /\d/.test(first) ? first.replace(UNIT_BEHIND, '') : first;
  if (!isBeforeStreet && (/\d/.test(building) || /^one\s/i.test(first))) return lines;
  const named = isBeforeStreet || isOrganization(first);
  if (!named && ENDS_LIKE_STREET.test(building)) return lines;
  const hasBox = BOX.test(first);
  const at = lines.findIndex((line) => {
    const number = NUMBERED.exec(line);
    if (number === null || NO_STREET.test(line)) return false;
    return named ? !hasBox || number[1] !== undefined : (number[1] ?? '').length <= SHORT_NUMBER;
  });
  return at < 1 ? lines : [lines[at]!, ...lines.slice(0, at), ...lines.slice(at + 1)];
}

/** The line with the house number, and the other lines joined. */
export const inLines = (lines: readonly string[]): StreetLines => {
  const [street = '', ...others] = houseFirst(lines);
  return { street, street2: others.join(', ') };
};

/** The same for a text with line breaks. */
export function splitStreetLines(text: string): StreetLines {
  const lines = text
    .split(/[\r\n\u0085\u2028\u2029]/)
    .map((line) => tidySpaces(line).replace(/,$/, ''))
    .filter((line) => line !== '');
  return inLines(lines);
}

export const UNIT =
  /^(?:apt|apartment|unit|suite|ste|fl|flat|floor|dept|department|mail\s?stop|rm|room|bldg|building|lot|trlr|#|p\.?\s?o\.?\s?box|c\/o|attn|penthouse|ph|rear)\b|^#/i;

/** 4B, #12, B-204, A. */
const UNIT_NUMBER = /^#?\s*(?:[A-Z]{0,2}[\s-]?\d+(?:[\s-]?[A-Z]{1,2})?|[A-Z])$/i;

/** True for an apartment or suite number, with or without the word; false for a department: Oncology, 4 West. */
export const looksLikeUnit = (text: string): boolean =>
  UNIT_NUMBER.test(text) || UNIT.test(text) || /^(?:upper|lower|front|basement)$/i.test(text);
