/** Phone numbers: their length, and the first number in a text that holds several, or a label. */

/** The fewest and the most digits of a phone number without its extension (E.164). */
export const PHONE_DIGITS = { fewest: 7, most: 15 } as const;

const EXTENSION = /\s*(?:x|ext\.?|extension|#)\s*\d{1,6}$/i;
const NUMBER = /^\+?[\d\s().\-–/]+$/;
const WORD = String.raw`(?:home|cell(?:ular)?|mobile|work|office|business|bus|main|phone|tel(?:ephone)?|[hcmwobpt])`;
const LABEL_BEFORE = new RegExp(String.raw`^(?:\(?${WORD}\)?\s*[.:#-]?\s*(?=[+(\d])|\p{L}[\p{L} ]{0,20}:\s*)`, 'iu');
const LABEL_AFTER = new RegExp(String.raw`\s*\(?\b${WORD}\)?\.?$`, 'i');
/** Signs and words between two numbers, and the label before the second one. */
const BETWEEN = new RegExp(String.raw`\s*(?::::|[,;|&\n]|\s/\s|\bor\b|\band\b)\s*|\s+(?=\(?${WORD}\)?\s*[.:#-]?\s*[+(\d])`, 'i');
/** Digits of a whole number with its area code; a slash can also follow an area code. */
const WITH_AREA = 10;
/** A longer text is a note. */
const LONGEST = 120;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** True for a text with the digits of one number, which can have words around it. */
export function hasOneNumber(text: string): boolean {
  const digits = digitsIn(text.replace(EXTENSION, ''));
  // 7.81555E+09 has enough digits but is not a phone number.
  return digits >= PHONE_DIGITS.fewest && digits <= PHONE_DIGITS.most && !/\dE\+\d/.test(text);
}

/** True for one number and nothing else but an extension. */
const isPhoneNumber = (text: string): boolean => NUMBER.test(text.replace(EXTENSION, '')) && hasOneNumber(text);

const withoutLabels = (text: string): string => text.trim().replace(LABEL_BEFORE, '').replace(LABEL_AFTER, '').trim();

/** The first complete number of a text that holds several, or one with a label: `Home: 813-555-0100`. Other texts stay as they are. */
export function firstPhoneNumber(text: string): string {
  if (text.length > LONGEST || digitsIn(text) < PHONE_DIGITS.fewest) return text;
  if (isPhoneNumber(text)) return text;
  const single = withoutLabels(text);
  const bySlash = text.split('/').map(withoutLabels);
  if (bySlash.length > 1 && bySlash.every((part) => isPhoneNumber(part) && digitsIn(part) >= WITH_AREA)) return bySlash[0]!;
  if (isPhoneNumber(single)) return single;
  const complete = text.split(BETWEEN).map(withoutLabels).filter(isPhoneNumber);
  return complete.length > 1 ? complete[0]! : text;
}
