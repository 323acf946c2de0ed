/**
 * Which step of a draft the person looked at last. The application knows how far the list has come, not how far the
 * person has: rows are checked in the background before anybody asks for it. Lost, it costs a click.
 */
import { STEPS, type Step } from './router.ts';

const KEY = 'screening-desk-steps';
/** Drafts beyond these were left long ago. */
const MOST = 200;

type Visits = readonly (readonly [id: string, step: Step])[];

function read(): Visits {
  try {
    const kept: unknown = JSON.parse(globalThis.localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Visits) : [];
  } catch {
    // No storage, or none that we wrote.
    return [];
  }
}

/** The step of a project that was looked at last; null when that is not known. */
export function visitedStep(id: string): Step | null {
  const step = read().find(([project]) => project === id)?.[1];
  return STEPS.find((one) => one === step) ?? null;
}

/** Remembers that a step of a project is looked at. */
export function visit(id: string, step: Step): void {
  if (visitedStep(id) === step) return;
  try {
    const others = read().filter(([project]) => project !== id);
    globalThis.localStorage.setItem(KEY, JSON.stringify([[id, step], ...others].slice(0, MOST)));
  } catch {
    // A full or forbidden storage must not keep anybody from going on.
  }
}
