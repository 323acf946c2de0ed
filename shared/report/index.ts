/** The report about a finished screening: one computation for the page, the sheet and the terminal. */
export { comparedKey, matrixRatings, tintOf } from './choices.ts';
export type { ReportFacts, ReportLine, ReportSettings, ReportView } from './facts.ts';
export { amountText, bandName, BOUND_OPTIONS, figureText, type MoneyBounds, shortBounds, shortMoney } from './numbers.ts';
export { namesNote, reportOf, shownReport } from './report.ts';
