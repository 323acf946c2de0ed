import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { useCommand } from '../../api/index.ts';
import { FormDialog } from '../../kit/index.ts';

const MAX_PASSWORD_LENGTH = 255;

/** Asks for the password of a workbook, and reads the workbook with it. A wrong password keeps the dialog open. */
export function PasswordDialog({ project, onClose }: { readonly project: ProjectView; readonly onClose: () => void }) {
  const [password, setPassword] = useState('');
  const unlock = useCommand('projects.unlock', onClose);
  return (
    <FormDialog
      title={`Password of “${project.file.name}”`}
      submit="Read the file"
      canSubmit={password !== ''}
      command={unlock}
      onSubmit={() => unlock.mutate({ id: project.id, password })}
      onClose={onClose}
    >
      <p className="second dialog-note">The password opens the file on this computer. It is not saved, and it is not sent.</p>
      <PasswordInput
        label="Password"
        value={password}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_PASSWORD_LENGTH}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
        data-autofocus
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          unlock.reset();
        }}
      />
    </FormDialog>
  );
}
