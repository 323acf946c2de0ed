/** Find and replace in the values of one field. */

export interface Replacing {
  readonly find: string;
  readonly replace: string;
  /** `whole`: the whole value must match. `part`: any part of a value. */
  readonly how: 'whole' | 'part';
  readonly matchCase: boolean;
}

/** Returns a function that replaces the text in one value. An empty search text matches only empty values. */
export function replacer({ find, replace, how, matchCase }: Replacing): (value: string) => string {
  if (how === 'whole') {
    const wanted = matchCase ? find : find.toLowerCase();
    return (value) => ((matchCase ? value : value.toLowerCase()) === wanted ? replace : value);
  }
  if (find === '') return (value) => value;
  const pattern = new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu');
  return (value) => value.replace(pattern, () => replace);
}
