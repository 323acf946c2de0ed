/** Ratings and officers: the office's own columns of the results. */
export { Office, officeColumns } from './office.ts';
export { OfficerJournal } from './officer-journal.ts';
