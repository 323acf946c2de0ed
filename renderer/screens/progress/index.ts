/** The Progress screen. */
export { ProgressScreen } from './ProgressScreen.tsx';
