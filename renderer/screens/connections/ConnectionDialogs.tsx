import { TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { type AppView, type ConnectionView, DEFAULT_VERSION } from '../../../shared/contract/index.ts';
import { useAction, useClient, useCommand } from '../../api/index.ts';
import { ConfirmDialog, FormDialog, useAnnounce, useMissing } from '../../kit/index.ts';
import { TokenInput, tokenStorageText } from '../../components/index.ts';

function TokenNote({ secrets }: { readonly secrets: AppView['secrets'] | undefined }) {
  return (
    <div className="token-note">
      <IconLock size={16} stroke={1.6} aria-hidden />
      <span>{tokenStorageText(secrets)}</span>
    </div>
  );
}

export interface DialogProps {
  readonly secrets: AppView['secrets'] | undefined;
  readonly onClose: () => void;
  /** Called when the connection is saved; it is tested next. */
  readonly onSaved: (id: string) => void;
}

/** What a connection misses without its name or address. */
export const missingAddress = (name: string, baseUrl: string) => ({
  name: name.trim() === '' && 'Give the connection a name.',
  baseUrl: baseUrl.trim() === '' && 'Enter the address of the service.',
});

/** A new connection: a name, an address, and a token that is never shown again. */
export function AddDialog({ secrets, onClose, onSaved }: DialogProps) {
  const client = useClient();
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [version, setVersion] = useState('');
  const [token, setToken] = useState('');
  const missing = useMissing(missingAddress(name, baseUrl));
  const add = useAction(async () => {
    const made = await client.call('connections.add', {
      name: name.trim(),
      baseUrl: baseUrl.trim(),
      ...(version.trim() !== '' && { version: version.trim() }),
      ...(token !== '' && { token }),
    });
    onSaved(made.id);
  });
  return (
    <FormDialog
      title="Add a connection"
      submit="Add and test"
      missing={missing}
      command={add}
      onSubmit={() => void add.run()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        error={missing.at('name')}
        description="The name of the connection here, for example the organization that pays."
        data-autofocus
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        error={missing.at('baseUrl')}
        description="Begins with https:// and comes with your account."
        placeholder="https://"
        inputMode="url"
        maxLength={500}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Version"
        description="Leave this empty unless the service gave you another one."
        placeholder={DEFAULT_VERSION}
        maxLength={40}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <TokenInput label="Token" description="You can also enter it later." value={token} onChange={setToken} />
      <TokenNote secrets={secrets} />
    </FormDialog>
  );
}

/** A new token for a connection. */
export function TokenDialog({ connection, secrets, onClose, onSaved }: DialogProps & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [token, setToken] = useState('');
  const missing = useMissing({ token: token.trim() === '' && 'Enter the token.' });
  const save = useAction(async () => {
    await client.call('connections.setToken', { id: connection.id, token });
    onSaved(connection.id);
  });
  return (
    <FormDialog
      title={`Token for ${connection.name}`}
      submit="Save and test"
      missing={missing}
      command={save}
      onSubmit={() => void save.run()}
      onClose={onClose}
    >
      <TokenInput
        label="Token"
        error={missing.at('token')}
        description={connection.token === 'none' ? 'It comes with your account.' : 'It replaces the current token.'}
        data-autofocus
        value={token}
        onChange={setToken}
      />
      <TokenNote secrets={secrets} />
    </FormDialog>
  );
}

export function RemoveDialog({ connection, onClose }: { readonly connection: ConnectionView; readonly onClose: () => void }) {
  const remove = useCommand('connections.remove', onClose);
  return (
    <ConfirmDialog
      title={`Remove ${connection.name}?`}
      confirm="Remove"
      isDestructive
      command={remove}
      onConfirm={() => remove.mutate({ id: connection.id })}
      onClose={onClose}
    >
      <p>Its token is deleted from this computer. A connection that projects belong to is kept: remove those projects first.</p>
    </ConfirmDialog>
  );
}

/** Forgets the user names and passwords of the proxies on the way to a connection. */
export function ForgetProxyDialog({ connection, onClose }: { readonly connection: ConnectionView; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const forget = useCommand('app.forgetProxies', () => {
    announce('The proxy password is forgotten');
    onClose();
  });
  return (
    <ConfirmDialog
      title="Forget the proxy password?"
      confirm="Forget"
      command={forget}
      onConfirm={() => forget.mutate({ connectionId: connection.id })}
      onClose={onClose}
    >
      <p>
        The user name and password of a proxy on the way to {connection.name} are removed from this program and from this computer’s
        keychain. If the proxy asks again, nothing is sent until you sign in.
      </p>
    </ConfirmDialog>
  );
}
