/** Paper sizes of printed pages. */
export type Paper = 'letter' | 'a4';

/** Regions where offices use Letter. All others use A4. */
const LETTER = new Set(['US', 'CA', 'MX', 'PR', 'PH', 'CL', 'CO', 'CR', 'DO', 'GT', 'HN', 'NI', 'PA', 'SV', 'VE']);

/** The usual paper of a locale, such as "en-US"; Letter for an invalid one. */
export function paperOf(locale: string): Paper {
  try {
    return LETTER.has(new Intl.Locale(locale).maximize().region ?? 'US') ? 'letter' : 'a4';
  } catch {
    return 'letter';
  }
}
