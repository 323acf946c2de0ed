import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core';
import { IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { ProjectView } from '../../shared/contract.ts';
import { lostWith } from '../../shared/project/leaning.ts';
import { asAppError } from '../client.ts';
import { Dialog, focusTitle } from './Dialog.tsx';
import { FailureLine } from './Failure.tsx';
import { useCommand, useDesk } from '../queries.ts';
import { navigate, STEPS, toProject } from '../router.ts';
import { isReachable, stepOf } from '../steps.ts';
import { STEP_NAMES } from '../text.ts';

interface DialogProps {
  readonly project: ProjectView;
  readonly onClose: () => void;
}

function RenameDialog({ project, onClose }: DialogProps) {
  const [name, setName] = useState(project.name);
  const rename = useCommand('projects.change', onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') rename.mutate({ id: project.id, name: name.trim() });
  };
  return (
    <Dialog onClose={onClose} title="Rename the project">
      <form onSubmit={submit}>
        <TextInput label="Name" value={name} maxLength={120} data-autofocus onChange={(event) => setName(event.currentTarget.value)} />
        {rename.error !== null && <FailureLine error={asAppError(rename.error)} />}
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Rename</Button>
        </Group>
      </form>
    </Dialog>
  );
}

function RemoveDialog({ project, onClose }: DialogProps) {
  const remove = useCommand('projects.remove', () => {
    focusTitle();
    onClose();
  });
  const lost = lostWith(project.id, useDesk('projects.list', {}).data ?? []);
  return (
    <Dialog onClose={onClose} title={`Remove “${project.name}”?`}>
      <p style={{ margin: 0 }}>
        The list, your fixes and the scores are deleted from this computer for good. Your own file stays where it is, and the service keeps
        what it holds.
      </p>
      {lost.map((sentence) => (
        <p key={sentence} className="strong" style={{ margin: 'var(--mantine-spacing-sm) 0 0' }}>
          {sentence}
        </p>
      ))}
      {remove.error !== null && <FailureLine error={asAppError(remove.error)} />}
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep it
        </Button>
        <Button color="red" onClick={() => remove.mutate({ id: project.id })}>
          Remove for good
        </Button>
      </Group>
    </Dialog>
  );
}

/** What can be done with a project: its earlier steps, its name, and its end. */
export function ProjectMenu({ project }: { readonly project: ProjectView }) {
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const stands = stepOf(project);
  const close = () => setDialog(null);
  return (
    <>
      <Menu width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Menu of ${project.name}`} className="plain-icon">
            <IconDots size={18} stroke={1.8} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconArrowRight size={15} stroke={1.6} aria-hidden />} onClick={() => navigate(toProject(project.id))}>
            Open at {STEP_NAMES[stands]}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Its steps</Menu.Label>
          {STEPS.filter((step) => step !== stands && isReachable(project, step)).map((step) => (
            <Menu.Item key={step} onClick={() => navigate(toProject(project.id, step))}>
              {STEP_NAMES[step]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('rename')}>
            Rename…
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />} data-danger="true" onClick={() => setDialog('remove')}>
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' && <RenameDialog project={project} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog project={project} onClose={close} />}
    </>
  );
}
