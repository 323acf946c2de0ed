/** The tasks of a worker thread: what each one takes, what it comes to, and the queries that it answers meanwhile. */
import type { Body, Counts } from '../../shared/project/project.ts';
import type { ImportOptions } from '../../shared/mapping/import-options.ts';
import type { Template } from '../../shared/mapping/templates.ts';
import type { ImportedSuppressions, CheckInputs, CheckRequest, CheckSummary } from './check.ts';
import type { ExportInput } from './export.ts';
import type { Inspection, ImportResult, ReadableFile } from './import.ts';
import type { DerivedRows, ListSource, ProjectFileRef, SubmitOptions } from './list.ts';
import type { QueryQuestion } from './queries.ts';
import type { CollectQuestion } from './results.ts';

/** The tasks: input, output when done, and the questions answered meanwhile. */
export interface TaskMap {
  /** File → its rows as JSON lines of cell texts, as mapping sees them. `sheet` null: the one that the import would choose. */
  rows: {
    input: ReadableFile;
    output: { readonly rows: number };
    question: never;
  };
  /** File → what the import would make of its sheets and columns. */
  inspect: { input: ReadableFile; output: Inspection; question: never };
  /** File → its sheets and first rows, when no list could be made of it. */
  preview: { input: ReadableFile; output: ImportResult['import']; question: never };
  /** File → row blocks in the project file, with the plan that the headings suggest and a first check of every row. */
  load: {
    input: ReadableFile & {
      readonly file: ProjectFileRef;
      /** SHA-256 that the file must have; any without it. */
      readonly expected?: string;
      /** Laid over the columns in place of the proposed mapping. */
      readonly template?: Template;
      readonly today: string;
      readonly inputs: CheckInputs;
    };
    output: ImportResult;
    question: never;
  };
  /** Reads stored rows again with another header row: new headings, plan and check. */
  reread: {
    input: {
      readonly file: ProjectFileRef;
      readonly sheet: number;
      readonly sheetName: string;
      readonly headerRow: number | null;
      /** Rows at the end that a person says are totals; left out: found. */
      readonly totalsRows?: readonly number[];
      /** The system that a person says the list comes from; left out: recognised. */
      readonly system?: ImportOptions['system'];
      readonly today: string;
      readonly inputs: CheckInputs;
    };
    output: Omit<ImportResult, 'import' | 'sha256'>;
    question: never;
  };
  /** File → the keys of the people in it, as entries of a do-not-screen list under the key of their codes. */
  importSuppressionList: {
    input: { readonly path: string; readonly name: string; readonly key: Uint8Array };
    output: ImportedSuppressions;
    question: never;
  };
  /** Every row mapped and checked; findings written. */
  check: { input: CheckRequest; output: CheckSummary; question: never };
  /**
   * Keeps who was sent and not refused, and the digests of all records that were sent, so that a later list finds them again.
   * Answers how many people and how many records can be known again.
   */
  indexScreening: {
    input: ListSource & { readonly key: Uint8Array };
    output: { readonly people: number; readonly sent: number };
    question: never;
  };
  /** Answers questions about an open project until it is canceled, and changes its list. */
  query: { input: CheckRequest; output: null; question: QueryQuestion };
  /** The exact body: measured, or streamed as bytes. The list of rows sent is written when measuring. `body`: what was measured. */
  encode: {
    input: ListSource & { readonly choice: SubmitOptions; readonly format: 'json' | 'csv' } & (
        | { readonly mode: 'measure' }
        | { readonly mode: 'stream'; readonly body: Pick<Body, 'rows' | 'sha256'> }
      );
    output: Body | null;
    question: never;
  };
  /** Answer bytes → profiles and row errors, staged until they are settled. */
  collect: {
    input: ListSource & {
      readonly rowBase: 'find' | 'zero' | 'one' | 'sheet';
      /** The list as it was sent: the file must hold the same one. */
      readonly body: Pick<Body, 'rows' | 'sha256'>;
    };
    output: null;
    question: CollectQuestion;
  };
  /** Rows of `source` as a list of their own in `target`. */
  deriveRows: {
    input: { readonly source: ListSource; readonly target: ProjectFileRef; readonly which: DerivedRows };
    output: { readonly rows: number };
    question: never;
  };
  /** Merges the results of `source` into those of `target`, the project that its rows came from. */
  mergeResults: { input: { readonly source: ProjectFileRef; readonly target: ProjectFileRef }; output: Counts; question: never };
  /** Project file → a workbook, CSV or JSON lines at `target`. */
  export: {
    input: ExportInput;
    output: { readonly rows: number };
    question: never;
  };
}
export type TaskName = keyof TaskMap;
