/**
 * The app database: connections, projects, templates, the suppression list, and the journal of intents and outcomes. Everything that may
 * name a person (names of files and sheets, headings, mapping, examples, words and IDs of the service) is encrypted; what belongs to a
 * project, with the project's own key.
 */
import { ConnectionTable } from './connection-table.ts';
import { DatabaseFile } from './database-file.ts';
import { JournalTable } from './journal-table.ts';
import { ProjectTable } from './project-table.ts';
import { ProjectTransfer } from './project-transfer.ts';
import { RecordTable } from './record-table.ts';
import { ReviewTable } from './review-table.ts';
import { SingleCalls } from './single-calls.ts';
import { SubmissionClaims } from './submission-claims.ts';
import { SuppressionTable } from './suppression-table.ts';
import { TemplateTable } from './template-table.ts';
import { type KeySource, TextOwners } from './text-owners.ts';

export class AppDatabase extends DatabaseFile {
  private readonly owners = new TextOwners(this.sql);
  readonly connections = new ConnectionTable(this.sql, this.owners);
  readonly journal = new JournalTable(this.sql, this.owners);
  readonly claims = new SubmissionClaims(this.sql, this.connections, this.owners);
  readonly reviews = new ReviewTable(this.sql, this.owners);
  readonly records = new RecordTable(this.sql, this.owners);
  readonly projects = new ProjectTable(this.sql, this.owners, this.journal, this.claims, this.reviews);
  readonly transfer = new ProjectTransfer(this.sql, this.projects, this.journal, this.claims, this.reviews);
  readonly singleCalls = new SingleCalls(this.sql, this.journal, this.connections);
  readonly templates = new TemplateTable(this.sql);
  readonly suppressionLists = new SuppressionTable(this.sql, this.owners);

  /** Call it before anything is read or written. It is a separate call because the data key is known only after the database is open. */
  useKeys(keys: KeySource): void {
    this.owners.useKeys(keys);
  }

  /** Runs changes of several tables in one transaction, which is on the disk when this returns. */
  atomically<T>(work: () => T): T {
    return this.sql.write(work);
  }

  /** Empties the write-ahead log, which still contains removed or replaced data. */
  forgetRemoved(): void {
    this.overwriteLog();
  }

  /** As `ProjectTable.erase`, and also removes the data from the write-ahead log. */
  eraseProject(id: string, at: number, alsoWrite?: () => void): void {
    this.projects.erase(id, at, alsoWrite);
    this.overwriteLog();
  }
}
