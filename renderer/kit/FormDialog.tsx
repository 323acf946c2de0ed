import { Button } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import type { DialogCommand } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { FailureLine } from './Failure.tsx';

interface FormDialogProps {
  readonly title: string;
  /** The label of the button that submits the form. */
  readonly submit: string;
  /** True while the form is complete and valid. */
  readonly canSubmit: boolean;
  /** Called when the user submits a form that is not complete, to show what is missing. */
  readonly onIncomplete?: () => void;
  readonly command: DialogCommand;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a dialog. It cannot be closed while its command runs, and stays open when it fails. */
export function FormDialog({ title, submit, canSubmit, onIncomplete, command, onSubmit, onClose, children }: FormDialogProps) {
  const submitForm = (event: FormEvent) => {
    event.preventDefault();
    if (command.isPending) return;
    if (canSubmit) onSubmit();
    else onIncomplete?.();
  };
  // Closing would not stop the command, so “Cancel” would be untrue.
  const close = () => command.isPending || onClose();
  return (
    <Dialog onClose={close} title={title}>
      <form onSubmit={submitForm} autoComplete="off">
        <div className="dialog-fields">
          {children}
          <FailureLine error={command.error} />
        </div>
        <div className="dialog-foot">
          <Button variant="default" onClick={close} aria-disabled={command.isPending}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={!canSubmit} loading={command.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
