/** The stored project as the contract shows it. */
import type { Activity, ProjectView } from '../../shared/contract.ts';
import type { ConnectionRow, ProjectRow } from '../store/history.ts';

export function projectView(
  project: ProjectRow,
  connection: Pick<ConnectionRow, 'id' | 'name' | 'kind'>,
  activity: Activity | null,
): ProjectView {
  const { facts } = project;
  const spent = facts.creditsBefore !== null && facts.creditsAfter !== null ? facts.creditsBefore - facts.creditsAfter : null;
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
    creditsCharged: spent !== null && spent >= 0 ? spent : null,
    processedAt: facts.processedAt,
    link: facts.link,
  };
}
