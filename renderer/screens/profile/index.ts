/** The Person screen. */
export { ProfileScreen } from './ProfileScreen.tsx';
