/** The lists of an account, from which the app counts who is due to be screened again and writes a draft of those people. */
import type { FieldKey } from '../../shared/fields/index.ts';
import type { ColumnSuggestion } from '../../shared/mapping/index.ts';
import type { PlanSettings } from '../../shared/plan/index.ts';
import type { CheckInputs } from './check.ts';
import type { ListSource, ProjectFileRef, SubmitOptions } from './list.ts';

/** A list of the account. */
export interface CountedList {
  readonly name: string;
  readonly list: ListSource;
  /**
   * What was sent of the list; null: nothing.
   * `results`: the rows that have a result, and with `othersWereSent` also the other rows. `sending`: the rows that these options send;
   * null: every row.
   * `day`: when its people were screened, YYYY-MM-DD; null: they are being screened now.
   */
  readonly sent:
    | { readonly rows: 'results'; readonly othersWereSent: boolean; readonly day: string }
    | { readonly rows: 'sending'; readonly options: SubmitOptions | null; readonly day: string | null }
    | null;
}

/** `lists`: sorted so that the list with the newest values of its people comes first. */
export interface CensusInput extends Pick<CheckInputs, 'rules' | 'suppression'> {
  readonly lists: readonly CountedList[];
  /** YYYY-MM-DD. */
  readonly today: string;
}

export interface PlanDraftInput extends CensusInput {
  readonly settings: PlanSettings;
  readonly target: ProjectFileRef;
}

/** The draft as it was written: headings in sheet row 1, one person in each row below. */
export interface PlanDraft {
  readonly rows: number;
  readonly headers: readonly string[];
  /** By column. */
  readonly fields: readonly FieldKey[];
  readonly suggestions: readonly ColumnSuggestion[];
  readonly firstRows: readonly { readonly row: number; readonly cells: string[] }[];
  /** Whether any of the lists that the people come from sends pseudonyms instead of IDs. */
  readonly pseudonyms: boolean;
}
