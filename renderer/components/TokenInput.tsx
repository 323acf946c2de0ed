import type { ComponentProps } from 'react';
import type { AppView } from '../../shared/contract/index.ts';
import { SecretInput } from '../kit/index.ts';

const MAX_TOKEN_LENGTH = 8192;

/** Where a token that the user enters is stored. `secrets`: undefined until it is known. */
export const tokenStorageText = (secrets: AppView['secrets'] | undefined): string =>
  secrets?.kind === 'key-file'
    ? 'It is kept until you quit the program and is not saved. It is never shown again.'
    : 'It is saved in this computer’s keychain. It is never shown again or written to a log.';

/** The field for a service token. */
export function TokenInput(props: Omit<ComponentProps<typeof SecretInput>, 'what'>) {
  return <SecretInput what="token" maxLength={MAX_TOKEN_LENGTH} {...props} />;
}
