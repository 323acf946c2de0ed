/**
 * How a project derives from another one: it has its refused rows, is a later part of its list, has it as the baseline, or is compared with
 * it (a pilot).
 */

import { z } from 'zod';
import type { ProjectState } from './project-shapes.ts';
import { isBeforeSubmission } from './state-properties.ts';

/**
 * People of a project who were sent with another list and are not sent again. `rest`: people who were not chosen. `comparison`: the people
 * of a pilot. `retry`: refused rows.
 */
export const SentOfList = z.enum(['rest', 'comparison', 'retry']);
export type SentOfList = z.infer<typeof SentOfList>;

interface Link {
  readonly kind: 'baseline' | 'retry' | 'part' | 'comparison';
  /** The ID of the project that it derives from. */
  readonly of: string;
  readonly rest?: true | undefined;
  /** Whether its results have been merged into the other project. Missing for a rest, unless it is the rest of a pilot. */
  readonly merged?: boolean | undefined;
}

interface Linked {
  readonly id: string;
  readonly lineage: Link | null;
}

/** The kinds of lineage whose results are merged into the other project. */
type Merging = { readonly kind: 'retry' | 'part' } | { readonly kind: 'baseline'; readonly rest: true; readonly merged: boolean };

/** True for a project whose results are merged into the project that it derives from: refused rows, a part, and the rest of a pilot. */
export const mergesIntoParent = <L extends Link>(lineage: L | null): lineage is L & Merging =>
  lineage !== null && (lineage.kind === 'retry' || lineage.kind === 'part' || lineage.merged !== undefined);

/** True when results of `project` are merged into those of the project `id`, directly or through other projects in `all`. */
export function isMergedInto(project: Pick<Linked, 'lineage'>, id: string, all: readonly Linked[]): boolean {
  let { lineage } = project;
  while (mergesIntoParent(lineage)) {
    const { of } = lineage;
    if (of === id) return true;
    lineage = all.find((one) => one.id === of)?.lineage ?? null;
  }
  return false;
}

/** True for a list with the people of another one who were not chosen there. */
export const isRest = (lineage: Link | null): boolean => lineage?.kind === 'baseline' && lineage.rest === true;

/** The list with the people who were not chosen in `id`; undefined until it is sent. `all`: the newest first. */
export const sentRestOf = <P extends Linked & { readonly state: ProjectState }>(id: string, all: readonly P[]): P | undefined =>
  all.find(({ lineage, state }) => isRest(lineage) && lineage?.of === id && !isBeforeSubmission(state));

/** True for the rest of a pilot: its results are merged into those of the pilot. */
export const isRestOfPilot = (lineage: Link | null): boolean => isRest(lineage) && mergesIntoParent(lineage);

/** The ID of the pilot whose people this list sends again, in another way; null for any other list. */
export const comparedPilot = (lineage: Link | null): string | null => (lineage?.kind === 'comparison' ? lineage.of : null);

/** True for a list whose rows come from another list, not from a file. */
export const isCopied = (lineage: Link | null): boolean => lineage !== null && (lineage.kind !== 'baseline' || lineage.rest === true);

/** The ID of the first project of a list that is sent in parts. For any other project, its own ID. */
export const firstPartOf = ({ id, lineage }: Linked): string => (lineage?.kind === 'part' ? lineage.of : id);

interface Custody {
  /** Why the project cannot be sent from here; null when it belongs here. */
  readonly held: unknown;
  /** What another computer has sent of this list. */
  readonly sentElsewhere: readonly SentOfList[];
}

/** False for people of a list whom another computer may send or has sent, so that nobody is paid for twice. */
export const canSendFrom = ({ held, sentElsewhere }: Custody, what: SentOfList): boolean => held === null && !sentElsewhere.includes(what);

/**
 * True when refused rows of the project can be sent again from here. Not for an adopted project, and not for a comparison, whose refused
 * rows are sent from the pilot.
 */
export const sendsRefusedAgain = (project: Custody & Pick<Linked, 'lineage'> & { readonly adopted: unknown }): boolean =>
  project.adopted === null && comparedPilot(project.lineage) === null && canSendFrom(project, 'retry');
