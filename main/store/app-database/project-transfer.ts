/**
 * The stored rows of one project, for a bundle. Their texts stay encrypted with the project's key, which the bundle contains, so rows are
 * copied as they are. The bundle does not contain what belongs to the data folder: its key, its connections, and the wrapped key.
 */
import { z } from 'zod';
import { type JournalEvent, isRunning, journalEvent, next } from '../../../shared/project/index.ts';
import type { JournalTable } from './journal-table.ts';
import type { ProjectRow } from './project-rows.ts';
import type { AlsoWrite, AssertChangeable, ProjectChange, ProjectTable } from './project-table.ts';
import type { ReviewTable } from './review-table.ts';
import type { Sql } from './sql.ts';
import type { SubmissionClaims } from './submission-claims.ts';

/** A blob, in base64. */
const Blob64 = z.base64();

export const TransferredProject = z.strictObject({
  id: z.string().regex(/^[0-9a-f-]{36}$/),
  version: z.int().min(1),
  name: z.string(),
  created_at: z.number(),
  changed_at: z.number(),
  file_name: z.string(),
  file_bytes: z.number(),
  file_sha256: z.string().nullable(),
  state: z.string(),
  facts: z.string(),
  sealed: Blob64.nullable(),
});
export const TransferredJournal = z.strictObject({ at: z.number(), event: z.string(), detail: z.string(), state: z.string() });
export const TransferredReview = z.strictObject({ number: z.int().min(1), at: z.number(), sealed: Blob64 });
export const TransferredClaim = z.strictObject({ sha256: z.string(), at: z.number(), released: z.boolean() });

/** The rows of a project. `claim`: the claim of the list that it sent; null if there is none. */
export interface Transferred {
  readonly project: z.infer<typeof TransferredProject>;
  readonly journal: readonly z.infer<typeof TransferredJournal>[];
  readonly reviews: readonly z.infer<typeof TransferredReview>[];
  readonly claim: z.infer<typeof TransferredClaim> | null;
}

/** Where, and how, an opened project is stored. */
export interface Arrival {
  readonly wrappedKey: Buffer;
  readonly connectionId: string;
  readonly at: number;
  readonly event: JournalEvent;
  /** What is different in this data folder. */
  readonly change: ProjectChange;
  /** Throws if the project must not replace the one with the same ID here; gets null if there is none. */
  readonly assertMayReplace: (known: ProjectRow | null) => void;
  readonly alsoWrite: AlsoWrite;
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64');

export class ProjectTransfer {
  private readonly sql: Sql;
  private readonly projects: ProjectTable;
  private readonly journal: JournalTable;
  private readonly claims: SubmissionClaims;
  private readonly reviews: ReviewTable;

  constructor(sql: Sql, projects: ProjectTable, journal: JournalTable, claims: SubmissionClaims, reviews: ReviewTable) {
    this.sql = sql;
    this.projects = projects;
    this.journal = journal;
    this.claims = claims;
    this.reviews = reviews;
  }

  /** The rows of a project in this data folder, read in one transaction. */
  read(id: string): Transferred {
    return this.sql.snapshot(() => {
      const { sealed, ...project } = this.sql.get(
        'SELECT id, version, name, created_at, changed_at, file_name, file_bytes, file_sha256, state, facts, sealed FROM project WHERE id = ?',
        id,
      ) as Omit<Transferred['project'], 'sealed'> & { readonly sealed: Buffer | null };
      const reviews = this.sql.all('SELECT number, at, sealed FROM review WHERE project_id = ? ORDER BY number', id) as {
        readonly number: number;
        readonly at: number;
        readonly sealed: Buffer;
      }[];
      return {
        project: { ...project, sealed: sealed?.toString('base64') ?? null },
        journal: this.sql.all(
          'SELECT at, event, detail, state FROM journal WHERE project_id = ? ORDER BY seq',
          id,
        ) as Transferred['journal'],
        reviews: reviews.map((one) => ({ ...one, sealed: one.sealed.toString('base64') })),
        claim: this.claims.of(id),
      };
    });
  }

  /**
   * Stores a project from a bundle, in one transaction that is on disk when this returns. Reads everything once as the program will read it
   * later, so that nothing unreadable is stored. If it throws, nothing has changed.
   * @throws NOT_FOUND without the connection; DATABASE_DAMAGED when a row cannot be read; what `assertMayReplace` and `alsoWrite` throw.
   */
  write({ project, journal, reviews, claim }: Transferred, arrival: Arrival): void {
    const { id } = project;
    this.sql.write(() => {
      arrival.assertMayReplace(this.projects.findEver(id));
      this.sql.run('DELETE FROM review WHERE project_id = ?', id);
      this.sql.run('DELETE FROM journal WHERE project_id = ?', id);
      this.sql.put('project', 'id', {
        ...project,
        connection_id: arrival.connectionId,
        wrapped_key: arrival.wrappedKey,
        sealed: project.sealed === null ? null : fromBase64(project.sealed),
      });
      for (const entry of journal) this.sql.insert('journal', { project_id: id, ...entry });
      for (const { sealed, ...step } of reviews) this.sql.insert('review', { project_id: id, ...step, sealed: fromBase64(sealed) });
      if (claim !== null) {
        this.claims.claim(id, arrival.connectionId, { sha256: claim.sha256, allowDuplicate: true, besides: null }, claim.at);
        if (claim.released) this.claims.release(id);
      }
      const { state } = this.projects.find(id)!;
      // A project that was running elsewhere continues only when the user says so here.
      if (isRunning(state)) {
        const event = { type: 'pause' } as const;
        this.projects.advance(id, next(state, event), { at: arrival.at, event: journalEvent(event, {}) });
      }
      // Also checks that the connection exists.
      this.projects.change(id, { ...arrival.change, connectionId: arrival.connectionId }, arrival.at);
      this.journal.entries(id);
      this.reviews.after(id, 0);
      this.journal.add(id, arrival.at, arrival.event);
      arrival.alsoWrite(this.projects.find(id)!);
    });
  }

  /**
   * Stores who may send a project from now on, with its journal entry, in one transaction that is on disk when this returns. If it throws,
   * nothing has changed.
   * @throws NOT_FOUND; what `assertChangeable` and `write` throw.
   */
  setCustody(
    id: string,
    now: number,
    change: Required<Pick<ProjectChange, 'custody'>>,
    event: JournalEvent,
    { assertChangeable, write }: { readonly assertChangeable?: AssertChangeable; readonly write?: AlsoWrite } = {},
  ): void {
    this.sql.write(() => {
      this.projects.change(id, change, now, assertChangeable, write);
      this.journal.add(id, now, event);
    });
  }

  /** Adds a journal entry that does not change the state, and runs `alsoWrite`, in one transaction. */
  appendJournal(id: string, now: number, event: JournalEvent, alsoWrite: () => void): void {
    this.sql.write(() => {
      this.journal.add(id, now, event);
      alsoWrite();
    });
  }
}
