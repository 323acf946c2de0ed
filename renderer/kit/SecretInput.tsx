import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface SecretInputProps extends Omit<PasswordInputProps, 'value' | 'onChange'> {
  /** What the user enters, for the button that shows it. */
  readonly what: 'password' | 'passphrase' | 'token';
  readonly value: string;
  readonly onChange: (secret: string) => void;
}

/** A field for a secret. Neither the browser nor a spelling service gets it. */
export function SecretInput({ what, onChange, ...props }: SecretInputProps) {
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      visibilityToggleButtonProps={{ 'aria-label': `Show or hide the ${what}` }}
      // Mantine marks the field only for the eye.
      aria-invalid={props.error !== undefined && props.error !== null && props.error !== false}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}
