/** The inputs and results of looking for one person in a project. */
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
  /** Sheet rows with a note or a comment that holds the text. */
  readonly notes: readonly number[];
  /** Most places to return. */
  readonly most: number;
  /** Only these places, with all that is stored about them; null for all, without that. */
  readonly only: { readonly rows: readonly number[]; readonly profiles: readonly number[] } | null;
}

/** All that a project's file holds about a person. */
export interface StoredPerson {
  /** The cells of the row as in the file, with their headings; without empty ones. */
  readonly cells: readonly { readonly heading: string; readonly value: string }[];
  /** The record with the corrections, as it is sent. */
  readonly record: readonly { readonly field: FieldKey; readonly value: string }[];
  /** The ID under which the service has the person; null for a row that was not sent. */
  readonly sentId: string | null;
  readonly profile: readonly { readonly key: string; readonly title: string; readonly value: string }[];
  /** The profile as received; null without one. */
  readonly json: string | null;
  /** Every value that was typed or suggested in place of one of the row, also those that were undone or replaced, and reasons. */
  readonly corrections: readonly { readonly name: string; readonly value: string }[];
  /** Why the service refused the row. */
  readonly reasons: readonly string[];
}

/** What a project's file holds of a place; verdicts, notes and lists are known elsewhere. `stored`: null where not asked. */
export type FoundPlace = Pick<
  PersonPlace,
  'row' | 'profile' | 'name' | 'keys' | 'address' | 'outcome' | 'leftOut' | 'foundIn' | 'hasProfile'
> & {
  readonly stored: StoredPerson | null;
};

/** `more`: places beyond the most. `rows`: rows that were searched. `unplaced`: errors of the service that belong to no row. */
export interface FoundPlaces {
  readonly places: readonly FoundPlace[];
  readonly more: number;
  readonly rows: number;
  readonly unplaced: number;
}

/**
 * Rows and profiles that are erased from a project's file. `read`: nothing is changed. `isUnsent`: the rows are also left out, so that no
 * empty one is sent.
 */
export interface EraseInput {
  readonly list: ListSource;
  readonly rows: readonly number[];
  readonly profiles: readonly number[];
  readonly isUnsent: boolean;
  readonly mode: 'read' | 'erase';
}

/** The texts of the rows, which a part of a text is compared with, and the IDs of their people. */
export interface ErasedTexts {
  readonly texts: readonly string[];
  readonly ids: readonly string[];
}
