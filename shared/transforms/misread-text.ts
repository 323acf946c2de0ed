/**
 * Restores characters that a web page wrote as codes, `O&#039;Dowd`, and letters of a text that a program read in another encoding than it was written in, once or twice: `JosÃ©`, `JosÃƒÂ©`,
 * `Jos√©`, `Jos├®` are all José. Only sequences that no language writes are replaced, so a right name never changes.
 */

/** The characters of Windows-1252 from 128 to 159; a blank where it has none. */
const WINDOWS = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
const BYTES = new Map(Array.from(WINDOWS).flatMap((character, at) => (character === ' ' ? [] : [[character, 128 + at] as const])));

/** The characters from 128 to 191 of Mac OS Roman. */
const MAC = 'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø';
/** A letter of two bytes on a Mac, and in two code pages of DOS: its first byte, the letter of the lowest second one, and the second bytes. */
const OTHERS: readonly (readonly [lead: string, lowest: number, seconds: string])[] = [
  ['√', 0xc0, MAC],
  ['ƒ', 0x100, MAC],
  ['≈', 0x140, MAC],
  ['├', 0xc0, 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐'],
  ['├', 0xc0, 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐'],
];
/** The quotation marks and dashes of a Mac: `O‚ÄôDowd`. */
const MAC_SIGNS: Readonly<Record<string, string>> = { ô: '’', ò: '‘', ú: '“', ù: '”', ì: '–', î: '—' };

/** No text without one of these was read in another encoding. */
const TELLTALE = /[ÂÃÄÅÆÈâáï][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[√├ƒ≈]|‚Ä/u;

/** A sequence of bytes in UTF-8 that Windows-1252 shows as two or three characters. */
const TWO = /[ÂÃÄÅÆÈ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;
const THREE = /(?:â[€\u0080‚„]|á[º»])[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|ï»¿/gu;

/** Text that was written three times has been seen; more than that is not a name anymore. */
const MOST_ROUNDS = 3;

/** Characters that a repair may add to a text. */
const WANTED = /^[\p{L}\p{M}\s’‘“”–—…´·ªº°«»-]$/u;

/** True for a text that may have been read in another encoding. */
export const mayBeMisread = (text: string): boolean => TELLTALE.test(text);

/** The text as it was written; the same text where nothing shows another one. */
export function withoutMisreading(text: string): string {
  if (!TELLTALE.test(text)) return text;
  let repaired = text;
  let next = text;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = next;
    next = decodedOnce(next);
    if (next === before) break;
    // Half a repair would hide the damage.
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
  // The rest of a text that was misread three times does not come from a Mac.
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

/** Letters that the two-byte letters with the leads Æ and È can be. */
const WITH_COMMA_OR_HORN = /[ȘșȚțƠơƯư]/u;
/** Seconds that people write after a capital: letters, quotation marks, dashes. */
const USUAL = /[ŠŒŽšœž‘’“”–—]/;

/** The letter of two bytes, or the pair itself where it can be what somebody wrote: a capital before a dash, an apostrophe or a space. */
function twoBytes(pair: string, at: number, text: string): string {
  const [lead, second] = Array.from(pair) as [string, string];
  const decoded = String.fromCharCode(((byteOf(lead) & 31) << 6) | (byteOf(second) & 63));
  const before = text.charAt(at - 1);
  const after = text.slice(at + 2);
  // Inside a word of small letters there is no capital.
  const isSure = LOWER.test(before);
  if (second === '\u00a0') {
    if (lead === 'Â') return /[\p{Ll}.,;)]/u.test(before) ? decoded : pair;
    // "IRMÃ da Silva" has small words after the blank.
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
  // Nobody writes a small letter between capitals, as in Åš.
  return USUAL.test(second) && !/[šœž]/.test(second) ? pair : decoded;
}

/** Entities that are no letter with a sign. */
const SIGNS: Readonly<Record<string, string>> = {
  amp: '&', apos: "'", quot: '"', nbsp: ' ', lt: '<', gt: '>', rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”', ndash: '–', mdash: '—', szlig: 'ß',
  oslash: 'ø', aelig: 'æ', oelig: 'œ', eth: 'ð', thorn: 'þ', lstrok: 'ł', dstrok: 'đ',
}; // prettier-ignore
/** The signs on letters, as Unicode combines them. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301', grave: '\u0300', uml: '\u0308', circ: '\u0302', tilde: '\u0303', ring: '\u030a', cedil: '\u0327', caron: '\u030c',
}; // prettier-ignore
/** Some programs drop the semicolon, which is certain only of numbers and of letters with a sign. */
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
/** Two apostrophes between letters, as SQL writes one. */
const SQL_APOSTROPHE = /(?<=\p{L})''(?=\p{L})/gu;
const LINE_ESCAPE = /_x000[ADad]_\n?|(?:\\r)?\\n(?=[\p{Lu}\d\s]|$)/gu;

/** Replaces what programs write for signs that are special to them: `O\'Dowd`, `O''Dowd`, `Poe_x000D_`, `3 Elm St\nApt 2`. */
function withoutEscapes(text: string): string {
  if (!ESCAPES.test(text)) return text;
  return text
    .replace(/\\+(['"])/g, '$1')
    .replace(SQL_APOSTROPHE, "'")
    .replace(LINE_ESCAPE, '\n')
    .replaceAll('_x0009_', ' ');
}

/** Restores a text that is no name: its tags stay. A code can have been written twice. */
export function restoredText(text: string): string {
  return withoutMisreading(withoutEscapes(withoutEntities(withoutEntities(text))));
}

/** O´Dowd and O`Dowd with an apostrophe. */
export const withApostrophes = (text: string): string => text.replace(/(?<=\p{L})[´`](?=\p{L})/gu, "'");
