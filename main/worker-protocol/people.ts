/** The inputs and results of searching a project for one person. */
import type { PersonPlace } from '../../shared/contract/index.ts';
import type { FieldKey } from '../../shared/fields/index.ts';
import type { ListSource, SubmitOptions } from './list.ts';

/** `text`: as the user typed it. */
export interface EverywhereInput {
  readonly list: ListSource;
  readonly options: SubmitOptions;
  readonly text: string;
  /** True for a list that the service has or may have. */
  readonly isSent: boolean;
  /** Sheet rows that have a note or a comment containing the text. */
  readonly notes: readonly number[];
  /** Maximum number of places to return. */
  readonly most: number;
  /** Returns only these places, with everything stored about them. Null: returns all places, without the stored data. */
  readonly only: { readonly rows: readonly number[]; readonly profiles: readonly number[] } | null;
}

/** Everything that a project's file stores about a person. */
export interface StoredPerson {
  /** The cells of the row as in the imported file, with their headings; without empty cells. */
  readonly cells: readonly { readonly heading: string; readonly value: string }[];
  /** The corrected record, as it is sent. */
  readonly record: readonly { readonly field: FieldKey; readonly value: string }[];
  /** The ID under which the service has the person; null for a row that was not sent. */
  readonly sentId: string | null;
  readonly profile: readonly { readonly key: string; readonly title: string; readonly value: string }[];
  /** The profile as received; null without one. */
  readonly json: string | null;
  /** Every value that was typed or suggested to replace a value of the row, including undone and replaced ones, and the reasons. */
  readonly corrections: readonly { readonly name: string; readonly value: string }[];
  /** Why the service refused the row. */
  readonly reasons: readonly string[];
}

/** What a project's file has about a place. Verdicts, notes and lists are stored elsewhere. `stored`: null if not requested. */
export type FoundPlace = Pick<
  PersonPlace,
  'row' | 'profile' | 'name' | 'keys' | 'address' | 'outcome' | 'leftOut' | 'foundIn' | 'hasProfile'
> & {
  readonly stored: StoredPerson | null;
};

/** `more`: number of places beyond the maximum. `rows`: rows that were searched. `unplaced`: errors that belong to no row. */
export interface FoundPlaces {
  readonly places: readonly FoundPlace[];
  readonly more: number;
  readonly rows: number;
  readonly unplaced: number;
}

/**
 * Rows and profiles to erase from a project's file. `mode`: `read` changes nothing. `isUnsent`: also leaves out the erased rows,
 * because a draft would send them as empty rows.
 */
export interface EraseInput {
  readonly list: ListSource;
  readonly rows: readonly number[];
  readonly profiles: readonly number[];
  readonly isUnsent: boolean;
  readonly mode: 'read' | 'erase';
}

/** The texts of the rows, to compare partial texts with, and the IDs of their people. */
export interface ErasedTexts {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}
