import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { UndoSteps } from './useUndoSteps.ts';

/** Undoes the last change of a screen. Without a change, it stays focusable and says that there is nothing to undo. */
export function UndoButton({ canUndo, undo }: Pick<UndoSteps<unknown>, 'canUndo' | 'undo'>) {
  return (
    <Tooltip label={canUndo ? 'Undo the last change (Ctrl Z)' : 'Nothing to undo'}>
      <ActionIcon
        variant="default"
        size={32}
        aria-label={canUndo ? 'Undo the last change' : 'Undo: nothing to undo'}
        aria-disabled={!canUndo}
        data-command="undo"
        onClick={() => canUndo && undo()}
      >
        <IconArrowBackUp size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
