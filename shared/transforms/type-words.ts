/** Reads cells with the type of a phone number, email or address: Home, Business, Fax. */
import { createCache } from '../base/index.ts';

/** Underscores and inner capitals also separate words: "HOME_FAX", "WorkAddress". */
const wordsOf = (type: string): string => type.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').trim();

const LONGEST_TYPE = 40;
/** Maximum number of cached types. A column has few different types, but a million rows. */
const MAX_KNOWN = 1_000;

export interface TypeWords<Use> {
  /** The use that a type such as "Business 2" means. */
  readonly use: (type: string) => Use;
  /** True for a word that names a type. */
  readonly isType: (type: string) => boolean;
}

/** `read`: returns the use for the words of a type. `patterns`: at least one of them matches each type. */
export function typeWords<Use extends string | number>(read: (words: string) => Use, patterns: readonly RegExp[]): TypeWords<Use> {
  const known = createCache<string, Use>();
  return {
    use: (type) => {
      const before = known.get(type);
      if (before !== undefined) return before;
      const use = read(wordsOf(type));
      if (known.size < MAX_KNOWN) known.set(type, use);
      return use;
    },
    isType: (type) => {
      const words = wordsOf(type);
      return words !== '' && words.length <= LONGEST_TYPE && patterns.some((pattern) => pattern.test(words));
    },
  };
}
