import { NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ConnectionView } from '../../../shared/contract/index.ts';
import { MAX_RECORDS } from '../../../shared/fields/index.ts';
import { headingProblems } from '../../../shared/mapping/index.ts';
import { useAction, useClient } from '../../api/index.ts';
import { FormDialog } from '../../kit/index.ts';
import { ROW_BASE_LABELS } from '../../format/index.ts';
import type { DialogProps } from './ConnectionDialogs.tsx';
import { CsvHeadingFields } from './CsvHeadingFields.tsx';

/** Edits a connection. Practice has no editable address. */
export function ChangeDialog({ connection, onClose, onSaved }: Omit<DialogProps, 'secrets'> & { readonly connection: ConnectionView }) {
  const client = useClient();
  const [name, setName] = useState(connection.name);
  const [baseUrl, setBaseUrl] = useState(connection.baseUrl);
  const [version, setVersion] = useState(connection.version);
  const [settings, setSettings] = useState(connection.settings);
  const isLive = connection.kind === 'live';
  const hasProblem = settings.listFormat === 'csv' && Object.keys(headingProblems(settings.csvHeadings ?? {})).length > 0;
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
      canSubmit={name.trim() !== '' && !hasProblem}
      command={change}
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
        label="Format for sending a list"
        description="Both contain the same data. Change the format only if the service asks you to."
        allowDeselect={false}
        value={settings.listFormat}
        onChange={(listFormat) => listFormat !== null && setSettings({ ...settings, listFormat })}
        data={[
          { value: 'json', label: 'JSON (usual)' },
          { value: 'csv', label: 'CSV' },
        ]}
      />
      <Select
        label="Row numbers in the error report"
        description="They decide which of your rows the service means."
        allowDeselect={false}
        value={settings.rowBase}
        onChange={(rowBase) => rowBase !== null && setSettings({ ...settings, rowBase })}
        data={Object.entries(ROW_BASE_LABELS).map(([value, label]) => ({ value: value as ConnectionView['settings']['rowBase'], label }))}
      />
      <NumberInput
        label="Rows in one project"
        description="A longer list is sent as several linked projects, one after the other."
        min={1}
        max={MAX_RECORDS}
        clampBehavior="blur"
        allowDecimal={false}
        thousandSeparator=","
        value={settings.maxRows ?? MAX_RECORDS}
        onChange={(maxRows) =>
          typeof maxRows === 'number' && setSettings({ ...settings, maxRows: Math.min(Math.max(1, maxRows), MAX_RECORDS) })
        }
      />
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
