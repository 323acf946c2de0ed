import { Button } from '@mantine/core';
import { SecretInput, useMissing } from '../kit/index.ts';
import './workbook-password.css';

interface WorkbookPasswordProps {
  readonly password: string;
  readonly onChange: (password: string) => void;
  readonly onOpen: () => void;
}

/** Asks for the password of a workbook that the user chose. The caller keeps the password, also while the workbook is read with it. */
export function WorkbookPassword({ password, onChange, onOpen }: WorkbookPasswordProps) {
  const missing = useMissing({ password: password === '' && 'Enter the password.' });
  return (
    <form className="workbook-password" onSubmit={missing.submits(onOpen)}>
      <SecretInput what="password" label="Password of the workbook" error={missing.at('password')} value={password} onChange={onChange} />
      <Button type="submit" variant="default" aria-disabled={!missing.isComplete}>
        Open
      </Button>
    </form>
  );
}
