/** What is lost when a project is removed, in it and in other projects. */
import { countText, numberText } from '../base/index.ts';
import type { ProjectView } from '../contract/index.ts';
import { type ProjectState, bodyOf, isMergedInto, isRecordUnreadable, isRest, isSubmittable, mayBeCharged } from '../project/index.ts';

type Known = Pick<ProjectView, 'id' | 'name' | 'lineage' | 'state'>;

/** A project that will get no results. */
const isOver = ({ state }: Known): boolean => state.at === 'unreadable' || (state.at === 'ended' && state.resume === null);

/**
 * The projects that use this one as a baseline, directly or through other projects. A rest is not included: it has other people than its
 * list, so it loses nothing.
 */
function comparedWith(id: string, all: readonly Known[]): Known[] {
  const found = new Set([id]);
  const dependents: Known[] = [];
  // The list can be in any order, so the loop repeats until it adds no project.
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const one of all) {
      if (found.has(one.id) || one.lineage?.kind !== 'baseline' || !found.has(one.lineage.of)) continue;
      found.add(one.id);
      dependents.push(one);
    }
  }
  return dependents.filter(({ lineage }) => !isRest(lineage));
}

/** Project names as part of a sentence; of more than three, the first three and a count. */
function named(projects: readonly Known[]): string {
  const names = projects.slice(0, 3).map(({ name }) => `“${name}”`);
  if (projects.length > 3) names.push(`${numberText(projects.length - 3)} more`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
}

/**
 * Why removing a project needs a second confirmation: it may have been paid for, but its results are not stored here. Null when no results
 * can be lost.
 */
export function unfetchedResults(state: ProjectState): string | null {
  if (isRecordUnreadable(state))
    return 'Its record cannot be read, so it may be paid for. Once you remove the project, its results can no longer be shown or fetched, and later lists treat these people as new and may be charged for them again.';
  if (state.at === 'done' || !mayBeCharged(state)) return null;
  const body = bodyOf(state);
  const rows = body === null ? '' : ` of ${countText(body.rows, 'row')}`;
  return `The screening${rows} was started or may have been, so it may be paid for. Its results have not been fetched. Once you remove the project, they can no longer be fetched, and later lists treat these people as new and may be charged for them again.`;
}

/** Which results of a finished project can no longer be fetched after its removal; null when none are missing. */
function missingResults(state: ProjectState): string | null {
  if (state.at !== 'done') return null;
  const { unknown, unmatched } = state.counts;
  const missing = [
    ...(unknown === 0 ? [] : [`${countText(unknown, 'row')} without a result`]),
    ...(unmatched === 0 ? [] : [`${countText(unmatched, 'profile')} without a row`]),
  ];
  return missing.length === 0 ? null : `It has ${missing.join(' and ')}. Once you remove it, they can no longer be fetched.`;
}

/**
 * One sentence for each loss. Lists with this baseline take the scores of unchanged people from it, and results that are still pending
 * would be merged into it.
 */
export function lostWith(id: string, all: readonly Known[]): string[] {
  const project = all.find((one) => one.id === id);
  const own = project === undefined ? null : missingResults(project.state);
  const compared = comparedWith(id, all);
  const sent = compared.filter((one) => !isSubmittable(one.state) && !isOver(one));
  const drafts = compared.filter(({ state }) => isSubmittable(state));
  const pending = all.filter((one) => isMergedInto(one, id, all) && one.state.at !== 'done' && !isOver(one));
  const isUnsentRest = ({ lineage, state }: Known) => isRest(lineage) && isSubmittable(state);
  const rests = pending.filter(isUnsentRest);
  const unmerged = pending.filter((one) => !isUnsentRest(one));
  const lost: string[] = own === null ? [] : [own];
  if (sent.length > 0)
    lost.push(
      `${named(sent)} left out people who had not changed since this screening: their scores are removed with it, exports no longer have them, and later lists treat these people as new and are charged for them again.`,
    );
  if (drafts.length > 0)
    lost.push(
      `${named(drafts)} can then no longer be compared with this screening: people who have not changed since then are treated as new there and charged again.`,
    );
  if (unmerged.length > 0)
    lost.push(`The results of ${named(unmerged)} have not arrived yet. Once you remove this list, they cannot be added to its results.`);
  if (rests.length > 0)
    lost.push(`The people of ${named(rests)} can still be sent. Their results are then only in that list, not in one with this pilot.`);
  return lost;
}
