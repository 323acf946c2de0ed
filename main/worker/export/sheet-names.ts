/** Names of the sheets of a workbook with results. Charts and sentences refer to them. */
export const SHEETS = {
  report: 'Report',
  topProspects: 'Top prospects',
  scores: 'Scores',
  review: 'Review',
  errors: 'Errors',
  unmatched: 'Unmatched',
  summary: 'Summary',
  record: 'Record',
  settings: 'Settings',
} as const;
