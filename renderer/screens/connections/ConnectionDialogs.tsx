import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { AppView, ConnectionView } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureLine } from '../../components/Failure.tsx';
import { useAction } from '../../api/useAction.ts';

const MAX_TOKEN_LENGTH = 8192;

function TokenNote({ secrets }: { readonly secrets: AppView['secrets'] | undefined }) {
  return (
    <div className="form-note">
      <IconLock size={16} stroke={1.6} aria-hidden />
      <span>
        {secrets?.kind === 'key-file'
          ? 'It is kept until you quit the program and is not saved. It is never shown again.'
          : 'It is saved in this computer’s keychain. It is never shown again or written to a log.'}
      </span>
    </div>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ title, submit, isBusy, onSubmit, onClose, children }: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="form" onSubmit={send} autoComplete="off">
        {children}
        <div className="form-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export interface DialogProps {
  readonly secrets: AppView['secrets'] | undefined;
  readonly onClose: () => void;
  /** Called when the connection is saved; it is tested next. */
  readonly onSaved: (id: string) => void;
}

/** A new connection: a name, an address, and a token that is never shown again. */
export function AddDialog({ secrets, onClose, onSaved }: DialogProps) {
  const client = useClient();
  const [name, setName] = useState('');
  const [baseUrl, setBaseUrl] = useState('');
  const [version, setVersion] = useState('');
  const [token, setToken] = useState('');
  const add = useAction(async () => {
    const made = await client.call('connections.add', {
      name: name.trim(),
      baseUrl: baseUrl.trim(),
      ...(version.trim() !== '' && { version: version.trim() }),
      ...(token !== '' && { token }),
    });
    onSaved(made.id);
  });
  const isComplete = name.trim() !== '' && baseUrl.trim() !== '';
  return (
    <FormDialog
      title="Add a connection"
      submit="Add and test"
      isBusy={add.isRunning || !isComplete}
      onSubmit={() => void add.run()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="The name of the connection here, for example the organization that pays."
        data-autofocus
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Address"
        description="Begins with https:// and comes with your account."
        placeholder="https://"
        type="url"
        maxLength={500}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.currentTarget.value)}
      />
      <TextInput
        label="Version"
        description="Leave this empty unless the service gave you another one."
        placeholder="20240515"
        maxLength={40}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <PasswordInput
        label="Token"
        description="You can also enter it later."
        autoComplete="off"
        maxLength={MAX_TOKEN_LENGTH}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <TokenNote secrets={secrets} />
      {add.error !== null && <FailureLine error={add.error} />}
    </FormDialog>
  );
}

/** A new token for a connection. */
export function TokenDialog({ connection, secrets, onClose, onSaved }: DialogProps & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [token, setToken] = useState('');
  const keep = useAction(async () => {
    await client.call('connections.setToken', { id: connection.id, token });
    onSaved(connection.id);
  });
  return (
    <FormDialog
      title={`Token for ${connection.name}`}
      submit="Save and test"
      isBusy={keep.isRunning || token === ''}
      onSubmit={() => void keep.run()}
      onClose={onClose}
    >
      <PasswordInput
        label="Token"
        description={connection.token === 'none' ? 'It comes with your account.' : 'It replaces the current token.'}
        data-autofocus
        autoComplete="off"
        maxLength={MAX_TOKEN_LENGTH}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the token' }}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <TokenNote secrets={secrets} />
      {keep.error !== null && <FailureLine error={keep.error} />}
    </FormDialog>
  );
}

export function RemoveDialog({ connection, onClose }: { readonly connection: ConnectionView; readonly onClose: () => void }) {
  const client = useClient();
  const remove = useAction(async () => {
    await client.call('connections.remove', { id: connection.id });
    onClose();
  });
  return (
    <Dialog onClose={onClose} title={`Remove ${connection.name}?`}>
      <div className="form">
        <p style={{ margin: 0 }}>Its token is deleted from this computer. Projects that used this connection stay, with their scores.</p>
        {remove.error !== null && <FailureLine error={remove.error} />}
        <div className="form-foot">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button color="red" aria-disabled={remove.isRunning} onClick={() => void remove.run()}>
            Remove
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
