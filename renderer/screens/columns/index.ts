/** The Columns screen. */
export { ColumnsStep } from './ColumnsStep.tsx';
