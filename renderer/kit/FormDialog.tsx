import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DialogCommand } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { FailureLine } from './Failure.tsx';
import type { MissingInForm } from './useMissing.ts';

interface FormDialogProps {
  readonly title: string;
  /** The label of the button that submits the form. */
  readonly submit: string;
  /** What the form misses. The dialog shows it when the user submits the form. */
  readonly missing: Pick<MissingInForm, 'isComplete' | 'submits'>;
  readonly command: DialogCommand;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ReactNode;
}

/** A form in a dialog. It cannot be closed while its command runs, and stays open when it fails. */
export function FormDialog({ title, submit, missing, command, onSubmit, onClose, children }: FormDialogProps) {
  const submitForm = missing.submits(() => command.isPending || onSubmit());
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
          <Button type="submit" aria-disabled={!missing.isComplete} loading={command.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
