/**
 * Which encoding bytes that are no UTF-8 are in. Windows-1252, that of Excel and of most exports in the West (a superset of
 * Latin-1), unless the text makes no sense in it and does in another.
 */
import { TextDecoder } from 'node:util';
import chardet from 'chardet';

/** The upper half of code page 850, which MS-DOS programs write and no decoder of the platform knows. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0';

/** The name by which code page 850 goes here. */
export const IBM850 = 'ibm850';

/** Text in code page 850. */
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
/** Signs that stand within words all over the West. */
const WITHIN_WORDS = new Set('’‘´–·\u00AD\u00A0');

/**
 * Characters beyond ASCII that make sense where they are, and those that do not: a capital within a word of small letters, a sign
 * between two letters. What stands alone counts for nothing.
 */
function sense(text: string): { good: number; bad: number } {
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

/** How the decoders of the platform call what the detector finds. */
const LABELS: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
};

/** Scripts other than Latin, whose words are all beyond ASCII. */
const OTHER_SCRIPTS = /^(?:Shift_JIS|Big5|GB18030|EUC-(?:JP|KR)|ISO-8859-[5-8]|windows-125[1356]|KOI8-R)$/;
const LATIN_SCRIPTS = /^(?:ISO-8859-[29]|windows-125[047])$/;

/** The share of bytes beyond ASCII that stand beside another one: near 1 in other scripts, near 0 in Latin ones. */
function density(sample: Uint8Array): { bytes: number; share: number } {
  let bytes = 0;
  let beside = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte < 0x80) continue;
    bytes++;
    if ((sample[index - 1] ?? 0) >= 0x80 || (sample[index + 1] ?? 0) >= 0x80) beside++;
  }
  return { bytes, share: bytes === 0 ? 0 : beside / bytes };
}

function guessOtherScript(sample: Uint8Array): string | null {
  for (const { name, confidence } of chardet.analyse(sample)) {
    if (confidence < 10 || !OTHER_SCRIPTS.test(name)) continue;
    const label = LABELS[name] ?? name.toLowerCase();
    const text = decode(sample, label);
    if (text === null) continue;
    const { good, bad } = sense(text);
    if (good > bad * 8) return label;
  }
  return null;
}

/** Latin encodings of other systems and regions, where the text makes much more sense in them. */
function guessLatin(sample: Uint8Array): string {
  const usual = sense(decode(sample, 'windows-1252') ?? '');
  let best = { name: 'windows-1252', ...usual };
  // One odd character may be a slip.
  if (usual.bad >= 2 && usual.bad * 5 >= usual.good) {
    for (const name of ['windows-1250', 'macintosh', IBM850, 'iso-8859-2']) {
      const text = decode(sample, name);
      if (text === null) continue;
      const { good, bad } = sense(text);
      if (good - bad > best.good - best.bad && bad * 4 <= usual.bad) best = { name, good, bad };
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
 * @param sample what stands around its characters beyond ASCII; some kilobytes are plenty
 * @returns a label that `TextDecoder` knows, or `IBM850`
 */
export function guessEncoding(sample: Uint8Array): string {
  const { bytes, share } = density(sample);
  return (bytes >= 4 && share > 0.6 ? guessOtherScript(sample) : null) ?? guessLatin(sample);
}
