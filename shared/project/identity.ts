/** Whether an answer of the service is about our project, by the marked name that we gave it. */

/** Compares the code at the end of a marked name. A service can trim, cut or recase the name; the code is unique to us. */
export function hasMarker(name: string | null, marked: string): boolean {
  const code = marked.slice(marked.lastIndexOf(' ') + 1).toLowerCase();
  return name !== null && code !== '' && name.toLowerCase().includes(code);
}

/** What the service's list of all projects shows about ours. */
export interface Listed {
  /** False when the list is complete and lacks our ID; null when the list does not show it. */
  readonly there: boolean | null;
  /** Other projects in it that have our marker. */
  readonly others: number;
}

/** How our project is known: its marked name, and a name that the user accepted, null when it has none. */
interface Known {
  readonly marker?: string | undefined;
  readonly knownAs?: string | null | undefined;
}

/**
 * True when the project under our ID is not known as ours: it has another name, or no name while a complete list of
 * projects lacks our ID. Always false for a project of which neither the marker nor a name was stored.
 */
export function isOtherProject({ marker, knownAs }: Known, name: string | null, listed: Listed | null = null): boolean {
  if (marker === undefined && knownAs === undefined) return false;
  if (name !== null) return name !== knownAs && (marker === undefined || !hasMarker(name, marker));
  return listed?.there === false && knownAs === undefined;
}
