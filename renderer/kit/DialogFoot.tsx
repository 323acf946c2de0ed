import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogFootProps {
  /** The label of the button that closes the dialog. */
  readonly close?: string;
  readonly onClose: () => void;
  /** The buttons after it. */
  readonly children?: ReactNode;
}

/** The buttons at the bottom of a dialog that can be closed at any time. */
export function DialogFoot({ close = 'Close', onClose, children }: DialogFootProps) {
  return (
    <div className="dialog-foot">
      <Button variant="default" onClick={onClose}>
        {close}
      </Button>
      {children}
    </div>
  );
}
