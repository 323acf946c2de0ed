/** Decides whether an answer of the service is about our project, by the name with our marker. */

/**
 * True when a name contains the marker that ends `nameOnService`, the name that we gave a project. A service can trim,
 * cut or recase the name; the marker is unique to us.
 */
export function hasMarker(name: string | null, nameOnService: string): boolean {
  const marker = nameOnService.slice(nameOnService.lastIndexOf(' ') + 1).toLowerCase();
  return name !== null && marker !== '' && name.toLowerCase().includes(marker);
}

/** What the service's list of all projects shows about ours. */
export interface Listed {
  /** False when the list is complete and lacks our ID; null when that is not known. */
  readonly there: boolean | null;
  /** The number of other projects in it with our marker. */
  readonly others: number;
}

/**
 * How we recognize our project: by the name that we gave it (`marker`; the key is stored), or by a name that the user accepted (`knownAs`;
 * null when it has no name).
 */
interface Known {
  readonly marker?: string | undefined;
  readonly knownAs?: string | null | undefined;
}

/**
 * True when the project under our ID is not known to be ours: it has another name, or it has no name and a complete list of projects lacks
 * our ID. Always false if neither marker nor name was stored.
 */
export function isOtherProject({ marker, knownAs }: Known, name: string | null, listed: Listed | null = null): boolean {
  if (marker === undefined && knownAs === undefined) return false;
  if (name !== null) return name !== knownAs && (marker === undefined || !hasMarker(name, marker));
  return listed?.there === false && knownAs === undefined;
}
