import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { AppView } from '../../shared/contract/index.ts';
import { useCommand } from '../api/index.ts';
import { FormDialog, useMissing, SecretInput } from '../kit/index.ts';

interface ProxyProps {
  readonly proxy: NonNullable<AppView['proxy']>;
  readonly hasKeychain: boolean;
}

/** Asks for the user name and password of a proxy. A refusal keeps the dialog open. */
function ProxyDialog({ proxy, hasKeychain, onClose }: ProxyProps & { readonly onClose: () => void }) {
  const [user, setUser] = useState('');
  const [password, setPassword] = useState('');
  const [keep, setKeep] = useState(hasKeychain);
  const missing = useMissing({
    user: user === '' && 'Enter the user name.',
    password: password === '' && 'Enter the password.',
  });
  const signIn = useCommand('app.signInToProxy', onClose);
  return (
    <FormDialog
      title={`Sign in to the proxy ${proxy.address}`}
      submit="Sign in"
      missing={missing}
      command={signIn}
      onSubmit={() => signIn.mutate({ user, password, keep })}
      onClose={onClose}
    >
      <p className="second dialog-note">
        The proxy is a computer on your network that passes requests to the service. Your IT department gives you the user name and
        password. They are sent only to this proxy.
      </p>
      <TextInput
        label="User name"
        error={missing.at('user')}
        value={user}
        autoComplete="off"
        spellCheck={false}
        maxLength={256}
        data-autofocus
        onChange={(event) => setUser(event.currentTarget.value)}
      />
      <SecretInput
        what="password"
        label="Password"
        error={missing.at('password')}
        value={password}
        maxLength={1024}
        onChange={(text) => {
          setPassword(text);
          signIn.reset();
        }}
      />
      {hasKeychain && (
        <Checkbox
          label="Keep both in this computer’s keychain"
          description="Otherwise they are forgotten when the program ends."
          checked={keep}
          onChange={(event) => setKeep(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}

/** Shows on every screen that a proxy needs a user name and password, because running screenings are waiting for it. */
export function ProxyBanner({ proxy, hasKeychain }: ProxyProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <output className="banner">
      <IconShieldLock size={16} stroke={1.8} aria-hidden />
      <span>
        The proxy {proxy.address} on your network{' '}
        {proxy.refused ? 'refused the user name and password' : 'asks for a user name and password'}. Nothing is sent until you sign in.
      </span>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        Sign in…
      </Button>
      {isOpen && <ProxyDialog proxy={proxy} hasKeychain={hasKeychain} onClose={() => setIsOpen(false)} />}
    </output>
  );
}
