/** Find and replace in the values of one field. */

/** What is looked for and what takes its place. */
export interface Replacing {
  readonly find: string;
  readonly replace: string;
  /** `whole`: the value as a whole. `part`: wherever it stands in a value. */
  readonly how: 'whole' | 'part';
  readonly matchCase: boolean;
}

/** Makes the function that replaces in one value. An empty text is found only as a whole value: rows that have none. */
export function replacer({ find, replace, how, matchCase }: Replacing): (value: string) => string {
  if (how === 'whole') {
    const wanted = matchCase ? find : find.toLowerCase();
    return (value) => ((matchCase ? value : value.toLowerCase()) === wanted ? replace : value);
  }
  if (find === '') return (value) => value;
  const pattern = new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), matchCase ? 'gu' : 'giu');
  return (value) => value.replace(pattern, () => replace);
}
