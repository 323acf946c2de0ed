/** Whether an answer of the service is of our project: by the marked name that it was given when it was made. */

/** The code at the end of a marked name. A service may trim, cut or recase the name around it; the code is ours alone. */
export function bears(name: string | null, marked: string): boolean {
  const code = marked.slice(marked.lastIndexOf(' ') + 1).toLowerCase();
  return name !== null && code !== '' && name.toLowerCase().includes(code);
}

/** What the service's list of all projects says of ours. */
export interface Listed {
  /** False when the list is complete and has no project with our id; null when it does not tell. */
  readonly there: boolean | null;
  /** Other projects in it that bear our marker. */
  readonly others: number;
}

/** How our project is known: its marked name, and the name that a person has accepted for it, null for none at all. */
interface Known {
  readonly marker?: string | undefined;
  readonly knownAs?: string | null | undefined;
}

/**
 * True when what the service answers under our id is not known as ours: it has another name, or it has none and a complete list
 * of projects lacks our id. Nothing is said of a project whose name was not kept.
 */
export function isStranger({ marker, knownAs }: Known, name: string | null, listed: Listed | null = null): boolean {
  if (marker === undefined) return false;
  if (name !== null) return !bears(name, marker) && name !== knownAs;
  return listed?.there === false && knownAs === undefined;
}
