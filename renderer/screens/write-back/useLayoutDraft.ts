import { useState } from 'react';
import type { Layout } from '../../../shared/results/index.ts';
import { type UndoSteps, useUndoSteps } from '../../kit/index.ts';

/** By project, and kept here so that leaving the screen does not lose a changed layout. */
const CHOSEN = new Map<string, Chosen>();

interface Chosen {
  /** The saved layout; null: the last used one. */
  readonly layoutId: string | null;
  /** The changed layout; null if the saved one is not changed. */
  readonly draft: Layout | null;
}

export interface LayoutDraft extends Chosen, Pick<UndoSteps<Chosen>, 'canUndo' | 'undo'> {
  readonly change: (draft: Layout) => void;
  readonly choose: (layoutId: string | null) => void;
  /** Call after saving `draft`. Continues with the saved layout, unless the user has made other changes meanwhile. */
  readonly saved: (layoutId: string, draft: Layout | null) => void;
}

/**
 * The layout of the page: a saved one, or a changed one that is marked until it is saved. `isShown`: whether the layout is visible, because
 * Ctrl Z must undo only visible changes.
 */
export function useLayoutDraft(id: string, isShown: boolean): LayoutDraft {
  const [chosen, setChosen] = useState<Chosen>(() => CHOSEN.get(id) ?? { layoutId: null, draft: null });
  const show = (next: Chosen) => {
    CHOSEN.set(id, next);
    setChosen(next);
  };
  const { keep, undo, canUndo } = useUndoSteps<Chosen>(`write back ${id}`, show, isShown);
  const put = (next: Chosen) => {
    keep(chosen);
    show(next);
  };
  return {
    ...chosen,
    canUndo,
    undo,
    change: (draft) => put({ ...chosen, draft }),
    choose: (layoutId) => put({ layoutId, draft: null }),
    saved: (layoutId, draft) => {
      if ((CHOSEN.get(id)?.draft ?? null) === draft) show({ layoutId, draft: null });
    },
  };
}
