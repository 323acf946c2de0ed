/** The review of matches. */
export { ReviewScreen } from './ReviewScreen.tsx';
