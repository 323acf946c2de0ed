/**
 * The step of a draft that the user looked at last. The application knows how far the list is, not how far the user is: rows are checked in
 * the background. If lost, it costs a click.
 */
import { STEPS, type Step } from './router.ts';

const KEY = 'screening-desk-steps';
/** Most drafts that are remembered. */
const MAX_DRAFTS = 200;

type Visits = readonly (readonly [id: string, step: Step])[];

function read(): Visits {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Visits) : [];
  } catch {
    // No storage, or content that this page did not write.
    return [];
  }
}

/** The step of a project that was shown last; null when unknown. */
export function lastStepOf(id: string): Step | null {
  const step = read().find(([project]) => project === id)?.[1];
  return STEPS.find((one) => one === step) ?? null;
}

/** Remembers the step of a project that is shown. */
export function rememberStep(id: string, step: Step): void {
  if (lastStepOf(id) === step) return;
  try {
    const others = read().filter(([project]) => project !== id);
    globalThis.localStorage.setItem(KEY, JSON.stringify([[id, step], ...others].slice(0, MAX_DRAFTS)));
  } catch {
    // A full or forbidden storage must not stop the user.
  }
}
