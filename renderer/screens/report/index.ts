/** The report about a finished screening, on screen and as a printed page. */
export { ReportScreen } from './ReportScreen.tsx';
