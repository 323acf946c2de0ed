/** The inputs and the summary of a check. */
import { DEFAULT_RULES, type OrganizationRules } from '../../shared/rules/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { CheckView } from '../../shared/contract/index.ts';
import type { BestOutcome, BestSettings } from '../../shared/order/index.ts';
import type { RowHistogram, SendOptions } from '../../shared/rows/index.ts';
import type { ListInProgress, ListSource, ProjectFileRef } from './list.ts';

/** The suppression list. `key`: of the codes. `entries`: concatenated, as main/matching/suppression-list.ts writes them. */
export interface SuppressionCodes {
  readonly key: Uint8Array;
  readonly entries: Uint8Array;
}

/** The entries that an import adds to a suppression list, with counts. */
export interface ImportedSuppressions {
  readonly entries: Uint8Array;
  readonly people: number;
  /** People who were on the list before, or are in the file twice. */
  readonly known: number;
  /** Records without an ID, an email address and a name with a ZIP code. */
  readonly withoutKey: number;
  readonly ids: number;
  readonly emails: number;
  readonly names: number;
}

/** The same for a file. `allowed`: rows that were not added because their own column says that the person may be screened. */
export type ImportedSuppressionFile = ImportedSuppressions & { readonly allowed: number };

/** The baseline of a list. */
export interface BaselineInput {
  /** Key of the digests. */
  readonly key: Uint8Array;
  /** Newest screening first, each with the files of its projects. The first screening that sent an ID counts. */
  readonly screenings: readonly (readonly ProjectFileRef[])[];
}

/** What a check depends on, except rows and plan. */
export interface CheckInputs {
  readonly rules: OrganizationRules;
  /** Null for an empty list. */
  readonly suppression: SuppressionCodes | null;
  /** Projects whose people count as already screened: the scored ones, and those who may have been charged for. */
  readonly recent: readonly ProjectFileRef[];
  /** Lists of the same account without results yet, whose people count as already screened. */
  readonly inProgress: readonly ListInProgress[];
  /** The screenings since which only new and changed rows are sent; null to send all rows. */
  readonly baseline: BaselineInput | null;
  /** True when rows that name no living person are sent like all others. */
  readonly sendAnyway: boolean;
}

export const NO_INPUTS: CheckInputs = {
  rules: DEFAULT_RULES,
  suppression: null,
  recent: [],
  inProgress: [],
  baseline: null,
  sendAnyway: false,
};

export type CheckRequest = ListSource & { readonly inputs: CheckInputs };

/**
 * The choice of the people who are sent this time. `basis`: what it was made from. `rows`: a digest of who is sent. `isStale`: rows were
 * changed since.
 */
export interface StoredBest extends BestOutcome {
  readonly basis: string;
  readonly rows: string;
  readonly isStale: boolean;
}

/**
 * Asks for a choice. `settings` null: everyone is sent. `affordable`: the most people that can be sent, for a cut by credits. `before`: how
 * many were sent by the former order, which is stale; null for a new choice.
 */
export interface BestAsk {
  readonly settings: BestSettings | null;
  readonly affordable: number;
  readonly options: SendOptions;
  readonly basis: string;
  readonly before: number | null;
}

/** The result of a check. The histogram gives every row count. `best` null: everyone is sent. */
export interface CheckSummary extends Pick<CheckView, 'rules' | 'undo' | 'redo'> {
  readonly histogram: RowHistogram;
  /** The sent fields. */
  readonly fields: FieldKey[];
  readonly best: StoredBest | null;
  /** The stamp of the edits that the check has seen; null before the first one. */
  readonly edited: string | null;
}
