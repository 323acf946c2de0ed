/** Parts of a list that wait for one before them which comes to no results. */
import type { ProjectView } from '../contract/index.ts';

type Known = Pick<ProjectView, 'id' | 'name' | 'link' | 'state' | 'notice' | 'sheet'>;

export interface WaitingPart {
  readonly id: string;
  readonly name: string;
  readonly part: number;
  /** Null while it is being read. */
  readonly rows: number | null;
}

export interface WaitingParts {
  /** The id of the first project of the list; it may have been removed. */
  readonly of: string;
  /** Parts of the whole list, the first project included. */
  readonly parts: number;
  /** Those that are not sent, in their order; the first of them can be sent next. */
  readonly waiting: readonly [WaitingPart, ...WaitingPart[]];
  /** Rows of all of them, as far as they are known. */
  readonly rows: number;
}

/** The id of the first project of a list that goes out in parts; of any other project its own id. */
export const firstPartOf = ({ id, link }: Pick<Known, 'id' | 'link'>): string => (link?.kind === 'part' ? link.of : id);

/**
 * The parts of a project's list that are not sent and will not be by themselves: every other project of the list has ended, and the
 * one right before them without results, or it was removed, or sending them has failed. Null when there are none.
 */
export function waitingParts(project: Pick<Known, 'id' | 'link'>, all: readonly Known[]): WaitingParts | null {
  const of = firstPartOf(project);
  const first = all.find(({ id }) => id === of);
  const later = all.flatMap((one) => (one.link?.kind === 'part' && one.link.of === of ? [{ ...one, link: one.link }] : []));
  const unsent = later.filter(({ state }) => state.at === 'draft' || state.at === 'reading').toSorted((a, b) => a.link.part - b.link.part);
  const sent = [...(first === undefined ? [] : [first]), ...later.filter((one) => !unsent.includes(one))];
  const [next] = unsent;
  if (next === undefined || sent.some(({ state }) => state.at !== 'done' && state.at !== 'ended')) return null;
  const before = next.link.part === 2 ? first : later.find(({ link }) => link.part === next.link.part - 1);
  // It is about to be sent, unless that has just failed.
  if (before?.state.at === 'done' && next.notice === null) return null;
  const [head, ...rest] = unsent.map(({ id, name, link, sheet }) => ({ id, name, part: link.part, rows: sheet?.rows ?? null }));
  return {
    of,
    parts: next.link.parts,
    waiting: [head!, ...rest],
    rows: unsent.reduce((sum, { sheet }) => sum + (sheet?.rows ?? 0), 0),
  };
}
