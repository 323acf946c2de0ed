/** The Check screen. */
export { CheckScreen } from './CheckScreen.tsx';
