import { Button, NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { MAX_RECORDS } from '../../../shared/fields/table.ts';
import type { AppView, ConnectionView } from '../../../shared/contract/index.ts';
import { useClient } from '../../api/client.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureLine } from '../../components/Failure.tsx';
import { ROW_BASE_WORDS } from '../../format/text.ts';
import { useAction } from '../../api/useAction.ts';

const LONGEST_TOKEN = 8192;

function TokenNote({ secrets }: { readonly secrets: AppView['secrets'] | undefined }) {
  return (
    <div className="form-note">
      <IconLock size={16} stroke={1.6} aria-hidden />
      <span>
        {secrets?.kind === 'key-file'
          ? 'It is held until the program ends and is written nowhere. It is never shown again.'
          : 'It goes to the keychain of this computer and is never shown again, nor written to a log.'}
      </span>
    </div>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly submit: string;
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function FormDialog({ title, submit, busy, onSubmit, onClose, children }: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Dialog onClose={onClose} title={title}>
      <form className="form" onSubmit={send} autoComplete="off">
        {children}
        <div className="form-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" aria-disabled={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface DialogProps {
  readonly secrets: AppView['secrets'] | undefined;
  readonly onClose: () => void;
  /** Called when the connection is saved; it is tested next. */
  readonly onKept: (id: string) => void;
}

/** A new connection: a name, an address, and a token that is never shown again. */
export function AddDialog({ secrets, onClose, onKept }: DialogProps) {
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
    onKept(made.id);
  });
  const isWhole = name.trim() !== '' && baseUrl.trim() !== '';
  return (
    <FormDialog
      title="Add a connection"
      submit="Add and test"
      busy={add.isRunning || !isWhole}
      onSubmit={() => void add.run()}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="How it is called here, for instance the organization that pays."
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
        description="Leave it empty unless the service told you another one."
        placeholder="20240515"
        maxLength={40}
        value={version}
        onChange={(event) => setVersion(event.currentTarget.value)}
      />
      <PasswordInput
        label="Token"
        description="You can enter it later as well."
        autoComplete="off"
        maxLength={LONGEST_TOKEN}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed' }}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <TokenNote secrets={secrets} />
      {add.error !== null && <FailureLine error={add.error} />}
    </FormDialog>
  );
}

/** A new token for a connection. */
export function TokenDialog({ connection, secrets, onClose, onKept }: DialogProps & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [token, setToken] = useState('');
  const keep = useAction(async () => {
    await client.call('connections.setToken', { id: connection.id, token });
    onKept(connection.id);
  });
  return (
    <FormDialog
      title={`Token for ${connection.name}`}
      submit="Keep and test"
      busy={keep.isRunning || token === ''}
      onSubmit={() => void keep.run()}
      onClose={onClose}
    >
      <PasswordInput
        label="Token"
        description={connection.token === 'none' ? 'It comes with your account.' : 'It replaces the present token.'}
        data-autofocus
        autoComplete="off"
        maxLength={LONGEST_TOKEN}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide what is typed' }}
        value={token}
        onChange={(event) => setToken(event.currentTarget.value)}
      />
      <TokenNote secrets={secrets} />
      {keep.error !== null && <FailureLine error={keep.error} />}
    </FormDialog>
  );
}

/** Edits a connection. Practice has no editable address. */
export function ChangeDialog({ connection, onClose, onKept }: Omit<DialogProps, 'secrets'> & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [name, setName] = useState(connection.name);
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl);
  const [version, setVersion] = useState(connection.version);
  const [settings, setSettings] = useState(connection.settings);
  const isLive = connection.kind === 'live';
  const change = useAction(async () => {
    const moved = isLive && (baseUrl.trim() !== connection.baseUrl || version.trim() !== connection.version);
    await client.call('connections.change', {
      id: connection.id,
      settings,
      ...(isLive && { name: name.trim() }),
      ...(moved && { baseUrl: baseUrl.trim(), version: version.trim() }),
    });
    if (moved) onKept(connection.id);
    else onClose();
  });
  return (
    <FormDialog
      title={`Change ${connection.name}`}
      submit="Keep"
      busy={change.isRunning || name.trim() === ''}
      onSubmit={() => void change.run()}
      onClose={onClose}
    >
      {isLive && (
        <>
          <TextInput label="Name" data-autofocus maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} />
          <TextInput
            label="Address"
            type="url"
            maxLength={500}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
          />
          <TextInput label="Version" maxLength={40} value={version} onChange={(event) => setVersion(event.currentTarget.value)} />
        </>
      )}
      <Select
        label="A list is sent as"
        description="Both hold the same. Change it only if the service asks you to."
        allowDeselect={false}
        value={settings.listFormat}
        onChange={(listFormat) => listFormat !== null && setSettings({ ...settings, listFormat })}
        data={[
          { value: 'json', label: 'JSON (usual)' },
          { value: 'csv', label: 'CSV' },
        ]}
      />
      <Select
        label="Row numbers in its error report"
        description="How it counts decides which of your rows it means."
        allowDeselect={false}
        value={settings.rowBase}
        onChange={(rowBase) => rowBase !== null && setSettings({ ...settings, rowBase })}
        data={Object.entries(ROW_BASE_WORDS).map(([value, label]) => ({ value: value as ConnectionView['settings']['rowBase'], label }))}
      />
      <NumberInput
        label="Rows in one project"
        description="A longer list goes out as several linked projects, one after the other."
        min={1}
        max={MAX_RECORDS}
        clampBehavior="blur"
        allowDecimal={false}
        thousandSeparator=","
        value={settings.mostRows ?? MAX_RECORDS}
        onChange={(mostRows) =>
          typeof mostRows === 'number' && setSettings({ ...settings, mostRows: Math.min(Math.max(1, mostRows), MAX_RECORDS) })
        }
      />
      {change.error !== null && <FailureLine error={change.error} />}
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
        <p style={{ margin: 0 }}>Its token is deleted from this computer. Projects that were screened over it stay, with their scores.</p>
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
