/** The view of a stored project. */
import type { Activity, LineageView, ProjectView } from '../../shared/contract/index.ts';
import { EMPTY_DECLARATION, creditsBetween } from '../../shared/record/index.ts';
import { declarationOf } from '../records/index.ts';
import {
  type ConnectionRow,
  type ProjectRow,
  type StoredLineage,
  type UnreadableProject,
  heldElsewhere,
} from '../store/app-database/index.ts';
import { projectRevisions } from '../connections/index.ts';

/** By how many credits the balance went down during a run; null if a balance is unknown or the balance grew. */
export function creditsCharged({ submission: { creditsBefore, creditsAfter } }: Pick<ProjectRow, 'submission'>): number | null {
  return creditsBetween(creditsBefore, creditsAfter);
}

export function projectView(
  project: ProjectRow,
  connection: Pick<ConnectionRow, 'id' | 'name' | 'kind' | 'settings'>,
  activity: Activity | null,
): ProjectView {
  const { source, submission } = project;
  return {
    id: project.id,
    version: project.version,
    name: project.name,
    ...declarationOf(project, connection),
    createdAt: project.createdAt,
    changedAt: project.changedAt,
    connection: { id: connection.id, name: connection.name, kind: connection.kind },
    file: { name: project.fileName, bytes: project.fileBytes, sha256: project.fileSha256 },
    sheet: source.sheetName === null || source.rows === null ? null : { name: source.sheetName, rows: source.rows },
    state: project.state,
    activity,
    lastError: project.lastError,
    readiness: source.readiness,
    creditsCharged: creditsCharged(project),
    processedAt: submission.processedAt,
    lineage: lineageView(project.lineage),
    adopted:
      project.adopted === null ? null : { createdAt: project.adopted.createdAt, from: project.adopted.from, rows: project.adopted.rows },
    held: heldView(project),
    sentElsewhere: project.custody?.holder === 'here' ? project.custody.sentElsewhere : [],
    revisions: projectRevisions(project),
  };
}

function heldView(project: ProjectRow): ProjectView['held'] {
  const text = heldElsewhere(project);
  const holder = project.custody?.holder ?? 'here';
  return text === null || holder === 'here' ? null : { holder, text };
}

/** The view of a project with an unreadable record. */
export function unreadableView(
  { id, version, name, createdAt, changedAt, fileName, fileBytes, state }: UnreadableProject,
  connection: Pick<ConnectionRow, 'id' | 'name' | 'kind'>,
): ProjectView {
  const revisions = { list: '', options: '', timeline: String(version), results: '', screening: '' };
  return {
    id,
    version,
    name,
    ...EMPTY_DECLARATION,
    createdAt,
    changedAt,
    connection: { id: connection.id, name: connection.name, kind: connection.kind },
    file: { name: fileName, bytes: fileBytes, sha256: null },
    sheet: null,
    state,
    activity: null,
    lastError: null,
    readiness: null,
    creditsCharged: null,
    processedAt: null,
    lineage: null,
    adopted: null,
    held: null,
    sentElsewhere: [],
    revisions,
  };
}

/** Leaves out `merged`, which is only for the merge of results. */
function lineageView(stored: StoredLineage | null): LineageView | null {
  if (stored === null || stored.kind === 'baseline' || stored.kind === 'comparison') return stored;
  const { merged: _, ...lineage } = stored;
  return lineage;
}
