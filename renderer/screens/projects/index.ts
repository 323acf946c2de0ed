/** The Projects screen. */
export { ProjectsScreen } from './ProjectsScreen.tsx';
