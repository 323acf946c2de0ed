import { useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { useCommand } from '../../api/index.ts';
import { FormDialog, useMissing, SecretInput } from '../../kit/index.ts';

const MAX_PASSWORD_LENGTH = 255;

/** Asks for the password of a workbook, and reads the workbook with it. A wrong password keeps the dialog open. */
export function PasswordDialog({ project, onClose }: { readonly project: ProjectView; readonly onClose: () => void }) {
  const [password, setPassword] = useState('');
  const missing = useMissing({ password: password === '' && 'Enter the password.' });
  const unlock = useCommand('projects.unlock', onClose);
  return (
    <FormDialog
      title={`Password of “${project.file.name}”`}
      submit="Read the file"
      missing={missing}
      command={unlock}
      onSubmit={() => unlock.mutate({ id: project.id, password })}
      onClose={onClose}
    >
      <p className="second dialog-note">The password opens the file on this computer. It is not saved, and it is not sent.</p>
      <SecretInput
        what="password"
        label="Password"
        error={missing.at('password')}
        value={password}
        maxLength={MAX_PASSWORD_LENGTH}
        data-autofocus
        onChange={(text) => {
          setPassword(text);
          unlock.reset();
        }}
      />
    </FormDialog>
  );
}
