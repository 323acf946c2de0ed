/** Adopts a project of the service that is not in this data folder, together with the file that was sent if the user has it. */
import { Button, Radio, Select } from '@mantine/core';
import { IconCloudDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output, ProjectView, QueryName } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { isProcessed } from '../../../shared/project/index.ts';
import { adoptionNotes } from '../../../shared/view-texts/index.ts';
import { asAppError, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { Dialog, DialogFoot, FailureLine, FileChoice, useAnnounce, useMissing } from '../../kit/index.ts';
import { SPREADSHEETS } from '../../components/index.ts';
import { count } from '../../format/index.ts';
import { toProject } from '../../navigation/index.ts';
import './adopt.css';

type RemoteProject = Output<'service.projects'>[number];

function remoteText({ status, totalRows }: RemoteProject): string {
  const rows = totalRows === null ? 'unknown number of rows' : count(totalRows, 'row');
  if (isProcessed(status)) return rows;
  return status === null ? `${rows}, no status: it may not be processed yet` : `${rows}, not processed yet: “${status.trim()}”`;
}

interface ChoiceProps {
  readonly connectionId: string;
  readonly chosen: string | null;
  /** What to show as missing at the projects. */
  readonly error: string | undefined;
  readonly onChoose: (remoteId: string) => void;
}

/** The projects on the service that are not in this data folder. */
function RemoteProjects({ connectionId, chosen, error, onChoose }: ChoiceProps) {
  const found = useContractQuery('service.projects', { connectionId });
  if (found.error !== null) return <FailureLine error={found.error} />;
  if (found.data === undefined) return <output className="second">Asking the service for its projects…</output>;
  const unknown = found.data.filter(({ projectId }) => projectId === null);
  if (unknown.length === 0)
    return (
      <p className="second">{found.data.length === 0 ? 'The service has no projects.' : 'Every project on the service is already here.'}</p>
    );
  return (
    <Radio.Group label="Project" error={error} aria-invalid={error !== undefined} mt={12} value={chosen} onChange={onChoose}>
      <div className="adopt-list">
        {unknown.map((project) => (
          <Radio
            key={project.remoteId}
            value={project.remoteId}
            label={project.name ?? `Project ${project.remoteId}`}
            description={remoteText(project)}
            disabled={!isProcessed(project.status)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function Adopted({ project, onClose }: { readonly project: ProjectView; readonly onClose: () => void }) {
  if (project.state.at !== 'done' || project.adopted === null) return null;
  const { counts } = project.state;
  return (
    <>
      <p className="adopt-first">
        “{project.name}” is here: {count(counts.submitted, 'row')}, {count(counts.scored, 'score')}. Nothing was sent and nothing was
        charged.
      </p>
      <ul className="adopt-notes">
        {adoptionNotes(project.adopted, counts).map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <DialogFoot onClose={onClose}>
        <Button component="a" href={toProject(project.id, 'results')} onClick={onClose} data-autofocus>
          See the results
        </Button>
      </DialogFoot>
    </>
  );
}

function AdoptDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useClient();
  const announce = useAnnounce();
  const app = useContractQuery('app.get', {});
  const connections = useContractQuery('connections.list', {});
  const [picked, setPicked] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [offering, setOffering] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const adopt = useCommand('projects.adopt', ({ name }) => announce(`“${name}” is here`));
  const cache = useQueryClient();
  // Do not cache the list, because the service can get new projects without an event.
  useEffect(
    () => () => {
      cache.removeQueries({ queryKey: ['service.projects' satisfies QueryName] });
    },
    [cache],
  );
  const connectionId = picked ?? app.data?.connectionId ?? null;
  const isBusy = offering || adopt.isPending;
  const missing = useMissing({ project: chosen === null && 'Choose a project.' });
  const submit = async () => {
    if (connectionId === null || chosen === null || isBusy) return;
    setError(null);
    setOffering(true);
    try {
      const token = file === null ? null : (await client.offerFile(file, () => undefined)).token;
      await adopt.mutateAsync({ connectionId, remoteId: chosen, file: token });
    } catch (failure) {
      setError(asAppError(failure));
    } finally {
      setOffering(false);
    }
  };
  return (
    <Dialog onClose={onClose} title="Get a project from the service" size="lg">
      {adopt.data === undefined ? (
        <form onSubmit={missing.submits(() => void submit())}>
          <p className="second adopt-first">
            For projects that were sent from another computer. Getting a project costs nothing, and none of its rows can be sent.
          </p>
          {(connections.data?.length ?? 0) > 1 && (
            <Select
              label="Connection"
              value={connectionId}
              onChange={(value) => {
                setPicked(value);
                setChosen(null);
              }}
              allowDeselect={false}
              disabled={isBusy}
              data={(connections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {connectionId !== null && (
            <RemoteProjects connectionId={connectionId} chosen={chosen} error={missing.at('project')} onChoose={setChosen} />
          )}
          <div className="adopt-file">
            <FileChoice onChoose={setFile} accept={SPREADSHEETS} disabled={isBusy}>
              {(props) => (
                <Button variant="default" size="xs" {...props}>
                  {file === null ? 'Choose the file that was sent' : 'Choose another file'}
                </Button>
              )}
            </FileChoice>
            <span className="small second cut">
              {file === null ? 'Without the file, the list has the people in the profiles.' : file.name}
            </span>
          </div>
          <FailureLine error={error} />
          <DialogFoot close="Cancel" onClose={onClose}>
            <Button type="submit" aria-disabled={!missing.isComplete} loading={isBusy}>
              Get the project
            </Button>
          </DialogFoot>
        </form>
      ) : (
        <Adopted project={adopt.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** The button, with its dialog while that is open. */
export function AdoptProject() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCloudDown size={16} stroke={1.6} aria-hidden />}
        aria-label="Get a project from the service…"
        onClick={() => setOpen(true)}
      >
        From the service…
      </Button>
      {isOpen && <AdoptDialog onClose={() => setOpen(false)} />}
    </>
  );
}
