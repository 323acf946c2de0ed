/** The rows of the history database as the program knows them. */
import { z } from 'zod';
import { ConnectionSettings, CreditsView, ProjectLink } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { ScoreConfiguration } from '../../../shared/base/score-configuration.ts';
import { type JournalEntry, storedState, upgradeJournal } from '../../../shared/project/journal.ts';
import { ProjectState } from '../../../shared/project/project.ts';

/** Facts of a project that name no person. */
export const ProjectFacts = z.strictObject({
  purpose: z.string().default(''),
  sheetName: z.string().nullable().default(null),
  rows: z.int().nullable().default(null),
  readiness: z.strictObject({ ready: z.int(), thin: z.int(), refused: z.int(), leftOut: z.int() }).nullable().default(null),
  sendErrors: z.boolean().default(false),
  /** People who were screened not long ago and have not changed are sent again. */
  again: z.boolean().default(false),
  /** Days back in which people count as screened; null: as the connection has it. */
  screenedWithin: z.int().nullable().default(null),
  /** A change of the list was begun, and what the check finds after it is not kept yet. */
  changing: z.boolean().default(false),
  /** How many people are remembered as screened; null until that was done. */
  people: z.int().nullable().default(null),
  /** How many rows had no result when people were remembered: once some have one they are remembered again. */
  withoutResult: z.int().default(0),
  /** How many records are remembered as they were sent; null until that was done. */
  sent: z.int().nullable().default(null),
  scoreConfiguration: ScoreConfiguration.nullable().default(null),
  marker: z.string(),
  /** A row without a constituent ID is sent with this and its sheet row number. The default is that of folders written before. */
  rowIdPrefix: z.string().default('row-'),
  repeat: z.boolean().default(false),
  creditsBefore: z.number().nullable().default(null),
  creditsAfter: z.number().nullable().default(null),
  startedAt: z.number().nullable().default(null),
  processedAt: z.number().nullable().default(null),
  /** The service's own time when it said that the list was processed; null where it told none. */
  processedOnService: z.number().nullable().default(null),
  notice: z.strictObject({ code: z.string(), message: z.string() }).nullable().default(null),
  /** Which way the row numbers of the service's errors were read. */
  rowBase: z.string().nullable().default(null),
  /** The project that this one came out of. */
  link: ProjectLink.nullable().default(null),
  /** Rows that it sends itself; the later ones are sent by its parts. Null: all of them. */
  limit: z.int().min(1).nullable().default(null),
  /** Its results are merged into those of the project that its rows came from. */
  joined: z.boolean().default(false),
  /** How often its results were fetched again. */
  fetchedAgain: z.int().min(0).default(0),
});
export type ProjectFacts = z.infer<typeof ProjectFacts>;

export interface ProjectRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly connectionId: string;
  readonly fileName: string;
  readonly fileBytes: number;
  readonly fileSha256: string | null;
  readonly state: ProjectState;
  readonly facts: ProjectFacts;
  /** Null once the project's data was removed for good. */
  readonly wrappedKey: Buffer | null;
  readonly sealed: Buffer | null;
}

const FormerAccount = z.strictObject({ baseUrl: z.string(), organization: z.string().nullable() });
type FormerAccount = z.infer<typeof FormerAccount>;

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'practice' | 'live';
  readonly baseUrl: string;
  readonly version: string;
  readonly settings: ConnectionSettings;
  readonly tokenSaved: boolean;
  readonly testedAt: number | null;
  readonly credits: CreditsView | null;
  readonly creditsPerRecord: number | null;
  /** The organization that the credits answer named last; null: none yet. */
  readonly organization: string | null;
  /** The accounts that it reached before its address or its organization was another one, the oldest first. */
  readonly former: readonly FormerAccount[];
}

/** A template; its name, headings and mapping are sealed under a key of the installation. */
export interface TemplateRow {
  readonly id: string;
  readonly changedAt: number;
  readonly sealed: Buffer;
}

/** One import of a do-not-screen list; `entries` are sealed. */
export interface SuppressionRow {
  readonly id: string;
  readonly name: string;
  readonly addedAt: number;
  readonly people: number;
  readonly ids: number;
  readonly emails: number;
  readonly names: number;
  readonly entries: Buffer;
}

const StoredProject = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  created_at: z.number(),
  changed_at: z.number(),
  connection_id: z.string(),
  file_name: z.string(),
  file_bytes: z.number(),
  file_sha256: z.string().nullable(),
  state: z.string(),
  facts: z.string(),
  wrapped_key: z.instanceof(Buffer).nullable(),
  sealed: z.instanceof(Buffer).nullable(),
});
const StoredConnection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'live']),
  base_url: z.string(),
  version: z.string(),
  settings: z.string(),
  token_saved: z.int(),
  tested_at: z.number().nullable(),
  credits: z.string().nullable(),
  credits_per_record: z.number().nullable(),
  organization: z.string().nullable(),
  former: z.string(),
});

const StoredTemplate = z.object({ id: z.string(), changed_at: z.number(), sealed: z.instanceof(Buffer) });
const StoredSuppression = z.object({
  id: z.string(),
  name: z.string(),
  added_at: z.number(),
  people: z.int(),
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
  entries: z.instanceof(Buffer),
});

/** What comes back from the disk is not trusted: a row that does not fit its shape is a named error, not a crash. */
function parsed<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('DATABASE_DAMAGED', `The record of a ${what} cannot be read: the data folder is damaged.`, {}, { cause });
  }
}

export const toProject = (row: unknown): ProjectRow =>
  parsed('project', () => {
    const r = StoredProject.parse(row);
    return {
      id: r.id,
      version: r.version,
      name: r.name,
      createdAt: r.created_at,
      changedAt: r.changed_at,
      connectionId: r.connection_id,
      fileName: r.file_name,
      fileBytes: r.file_bytes,
      fileSha256: r.file_sha256,
      state: ProjectState.parse(JSON.parse(r.state)),
      facts: ProjectFacts.parse(JSON.parse(r.facts)),
      wrappedKey: r.wrapped_key,
      sealed: r.sealed,
    };
  });

export const toConnection = (row: unknown): ConnectionRow =>
  parsed('connection', () => {
    const r = StoredConnection.parse(row);
    return {
      id: r.id,
      name: r.name,
      kind: r.kind,
      baseUrl: r.base_url,
      version: r.version,
      settings: ConnectionSettings.parse(JSON.parse(r.settings)),
      tokenSaved: r.token_saved === 1,
      testedAt: r.tested_at,
      credits: r.credits === null ? null : CreditsView.parse(JSON.parse(r.credits)),
      creditsPerRecord: r.credits_per_record,
      organization: r.organization,
      former: z.array(FormerAccount).parse(JSON.parse(r.former)),
    };
  });

const StoredJournalEntry = z.object({ seq: z.int(), at: z.number(), event: z.string(), detail: z.string(), state: z.string() });

export const toJournalEntry = (row: unknown): JournalEntry =>
  parsed('journal', () => {
    const { seq, at, event, detail, state } = StoredJournalEntry.parse(row);
    return { seq, at, state: storedState(state), event: upgradeJournal(event, JSON.parse(detail)) };
  });

export const toTemplate = (row: unknown): TemplateRow =>
  parsed('template', () => {
    const { id, changed_at: changedAt, sealed } = StoredTemplate.parse(row);
    return { id, changedAt, sealed };
  });

export const toSuppression = (row: unknown): SuppressionRow =>
  parsed('do-not-screen list', () => {
    const { added_at: addedAt, ...rest } = StoredSuppression.parse(row);
    return { ...rest, addedAt };
  });
