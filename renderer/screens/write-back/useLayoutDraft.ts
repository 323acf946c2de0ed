import { useState } from 'react';
import type { Layout } from '../../../shared/results/index.ts';
import { type UndoSteps, useUndoSteps } from '../../kit/index.ts';

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

/** The layout of the page: a saved one, or changes of one that are marked until they are saved. Ctrl Z undoes a change. */
export function useLayoutDraft(id: string): LayoutDraft {
  const [chosen, setChosen] = useState<Chosen>({ layoutId: null, draft: null });
  const { keep, undo, canUndo } = useUndoSteps<Chosen>(`write back ${id}`, setChosen);
  const put = (next: Chosen) => {
    keep(chosen);
    setChosen(next);
  };
  return {
    ...chosen,
    canUndo,
    undo,
    change: (draft) => put({ ...chosen, draft }),
    choose: (layoutId) => put({ layoutId, draft: null }),
    saved: (layoutId, draft) => setChosen((now) => (now.draft === draft ? { layoutId, draft: null } : now)),
  };
}
