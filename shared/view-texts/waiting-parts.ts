/** Parts of a list that wait for an earlier part that will get no results. */
import type { ProjectView } from '../contract/index.ts';
import { firstPartOf, isSubmittable } from '../project/index.ts';

type Known = Pick<ProjectView, 'id' | 'name' | 'lineage' | 'state' | 'lastError' | 'sheet'>;

export interface WaitingPart {
  readonly id: string;
  readonly name: string;
  readonly part: number;
  /** Null while the file is being read. */
  readonly rows: number | null;
}

export interface WaitingParts {
  /** The ID of the first project of the list, which can be removed. */
  readonly of: string;
  /** The number of parts, including the first project. */
  readonly parts: number;
  /** The unsent parts in order. The first of them can be sent next. */
  readonly waiting: readonly [WaitingPart, ...WaitingPart[]];
  /** Total of the known row counts. */
  readonly rows: number;
}

/**
 * The unsent parts of a project's list that the app will not send automatically: no other part is in progress, and the
 * part before them ended without results, was removed, or could not be sent. Null when there are none.
 */
export function waitingParts(project: Pick<Known, 'id' | 'lineage'>, all: readonly Known[]): WaitingParts | null {
  const of = firstPartOf(project);
  const first = all.find(({ id }) => id === of);
  const later = all.flatMap((one) => (one.lineage?.kind === 'part' && one.lineage.of === of ? [{ ...one, link: one.lineage }] : []));
  const unsent = later.filter(({ state }) => isSubmittable(state)).toSorted((a, b) => a.link.part - b.link.part);
  const sent = [...(first === undefined ? [] : [first]), ...later.filter((one) => !unsent.includes(one))];
  const [next] = unsent;
  if (next === undefined || sent.some(({ state }) => state.at !== 'done' && state.at !== 'ended')) return null;
  const before = next.link.part === 2 ? first : later.find(({ link }) => link.part === next.link.part - 1);
  // It is about to be sent, unless that attempt has failed.
  if (before?.state.at === 'done' && next.lastError === null) return null;
  const [head, ...rest] = unsent.map(({ id, name, link, sheet }) => ({ id, name, part: link.part, rows: sheet?.rows ?? null }));
  return {
    of,
    parts: next.link.parts,
    waiting: [head!, ...rest],
    rows: unsent.reduce((sum, { sheet }) => sum + (sheet?.rows ?? 0), 0),
  };
}
