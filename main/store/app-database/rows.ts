/** The rows of the app database, parsed. */
import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { type JournalEntry, storedState, upgradeJournal } from '../../../shared/project/journal.ts';
import { ProjectState } from '../../../shared/project/project.ts';
import { FormerAccount, StoredCredits, StoredSettings, StoredTest, upgradeSettings } from './schema/connection.ts';
import { type ProjectParts, StoredProject, upgradeProject } from './schema/project.ts';
import { readWithTexts, type TextOwner } from './service-texts.ts';

export interface ProjectRow extends ProjectParts {
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
  /** Null once the project's data was removed for good. */
  readonly wrappedKey: Buffer | null;
  /** Null until the file is read. */
  readonly encryptedList: Buffer | null;
}

export interface ConnectionRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'practice' | 'live';
  readonly baseUrl: string;
  readonly version: string;
  readonly settings: StoredSettings;
  readonly tokenSaved: boolean;
  readonly testedAt: number | null;
  readonly credits: StoredCredits | null;
  readonly creditsPerRecord: number | null;
  /** The organization in the last credits answer that named one; null: none did. */
  readonly organization: string | null;
  /** The accounts that it reached under former addresses and organizations, the oldest first. */
  readonly former: readonly FormerAccount[];
  /** Null before the first test, and after a change that needs another one. */
  readonly lastTest: StoredTest | null;
}

/** A template: its name, headings and mapping, encrypted with a key of the installation. */
export interface TemplateRow {
  readonly id: string;
  readonly changedAt: number;
  readonly encrypted: Buffer;
}

/** One import of a do-not-screen list; `entries` are encrypted. */
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

const ProjectColumns = z.object({
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
const ConnectionColumns = z.object({
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
  last_test: z.string().nullable(),
});

const TemplateColumns = z.object({ id: z.string(), changed_at: z.number(), sealed: z.instanceof(Buffer) });
const SuppressionColumns = z.object({
  id: z.string(),
  name: z.string(),
  added_at: z.number(),
  people: z.int(),
  ids: z.int(),
  emails: z.int(),
  names: z.int(),
  entries: z.instanceof(Buffer),
});

/** @throws DATABASE_DAMAGED when a row does not have its shape. */
function parsed<T>(kind: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('DATABASE_DAMAGED', `The record of a ${kind} cannot be read: the data folder is damaged.`, {}, { cause });
  }
}

export const toProject = (row: unknown, keyOf: (project: Pick<ProjectRow, 'id' | 'wrappedKey'>) => Buffer): ProjectRow =>
  parsed('project', () => {
    const r = ProjectColumns.parse(row);
    const owner = { id: r.id, key: () => keyOf({ id: r.id, wrappedKey: r.wrapped_key }) };
    const { v: _, ...parts } = StoredProject.parse(upgradeProject(readWithTexts(r.facts, owner) as object));
    return {
      ...parts,
      id: r.id,
      version: r.version,
      name: r.name,
      createdAt: r.created_at,
      changedAt: r.changed_at,
      connectionId: r.connection_id,
      fileName: r.file_name,
      fileBytes: r.file_bytes,
      fileSha256: r.file_sha256,
      state: ProjectState.parse(readWithTexts(r.state, owner)),
      wrappedKey: r.wrapped_key,
      encryptedList: r.sealed,
    };
  });

export const toConnection = (row: unknown): ConnectionRow =>
  parsed('connection', () => {
    const r = ConnectionColumns.parse(row);
    return {
      id: r.id,
      name: r.name,
      kind: r.kind,
      baseUrl: r.base_url,
      version: r.version,
      settings: StoredSettings.parse(upgradeSettings(JSON.parse(r.settings) as object)),
      tokenSaved: r.token_saved === 1,
      testedAt: r.tested_at,
      credits: r.credits === null ? null : StoredCredits.parse(JSON.parse(r.credits)),
      creditsPerRecord: r.credits_per_record,
      organization: r.organization,
      former: z.array(FormerAccount).parse(JSON.parse(r.former)),
      lastTest: r.last_test === null ? null : StoredTest.parse(JSON.parse(r.last_test)),
    };
  });

const JournalColumns = z.object({ seq: z.int(), at: z.number(), event: z.string(), detail: z.string(), state: z.string() });

export const toJournalEntry = (row: unknown, owner: TextOwner): JournalEntry =>
  parsed('journal', () => {
    const { seq, at, event, detail, state } = JournalColumns.parse(row);
    return { seq, at, state: storedState(state), event: upgradeJournal(event, readWithTexts(detail, owner)) };
  });

export const toTemplate = (row: unknown): TemplateRow =>
  parsed('template', () => {
    const { id, changed_at: changedAt, sealed: encrypted } = TemplateColumns.parse(row);
    return { id, changedAt, encrypted };
  });

export const toSuppression = (row: unknown): SuppressionRow =>
  parsed('do-not-screen list', () => {
    const { added_at: addedAt, ...rest } = SuppressionColumns.parse(row);
    return { ...rest, addedAt };
  });
