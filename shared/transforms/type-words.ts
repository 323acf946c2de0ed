/** Columns that say of each row what a phone number, an email or an address is: Home, Business, Fax. */
import { createCache } from '../base/index.ts';

/** Underscores and capitals inside a word part words as well: "HOME_FAX", "WorkAddress". */
const wordsOf = (type: string): string => type.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').trim();

const LONGEST_TYPE = 40;
/** A column has few different types, and a million rows. */
const MOST_KNOWN = 1_000;

export interface TypeWords<Use> {
  /** What a type such as "Business 2" says. */
  readonly use: (type: string) => Use;
  /** True for a word that names a type. */
  readonly isType: (type: string) => boolean;
}

/** `read`: what the words of a type say. `patterns`: one of them fits the words of each type. */
export function typeWords<Use extends string | number>(read: (words: string) => Use, patterns: readonly RegExp[]): TypeWords<Use> {
  const known = createCache<string, Use>();
  return {
    use: (type) => {
      const before = known.get(type);
      if (before !== undefined) return before;
      const use = read(wordsOf(type));
      if (known.size < MOST_KNOWN) known.set(type, use);
      return use;
    },
    isType: (type) => {
      const words = wordsOf(type);
      return words !== '' && words.length <= LONGEST_TYPE && patterns.some((pattern) => pattern.test(words));
    },
  };
}
