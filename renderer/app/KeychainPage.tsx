import { Button, Loader } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Failure } from '../../shared/base/errors.ts';
import { KEYCHAIN_WAIT } from '../../shared/view-texts/keychain.ts';
import { useClient } from '../api/client.ts';
import { EmptyState } from '../components/EmptyState.tsx';

/** Shown in place of the application while it waits for the keychain, and after the keychain failed. */
export function KeychainPage({ failure }: { readonly failure: Failure | null }) {
  const client = useClient();
  return (
    <main className="keychain" aria-live="polite">
      {failure === null ? (
        <EmptyState icon={IconLock} title={KEYCHAIN_WAIT.title} action={<Loader aria-hidden />}>
          {KEYCHAIN_WAIT.text}
        </EmptyState>
      ) : (
        <EmptyState
          icon={IconLock}
          title="The keychain was not opened"
          action={
            <Button onClick={client.tryAgain} autoFocus>
              Try again
            </Button>
          }
        >
          {failure.message}
        </EmptyState>
      )}
    </main>
  );
}
