/** The Settings screen. */
export { SettingsScreen } from './SettingsScreen.tsx';
