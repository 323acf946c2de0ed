/** Phone numbers: their length, and the numbers in a text with several numbers or a label. */

/** The minimum and maximum number of digits in a phone number without its extension (E.164). */
export const PHONE_DIGITS = { fewest: 7, most: 15 } as const;

const EXTENSION = /,?\s*(?:x|ext\.?|extension|#)\s*\d{1,6}$/i;
const NUMBER = /^\+?[\d\s().\-–/]+$/;
const WORD = String.raw`(?:home|cell(?:ular)?|mobile|work|office|business|bus|main|phone|tel(?:ephone)?|[hcmwobpt])`;
const LABEL_BEFORE = new RegExp(String.raw`^(?:\(?${WORD}\)?\s*[.:#-]?\s*(?=[+(\d])|\p{L}[\p{L} ]{0,20}:\s*)`, 'iu');
const LABEL_AFTER = new RegExp(String.raw`\s*\(?\b${WORD}\)?\.?$`, 'i');
/** What separates two numbers: signs, words, or the label of the second number. */
const BETWEEN = new RegExp(String.raw`\s*(?::::|[,;|&\n]|\s/\s|\bor\b|\band\b)\s*|\s+(?=\(?${WORD}\)?\s*[.:#-]?\s*[+(\d])`, 'i');
/** Digits of a complete number with its area code. With fewer digits, a slash can be the one after the area code. */
const WITH_AREA = 10;
/** Numbers as spreadsheets and databases change them: 6035550101.0, 6.035550101E9. */
const FLOAT = /^(\d{7,15})\.0*$/;
const SCIENTIFIC = /^(\d)\.(\d+)E\+?(\d{1,2})$/i;
/** Programs drop zeros at the end. If more digits are missing, the number was cut. */
const MAX_ZEROS = 2;
/** A number with its extension anywhere in a text. */
const NUMBERS = /(?:\+|\(\+?|\b)\d[\d\s().\-–/]{5,60}\d(?:,?\s*(?:x|ext\.?|extension|#)\s*\d{1,6}\b)?/gi;
/** Numbers with area codes, separated only by blanks. */
const IN_A_ROW = /(?<!\S)\(?\d{3}\)?[ .\-/]{0,2}\d{3}[ .-]?\d{4}(?=\s|$)/g;
/** Dates, which are not phone numbers. */
const NO_NUMBER = /^(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4})|\d{4}-\d{2}-\d{2})$/;
/** A longer text is a note. */
const LONGEST = 120;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

export const withoutExtension = (text: string): string => text.replace(EXTENSION, '');

/** True for a text with the digits of one number. */
function hasOneNumber(text: string): boolean {
  const digits = digitsIn(withoutExtension(text));
  // 7.81555E+09 has enough digits but is not a phone number.
  return digits >= PHONE_DIGITS.fewest && digits <= PHONE_DIGITS.most && !/\dE\+\d/.test(text);
}

/** True for a text with only one number, perhaps with an extension. */
export const isPhoneNumber = (text: string): boolean => NUMBER.test(withoutExtension(text)) && hasOneNumber(text);

/** Restores a number that was stored as a float. Returns other texts, and numbers that lost digits, unchanged. */
function withoutFloat(text: string): string {
  const whole = FLOAT.exec(text);
  if (whole !== null) return whole[1]!;
  const [, first, digits, power] = SCIENTIFIC.exec(text) ?? [];
  if (first === undefined) return text;
  const missing = Number(power) - digits!.length;
  return missing < 0 || missing > MAX_ZEROS ? text : `${first}${digits!}${'0'.repeat(missing)}`;
}

/** The different complete numbers in a text, in order, each with its extension. */
export function phoneNumbersIn(text: string): readonly string[] {
  if (text.length > LONGEST) return [];
  const found = [...text.matchAll(NUMBERS)].flatMap(({ 0: number, index }) => {
    if (/[\p{L}@\d]/u.test(text.charAt(index + number.length)) || /[\p{L}\d@]/u.test(text.charAt(index - 1))) return [];
    if (digitsIn(number) > PHONE_DIGITS.most) return number.match(IN_A_ROW) ?? [];
    return hasOneNumber(number) && !NO_NUMBER.test(number) ? [withoutFloat(number.trim())] : [];
  });
  return [...new Map(found.toReversed().map((number) => [number.replace(/\D/g, ''), number])).values()].toReversed();
}

const withoutLabels = (text: string): string => text.trim().replace(LABEL_BEFORE, '').replace(LABEL_AFTER, '').trim();

/** The first complete number of a text with several numbers or a label: `Home: 813-555-0100`. Returns other texts unchanged. */
export function firstPhoneNumber(text: string): string {
  if (text.length > LONGEST || digitsIn(text) < PHONE_DIGITS.fewest) return text;
  if (FLOAT.test(text) || SCIENTIFIC.test(text)) return withoutFloat(text);
  if (isPhoneNumber(text)) return text;
  const single = withoutLabels(text);
  const bySlash = text.split('/').map(withoutLabels);
  if (bySlash.length > 1 && bySlash.every((part) => isPhoneNumber(part) && digitsIn(part) >= WITH_AREA)) return bySlash[0]!;
  if (isPhoneNumber(single)) return withoutFloat(single);
  const complete = text.split(BETWEEN).map(withoutLabels).filter(isPhoneNumber);
  if (complete.length > 0) return withoutFloat(complete[0]!);
  return phoneNumbersIn(text)[0] ?? text;
}
