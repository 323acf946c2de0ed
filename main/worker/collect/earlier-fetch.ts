/**
 * Keeps results of an earlier fetch that the current fetch lacks. A page limit, a 404 or a delayed report must not remove results that the
 * project already had. Results of linked projects (corrected rows, later parts) are kept in the same way.
 */
import { foldId, parseJson, readProfileKeys } from '../../../shared/results/index.ts';
import { ProjectFile } from '../../store/project-file/index.ts';
import type { ProjectFileRef } from '../../worker-protocol/index.ts';
import { FIRST_PROFILE, type ListIndex, type Matches, NO_INDEX, type ProfileNumber } from '../list/ordinals.ts';
import type { OwnRows } from '../submit/own-rows.ts';
import { MoreProfiles, replaceProfiles } from '../result-file/more-profiles.ts';
import {
  lastAnswer,
  lastByOrder,
  linkedOrderRows,
  linkedRows,
  storeLastAnswer,
  storeLinkedOrderRows,
  storeOrderChoice,
} from '../result-file/result-values.ts';
import { hasResults, listIndexOf, type StoredRowError, ResultFile } from '../result-file/result-file.ts';

interface Identity {
  readonly key: string;
  /** True if only a row number identifies the profile. If it counts profiles instead, it is another person's in the next answer. */
  readonly isNumber: boolean;
  readonly constituentId: string | null;
}

/** Identifies a profile by the service's ID and its constituent ID, else by its row number, both with its name; else by its whole text. */
function identityOf(json: string): Identity {
  const { profileId, row, constituentId, name } = readProfileKeys(parseJson(json));
  if (profileId !== null || constituentId !== null)
    return {
      key: JSON.stringify([profileId, constituentId === null ? null : foldId(constituentId), name]),
      isNumber: false,
      constituentId,
    };
  return row === null ? { key: json, isNumber: false, constituentId } : { key: JSON.stringify([row, name]), isNumber: true, constituentId };
}

interface MissingProfile {
  /** Profile number in the results of the earlier fetch. */
  readonly profile: ProfileNumber;
  /** List index; -1 when the profile matched no row. */
  readonly index: ListIndex;
}

export interface CurrentFetch {
  /** Profile number by list index for the whole list, 0 for none. `keepEarlierResults` adds the missing ones. */
  readonly matches: Matches;
  readonly own: OwnRows;
  /** Row errors of the current fetch. */
  readonly errors: readonly StoredRowError[];
  /** True when the current fetch returned at least one row error. */
  readonly hasReport: boolean;
  /** Number of own rows that the service counts as valid; null when it does not say. */
  readonly validRows: number | null;
  /** True when this own row was sent with exactly this constituent ID, and no other row was. */
  readonly isIdOf: (index: ListIndex, constituentId: string) => boolean;
}

/** The combined results of the current and the earlier fetch. */
export interface BothFetches {
  readonly errors: readonly StoredRowError[];
  /** Own rows that keep the scores of an earlier fetch, because the current fetch has none for them. */
  readonly kept: number;
  /** Profiles and refused rows that the current fetch could not place, but that are kept on the row where they were before. */
  readonly placed: number;
}

/**
 * Adds to `file`, whose transaction is open, what only the earlier fetch has. `ref` is the same file: a second reader still sees the
 * earlier results.
 */
export function keepEarlierResults(file: ProjectFile, ref: ProjectFileRef, fetch: CurrentFetch): BothFetches {
  const { matches, own, errors, hasReport } = fetch;
  // Tolerant, because damage in the earlier results must not prevent storing the current ones.
  const before = new ProjectFile(ref, 'read', { isTolerant: true });
  try {
    if (!hasResults(before)) return { errors, kept: 0, placed: 0 };
    const earlier = new ResultFile(before);
    const linked = linkedRows(before);
    const missing: MissingProfile[] = [];
    const certain: MissingProfile[] = [];
    /** Earlier texts of profiles that were joined by order, and that the current fetch returned without a result. */
    const better = new Map<ProfileNumber, string>();
    let kept = 0;
    const present = new ResultFile(file);
    const byOrder = lastByOrder(before);
    const keepsOrder = byOrder > 0 && isSameOrder(present, earlier, byOrder, fetch);
    if (byOrder > 0 && !keepsOrder) storeOrderChoice(file, { is: 'dropped' });
    if (keepsOrder) storeLastAnswer(file, { validRows: null, notRead: 0, ...lastAnswer(file), profiles: byOrder });
    // If the current answer proves a row, it is no longer marked as joined by order.
    const byOrderElsewhere = linkedOrderRows(before);
    for (const row of byOrderElsewhere) if (matches[listIndexOf(present.rows, row)] !== 0) byOrderElsewhere.delete(row);
    storeLinkedOrderRows(file, byOrderElsewhere);
    for (const [index, profile] of earlier.matches.entries()) {
      if (profile === 0 || matches[index] !== 0) continue;
      if (profile <= byOrder) {
        // If the join is kept, its profiles that were not returned are added after those that were, so that the latter keep their numbers.
        if (!keepsOrder) missing.push({ profile, index: NO_INDEX });
        else if (profile <= present.profiles) {
          matches[index] = profile;
          if (present.hasNoResult(profile)) better.set(profile, earlier.profileJson(profile)!);
        } else certain.push({ profile, index });
        continue;
      }
      (!own.has(index) || linked.has(earlier.rows[index]!) ? certain : missing).push({ profile, index });
    }
    // An unreadable earlier entry may have been returned again, but readable. Only the number of profiles can show that.
    const readsAll = present.profiles >= (lastAnswer(before)?.profiles ?? 0) && present.flaws.unreadable.length === 0;
    const unreadable = new Set(present.flaws.unreadable.map((profile) => present.profileJson(profile)));
    for (const profile of earlier.unmatchedProfiles()) {
      const hasCome = earlier.hasNoResult(profile) && (readsAll || unreadable.has(earlier.profileJson(profile)));
      if (!hasCome) missing.push({ profile, index: NO_INDEX });
    }
    if (better.size > 0) replaceProfiles(file, better);
    kept += better.size;
    // Profiles of the join must come first. Profiles that were kept or merged have higher numbers.
    certain.sort((a, b) => a.profile - b.profile);
    const lost = notReturned(present, earlier, fetch, missing);
    const restored = [...certain, ...lost.profiles];
    if (restored.length > 0) {
      const more = new MoreProfiles(file, better.size > 0 ? new ResultFile(file) : present);
      for (const { profile, index } of restored) {
        const json = earlier.profileJson(profile);
        if (json === null) continue;
        const number = more.add(json);
        if (index < 0) continue;
        matches[index] = number;
        if (own.has(index) && !linked.has(earlier.rows[index]!)) kept += 1;
      }
      more.finish();
    }
    // An empty or missing report does not remove row errors of an earlier report.
    const listed = [...earlier.errors().values()].flat();
    const isRefused = (index: ListIndex) => index >= 0 && own.has(index) && (matches[index] === 0 || linked.has(earlier.rows[index]!));
    const omitted = hasReport
      ? omittedFrom(
          fetch,
          listed.filter(({ index }) => isRefused(index)),
        )
      : [];
    const again = new Set(omitted.map(textOf));
    const without = errors.filter((error) => error.index < 0 && again.has(textOf(error)));
    const still = [...listed.filter(({ index }) => (index >= 0 && !own.has(index)) || !hasReport), ...omitted];
    const placed = lost.placed + new Set(without.map(({ row, id }) => JSON.stringify([row, id]))).size;
    return { errors: [...errors.filter((error) => !without.includes(error)), ...still], kept, placed };
  } finally {
    before.close();
  }
}

/** The content of an error, without its list index. */
const textOf = (error: StoredRowError) => JSON.stringify({ ...error, index: NO_INDEX });

/**
 * Of the earlier errors of refused rows, those that the current report omits. An error is not omitted if the report has the same error on
 * another row, because row numbers are now counted differently. If the report has the same error without a row, it is omitted only if its
 * ID proves the row. Returns none if the service counts too many rows as valid for that.
 */
function omittedFrom({ errors, own, validRows, matches, isIdOf }: CurrentFetch, listed: readonly StoredRowError[]): StoredRowError[] {
  const indexes = new Set(errors.map(({ index }) => index));
  const texts = new Map<string, ListIndex>();
  for (const error of errors) texts.set(textOf(error), Math.max(error.index, texts.get(textOf(error)) ?? NO_INDEX) as ListIndex);
  const isOmitted = (error: StoredRowError): boolean => {
    const now = texts.get(textOf(error));
    return now === undefined || (now < 0 && error.id !== null && isIdOf(error.index, error.id));
  };
  const omitted = listed.filter((error) => !indexes.has(error.index) && isOmitted(error));
  const refused = new Set([...errors, ...omitted].flatMap(({ index }) => (index >= 0 && matches[index] === 0 ? [index] : [])));
  return validRows === null || refused.size <= own.count - validRows ? omitted : [];
}

/**
 * Whether the current answer is consistent with the answer that the user joined by order: it is the same answer or its beginning, proves no
 * row by itself, and refuses no joined row.
 */
function isSameOrder(present: ResultFile, earlier: ResultFile, byOrder: number, { matches, own, errors }: CurrentFetch): boolean {
  if (present.profiles > byOrder || [...own].some((index) => matches[index] !== 0)) return false;
  if (errors.some(({ index }) => index < 0 || (earlier.matches[index]! > 0 && earlier.matches[index]! <= byOrder))) return false;
  for (let profile = FIRST_PROFILE; profile <= byOrder; profile++) {
    const json = earlier.profileJson(profile);
    if (json === null) return false;
    const now = profile <= present.profiles ? present.profileJson(profile)! : json;
    if (profile <= present.profiles && present.flaws.unreadable.includes(profile)) continue;
    if (now !== json && !isSameProfile(identityOf(json), identityOf(now))) return false;
  }
  return true;
}

/** Whether two profiles with different texts are certainly the same profile. */
const isSameProfile = (one: Identity, other: Identity): boolean => one.key === other.key && !one.isNumber;

/**
 * The earlier profiles to keep, because the service no longer returns them with a result. If it does return a profile, the row follows from
 * the current answer, with these exceptions in which the row keeps its earlier profile: the returned profile matches a different row that
 * already had this identity, it matches no row and is identified only by a row number, or it matches no row and the earlier profile had
 * exactly the row's ID. An answer without the profile of a similar ID proves less than the earlier answer.
 */
function notReturned(
  present: ResultFile,
  earlier: ResultFile,
  { matches, own, isIdOf }: CurrentFetch,
  lost: readonly MissingProfile[],
): { readonly profiles: readonly MissingProfile[]; readonly placed: number } {
  const byIdentity = new Map<string, (MissingProfile & Pick<Identity, 'constituentId'>)[]>();
  for (const one of lost) {
    const json = earlier.profileJson(one.profile);
    if (json === null) continue;
    const { key, constituentId } = identityOf(json);
    byIdentity.set(key, [...(byIdentity.get(key) ?? []), { ...one, constituentId }]);
  }
  let placed = 0;
  const indexOf = new Int32Array(present.profiles + 1).fill(NO_INDEX);
  for (const [index, profile] of matches.entries()) indexOf[profile] = index;
  for (let profile = FIRST_PROFILE; profile <= present.profiles && byIdentity.size > 0; profile++) {
    if (present.hasNoResult(profile)) continue;
    const { key, isNumber } = identityOf(present.profileJson(profile)!);
    const same = byIdentity.get(key);
    if (same === undefined) continue;
    const index = indexOf[profile]! as ListIndex;
    const isOfAnotherRow = index >= 0 ? hadProfile(earlier, index, key) : isNumber;
    const kept = same.filter(
      ({ index: at, constituentId: id }) => at >= 0 && (isOfAnotherRow || (index < 0 && id !== null && own.has(at) && isIdOf(at, id))),
    );
    if (index < 0 && kept.length > 0) placed += 1;
    if (kept.length > 0) byIdentity.set(key, kept);
    else byIdentity.delete(key);
  }
  return { profiles: [...byIdentity.values()].flat(), placed };
}

/** Whether a row had a profile with this identity before. */
function hadProfile(earlier: ResultFile, index: ListIndex, key: string): boolean {
  const profile = earlier.matches[index]!;
  const json = profile === 0 ? null : earlier.profileJson(profile);
  return json !== null && identityOf(json).key === key;
}
