/** When people are due to be screened again. Pure. */
export { Census, DueCounts, INITIAL_PLAN, PlanSettings, UntilRenewal, dueGroup, dueOn, planNumbers } from './plan.ts';
