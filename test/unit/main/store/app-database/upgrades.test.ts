/** Rows that were written with schema version 5, and how they are read, shown, and written now. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectKeys } from '../../../../../main/projects/project-keys.ts';
import { projectView } from '../../../../../main/projects/project-view.ts';
import { AppDatabase } from '../../../../../main/store/app-database/app-database.ts';
import type { ConnectionView, ProjectView } from '../../../../../shared/contract/index.ts';

const FIXTURE = join(import.meta.dirname, '../../../../fixtures/data-folder-v5');
const unpacked = (name: string) => gunzipSync(readFileSync(join(FIXTURE, `${name}.gz`)));
type FormerProjectView = Omit<ProjectView, 'readiness' | 'lineage' | 'lastError' | 'state'> & {
  readonly state: { readonly at: string; readonly looks?: readonly unknown[] };
  readonly link: { readonly kind: 'refused' | 'part' | 'since'; readonly of: string } | null;
  readonly notice: ProjectView['lastError'];
  readonly readiness: { readonly ready: number; readonly thin: number; readonly refused: number; readonly leftOut: number } | null;
};
const LINEAGE_KINDS = { refused: 'retry', part: 'part', since: 'baseline' } as const;
const { views: shown } = JSON.parse(unpacked('views.json').toString()) as {
  views: { 'projects.list': FormerProjectView[]; 'connections.list': ConnectionView[] };
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-upgrades-'));
  file = join(folder, 'history.sqlite');
  writeFileSync(file, unpacked('history.sqlite'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the data folder as the program does, with the data key that it was written with. */
function withDatabase<T>(work: (database: AppDatabase) => T): T {
  const database = new AppDatabase(folder);
  database.useKeys(new ProjectKeys(Buffer.alloc(32, 7)));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Opens only the database file. */
function withFile<T>(work: (db: Database.Database) => T): T {
  const db = new Database(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const idOf = (name: string) => shown['projects.list'].find((project) => project.name === name)!.id;

it('shows every project and connection as the earlier version showed it', () => {
  withDatabase((database) => {
    expect(shown['projects.list'].map(({ link }) => link?.kind)).toContain('since');
    // The list was shown before the last change of the draft.
    for (const { revisions: _, changedAt: __, version: ___, readiness: before, link, notice: lastError, state: former, ...view } of shown[
      'projects.list'
    ]) {
      const { looks: observations, ...same } = former;
      const state = observations === undefined ? same : { ...same, observations };
      const readiness =
        before === null ? null : { ready: before.ready, incomplete: before.thin, invalid: before.refused, leftOut: before.leftOut };
      const lineage = link === null ? null : { ...link, kind: LINEAGE_KINDS[link.kind] };
      const row = database.projects.find(view.id)!;
      const shownNow = projectView(row, database.connections.find(row.connectionId)!, view.activity);
      expect(shownNow).toMatchObject({ ...view, state, readiness, lineage, lastError });
    }
    for (const { id, settings, credits, creditsPerRecord, testedAt } of shown['connections.list'])
      expect(database.connections.find(id)).toMatchObject({ settings, credits, creditsPerRecord, testedAt });
  });
});

it('reads each former key, and finds a project by its parent before and after the row is written again', () => {
  const id = idOf('Refused rows: Finished');
  const former = {
    again: true,
    screenedWithin: 30,
    changing: true,
    people: 3,
    sent: 4,
    withoutResult: 1,
    repeat: true,
    notice: { code: 'SENT_BEFORE', message: 'Sent before.' },
    link: { kind: 'part', of: idOf('Finished'), part: 2, parts: 3 },
    limit: 5,
    joined: true,
    fetchedAgain: 2,
  };
  // The migration to version 5 is already done, so the index of such a row is kept.
  withFile((db) => db.prepare('UPDATE project SET facts = json_patch(facts, ?) WHERE id = ?').run(JSON.stringify(former), id));
  const parts = {
    source: { sheetName: 'Finished', rows: 1, readiness: { ready: 0, fixable: 0, incomplete: 0, invalid: 1, leftOut: 0 } },
    options: { sendErrors: false, resendRecent: true, recencyDays: 30, allowDuplicate: true, maxRows: 5 },
    submission: { marker: 'G588MEDP', rowIdPrefix: 'row-CNF6YR79-', fetchedAgain: 2 },
    lineage: { kind: 'part', of: idOf('Finished'), part: 2, parts: 3, merged: true },
    index: { people: 3, sent: 4, withoutResult: 1 },
    editPending: true,
    lastError: former.notice,
  };
  const linkedIn = (database: AppDatabase) => database.projects.childrenOf(idOf('Finished')).map((project) => project.id);
  const linked = [id, idOf('Draft')];
  withDatabase((database) => {
    expect(database.projects.find(id)).toMatchObject(parts);
    expect(linkedIn(database)).toEqual(linked);
    database.projects.change(id, { options: { purpose: 'Gala' }, editPending: false }, 1);
  });
  const stored = withFile((db) => db.prepare('SELECT facts FROM project WHERE id = ?').pluck().get(id)) as string;
  const encrypted = expect.stringMatching(/^encrypted:/) as string;
  expect(JSON.parse(stored)).toMatchObject({
    v: 2,
    ...parts,
    source: { ...parts.source, sheetName: encrypted },
    options: { ...parts.options, purpose: encrypted },
    editPending: false,
    lastError: { code: former.notice.code, message: encrypted },
  });
  withDatabase((database) => {
    expect(database.projects.find(id)).toMatchObject({ ...parts, options: { ...parts.options, purpose: 'Gala' }, editPending: false });
    expect(linkedIn(database)).toEqual(linked);
  });
});

it('reads the settings of a connection under their former keys', () => {
  const { id } = shown['connections.list'][0]!;
  const former = JSON.stringify({ listFormat: 'json', rowBase: 'find', screenedWithin: 30, mostRows: 500 });
  withFile((db) => db.prepare('UPDATE connection SET settings = ? WHERE id = ?').run(former, id));
  withDatabase((database) => {
    expect(database.connections.find(id)!.settings).toEqual({ listFormat: 'json', rowBase: 'find', recencyDays: 30, maxRows: 500 });
  });
});

it('reads a row without the keys that were added later', () => {
  const id = idOf('Running');
  withFile((db) => db.prepare('UPDATE project SET facts = ? WHERE id = ?').run('{"marker":"6PDSDZ5P"}', id));
  withDatabase((database) => {
    expect(database.projects.find(id)).toMatchObject({
      source: { sheetName: null, rows: null, readiness: null },
      submission: { marker: '6PDSDZ5P', rowIdPrefix: 'row-', startedAt: null },
      lineage: null,
      index: null,
      lastError: null,
    });
  });
});

it('refuses a row that it cannot read', () => {
  withFile((db) => db.prepare(`UPDATE project SET facts = '{"v":3}' WHERE id = ?`).run(idOf('Draft')));
  withDatabase(({ projects }) => {
    expect(() => projects.find(idOf('Draft'))).toThrow(/^The record of “.*Draft.*” in the history cannot be read/);
    expect(projects.all()).toHaveLength(projects.allKnown().length - 1);
  });
});

it('shows the words of a service that an earlier version stored in plain form, and encrypts them with the next change', () => {
  const id = idOf('Running');
  const message = 'The service refused the token (401). It says: “not yours”';
  withFile((db) => {
    db.prepare(`UPDATE project SET facts = json_set(facts, '$.notice', json(?)) WHERE id = ?`).run(
      JSON.stringify({ code: 'X', message }),
      id,
    );
    db.prepare(`INSERT INTO journal (project_id, at, event, detail, state) VALUES (?, 1, 'token-refused', ?, 'needs-token')`).run(
      id,
      JSON.stringify({ answer: message }),
    );
  });
  const factsOf = () => withFile((db) => db.prepare('SELECT facts FROM project WHERE id = ?').pluck().get(id)) as string;
  withDatabase((database) => {
    expect(database.projects.find(id)!.lastError).toEqual({ code: 'X', message });
    expect(database.journal.entries(id).at(-1)!.event).toEqual({ type: 'token-refused', answer: message });
    expect(factsOf()).toContain('not yours');
    database.projects.change(id, { editPending: true }, 1);
    expect(database.projects.find(id)!.lastError).toEqual({ code: 'X', message });
  });
  expect(factsOf()).not.toContain('not yours');
});
