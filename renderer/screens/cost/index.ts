/** The Cost screen. */
export { CostScreen } from './CostScreen.tsx';
