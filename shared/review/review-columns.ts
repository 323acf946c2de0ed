/** The headings of the sheet that a colleague fills in. The import finds its columns by them. */
export const REVIEW_COLUMNS = {
  sheet: 'To review',
  row: 'File row',
  id: 'Constituent ID',
  name: 'Name',
  verdict: 'Verdict',
  reason: 'Reason',
  note: 'Note',
  value: 'Value',
  match: 'Match',
  ours: 'Our record',
  profile: 'Profile shows',
  differs: 'Differs in',
  pair: 'Code (do not change)',
} as const;
