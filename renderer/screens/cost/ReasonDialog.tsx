import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { count } from '../../format/index.ts';
import { FormDialog, useMissing } from '../../kit/index.ts';

interface ReasonDialogProps {
  /** Number of people who asked not to be screened. */
  readonly rows: number;
  readonly command: React.ComponentProps<typeof FormDialog>['command'];
  readonly onSubmit: (reason: string, rows: number) => void;
  readonly onClose: () => void;
}

/** Asks for the reason to screen people who asked not to be screened. */
export function ReasonDialog({ rows, command, onSubmit, onClose }: ReasonDialogProps) {
  // Keep the number that the dialog opened with while the rows are counted again.
  const [asked] = useState(rows);
  const [reason, setReason] = useState('');
  const missing = useMissing({ reason: reason.trim() === '' && 'Enter the reason.' });
  return (
    <FormDialog
      title={`Send ${count(asked, 'person', 'people')} marked “do not screen”?`}
      submit={`Send ${asked === 1 ? 'this person' : 'these people'} anyway`}
      missing={missing}
      command={command}
      onSubmit={() => onSubmit(reason.trim(), asked)}
      onClose={onClose}
    >
      <p className="second dialog-note">
        They are on your do-not-screen list, or a column of your file says so. The reason is kept with this project and in its timeline.
      </p>
      <Textarea
        label="Reason"
        error={missing.at('reason')}
        placeholder="Who decided it, and why?"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        value={reason}
        data-autofocus
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
