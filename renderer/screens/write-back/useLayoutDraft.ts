import { useState } from 'react';
import type { Layout } from '../../../shared/results/index.ts';
import { type UndoSteps, useUndoSteps } from '../../kit/index.ts';

/** By project: leaving the screen must not lose a changed layout. */
const CHOSEN = new Map<string, Chosen>();

interface Chosen {
  /** The saved layout; null for the one that was used last. */
  readonly layoutId: string | null;
  /** The changed layout; null where the saved one is not changed. */
  readonly draft: Layout | null;
}

export interface LayoutDraft extends Chosen, Pick<UndoSteps<Chosen>, 'canUndo' | 'undo'> {
  readonly change: (draft: Layout) => void;
  readonly choose: (layoutId: string | null) => void;
  /** The page goes on with a saved layout, unless it shows other changes than `draft` by now. */
  readonly saved: (layoutId: string, draft: Layout | null) => void;
}

/**
 * The layout of the page: a saved one, or changes of one that are marked until they are saved. `isShown`: Ctrl Z undoes a change, which must
 * be in sight.
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
