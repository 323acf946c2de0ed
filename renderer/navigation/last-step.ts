/**
 * The step of a draft that the user opened last. The application only knows how far the list is, because rows are checked in the
 * background. Losing this value costs the user one click.
 */
import { remember, remembered } from './remembered.ts';
import { STEPS, type Step } from './router.ts';

const KEY = 'screening-desk-steps';
/** Maximum number of drafts that are remembered. */
const MAX_DRAFTS = 200;

type Visits = readonly (readonly [id: string, step: Step])[];

function read(): Visits {
  const kept = remembered(KEY);
  return Array.isArray(kept) ? (kept as Visits) : [];
}

/** The step of a project that was shown last; null when unknown. */
export function lastStepOf(id: string): Step | null {
  const step = read().find(([project]) => project === id)?.[1];
  return STEPS.find((one) => one === step) ?? null;
}

/** Remembers the step of a project that is shown. */
export function rememberStep(id: string, step: Step): void {
  if (lastStepOf(id) === step) return;
  const others = read().filter(([project]) => project !== id);
  remember(KEY, [[id, step], ...others].slice(0, MAX_DRAFTS));
}
