import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';
import { FailureLine } from './Failure.tsx';

/** The command or action of a dialog. */
export interface DialogCommand {
  readonly isPending: boolean;
  readonly error: Error | null;
}

interface ConfirmDialogProps {
  readonly title: string;
  /** What the action does, in paragraphs. */
  readonly children: ReactNode;
  /** The label of the button that changes nothing. It has the focus. */
  readonly cancel?: string;
  readonly confirm: string;
  /** True when the action deletes or ends something for good. */
  readonly isDestructive?: boolean;
  /** True while a choice that the action needs is missing. */
  readonly isDisabled?: boolean;
  readonly command: DialogCommand;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before an action that cannot be undone. It cannot be closed while the action runs, and stays open when it fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, cancel = 'Keep it', confirm, isDestructive = false, isDisabled = false, command, onConfirm, onClose } = props;
  // Closing would not stop the action, so “Keep it” would be untrue.
  const close = () => command.isPending || onClose();
  return (
    <Dialog onClose={close} title={title}>
      <div className="dialog-text">{children}</div>
      <FailureLine error={command.error} />
      <div className="dialog-foot">
        <Button variant="default" onClick={close} aria-disabled={command.isPending} data-autofocus>
          {cancel}
        </Button>
        <Button {...(isDestructive && { color: 'red' })} disabled={isDisabled} loading={command.isPending} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
