/** What the column `facts` of a project stores: nothing that names a person. */
import { z } from 'zod';
import { INITIAL_PROJECT_SETTINGS, PROJECT_SETTINGS, shapesOf } from '../../../../shared/contract/index.ts';
import { SentOfList } from '../../../../shared/project/index.ts';

/** Counts of the last check. */
const Readiness = z.strictObject({
  ready: z.int(),
  fixable: z.int(),
  incomplete: z.int(),
  invalid: z.int(),
  leftOut: z.int(),
});

const Source = z.strictObject({
  sheetName: z.string().nullable(),
  rows: z.int().nullable(),
  readiness: Readiness.nullable(),
  /** Part of the name of the project's file, because a list that is read again is stored in a new file. Null until then. */
  fileSuffix: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .nullable(),
});

const Options = z.strictObject({
  ...shapesOf(PROJECT_SETTINGS),
  allowDuplicate: z.boolean(),
  /** How many rows the project itself sends; its parts send the later ones. Null: all of them. */
  maxRows: z.int().min(1).nullable(),
});

const Submission = z.strictObject({
  marker: z.string(),
  /** The first part of the ID of a row without a constituent ID. The sheet row number follows. */
  rowIdPrefix: z.string(),
  /** Whether a checksum of the record follows the row number. Older programs sent no checksum, and stored nothing here. */
  rowIdForm: z.enum(['number', 'checked']).optional(),
  /** Rows that the user agreed to send in this project. Null if it was not sent yet, or is a part. */
  confirmedRows: z.int().nullable(),
  creditsBefore: z.number().nullable(),
  creditsAfter: z.number().nullable(),
  startedAt: z.number().nullable(),
  processedAt: z.number().nullable(),
  /** The service's time in the answer that said that the list was processed; null if the answer had no time. */
  processedOnService: z.number().nullable(),
  /** How the row numbers of the service's errors were read. */
  rowBase: z.string().nullable(),
  fetchedAgain: z.int().min(0),
});

/** `merged`: whether the results are merged into those of the project `of`. */
const Lineage = z.discriminatedUnion('kind', [
  /** `rest`: the list has the people of the other list who were not chosen. `merged`: only for the rest of a pilot. */
  z.strictObject({ kind: z.literal('baseline'), of: z.string(), rest: z.literal(true).optional(), merged: z.boolean().optional() }),
  z.strictObject({ kind: z.literal('retry'), of: z.string(), merged: z.boolean() }),
  /** The people of the pilot `of` again, scored in a different way. Nothing is merged. */
  z.strictObject({ kind: z.literal('comparison'), of: z.string() }),
  z.strictObject({ kind: z.literal('part'), of: z.string(), part: z.int().min(2), parts: z.int().min(2), merged: z.boolean() }),
]);
export type StoredLineage = z.infer<typeof Lineage>;

/** What a finished project has in the index that later lists use to find its people and records. */
const Index = z.strictObject({
  people: z.int(),
  /** Number of records as they were sent. */
  sent: z.int(),
  /** Rows without a result at that time. When one of them gets a result, the project is indexed again. */
  withoutResult: z.int(),
});

/** A project that was sent from elsewhere and taken over from the service with its results. */
const Adopted = z.strictObject({
  remoteId: z.string(),
  /** When the service created the project, in milliseconds since 1970: its people were screened then or later. Null if unknown. */
  createdAt: z.number().nullable(),
  /** What the rows of the list were made from. */
  from: z.enum(['file', 'profiles']),
  /** Whether row numbers of the service can refer to the rows of this list. */
  rowNumbers: z.enum(['with-ids', 'ignored']),
  /** How many rows the project has according to the service. Null if unknown, and in what older programs stored. */
  rows: z.int().nullable().default(null),
});
export type StoredAdoption = z.infer<typeof Adopted>;

/**
 * Which data folder may send the project, after it was in a bundle. `here`: this one. `given`: it was handed over from here. `copy`: it was
 * opened from a copy, or over another account, and never belonged here.
 */
const Custody = z.strictObject({
  holder: z.enum(['here', 'given', 'copy']),
  /** How often the right to send was handed over or taken back. Of two bundles, the one with the larger number is newer. */
  moves: z.int().min(0),
  /** When the bundle was made, or the right was taken back, in milliseconds since 1970. */
  at: z.number(),
  /** The name of the computer on which the bundle was made. */
  computer: z.string().max(256),
  /** The ID of the bundle: 32 hexadecimal digits. */
  bundle: z.string().regex(/^[0-9a-f]{32}$/),
  /** What another computer's lists have sent of the people of this project. */
  sentElsewhere: z.array(SentOfList),
});
export type StoredCustody = z.infer<typeof Custody>;

export const ProjectParts = z.strictObject({
  source: Source,
  options: Options,
  submission: Submission,
  lineage: Lineage.nullable(),
  /** Null if the project was created in this data folder. */
  adopted: Adopted.nullable(),
  /** Missing for a project that was never in a bundle: it belongs here. */
  custody: Custody.optional(),
  index: Index.nullable(),
  /** The list is being edited, or the check after an edit is not stored yet. */
  editPending: z.boolean(),
  lastError: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type ProjectParts = Readonly<z.infer<typeof ProjectParts>>;

/** A change of some parts. Of `source`, `options` and `submission`, only the given properties change. */
export type PartsChange = {
  readonly [P in keyof ProjectParts]?: P extends 'source' | 'options' | 'submission' ? Partial<ProjectParts[P]> : ProjectParts[P];
};

export function changedParts(parts: ProjectParts, change: PartsChange): ProjectParts {
  return {
    source: { ...parts.source, ...change.source },
    options: { ...parts.options, ...change.options },
    submission: { ...parts.submission, ...change.submission },
    lineage: change.lineage === undefined ? parts.lineage : change.lineage,
    adopted: change.adopted === undefined ? parts.adopted : change.adopted,
    custody: change.custody ?? parts.custody,
    index: change.index === undefined ? parts.index : change.index,
    editPending: change.editPending ?? parts.editPending,
    lastError: change.lastError === undefined ? parts.lastError : change.lastError,
  };
}

/** The parts of a new project. */
export function newParts(marker: string, rowIdPrefix: string, change: PartsChange = {}): ProjectParts {
  const parts: ProjectParts = {
    source: { sheetName: null, rows: null, readiness: null, fileSuffix: null },
    options: { ...INITIAL_PROJECT_SETTINGS, allowDuplicate: false, maxRows: null },
    submission: {
      marker,
      rowIdPrefix,
      confirmedRows: null,
      creditsBefore: null,
      creditsAfter: null,
      startedAt: null,
      processedAt: null,
      processedOnService: null,
      rowBase: null,
      fetchedAgain: 0,
    },
    lineage: null,
    adopted: null,
    index: null,
    editPending: false,
    lastError: null,
  };
  return changedParts(parts, change);
}
