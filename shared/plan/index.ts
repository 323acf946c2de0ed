/** When people are due to be screened again. Pure. */
export { addMonths, dayNumber, dayOfNumber } from './days.ts';
export {
  Census,
  DUE_GROUPS,
  DueCounts,
  type DueGroup,
  INITIAL_PLAN,
  PlanSettings,
  UntilRenewal,
  dueGroup,
  dueOn,
  planNumbers,
} from './plan.ts';
