/** The Results screen. */
export { ResultsScreen } from './ResultsScreen.tsx';
export { ExportStatus } from './ExportDialog.tsx';
export { SavePdf } from './person/SavePdf.tsx';
export { ProjectTabs } from './review/index.ts';
