/** The Results screen. */
export { ResultsScreen } from './ResultsScreen.tsx';
export { ExportStatus } from './ExportDialog.tsx';
export { LayoutEditor } from './LayoutEditor.tsx';
export { ProjectTabs } from './review/index.ts';
