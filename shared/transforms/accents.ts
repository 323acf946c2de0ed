/** Texts without what people leave out when they type: accents, ligatures, apostrophes. */

/** Without accents and ligatures: `Née` is Nee, `Straße` is Strasse. */
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

/** The form in which texts are searched: small letters, without accents and apostrophes. `O’Neill` is found by oneill, `García` by garcia. */
export function searchForm(text: string): string {
  let isPlain = true;
  for (let at = 0; at < text.length && isPlain; at++) {
    const code = text.charCodeAt(at);
    isPlain = code < 128 && code !== 39 && code !== 96;
  }
  return isPlain ? text.toLowerCase() : foldAccents(text).replace(APOSTROPHES, '').toLowerCase();
}

/** The words of what a person looks for, in their search form, whatever parts them; none for blanks. */
export function searchWords(find: string): readonly string[] {
  return searchForm(find)
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}
