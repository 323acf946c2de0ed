import { ActionIcon, Button, Menu, Progress, Tooltip } from '@mantine/core';
import { IconDownload, IconFolderOpen, IconTableExport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat, ExportView } from '../../../shared/contract/index.ts';
import { asAppError, useClient } from '../../api/client.ts';
import { useCommand, useContractQuery } from '../../api/queries.ts';
import { useAnnounce } from '../../components/Announcer.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { FailureLine } from '../../components/Failure.tsx';
import { count } from '../../format/text.ts';

const FORMATS: Readonly<Record<ExportFormat, string>> = { xlsx: 'Excel workbook', csv: 'CSV', jsonl: 'JSON lines' };
const TITLES: Readonly<Record<ExportView['state'], string>> = {
  writing: 'Saving the cleaned list',
  done: 'The cleaned list is saved',
  failed: 'The file was not written',
};

/** The written file, as the host lets the user reach it: in its folder or as a download. */
function Reach({ view, onClose }: { readonly view: ExportView; readonly onClose: () => void }) {
  const client = useClient();
  const announce = useAnnounce();
  const reveal = useCommand('exports.reveal');
  const { download } = view;
  if (download === null)
    return (
      <>
        {reveal.error !== null && <FailureLine error={asAppError(reveal.error)} />}
        <Button leftSection={<IconFolderOpen size={16} stroke={1.6} />} onClick={() => reveal.mutate({ id: view.id })} data-autofocus>
          Show in folder
        </Button>
      </>
    );
  const take = () => {
    client.download(download);
    announce('Handed to the browser');
    onClose();
  };
  return (
    <Button leftSection={<IconDownload size={16} stroke={1.8} />} onClick={take} data-autofocus>
      Download
    </Button>
  );
}

function Saving({ begun, onClose }: { readonly begun: ExportView; readonly onClose: () => void }) {
  const view = useContractQuery('exports.get', { id: begun.id }).data ?? begun;
  return (
    <Dialog onClose={onClose} size={480} title={TITLES[view.state]}>
      {view.state === 'failed' ? (
        <p role="alert">{view.failure?.message ?? 'The file could not be written.'} Your list is as it was.</p>
      ) : (
        <p>
          <span className="strong">{view.shown}</span>, {count(view.done, 'row')}
          {view.state === 'done' && ' written, with your corrections and the reason of each row that is not sent'}
        </p>
      )}
      {view.state === 'writing' && (
        <Progress value={view.total === null ? 0 : (view.done / Math.max(1, view.total)) * 100} aria-label="Rows written" />
      )}
      <div className="dialog-foot">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {view.state === 'done' && <Reach view={view} onClose={onClose} />}
      </div>
    </Dialog>
  );
}

/** Saves the list as it is sent: cleaned and corrected values under the headings of the file. */
export function SaveList({ id }: { readonly id: string }) {
  const [begun, setBegun] = useState<ExportView | null>(null);
  // Null when the user canceled the choice of a location.
  const save = useCommand('results.export', (view) => view !== null && setBegun(view));
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label="Save the cleaned list">
            <ActionIcon variant="default" size={32} aria-label="Save the cleaned list" loading={save.isPending}>
              <IconTableExport size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The list as it is sent</Menu.Label>
          {(Object.entries(FORMATS) as [ExportFormat, string][]).map(([format, label]) => (
            <Menu.Item key={format} onClick={() => save.mutate({ kind: 'cleanedList', id, format })}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {save.error !== null && <FailureLine error={asAppError(save.error)} />}
      {begun !== null && <Saving begun={begun} onClose={() => setBegun(null)} />}
    </>
  );
}
