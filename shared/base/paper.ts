/** Paper sizes of printed pages. */
export type Paper = 'letter' | 'a4';

/** Regions whose offices print on Letter; all others use A4. */
const LETTER = new Set(['US', 'CA', 'MX', 'PR', 'PH', 'CL', 'CO', 'CR', 'DO', 'GT', 'HN', 'NI', 'PA', 'SV', 'VE']);

/** The usual paper of a locale, such as "en-US"; Letter for one that cannot be read. */
export function paperOf(locale: string): Paper {
  try {
    return LETTER.has(new Intl.Locale(locale).maximize().region ?? 'US') ? 'letter' : 'a4';
  } catch {
    return 'letter';
  }
}
