/** Removes what people often do not type: accents, ligatures, apostrophes. */

/** `Née` becomes Nee, `Straße` becomes Strasse. */
export function foldAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/[æÆ]/g, 'ae');
}

const APOSTROPHES = /['`’‘ʼ]/g;

/** The searchable form of a text: lower case, without accents and apostrophes. `oneill` finds `O’Neill`. */
export function searchForm(text: string): string {
  let isPlain = true;
  for (let at = 0; at < text.length && isPlain; at++) {
    const code = text.charCodeAt(at);
    isPlain = code < 128 && code !== 39 && code !== 96;
  }
  return isPlain ? text.toLowerCase() : foldAccents(text).replace(APOSTROPHES, '').toLowerCase();
}

/** The words of a search, in search form; empty for a blank text. */
export function searchWords(find: string): readonly string[] {
  return searchForm(find)
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}
