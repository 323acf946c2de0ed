/**
 * Guesses the encoding of bytes that are not UTF-8: windows-1252 (used by Excel and most Western exports, a superset of Latin-1), unless
 * the text is implausible in it and plausible in another encoding.
 */
import { TextDecoder } from 'node:util';
import chardet from 'chardet';

/** The upper half of code page 850, which MS-DOS programs write and TextDecoder does not support. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** Our label for code page 850. */
export const IBM850 = 'ibm850';

/** Decodes code page 850. */
export function decodeIbm850(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_850[byte - 0x80]!;
  return text;
}

function decode(bytes: Uint8Array, name: string): string | null {
  if (name === IBM850) return decodeIbm850(bytes);
  try {
    return new TextDecoder(name, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

const LETTER = /\p{L}|\p{M}/u;
const isSmall = (character: string) => character !== character.toUpperCase();
/** Punctuation that Western languages use within words. */
const WITHIN_WORDS = new Set('’‘´–·\u00AD\u00A0');

/**
 * Counts plausible and implausible characters beyond ASCII. Implausible are a capital letter inside a lower-case word, and a symbol between
 * two letters. Single letters are counted as neither.
 */
function plausibility(text: string): { good: number; bad: number } {
  let good = 0;
  let bad = 0;
  const characters = Array.from(text);
  for (const [index, character] of characters.entries()) {
    if (character.codePointAt(0)! < 0x80) continue;
    const before = characters[index - 1] ?? ' ';
    const behind = characters[index + 1] ?? ' ';
    const inWord = LETTER.test(before) || LETTER.test(behind);
    if (LETTER.test(character)) {
      const capital = character !== character.toLowerCase() && LETTER.test(before);
      if (capital && (isSmall(before) || isSmall(behind))) bad++;
      else if (inWord) good++;
    } else if (character < '\u00A0' || (LETTER.test(before) && LETTER.test(behind) && !WITHIN_WORDS.has(character))) bad++;
  }
  return { good, bad };
}

/** TextDecoder labels for the names that chardet returns. */
const LABELS: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

/** Non-Latin scripts. All their letters are beyond ASCII. */
const OTHER_SCRIPTS = /^(?:Shift_JIS|Big5|GB18030|EUC-(?:JP|KR)|ISO-8859-[5-8]|windows-125[1356]|KOI8-R)$/;
const LATIN_SCRIPTS = /^(?:ISO-8859-[29]|windows-125[047])$/;

/** The share of bytes beyond ASCII that are next to another one: near 1 for other scripts, near 0 for Latin ones. */
function density(sample: Uint8Array): { bytes: number; share: number } {
  let bytes = 0;
  let adjacent = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    bytes++;
    if ((sample[index - 1] ?? 0) >= 0x80 || (sample[index + 1] ?? 0) >= 0x80) adjacent++;
  }
  return { bytes, share: bytes === 0 ? 0 : adjacent / bytes };
}

function guessOtherScript(sample: Uint8Array): string | null {
  for (const { name, confidence } of chardet.analyse(sample)) {
    if (confidence < 10 || !OTHER_SCRIPTS.test(name)) continue;
    const label = LABELS[name] ?? name.toLowerCase();
    const text = decode(sample, label);
    if (text === null) continue;
    const { good, bad } = plausibility(text);
    if (good > bad * 8) return label;
  }
  return null;
}

const CR = 0x0d;
const LF = 0x0a;

/** Another Latin encoding, if the text is far more plausible in it; otherwise windows-1252. */
function guessLatin(sample: Uint8Array): string {
  const usual = plausibility(decode(sample, 'windows-1252') ?? '');
  let best = { name: 'windows-1252', ...usual };
  // Excel on a Mac ends lines with CR and uses the Mac encoding. In other files, a single implausible character may be a typing error,
  // unless it is the only one and is a letter in another encoding.
  const isMac = sample.includes(CR) && !sample.includes(LF);
  const fewest = usual.good === 0 || isMac ? 1 : 2;
  if (usual.bad >= fewest && usual.bad * 5 >= usual.good) {
    for (const name of ['windows-1250', 'macintosh', IBM850, 'iso-8859-2']) {
      const text = decode(sample, name);
      if (text === null) continue;
      const { good, bad } = plausibility(text);
      if (good > 0 && good - bad > best.good - best.bad && bad * 4 <= usual.bad) best = { name, good, bad };
    }
  }
  if (best.name !== 'windows-1252') return best.name;
  const found = chardet.analyse(sample);
  const first = found[0];
  const west = found.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252')?.confidence ?? 0;
  if (first && LATIN_SCRIPTS.test(first.name) && first.confidence >= 30 && first.confidence >= west * 2) {
    const label = LABELS[first.name] ?? first.name.toLowerCase();
    const { bytes } = density(sample);
    if (bytes >= 10 && decode(sample, label) !== null) return label;
  }
  return 'windows-1252';
}

/**
 * The encoding of text that is not UTF-8.
 * @param sample text around characters beyond ASCII; a few kilobytes are enough
 * @returns a label that `TextDecoder` supports, or `IBM850`
 */
export function guessEncoding(sample: Uint8Array): string {
  const { bytes, share } = density(sample);
  return (bytes >= 4 && share > 0.6 ? guessOtherScript(sample) : null) ?? guessLatin(sample);
}
