import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import {
  IconArrowRight,
  IconCopyPlus,
  IconDots,
  IconGift,
  IconPackageExport,
  IconPackageImport,
  IconPencil,
  IconRefresh,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { lostWith, unfetchedResults } from '../../shared/view-texts/index.ts';
import { mergesIntoParent, wasSent } from '../../shared/project/index.ts';
import { useCommand, useContractQuery } from '../api/index.ts';
import { ConfirmDialog, Dialog, FailureLine, NameDialog, focusTitle } from '../kit/index.ts';
import { DuplicateDialog } from './DuplicateDialog.tsx';
import { HandOverDialog, TakeBackDialog } from './HandOverDialog.tsx';
import { STEPS, navigate, toProject, toScreen, useRoute } from '../navigation/index.ts';
import { STEP_NAMES, isReachable, stepOf } from '../format/index.ts';

interface DialogProps {
  readonly project: ProjectView;
  readonly onClose: () => void;
}

function RenameDialog({ project, onClose }: DialogProps) {
  const rename = useCommand('projects.change', onClose);
  return (
    <NameDialog
      title="Rename the project"
      name={project.name}
      maxLength={120}
      submit="Rename"
      command={rename}
      onSubmit={(name) => rename.mutate({ id: project.id, name })}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ project, onClose }: DialogProps) {
  const isItsPage = useRoute().at === 'project';
  const remove = useCommand('projects.remove', (_done, _input, isHere) => {
    onClose();
    if (!isItsPage) focusTitle();
    else if (isHere) navigate(toScreen('projects'));
  });
  const lost = lostWith(project.id, useContractQuery('projects.list', {}).data ?? []);
  const unfetched = unfetchedResults(project.state);
  if (unfetched !== null) return <LoseResultsDialog project={project} lost={[unfetched, ...lost]} remove={remove} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={`Remove “${project.name}”?`}
      confirm="Remove for good"
      isDestructive
      command={remove}
      onConfirm={() => remove.mutate({ id: project.id })}
      onClose={onClose}
    >
      <p>
        The list, your fixes and the scores are deleted from this computer for good. Your own file stays where it is, and the service keeps
        its copy.
      </p>
      {lost.map((sentence) => (
        <p key={sentence} className="strong">
          {sentence}
        </p>
      ))}
    </ConfirmDialog>
  );
}

interface LoseProps extends DialogProps {
  /** What is lost, one sentence each. */
  readonly lost: readonly string[];
  readonly remove: ReturnType<typeof useCommand<'projects.remove'>>;
}

/** Deleting would lose paid results, so the user must type the project's name; a click alone can happen by accident. */
function LoseResultsDialog({ project, lost, remove, onClose }: LoseProps) {
  const [name, setName] = useState('');
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isConfirmed = name.trim() === project.name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (remove.isPending) return;
    if (isConfirmed) remove.mutate({ id: project.id, loseResults: true });
    else {
      setWrong(true);
      field.current?.focus();
    }
  };
  const close = () => remove.isPending || onClose();
  return (
    <Dialog onClose={close} title={`Remove “${project.name}” and lose its results?`}>
      <form onSubmit={submit}>
        <div className="dialog-text">
          {lost.map((sentence) => (
            <p key={sentence} className="strong">
              {sentence}
            </p>
          ))}
          <p>The list and your fixes are deleted from this computer for good. To keep them, resume the project and wait for its results.</p>
        </div>
        <TextInput
          ref={field}
          mt="sm"
          label="Type the project name to remove it anyway"
          description={project.name}
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={isWrong && !isConfirmed && 'This is not the project name.'}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FailureLine error={remove.error} />
        <div className="dialog-foot">
          <Button variant="default" onClick={close} aria-disabled={remove.isPending} data-autofocus>
            Keep it
          </Button>
          <Button type="submit" color="red" variant="outline" aria-disabled={!isConfirmed} loading={remove.isPending}>
            Remove and lose the results
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface MenuProps {
  readonly project: ProjectView;
  /** Set where the results are shown: fetches them again. */
  readonly fetchAgain?: { readonly isBusy: boolean; readonly onFetch: () => void };
}

/** Actions on a project: its earlier steps, its results, renaming and deleting. */
export function ProjectMenu({ project, fetchAgain }: MenuProps) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | 'duplicate' | 'handOver' | 'takeBack' | null>(null);
  const currentStep = stepOf(project);
  const close = () => setDialog(null);
  return (
    <>
      <Menu width={248}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Menu of ${project.name}`} className="plain-icon">
            <IconDots size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight size={15} stroke={1.6} aria-hidden />} onClick={() => navigate(toProject(project.id))}>
            Open at {STEP_NAMES[currentStep]}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Steps</Menu.Label>
          {STEPS.filter((step) => step !== currentStep && isReachable(project, step)).map((step) => (
            <Menu.Item key={step} onClick={() => navigate(toProject(project.id, step))}>
              {STEP_NAMES[step]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {wasSent(project.state) && project.adopted === null && (
            <Menu.Item
              leftSection={<IconShieldCheck size={15} stroke={1.6} aria-hidden />}
              onClick={() => navigate(toScreen('record', {}, project.id))}
            >
              Screening record
            </Menu.Item>
          )}
          {fetchAgain !== undefined && (
            <Menu.Item
              leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden />}
              disabled={fetchAgain.isBusy}
              onClick={fetchAgain.onFetch}
            >
              Fetch the results again
            </Menu.Item>
          )}
          {project.state.at === 'draft' && (
            <Menu.Item
              leftSection={<IconGift size={15} stroke={1.6} aria-hidden />}
              onClick={() => navigate(toProject(project.id, 'columns', {}, 'gifts'))}
            >
              Add gifts…
            </Menu.Item>
          )}
          {project.sheet !== null && !mergesIntoParent(project.lineage) && (
            <Menu.Item leftSection={<IconCopyPlus size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('duplicate')}>
              Duplicate as new screening…
            </Menu.Item>
          )}
          {project.sheet !== null && project.held === null && !mergesIntoParent(project.lineage) && (
            <Menu.Item leftSection={<IconPackageExport size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('handOver')}>
              Hand over…
            </Menu.Item>
          )}
          {project.held?.holder === 'given' && (
            <Menu.Item leftSection={<IconPackageImport size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('takeBack')}>
              Take it back…
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />} data-danger="true" onClick={() => setDialog('remove')}>
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'duplicate' && <DuplicateDialog project={project} onClose={close} />}
      {dialog === 'handOver' && <HandOverDialog project={project} onClose={close} />}
      {dialog === 'takeBack' && <TakeBackDialog project={project} onClose={close} />}
      {dialog === 'rename' && <RenameDialog project={project} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog project={project} onClose={close} />}
    </>
  );
}
