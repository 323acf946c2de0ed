import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DialogCommand } from './ConfirmDialog.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useMissing } from './useMissing.ts';

interface NameDialogProps {
  readonly title: string;
  /** What the name is for. */
  readonly note?: string;
  /** The name in the field when the dialog opens. */
  readonly name: string;
  readonly maxLength: number;
  readonly submit: string;
  readonly command: DialogCommand & { readonly reset: () => void };
  readonly onSubmit: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a name. Typing clears the error about the previous name. */
export function NameDialog({ title, note, name: initialName, maxLength, submit, command, onSubmit, onClose }: NameDialogProps) {
  const [name, setName] = useState(initialName);
  const missing = useMissing({ name: name.trim() === '' && 'Enter a name.' });
  return (
    <FormDialog title={title} submit={submit} missing={missing} command={command} onSubmit={() => onSubmit(name.trim())} onClose={onClose}>
      {note !== undefined && <p className="second dialog-note">{note}</p>}
      <TextInput
        label="Name"
        error={missing.at('name')}
        value={name}
        maxLength={maxLength}
        data-autofocus
        onChange={(event) => {
          setName(event.currentTarget.value);
          command.reset();
        }}
      />
    </FormDialog>
  );
}
