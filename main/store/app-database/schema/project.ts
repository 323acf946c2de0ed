/** What the column `facts` of a project stores: nothing that names a person. */
import { z } from 'zod';
import { ScoreConfiguration } from '../../../../shared/base/score-configuration.ts';

/** Counts of the last check. */
const ReadinessCounts = z.strictObject({
  ready: z.int(),
  fixable: z.int().default(0),
  incomplete: z.int(),
  invalid: z.int(),
  leftOut: z.int(),
});

/** Counts with the keys of earlier programs. */
const FormerReadiness = z
  .strictObject({ ...ReadinessCounts.shape, thin: z.int(), refused: z.int() })
  .omit({ incomplete: true, invalid: true });

const Readiness = ReadinessCounts.or(
  FormerReadiness.transform(({ thin, refused, ...counts }) => ({ ...counts, incomplete: thin, invalid: refused })),
);

const Source = z.strictObject({
  sheetName: z.string().nullable(),
  rows: z.int().nullable(),
  readiness: Readiness.nullable(),
  /** Part of the name of the project's file: a list that is read again goes to a new file. Null until then. */
  fileSuffix: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .nullable()
    .default(null),
});

const Options = z.strictObject({
  purpose: z.string(),
  sendErrors: z.boolean(),
  resendRecent: z.boolean(),
  /** Days for which people count as recently screened; null: as the connection has it. */
  recencyDays: z.int().nullable(),
  scoreConfiguration: ScoreConfiguration.nullable(),
  allowDuplicate: z.boolean(),
  /** Rows that the project sends itself; its parts send the later ones. Null: all of them. */
  maxRows: z.int().min(1).nullable(),
  /** How the list is sent; null: as the connection has it. Earlier programs stored none. */
  listFormat: z.enum(['json', 'csv']).nullable().default(null),
});

const Submission = z.strictObject({
  marker: z.string(),
  /** A row without a constituent ID is sent with this and its sheet row number. */
  rowIdPrefix: z.string(),
  /** Whether a checksum of the record follows the row number. Earlier programs sent none, and stored nothing. */
  rowIdForm: z.enum(['number', 'checked']).optional(),
  /** Rows that the user agreed to send in this project; null: not sent yet, or a part. Earlier programs stored none. */
  confirmedRows: z.int().nullable().default(null),
  creditsBefore: z.number().nullable(),
  creditsAfter: z.number().nullable(),
  startedAt: z.number().nullable(),
  processedAt: z.number().nullable(),
  /** The service's own time of the answer that said the list was processed; null where it gave none. */
  processedOnService: z.number().nullable(),
  /** How the row numbers of the service's errors were read. */
  rowBase: z.string().nullable(),
  fetchedAgain: z.int().min(0),
});

/** `merged`: the results are merged into those of the project `of`. */
const Lineage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('baseline'), of: z.string() }),
  z.strictObject({ kind: z.literal('retry'), of: z.string(), merged: z.boolean() }),
  z.strictObject({ kind: z.literal('part'), of: z.string(), part: z.int().min(2), parts: z.int().min(2), merged: z.boolean() }),
]);
export type StoredLineage = z.infer<typeof Lineage>;

/** What a finished project is indexed with, so that later lists find its people and records. */
const Index = z.strictObject({
  people: z.int(),
  /** Records as they were sent. */
  sent: z.int(),
  /** Rows without a result at that time: once some have one, the project is indexed again. */
  withoutResult: z.int(),
  /** `INDEX_VERSION` of the program that wrote the index; earlier ones stored none. */
  version: z.int().default(1),
});

/** A project that was sent from elsewhere and taken over from the service with its results. */
const Adopted = z.strictObject({
  remoteId: z.string(),
  /** When the service created the project, in milliseconds since 1970: its people were screened then or later. Null: not known. */
  createdAt: z.number().nullable(),
  /** Where the rows of the list are from. */
  from: z.enum(['file', 'profiles']),
  /** Whether row numbers of the service can count the rows of this list. */
  rowNumbers: z.enum(['with-ids', 'ignored']),
});
export type StoredAdoption = z.infer<typeof Adopted>;

/** 2: both forms of a Salesforce ID have one hash. An older index is written again before it is used. */
export const INDEX_VERSION = 2;

export const StoredProject = z.strictObject({
  v: z.literal(2),
  source: Source,
  options: Options,
  submission: Submission,
  lineage: Lineage.nullable(),
  /** Null for a project of this data folder. Earlier programs stored none. */
  adopted: Adopted.nullable().default(null),
  index: Index.nullable(),
  /** The list is being edited, and the check after the edit is not stored yet. */
  editPending: z.boolean(),
  lastError: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type StoredProject = z.infer<typeof StoredProject>;
export type ProjectParts = Readonly<Omit<StoredProject, 'v'>>;

/** A change of some parts: of `source`, `options` and `submission` only what it names. */
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
    index: change.index === undefined ? parts.index : change.index,
    editPending: change.editPending ?? parts.editPending,
    lastError: change.lastError === undefined ? parts.lastError : change.lastError,
  };
}

/** The parts of a new project. */
export function newParts(marker: string, rowIdPrefix: string, change: PartsChange = {}): ProjectParts {
  const { v: _, ...parts } = upgradedProject({ marker, rowIdPrefix });
  return changedParts(parts, change);
}

/** The form before version 2. A key without a value in older rows has a default. */
const Former = z.strictObject({
  purpose: z.string().default(''),
  sheetName: z.string().nullable().default(null),
  rows: z.int().nullable().default(null),
  readiness: Readiness.nullable().default(null),
  sendErrors: z.boolean().default(false),
  again: z.boolean().default(false),
  screenedWithin: z.int().nullable().default(null),
  changing: z.boolean().default(false),
  people: z.int().nullable().default(null),
  withoutResult: z.int().default(0),
  sent: z.int().nullable().default(null),
  scoreConfiguration: ScoreConfiguration.nullable().default(null),
  marker: z.string(),
  rowIdPrefix: z.string().default('row-'),
  repeat: z.boolean().default(false),
  creditsBefore: z.number().nullable().default(null),
  creditsAfter: z.number().nullable().default(null),
  startedAt: z.number().nullable().default(null),
  processedAt: z.number().nullable().default(null),
  processedOnService: z.number().nullable().default(null),
  notice: z.strictObject({ code: z.string(), message: z.string() }).nullable().default(null),
  rowBase: z.string().nullable().default(null),
  link: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('refused'), of: z.string() }),
      z.strictObject({ kind: z.literal('part'), of: z.string(), part: z.int(), parts: z.int() }),
      z.strictObject({ kind: z.literal('since'), of: z.string() }),
    ])
    .nullable()
    .default(null),
  limit: z.int().nullable().default(null),
  joined: z.boolean().default(false),
  fetchedAgain: z.int().default(0),
});

function upgradedProject(former: unknown): StoredProject {
  const { purpose, sheetName, rows, readiness, sendErrors, scoreConfiguration, marker, rowIdPrefix, ...rest } = Former.parse(former);
  const { creditsBefore, creditsAfter, startedAt, processedAt, processedOnService, rowBase, fetchedAgain } = rest;
  const { people, sent, withoutResult, again, screenedWithin, repeat, limit, link, joined, changing, notice } = rest;
  return {
    v: 2,
    source: { sheetName, rows, readiness, fileSuffix: null },
    options: {
      purpose,
      sendErrors,
      resendRecent: again,
      recencyDays: screenedWithin,
      scoreConfiguration,
      allowDuplicate: repeat,
      maxRows: limit,
      listFormat: null,
    },
    submission: {
      marker,
      rowIdPrefix,
      confirmedRows: null,
      creditsBefore,
      creditsAfter,
      startedAt,
      processedAt,
      processedOnService,
      rowBase,
      fetchedAgain,
    },
    lineage: link === null ? null : upgradedLineage(link, joined),
    adopted: null,
    index: people === null || sent === null ? null : { people, sent, withoutResult, version: 1 },
    editPending: changing,
    lastError: notice,
  };
}

function upgradedLineage(link: NonNullable<z.infer<typeof Former>['link']>, merged: boolean): StoredLineage {
  if (link.kind === 'since') return { kind: 'baseline', of: link.of };
  return link.kind === 'refused' ? { kind: 'retry', of: link.of, merged } : { ...link, merged };
}

/** A stored value in the present form. */
export const upgradeProject = (stored: object): unknown => ('v' in stored ? stored : upgradedProject(stored));
