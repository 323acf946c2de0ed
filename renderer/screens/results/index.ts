/** The Results screen. */
export { ResultsScreen } from './ResultsScreen.tsx';
