/** Undo for a screen that replaces its whole state with each change: each step keeps the previous state. */
import { useCallback, useState } from 'react';
import { keptStates } from '../navigation/index.ts';
import { useWindowKey } from './useWindowKey.ts';

const MAX_STEPS = 50;

/** The steps by screen and project, kept here so that leaving the screen does not lose them. */
const KEPT = keptStates<readonly unknown[]>();

const hasOwnUndo = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && !target.matches('[type=radio], [type=checkbox], [readonly], [role=combobox], [aria-haspopup]');

export interface UndoSteps<State> {
  readonly canUndo: boolean;
  /** Call it before a change, with the state that it replaces. */
  readonly keep: (before: State) => void;
  /** Restores the newest kept state. */
  readonly undo: () => void;
}

/**
 * `key`: identifies the screen and what it shows; contains the project's ID between spaces. `restore`: shows and saves a kept state.
 * `hasKey`: whether Ctrl Z undoes, too.
 */
export function useUndoSteps<State>(key: string, restore: (state: State) => void, hasKey = true): UndoSteps<State> {
  const [, setCount] = useState(0);
  const change = useCallback(
    (steps: readonly unknown[]) => {
      KEPT.set(key, steps);
      setCount((count) => count + 1);
    },
    [key],
  );
  const keep = useCallback((before: State) => change([...(KEPT.get(key) ?? []), before].slice(-MAX_STEPS)), [change, key]);
  const undo = () => {
    const steps = KEPT.get(key) ?? [];
    if (steps.length === 0) return;
    change(steps.slice(0, -1));
    restore(steps.at(-1) as State);
  };
  useWindowKey((event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'z';
    if (!hasKey || !isUndo || hasOwnUndo(event.target) || (KEPT.get(key) ?? []).length === 0) return false;
    undo();
    return true;
  });
  return { canUndo: (KEPT.get(key) ?? []).length > 0, keep, undo };
}
