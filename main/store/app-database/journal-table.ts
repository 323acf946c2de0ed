import { z } from 'zod';
import {
  type JournalEntry,
  type JournalEvent,
  type JournalEventName,
  type ProjectState,
  readJournalEvent,
  storedForm,
  storedState,
} from '../../../shared/project/index.ts';
import { changedTexts, readWithTexts, TEXT_KEYS, type TextOwner, withEncryptedTexts, withoutTexts } from './service-texts.ts';
import { parsedRow, type Sql } from './sql.ts';
import type { TextOwners } from './text-owners.ts';

const JournalColumns = z.object({ seq: z.int(), at: z.number(), event: z.string(), detail: z.string(), state: z.string() });

const toJournalEntry = (row: unknown, owner: TextOwner): JournalEntry =>
  parsedRow('journal', () => {
    const { seq, at, event, detail, state } = JournalColumns.parse(row);
    return { seq, at, state: storedState(state), event: readJournalEvent(event, readWithTexts(detail, TEXT_KEYS.journal, owner)) };
  });

interface MadeOnServices {
  readonly remoteIds: Pick<ReadonlySet<string>, 'has'>;
  readonly names: readonly string[];
}

/** Intents and outcomes. Each entry belongs to a project, or to the calls for single people over a connection. */
export class JournalTable {
  private readonly sql: Sql;
  private readonly owners: TextOwners;

  constructor(sql: Sql, owners: TextOwners) {
    this.sql = sql;
    this.owners = owners;
  }

  /** Within a transaction, adds an entry. `state`: the state after the event; empty if the event does not change it. */
  add(id: string, at: number, event: JournalEvent, state: ProjectState['at'] | '' = ''): void {
    const { name, detail } = storedForm(event);
    const stored = withEncryptedTexts(detail, TEXT_KEYS.journal, this.owners.byId(id));
    this.sql.insert('journal', { project_id: id, at, event: name, detail: stored, state });
  }

  /** Adds an event that does not change the state, in its own transaction. `at`: milliseconds since 1970. */
  append(id: string, at: number, event: JournalEvent): void {
    this.sql.write(() => this.add(id, at, event));
  }

  /** In order. */
  entries(id: string): JournalEntry[] {
    const rows = this.sql.all('SELECT seq, at, event, detail, state FROM journal WHERE project_id = ? ORDER BY seq', id);
    const owner = this.owners.byId(id);
    return rows.map((row) => toJournalEntry(row, owner));
  }

  /** The entries of all IDs from `first` up to, but not including, `end`, in order. */
  entriesBetween(first: string, end: string): { readonly id: string; readonly entry: JournalEntry }[] {
    const rows = this.sql.all(
      'SELECT project_id AS id, seq, at, event, detail, state FROM journal WHERE project_id >= ? AND project_id < ? ORDER BY seq',
      first,
      end,
    );
    return rows.map((row) => {
      const { id } = row as { readonly id: string };
      return { id, entry: toJournalEntry(row, this.owners.byId(id)) };
    });
  }

  /**
   * What the projects of this data folder, including removed ones, created on services: the IDs over these connections, and all requested
   * names. For a removed project, codes of the IDs, and only the marker of the name. Without what another computer created or may send:
   * copies, and unfinished projects that were handed over.
   */
  madeOnServices(connectionIds: ReadonlySet<string>): MadeOnServices {
    // Names have a random marker, but two services can give the same ID to different projects, for example when they count from 1.
    const rows = this.sql.all(
      `SELECT journal.project_id AS id, seq, at, event, detail, journal.state, project.connection_id AS over
         FROM journal LEFT JOIN project ON project.id = journal.project_id
         WHERE event IN ('intend', 'created')
           AND CASE WHEN json_valid(detail) THEN coalesce(detail ->> 'remoteId', detail ->> 'marker') END IS NOT NULL
           AND NOT coalesce(CASE WHEN json_valid(facts) AND json_valid(project.state) THEN
             facts ->> '$.custody.holder' = 'copy' OR facts ->> '$.custody.holder' = 'given' AND project.state ->> 'at' <> 'done' END, 0)`,
    );
    const remoteIds = new Set<string>();
    const names = new Set<string>();
    for (const row of rows) {
      const { id, over } = row as { readonly id: string; readonly over: string | null };
      const { event } = toJournalEntry(row, this.owners.byId(id));
      const isOverThese = over !== null && connectionIds.has(over);
      if (isOverThese && 'remoteId' in event && typeof event.remoteId === 'string') remoteIds.add(event.remoteId);
      if (event.type === 'intend' && event.what === 'create' && event.marker !== null && event.marker !== '') names.add(event.marker);
    }
    const has = (id: string) => remoteIds.has(id) || remoteIds.has(this.owners.codeOf(id));
    return { remoteIds: { has }, names: [...names] };
  }

  /** The number of the last entry by which a project got into this state, through this event if one is given; null if there is none. */
  lastEntry(id: string, state: ProjectState['at'], event: JournalEventName | null = null): number | null {
    const row = this.sql.get(
      'SELECT max(seq) AS seq FROM journal WHERE project_id = ? AND state = ? AND event = ifnull(?, event)',
      id,
      state,
      event,
    );
    return (row as { seq: number | null }).seq;
  }

  /** The number of the first entry, of any project, after `since` and up to `now`; null if there is none. */
  firstEntryWithin(since: number, now: number): number | null {
    const row = this.sql.get('SELECT min(seq) AS seq FROM journal WHERE at > ? AND at <= ?', since, now);
    return (row as { seq: number | null }).seq;
  }

  /** True when one of the IDs has an entry at `since` (milliseconds since 1970) or later. */
  hasEntrySince(ids: readonly string[], since: number): boolean {
    const row = this.sql.get(
      'SELECT 1 FROM journal WHERE project_id IN (SELECT value FROM json_each(?)) AND at >= ? LIMIT 1',
      JSON.stringify(ids),
      since,
    );
    return row !== undefined;
  }

  /** Within a transaction, changes the texts in the entries of a project. `by` gets a text and its key. */
  changeTexts(id: string, by: (text: string, name: string) => string): void {
    const entries = this.sql.all('SELECT seq, detail FROM journal WHERE project_id = ? AND json_valid(detail)', id);
    const owner = this.owners.byId(id);
    for (const { seq, detail } of entries as { readonly seq: number; readonly detail: string }[]) {
      const after = changedTexts(detail, TEXT_KEYS.journal, owner, by);
      if (after !== detail) this.sql.run('UPDATE journal SET detail = ? WHERE seq = ?', after, seq);
    }
  }

  /**
   * Within a transaction, removes the texts of a project, before its key is removed. Keeps the markers in its names on the service, and
   * codes of its IDs.
   */
  removeTexts(id: string): void {
    const entries = this.sql.all('SELECT seq, detail FROM journal WHERE project_id = ? AND json_valid(detail)', id);
    const owner = this.owners.byId(id);
    for (const { seq, detail } of entries as { readonly seq: number; readonly detail: string }[]) {
      const kept = withoutTexts(detail, TEXT_KEYS.journal, owner, this.owners.codeOf);
      if (kept !== detail) this.sql.run('UPDATE journal SET detail = ? WHERE seq = ?', kept, seq);
    }
  }
}
