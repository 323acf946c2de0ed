/** The inputs and the summary of a check. */
import { DEFAULT_RULES, type OrganizationRules } from '../../shared/rules/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { CheckView } from '../../shared/contract/index.ts';
import type { BestOutcome, OrderSettings } from '../../shared/order/index.ts';
import type { RowHistogram, SendOptions } from '../../shared/rows/index.ts';
import type { ListInProgress, ListSource, ProjectFileRef } from './list.ts';

/** The suppression list. `key`: the key of the codes. `entries`: concatenated, in the format of main/matching/suppression-list.ts. */
export interface SuppressionCodes {
  readonly key: Uint8Array;
  readonly entries: Uint8Array;
}

/** The entries that an import adds to a suppression list, with counts. */
export interface ImportedSuppressions {
  readonly entries: Uint8Array;
  readonly people: number;
  /** People who were already on the list, or who are in the file twice. */
  readonly known: number;
  /** Records that have neither an ID, nor an email address, nor a name with a ZIP code. */
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
  /** Newest screening first, each with the files of its projects. For an ID that several screenings sent, the first of them is used. */
  readonly screenings: readonly (readonly ProjectFileRef[])[];
}

/** What a check depends on, in addition to the rows and the plan. */
export interface CheckInputs {
  readonly rules: OrganizationRules;
  /** Null for an empty list. */
  readonly suppression: SuppressionCodes | null;
  /** Projects whose people are treated as already screened: scored people, and people who may have been charged for. */
  readonly recent: readonly ProjectFileRef[];
  /** Lists of the same account without results yet. Their people are treated as already screened. */
  readonly inProgress: readonly ListInProgress[];
  /** The earlier screenings for comparison: only rows that are new or changed since then are sent. Null: all rows are sent. */
  readonly baseline: BaselineInput | null;
  /** True to also send rows that do not name a living person. */
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
 * The choice of the people who are sent this time. `basis`: the inputs of the choice. `rows`: a digest of who is sent. `isStale`: rows have
 * changed since the choice.
 */
export interface StoredBest extends BestOutcome {
  readonly basis: string;
  readonly rows: string;
  readonly isStale: boolean;
}

/**
 * Asks for a choice. `settings`: null sends everyone. `affordable`: the maximum number of people, for a cut by credits. `before`: how many
 * people the previous, stale choice sent; null for a new choice.
 */
export interface BestAsk {
  readonly settings: OrderSettings | null;
  readonly affordable: number;
  readonly options: SendOptions;
  readonly basis: string;
  readonly before: number | null;
}

/** The result of a check. The counts of rows are computed from the histogram. `best`: null when everyone is sent. */
export interface CheckSummary extends Pick<CheckView, 'rules' | 'undo' | 'redo'> {
  readonly histogram: RowHistogram;
  /** The fields that are sent. */
  readonly fields: FieldKey[];
  readonly best: StoredBest | null;
  /** The stamp of the edits that the check included; null before the first edit. */
  readonly edited: string | null;
}
