import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import type { AppView } from '../../shared/contract/index.ts';

const MAX_TOKEN_LENGTH = 8192;

/** Where a token that the user enters is stored. `secrets`: undefined until it is known. */
export const tokenStorageText = (secrets: AppView['secrets'] | undefined): string =>
  secrets?.kind === 'key-file'
    ? 'It is kept until you quit the program and is not saved. It is never shown again.'
    : 'It is saved in this computer’s keychain. It is never shown again or written to a log.';

interface TokenInputProps extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (token: string) => void;
}

/** The field for a service token. Neither the browser nor a spelling service gets it. */
export function TokenInput({ onChange, ...props }: TokenInputProps) {
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      maxLength={MAX_TOKEN_LENGTH}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}
