/** The inputs of writing scores back to another system and of proving that they arrived. */
import type { Paper } from '../../shared/base/index.ts';
import type { ExportFormat, Parsed } from '../../shared/contract/index.ts';
import type { ExportPlaces, HeldBack, ProofState } from '../../shared/write-back/index.ts';
import type { LayoutExport } from './export.ts';
import type { ListSource, ProjectFileRef } from './list.ts';

/** What a layout writes of a project. */
export type WriteBackSource = ListSource & Omit<LayoutExport, 'kind' | 'segment'>;

/** `held`: a page of the people who are held back for this reason. */
export type WriteBackInput = WriteBackSource & { readonly held: { readonly reason: HeldBack; readonly offset: number } | null };

/** `path` and `name`: of the other system's export. `at`: now. */
export type ProveInput = WriteBackSource & {
  readonly path: string;
  readonly name: string;
  readonly password?: string | undefined;
  readonly at: number;
  /** When the export was made, and when the last file was written; null when unknown. */
  readonly madeAt: number | null;
  readonly writtenAt: number | null;
  /** The columns of the export that have the values, as the user chose them. */
  readonly places?: ExportPlaces | undefined;
};

/** To list the headings of an export, when the user chooses its columns by hand. */
export type ExportColumnsInput = Pick<ProveInput, 'path' | 'name' | 'password'>;

export type ProofChoiceInput = Pick<Parsed<'proof.choose'>, 'values' | 'find' | 'keep'> & { readonly file: ProjectFileRef };

/** A page of the people with values that are not there. `state`: only those with such a value; null for all. */
export interface ProofPageInput {
  readonly state: ProofState | null;
  readonly find: string;
  readonly offset: number;
}

/** A file about the last proof. */
export type ProofFileInput = ListSource &
  Pick<WriteBackSource, 'day' | 'options' | 'office' | 'verdicts' | 'notes'> & {
    readonly target: string;
    readonly format: ExportFormat;
    readonly paper?: Paper;
  } & (
    | {
        /** The values with these states, in the layout of the proof, with cut ones in the length that the other system keeps. */
        readonly kind: 'repair';
        readonly states: readonly ProofState[];
      }
    | {
        /** For the record: sentences, the values that are not there, and those to remove from other records by hand. */
        readonly kind: 'record';
        readonly summary: readonly string[];
      }
  );
