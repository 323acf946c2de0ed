/** The screening record. */
export { RecordScreen } from './RecordScreen.tsx';
