/** The fixes that the user made in this window, for the group “Fixed by you”. */
import { useState } from 'react';

export interface FixedRule {
  readonly title: string;
  readonly rows: number;
  /** The undo label right after the fix: while it is current, the fix can be undone here. */
  readonly undo: string | null;
}

/** By project: leaving the screen must not lose them. */
const FIXED = new Map<string, readonly FixedRule[]>();

export function useFixedRules(id: string) {
  const [fixed, setFixed] = useState(() => FIXED.get(id) ?? []);
  const change = (to: (before: readonly FixedRule[]) => readonly FixedRule[]): void => {
    const after = to(FIXED.get(id) ?? []);
    FIXED.set(id, after);
    setFixed(after);
  };
  return {
    fixed,
    add: (one: FixedRule) => change((before) => [...before, one]),
    /** Removes the last fix with this label, which was undone. */
    remove: (undone: string | null) =>
      change((before) => {
        const at = before.findLastIndex(({ undo }) => undo !== null && undo === undone);
        return at < 0 ? before : before.toSpliced(at, 1);
      }),
  };
}
