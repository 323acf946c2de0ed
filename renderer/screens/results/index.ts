/** The Results screen. */
export { ResultsScreen } from './ResultsScreen.tsx';
export { ExportStatus } from './ExportDialog.tsx';
export { ProjectTabs } from './review/index.ts';
