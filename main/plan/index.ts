/** Who is due to be screened again, and the draft of those people. */
export { ScreeningPlan } from './screening-plan.ts';
