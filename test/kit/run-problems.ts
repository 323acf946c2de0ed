/** The problems with the end of a screening, as sentences: charges by the service's ledger, results by the application's report. */
import type { DeskReport } from './desk-actions.ts';
import type { ProjectLedger } from './practice-client.ts';

/** The rows of the list, and how many of them the service refuses. */
export interface ExpectedRows {
  readonly rows: number;
  readonly refused: number;
}

const total = (projects: readonly ProjectLedger[], of: 'processActs' | 'creditsCharged') =>
  projects.reduce((sum, project) => sum + project[of], 0);

export const startsOf = (projects: readonly ProjectLedger[]): number => total(projects, 'processActs');
export const chargeOf = (projects: readonly ProjectLedger[]): number => total(projects, 'creditsCharged');

/** The problems with the service's projects of one list. They never depend on whether the application got its results. */
export function chargeProblems(projects: readonly ProjectLedger[], { rows, refused }: ExpectedRows): string[] {
  const problems: string[] = [];
  if (startsOf(projects) > 1) problems.push(`${startsOf(projects)} process calls were acted on`);
  if (chargeOf(projects) > rows - refused) problems.push(`${chargeOf(projects)} credits were charged for ${rows - refused} records`);
  for (const { processActs, rowsStored, listsStored } of projects) {
    if (processActs > 0 && rowsStored !== rows) problems.push(`a project of ${rowsStored} rows was paid for`);
    if (listsStored > 1) problems.push(`${listsStored} lists in one project`);
  }
  return problems;
}

/**
 * The problems with a report.
 * @param reference the scores of a run without faults, or null to accept any scores
 * @param questions questions that the run may end with instead of results
 */
export function reportProblems(
  { state, defects, timeline, scores }: DeskReport,
  { rows, refused }: ExpectedRows,
  reference: DeskReport['scores'] | null,
  questions: readonly string[] = [],
): string[] {
  const problems = defects.length > 0 ? [`defects were logged: ${defects.join('; ')}`] : [];
  if (state.at === 'needs-decision' && questions.includes(state.question)) return problems;
  if (state.at !== 'done') return [...problems, `it ended at ${JSON.stringify(state)} after ${timeline.join(' / ')}`];
  const { counts } = state;
  const { submitted, scored, unknown, unmatched } = counts;
  if (submitted !== rows || scored !== rows - refused || counts.refused !== refused || unknown !== 0 || unmatched !== 0)
    problems.push(`the counts are ${JSON.stringify(counts)}`);
  if (reference !== null && JSON.stringify(scores) !== JSON.stringify(reference))
    problems.push('the scores differ from those of a run without faults');
  return problems;
}
