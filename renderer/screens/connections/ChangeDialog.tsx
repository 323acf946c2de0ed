import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { CONNECTION_SETTINGS, type ConnectionSettings, type ConnectionView, type Settings } from '../../../shared/contract/index.ts';
import { headingProblems } from '../../../shared/mapping/index.ts';
import { useAction, useClient } from '../../api/index.ts';
import { FormDialog, useMissing } from '../../kit/index.ts';
import { SET_BY_ORGANIZATION } from '../../../shared/policy/index.ts';
import { SettingInput, usePolicy } from '../../components/index.ts';
import { type DialogProps, missingAddress } from './ConnectionDialogs.tsx';
import { CsvHeadingFields } from './CsvHeadingFields.tsx';

const FIELDS = Object.entries<Settings[string]>(CONNECTION_SETTINGS).flatMap(([key, { field }]) =>
  field === undefined ? [] : [[key, field] as const],
);

/** Edits a connection. Practice has no editable address. */
export function ChangeDialog({ connection, onClose, onSaved }: Omit<DialogProps, 'secrets'> & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [name, setName] = useState(connection.name);
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl);
  const [version, setVersion] = useState(connection.version);
  const [settings, setSettings] = useState(connection.settings);
  const { neverSent = [], retention } = usePolicy();
  const isLive = connection.kind === 'live';
  const lock = connection.isOffered ? { disabled: true, description: SET_BY_ORGANIZATION } : {};
  const hasProblem = settings.listFormat === 'csv' && Object.keys(headingProblems(settings.csvHeadings ?? {})).length > 0;
  const missing = useMissing({
    ...missingAddress(name, baseUrl),
    // Each heading that cannot be used says so at its field.
    headings: hasProblem && 'A heading cannot be used.',
  });
  const change = useAction(async () => {
    const moved = isLive && (baseUrl.trim() !== connection.baseUrl || version.trim() !== connection.version);
    await client.call('connections.change', {
      id: connection.id,
      settings,
      ...(isLive && { name: name.trim() }),
      ...(moved && { baseUrl: baseUrl.trim(), version: version.trim() }),
    });
    if (moved) onSaved(connection.id);
    else onClose();
  });
  return (
    <FormDialog
      title={`Change ${connection.name}`}
      submit="Save"
      missing={missing}
      command={change}
      onSubmit={() => void change.run()}
      onClose={onClose}
    >
      {isLive && (
        <>
          <TextInput
            label="Name"
            error={missing.at('name')}
            data-autofocus
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Address"
            error={missing.at('baseUrl')}
            inputMode="url"
            {...lock}
            maxLength={500}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
          />
          <TextInput label="Version" {...lock} maxLength={40} value={version} onChange={(event) => setVersion(event.currentTarget.value)} />
        </>
      )}
      {FIELDS.map(([key, field]) => (
        <SettingInput
          key={key}
          field={field}
          locked={key === 'neverSent' ? neverSent : []}
          lockedTo={key === 'retentionMonths' ? retention : undefined}
          value={settings[key as keyof ConnectionSettings]}
          onChange={(value) => setSettings({ ...settings, [key]: value })}
        />
      ))}
      {settings.listFormat === 'csv' && (
        <CsvHeadingFields
          headings={settings.csvHeadings ?? {}}
          answer={connection.headingAnswer}
          onChange={(csvHeadings) => setSettings({ ...settings, csvHeadings })}
        />
      )}
    </FormDialog>
  );
}
