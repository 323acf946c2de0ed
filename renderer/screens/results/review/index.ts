/** The review of matches, and the tabs of a finished project. */
export { ProjectTabs } from './ProjectTabs.tsx';
export { ReviewScreen } from './ReviewScreen.tsx';
