const MAX_CHARACTERS = 80;
/** File systems allow names of 255 bytes. The rest is for what is added to the name. */
const MAX_BYTES = 180;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text. Does not split characters that consist of several code points. */
function cut(text: string): string {
  let [count, bytes, kept] = [0, 0, ''];
  for (const { segment } of characters.segment(text)) {
    bytes += Buffer.byteLength(segment);
    count += 1;
    if (count > MAX_CHARACTERS || bytes > MAX_BYTES) break;
    kept += segment;
  }
  return kept.trim();
}

/** Names of devices in Windows. No file can have such a name, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])(?=\s*(?:\.|$))/i;

/**
 * The name without characters that some file system refuses, or that would change the order in which it is displayed. At most 80 whole
 * characters and 180 bytes of UTF-8; `fallback` if nothing is left. The name of a Windows device gets an underscore.
 */
export function fileNameOf(name: string, fallback: string): string {
  const safe = cut(
    name
      .toWellFormed()
      .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return safe === '' ? fallback : safe.replace(DEVICE, '$&_');
}
