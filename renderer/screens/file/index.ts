/** The File screen. */
export { FileScreen } from './FileScreen.tsx';
export { NewScreen } from './NewScreen.tsx';
