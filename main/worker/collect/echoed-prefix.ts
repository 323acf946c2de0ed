/** Generated IDs of another installation, in answers about a list that was not sent from here. */
import { parseJson, readProfileKeys } from '../../../shared/results/index.ts';
import { NO_INDEX } from '../list/ordinals.ts';
import type { ResultFile } from '../result-file/result-file.ts';

/** The installation's marker is between `row-` and the row number. A checksum can follow. A service can return it in another case. */
const ROW_ID = /^row-([0-9a-z]{8})-\d+(?:-[0-9a-f]{10})?$/i;

/** The prefix of such IDs, as seen in profiles and row errors that match no row; null when they show no prefix, or several. */
export function echoedRowIdPrefix(results: Pick<ResultFile, 'unmatchedProfiles' | 'profileJson' | 'errors'>): string | null {
  const prefixes = new Set<string>();
  const take = (id: string | null) => {
    const marker = ROW_ID.exec(id?.trim() ?? '')?.[1];
    if (marker !== undefined) prefixes.add(`row-${marker.toUpperCase()}-`);
  };
  for (const profile of results.unmatchedProfiles()) {
    const json = results.profileJson(profile);
    if (json !== null) take(readProfileKeys(parseJson(json)).constituentId);
  }
  for (const { id } of results.errors().get(NO_INDEX) ?? []) take(id);
  const [prefix = null, ...others] = prefixes;
  return others.length === 0 ? prefix : null;
}
