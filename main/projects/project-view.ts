/** The view of a stored project. */
import type { Activity, ProjectView } from '../../shared/contract/index.ts';
import type { ConnectionRow, ProjectRow } from '../store/app-database/app-database.ts';
import { projectRevisions } from '../store/app-database/revisions.ts';

/** Credits by which the balance fell during a run; null when one of the two balances is not known, or the balance grew. */
export function creditsCharged({ facts: { creditsBefore, creditsAfter } }: Pick<ProjectRow, 'facts'>): number | null {
  return creditsBefore !== null && creditsAfter !== null && creditsBefore >= creditsAfter ? creditsBefore - creditsAfter : null;
}

export function projectView(
  project: ProjectRow,
  connection: Pick<ConnectionRow, 'id' | 'name' | 'kind'>,
  activity: Activity | null,
): ProjectView {
  const { facts } = project;
  return {
    id: project.id,
    version: project.version,
    name: project.name,
    purpose: facts.purpose,
    createdAt: project.createdAt,
    changedAt: project.changedAt,
    connection: { id: connection.id, name: connection.name, kind: connection.kind },
    file: { name: project.fileName, bytes: project.fileBytes, sha256: project.fileSha256 },
    sheet: facts.sheetName === null || facts.rows === null ? null : { name: facts.sheetName, rows: facts.rows },
    state: project.state,
    activity,
    notice: facts.notice,
    readiness: facts.readiness,
    creditsCharged: creditsCharged(project),
    processedAt: facts.processedAt,
    link: facts.link,
    revisions: projectRevisions(project),
  };
}
