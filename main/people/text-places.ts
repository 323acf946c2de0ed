/** Every text outside the rows of lists in which somebody can be named: what users typed, and words of a service. A search and an erasure read the same. */
import type { ProjectRow } from '../store/app-database/index.ts';

/** A text with what it is, as the rest of a sentence: "the name of the project". */
export interface PlacedText {
  readonly what: string;
  readonly text: string;
}

export interface TextPlace {
  /** The same as long as the data folder has the place. */
  readonly key: string;
  /** Null for what belongs to no project. */
  readonly project: Pick<ProjectRow, 'id' | 'name' | 'state'> | null;
  readonly texts: readonly PlacedText[];
  /** Notes and comments about the people of other rows. */
  readonly isAboutOthers?: true;
  /** Why its texts cannot be changed now, as a sentence; null when they can. */
  readonly stays: string | null;
  /** Within a transaction, changes each text. */
  readonly change: (by: (text: string) => string) => void;
}

/** Texts of one kind; `what` names the kind. Empty ones are left out. */
export const allAs = (what: string, texts: readonly (string | null | undefined)[]): PlacedText[] =>
  texts.flatMap((text) => (text == null || text === '' ? [] : [{ what, text }]));

/** What the texts of some places are, each once, in their order. */
export const whatsOf = (texts: readonly PlacedText[]): string[] => [...new Set(texts.map(({ what }) => what))];

/** What a user declares about a list. */
export const DECLARED_KEYS: ReadonlySet<string> = new Set(['purpose', 'lawfulBasis', 'assessment']);

/** Why declarations stay in the screening records. */
export const PROVES = 'It is a part of the record that proves what was sent, and no entry of it is ever changed.';
