import { Button, Loader } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { Failure } from '../../shared/base/index.ts';
import { KEYCHAIN_WAIT } from '../../shared/view-texts/index.ts';
import { useClient } from '../api/index.ts';
import '../kit/empty.css';

const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Shown in place of the application while it waits for the keychain, and after the keychain failed. */
export function KeychainPage({ failure }: { readonly failure: Failure | null }) {
  const { retryKeychain } = useClient();
  return (
    <main className="keychain">
      <div className="card empty" aria-live="polite">
        <span className="empty-icon" aria-hidden>
          <IconLock size={24} stroke={1.6} />
        </span>
        <h1 className="empty-title">{failure === null ? KEYCHAIN_WAIT.title : 'The keychain was not unlocked'}</h1>
        <div className="second">{failure === null ? KEYCHAIN_WAIT.text : failure.message}</div>
        <div className="empty-action">
          {failure === null ? (
            <Loader aria-hidden />
          ) : (
            <Button ref={focus} onClick={retryKeychain}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </main>
  );
}
