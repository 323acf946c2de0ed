/**
 * Every text outside the rows of lists that can name somebody: what users typed, and words of a service. A search and an erasure use the
 * same texts.
 */
import type { ProjectRow } from '../store/app-database/index.ts';

/** A text, with a description that continues a sentence: "the name of the project". */
export interface PlacedText {
  readonly what: string;
  readonly text: string;
}

export interface TextPlace {
  /** Does not change as long as the data folder has the place. */
  readonly key: string;
  /** Null for texts that do not belong to a project. */
  readonly project: Pick<ProjectRow, 'id' | 'name' | 'state'> | null;
  readonly texts: readonly PlacedText[];
  /** True for notes and comments about people of other rows. */
  readonly isAboutOthers?: true;
  /** A sentence that says why its texts cannot be changed now; null if they can. */
  readonly stays: string | null;
  /** Within a transaction, changes each text. */
  readonly change: (by: (text: string) => string) => void;
}

/** Texts of one kind, which `what` describes. Empty ones are left out. */
export const allAs = (what: string, texts: readonly (string | null | undefined)[]): PlacedText[] =>
  texts.flatMap((text) => (text == null || text === '' ? [] : [{ what, text }]));

/** The descriptions of some texts, each once, in order. */
export const whatsOf = (texts: readonly PlacedText[]): string[] => [...new Set(texts.map(({ what }) => what))];

/** What a user declares about a list. */
export const DECLARED_KEYS: ReadonlySet<string> = new Set(['purpose', 'lawfulBasis', 'assessment']);

/** Why declarations in the screening records are not changed. */
export const PROVES = 'It is part of the record that proves what was sent, and entries of the record are never changed.';
