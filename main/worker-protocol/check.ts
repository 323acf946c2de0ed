/** What a check is made of besides rows and plan, and what it answers. */
import { type RuleConfiguration, DEFAULT_RULES } from '../../shared/rules/row-checks.ts';
import type { FieldKey } from '../../shared/fields/table.ts';
import type { CheckView } from '../../shared/contract/index.ts';
import type { RowHistogram } from '../../shared/rows/histogram.ts';
import type { ListInProgress, ListSource, ProjectFileRef } from './list.ts';

/** What a check needs to know them: the key of the codes, and the entries one after the other. */
export interface SuppressionCodes {
  readonly key: Uint8Array;
  readonly entries: Uint8Array;
}

/** What an import gives to a do-not-screen list: entries and counts of them. */
export interface ImportedSuppressions {
  readonly entries: Uint8Array;
  readonly people: number;
  /** Records with neither an id nor an e-mail nor a name with a ZIP. */
  readonly withoutKey: number;
  readonly ids: number;
  readonly emails: number;
  readonly names: number;
}

/** The screenings that a list is compared with. */
export interface BaselineInput {
  /** Key of the digests. */
  readonly key: Uint8Array;
  /** The newest screening first, each with the files of all its projects: the first one that has an id says what was sent for it. */
  readonly screenings: readonly (readonly ProjectFileRef[])[];
}

/** Everything else than rows and plan that decides what a check finds. */
export interface CheckInputs {
  readonly rules: RuleConfiguration;
  /** The people who are not to be screened; null when there are none. */
  readonly suppression: SuppressionCodes | null;
  /** The projects whose people count as screened before: those who were scored, and those who may have been charged for. */
  readonly recent: readonly ProjectFileRef[];
  /** The lists that were sent to the same account and have no results yet: their people count as screened too. */
  readonly inProgress: readonly ListInProgress[];
  /** The screenings since which only new and changed rows are wanted; null when all rows are. */
  readonly baseline: BaselineInput | null;
}

/** The basis of a list that nothing is known of. */
export const NO_INPUTS: CheckInputs = { rules: DEFAULT_RULES, suppression: null, recent: [], inProgress: [], baseline: null };

/** What is needed to check rows. */
export type CheckRequest = ListSource & { readonly inputs: CheckInputs };

/** What a check found. Every count of rows is derived from the histogram. */
export interface CheckSummary extends Pick<CheckView, 'rules' | 'undo' | 'redo'> {
  readonly histogram: RowHistogram;
  /** The fields that are sent; null for a check of an earlier program that did not store them. */
  readonly fields: FieldKey[] | null;
}
