/** The Columns screen. */
export { ColumnsScreen } from './ColumnsScreen.tsx';
