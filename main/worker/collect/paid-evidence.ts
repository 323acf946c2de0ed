/** What a stored answer shows about which of the project's own rows were charged. */
import type { ProjectFile } from '../../store/project-file/index.ts';
import type { PaidEvidence } from '../../worker-protocol/index.ts';
import { OwnRows } from '../submit/own-rows.ts';
import type { ResultFile } from '../result-file/result-file.ts';
import { lastAnswer, linkedRows } from '../result-file/result-values.ts';

/** `own`: number of rows that the project itself sent. */
export function paidEvidence(file: ProjectFile, results: ResultFile, own: number): PaidEvidence {
  const linked = linkedRows(file);
  const answer = lastAnswer(file);
  let profiles = 0;
  let refused = 0;
  for (const index of new OwnRows(file, results.rows, own)) {
    const outcome = results.outcome(index);
    // A row that was fixed and scored in a later project was refused in this one.
    if (outcome === 'refused' || (outcome === 'scored' && linked.has(results.rows[index]!))) refused += 1;
    else if (outcome === 'scored') profiles += 1;
  }
  // Higher numbers are profiles that were kept from an earlier answer, or belong to other projects.
  if (answer !== null) profiles += results.unmatchedProfiles().filter((profile) => profile <= answer.profiles).length;
  return { profiles, refused, validRows: answer?.validRows ?? null };
}
