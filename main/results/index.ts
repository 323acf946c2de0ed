/** Results: reading, fetching again, exports. */
export { ExportRuns } from './export-runs.ts';
export { ExportTargets, type TargetRules } from './export-targets.ts';
export { Exports } from './exports.ts';
export { FetchAgain } from './fetch-again.ts';
export { OrderJoin } from './order-join.ts';
export { PersonNotes } from './person-notes.ts';
export { PersonSearch } from './person-search.ts';
export { ProfileLinks } from './profile-links.ts';
export { ProfileListExport } from './profile-list-export.ts';
export { ProjectAnswers } from './project-answers.ts';
export { RefusedRows } from './refused-rows.ts';
export { ResultArrangement } from './result-arrangement.ts';
export { ResultPreferences } from './result-preferences.ts';
export { ReviewVerdicts } from './review-verdicts.ts';
export { ScreeningResults } from './screening-results.ts';
export { UnfinishedExports } from './unfinished-exports.ts';
export { VerdictBooks } from './verdict-books.ts';
export { WriteBack } from './write-back.ts';
