/**
 * Restores HTML codes (`O&#039;Dowd`), and texts that a program has read with a wrong encoding, even several times: `JosÃ©`, `JosÃƒÂ©`,
 * `Jos√©`, `Jos├®` are all José. Only replaces sequences that occur in no language, so that correct names never change.
 */

/** The characters of Windows-1252 from 128 to 159; a blank where it has none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const BYTES = new Map(Array.from(WINDOWS).flatMap((character, at) => (character === ' ' ? [] : [[character, 128 + at] as const])));

/** The characters from 128 to 191 of Mac OS Roman. */
const MAC = 'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø';
/**
 * Letters of two UTF-8 bytes as a Mac and two code pages of DOS show them: the first byte, the letter for the lowest second byte, and the
 * second bytes in order.
 */
const OTHERS: readonly (readonly [lead: string, lowest: number, seconds: string])[] = [
  ['√', 0xc0, MAC],
  ['ƒ', 0x100, MAC],
  ['≈', 0x140, MAC],
  ['├', 0xc0, 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐'],
  ['├', 0xc0, 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐'],
];
/** Quotation marks and dashes as a Mac shows them after `‚Ä`: `O‚ÄôDowd`. */
const MAC_SIGNS: Readonly<Record<string, string>> = { ô: '’', ò: '‘', ú: '“', ù: '”', ì: '–', î: '—' };

/** Every misread text has at least one of these. */
const TELLTALE = /[ÂÃÄÅÆÈâáï][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[√├ƒ≈]|‚Ä/u;

/** A sequence of bytes in UTF-8 that Windows-1252 shows as two or three characters. */
const TWO = /[ÂÃÄÅÆÈ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;
const THREE = /(?:â[€\u0080‚„]|á[º»])[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|ï»¿/gu;

/** Texts that were misread three times have been seen. After more rounds, a text is no longer a name. */
const MAX_ROUNDS = 3;

/** Characters that a repair may add to a text. */
const WANTED = /^[\p{L}\p{M}\s’‘“”–—…´·ªº°«»-]$/u;

/** True for a text that may have been read with a wrong encoding. */
export const mayBeMisread = (text: string): boolean => TELLTALE.test(text);

/** The original text. Returns texts unchanged that show no sign of a wrong encoding. */
export function withoutMisreading(text: string): string {
  if (!TELLTALE.test(text)) return text;
  let repaired = text;
  let next = text;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = next;
    next = decodedOnce(next);
    if (next === before) break;
    // A partial repair would hide the damage.
    if (!TELLTALE.test(next) && isWanted(next, text)) repaired = next;
  }
  return repaired;
}

function isWanted(repaired: string, text: string): boolean {
  for (const character of repaired) if (character > '\u007f' && !text.includes(character) && !WANTED.test(character)) return false;
  return true;
}

function decodedOnce(text: string): string {
  let decoded = text.replace(THREE, threeBytes).replace(TWO, (pair, at: number, whole: string) => twoBytes(pair, at, whole));
  // The text may have been misread repeatedly, but then it does not come from a Mac.
  if (/[ÂÃ]/.test(text)) return decoded;
  for (const [lead, lowest, seconds] of OTHERS) {
    if (!decoded.includes(lead)) continue;
    decoded = Array.from(decoded).reduce((plain, character) => {
      const at = plain.endsWith(lead) ? seconds.indexOf(character) : -1;
      return at < 0 ? plain + character : plain.slice(0, -1) + String.fromCharCode(lowest + at);
    }, '');
  }
  return decoded.includes('‚Ä') ? decoded.replace(/‚Ä([ôòúùìî])/g, (_, sign: string) => MAC_SIGNS[sign]!) : decoded;
}

const byteOf = (character: string): number => BYTES.get(character) ?? character.charCodeAt(0);

function threeBytes(sequence: string): string {
  const [lead, second, third] = Array.from(sequence).map(byteOf) as [number, number, number];
  const code = ((lead & 15) << 12) | ((second & 63) << 6) | (third & 63);
  return code === 0xfeff ? '' : String.fromCharCode(code);
}

const LOWER = /\p{Ll}/u;

/** The letters that sequences with Æ and È may become. */
const WITH_COMMA_OR_HORN = /[ȘșȚțƠơƯư]/u;
/** Second characters that people also write after a capital: letters, quotation marks, dashes. */
const USUAL = /[ŠŒŽšœž‘’“”–—]/;

/**
 * The letter of two bytes. Returns the pair unchanged if somebody may have written it: a capital before a dash, an apostrophe or a space.
 */
function twoBytes(pair: string, at: number, text: string): string {
  const [lead, second] = Array.from(pair) as [string, string];
  const decoded = String.fromCharCode(((byteOf(lead) & 31) << 6) | (byteOf(second) & 63));
  const before = text.charAt(at - 1);
  const after = text.slice(at + 2);
  // A capital after a lower-case letter is a sign of a wrong encoding.
  const isSure = LOWER.test(before);
  if (second === '\u00a0') {
    if (lead === 'Â') return /[\p{Ll}.,;)]/u.test(before) ? decoded : pair;
    // Requires a longer word, because of "IRMÃ da Silva".
    return isSure || ((lead === 'Ã' || lead === 'Å') && /^\p{Ll}{4}/u.test(after)) ? decoded : pair;
  }
  const isPossessive = /^s(?!\p{L})/iu.test(after);
  const beginsWord = !/\p{L}/u.test(before) && LOWER.test(after.charAt(0)) && !isPossessive;
  if (lead === 'Ã' && second === '’') return isSure || beginsWord ? decoded : pair;
  if (lead === 'Ä' && /[šž]/.test(second)) return isSure ? decoded : pair;
  if (lead === 'Ã') return isSure || !/[–—”]/.test(second) || (/^\p{L}/u.test(after) && !isPossessive) ? decoded : pair;
  if (lead === 'Æ' || lead === 'È') {
    if (!WITH_COMMA_OR_HORN.test(decoded)) return pair;
    return isSure || beginsWord || !/[šŠ]/.test(second) ? decoded : pair;
  }
  if (isSure || beginsWord || (lead === 'Â' && !USUAL.test(second))) return decoded;
  // A lower-case letter between capitals, as in Åš, is always wrong.
  return USUAL.test(second) && !/[šœž]/.test(second) ? pair : decoded;
}

/** Entities other than accented letters. */
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&', apos: "'", quot: '"', nbsp: ' ', lt: '<', gt: '>', rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', szlig: 'ß',
  oslash: 'ø', aelig: 'æ', oelig: 'œ', eth: 'ð', thorn: 'þ', lstrok: 'ł', dstrok: 'đ',
}; // prettier-ignore
/** The combining accents of Unicode, by the name in the entity. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301', grave: '\u0300', uml: '\u0308', circ: '\u0302', tilde: '\u0303', ring: '\u030a', cedil: '\u0327', caron: '\u030c',
}; // prettier-ignore
/** Some programs drop the semicolon. That is only accepted for numbers and accented letters. */
const ENTITY = /&(?:#(\d{1,6});?|#x([\da-f]{1,5});|([a-z])(acute|grave|uml|circ|tilde|ring|cedil|caron);?|([a-z]{2,8});)/gi;

/** Replaces the entities of HTML: `O&#039;Dowd`, `Ren&eacute;e`, `Tom &amp; Ann`. `&amp;#039;` needs two calls. */
export function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, decodedEntity) : text;
}

function decodedEntity(entity: string, decimal?: string, hexadecimal?: string, letter?: string, accent?: string, name?: string): string {
  if (letter !== undefined) return (letter + ACCENTS[accent!.toLowerCase()]!).normalize('NFC');
  if (name !== undefined) {
    const sign = SIGNS[name.toLowerCase()];
    if (sign === undefined) return entity;
    return name.charAt(0) === name.charAt(0).toUpperCase() ? sign.toUpperCase() : sign;
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  return code >= 32 && code < 0x11_0000 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ' ';
}

const ESCAPES = /\\|''|_x00/;
/** Two apostrophes between letters, which is how SQL escapes one. */
const SQL_APOSTROPHE = /(?<=\p{L})''(?=\p{L})/gu;
const LINE_ESCAPE = /_x000[ADad]_\n?|(?:\\r)?\\n(?=[\p{Lu}\d\s]|$)/gu;

/** Replaces escape sequences of programs: `O\'Dowd`, `O''Dowd`, `Poe_x000D_`, `3 Elm St\nApt 2`. */
function withoutEscapes(text: string): string {
  if (!ESCAPES.test(text)) return text;
  return text
    .replace(/\\+(['"])/g, '$1')
    .replace(SQL_APOSTROPHE, "'")
    .replace(LINE_ESCAPE, '\n')
    .replaceAll('_x0009_', ' ');
}

/** Restores a text that is not a name. Keeps tags. Runs twice, because codes can be encoded twice. */
export function restoredText(text: string): string {
  return withoutMisreading(withoutEscapes(withoutEntities(withoutEntities(text))));
}

/** Replaces the accents in O´Dowd and O`Dowd by an apostrophe. */
export const withApostrophes = (text: string): string => text.replace(/(?<=\p{L})[´`](?=\p{L})/gu, "'");
