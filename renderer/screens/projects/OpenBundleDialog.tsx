/** Opens a bundle from a colleague, which the user has chosen or dropped. */
import { Button, Select } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Output } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { openedTexts } from '../../../shared/view-texts/index.ts';
import { asAppError, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { BUNDLES, useFileImport } from '../../components/index.ts';
import { Dialog, DialogFoot, FileChoice, FormDialog, useAnnounce, useMissing, SecretInput } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';

const TITLE = 'Open a bundle';

function Opened({ opened, onClose }: { readonly opened: Output<'bundles.open'>; readonly onClose: () => void }) {
  const { project } = opened;
  return (
    <Dialog onClose={onClose} title={TITLE}>
      <div className="dialog-text">
        <p className="strong">“{project.name}” is here.</p>
        {openedTexts(opened).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <DialogFoot onClose={onClose}>
        <Button component="a" href={toProject(project.id)} onClick={onClose} data-autofocus>
          Open the project
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface PassphraseDialogProps {
  readonly file: File;
  readonly onOpened: (opened: Output<'bundles.open'>) => void;
  readonly onClose: () => void;
}

function PassphraseDialog({ file, onOpened, onClose }: PassphraseDialogProps) {
  const client = useClient();
  const announce = useAnnounce();
  const connections = useContractQuery('connections.list', {}).data ?? [];
  const [passphrase, setPassphrase] = useState('');
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const open = useCommand('bundles.open', ({ project }) => announce(`“${project.name}” is here`));
  // A second attempt uses the same file token, which is used up only when the bundle has been opened.
  const token = useRef<string | null>(null);
  const needsConnection = error?.code === 'BUNDLE_CONNECTION' || connectionId !== null;
  const missing = useMissing({
    passphrase: passphrase === '' && 'Enter the passphrase.',
    connection: needsConnection && connectionId === null && 'Choose a connection.',
  });
  const submit = async () => {
    setError(null);
    setBusy(true);
    try {
      token.current ??= (await client.offerFile(file, () => undefined)).token;
      onOpened(await open.mutateAsync({ file: token.current, passphrase, ...(connectionId !== null && { connectionId }) }));
    } catch (failure) {
      setError(asAppError(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={TITLE}
      submit="Open the bundle"
      missing={missing}
      command={{ isPending: isBusy, error }}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p className="second dialog-note">
        {file.name}. Everything in it is checked before anything is stored. Opening it costs nothing and sends nothing.
      </p>
      <SecretInput
        what="passphrase"
        label="Passphrase"
        error={missing.at('passphrase')}
        description="As the person who made the bundle gave it to you"
        value={passphrase}
        data-autofocus
        onChange={setPassphrase}
      />
      {needsConnection && (
        <Select
          label="Connection"
          error={missing.at('connection')}
          description="With a connection to another account, the project can only be read."
          value={connectionId}
          onChange={setConnectionId}
          data={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </FormDialog>
  );
}

/** The button, with its dialog once a bundle was chosen or dropped. */
export function OpenBundle() {
  const { bundle, setBundle } = useFileImport();
  const [opened, setOpened] = useState<{ readonly file: File; readonly output: Output<'bundles.open'> } | null>(null);
  useEffect(() => () => setBundle(null), [setBundle]);
  const close = () => {
    setBundle(null);
    setOpened(null);
  };
  return (
    <>
      <FileChoice accept={BUNDLES} onChoose={setBundle}>
        {(props) => (
          <Button variant="default" leftSection={<IconPackageImport size={16} stroke={1.6} aria-hidden />} {...props}>
            Open a bundle…
          </Button>
        )}
      </FileChoice>
      {bundle !== null && opened?.file === bundle && <Opened opened={opened.output} onClose={close} />}
      {bundle !== null && opened?.file !== bundle && (
        <PassphraseDialog
          key={`${bundle.name} ${bundle.lastModified}`}
          file={bundle}
          onOpened={(output) => setOpened({ file: bundle, output })}
          onClose={close}
        />
      )}
    </>
  );
}
