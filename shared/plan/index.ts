/** When people are due to be screened again. Pure. */
export { addMonths, dayNumber, dayOfNumber } from './days.ts';
export {
  Census,
  DUE_GROUPS,
  DueCounts,
  type DueGroup,
  INITIAL_PLAN,
  type KnownCredits,
  PlanSettings,
  UntilRenewal,
  byYears,
  dueAhead,
  dueGroup,
  dueOn,
  untilRenewal,
} from './plan.ts';
