/** One person in everything that is stored. */
export { PersonScreen } from './PersonScreen.tsx';
