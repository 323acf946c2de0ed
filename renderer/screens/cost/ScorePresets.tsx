import { ActionIcon, Button, Menu, Select } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type ScoreConfiguration, textsOf } from '../../../shared/base/index.ts';
import { asAppError, useCommand, useContractQuery } from '../../api/index.ts';
import { ConfirmDialog, FailureLine, NameDialog, useAnnounce } from '../../kit/index.ts';

const MAX_NAME_LENGTH = 80;

interface SaveDialogProps {
  readonly configuration: ScoreConfiguration;
  readonly name: string;
  readonly onClose: () => void;
}

function SaveDialog({ configuration, name, onClose }: SaveDialogProps) {
  const announce = useAnnounce();
  const save = useCommand('scorePresets.save', (saved) => {
    announce(`${saved.name} is saved`);
    onClose();
  });
  const isTaken = save.error !== null && asAppError(save.error).code === 'TEMPLATE_NAME_TAKEN';
  return (
    <NameDialog
      title="Save the score settings"
      note="Every list on this computer can use them, in the terminal too. They contain no rows of the list."
      name={name}
      submit={isTaken ? 'Replace it' : 'Save'}
      maxLength={MAX_NAME_LENGTH}
      command={save}
      onSubmit={(newName) => save.mutate({ name: newName, configuration, replace: isTaken })}
      onClose={onClose}
    />
  );
}

function RenameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const rename = useCommand('scorePresets.rename', (renamed) => {
    announce(`${name} is now ${renamed.name}`);
    onClose();
  });
  return (
    <NameDialog
      title={`Rename “${name}”`}
      note="Lists that use these settings keep them."
      name={name}
      submit="Rename"
      maxLength={MAX_NAME_LENGTH}
      command={rename}
      onSubmit={(to) => rename.mutate({ name, to })}
      onClose={onClose}
    />
  );
}

function RemoveDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const remove = useCommand('scorePresets.remove', () => {
    announce(`${name} is removed`);
    onClose();
  });
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      confirm="Remove"
      isDestructive
      command={remove}
      onConfirm={() => remove.mutate({ name })}
      onClose={onClose}
    >
      <p>Lists that use these settings keep them. Only the saved name is removed.</p>
    </ConfirmDialog>
  );
}

interface ScorePresetsProps {
  /** The settings of the form; null while it is empty or invalid. */
  readonly configuration: ScoreConfiguration | null;
  readonly onChoose: (configuration: ScoreConfiguration) => void;
}

const comparable = (configuration: ScoreConfiguration | null): string => JSON.stringify(textsOf(configuration));

/** Saved score settings: choose, save, rename, remove. */
export function ScorePresets({ configuration, onChoose }: ScorePresetsProps) {
  const presets = useContractQuery('scorePresets.list', {});
  const [dialog, setDialog] = useState<'save' | 'rename' | 'remove' | null>(null);
  const all = presets.data ?? [];
  const used = configuration === null ? undefined : all.find((preset) => comparable(preset.configuration) === comparable(configuration));
  const close = () => setDialog(null);
  return (
    <div className="presets">
      <FailureLine error={presets.error} />
      {all.length > 0 && (
        <Select
          className="presets-choice"
          label="Saved settings"
          placeholder="Choose…"
          allowDeselect={false}
          data={all.map(({ name }) => name)}
          value={used?.name ?? null}
          onChange={(name) => {
            const chosen = all.find((preset) => preset.name === name);
            if (chosen !== undefined) onChoose(chosen.configuration);
          }}
        />
      )}
      {used === undefined ? (
        configuration !== null && (
          <Button variant="default" onClick={() => setDialog('save')}>
            Save these settings…
          </Button>
        )
      ) : (
        <Menu width={180} position="bottom-start">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label={`Menu of ${used.name}`}>
              <IconDots size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />} onClick={() => setDialog('rename')}>
              Rename…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />}
              data-danger="true"
              onClick={() => setDialog('remove')}
            >
              Remove…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {dialog === 'save' && configuration !== null && (
        <SaveDialog configuration={configuration} name={configuration.primaryAffinityDescription ?? ''} onClose={close} />
      )}
      {dialog === 'rename' && used !== undefined && <RenameDialog name={used.name} onClose={close} />}
      {dialog === 'remove' && used !== undefined && <RemoveDialog name={used.name} onClose={close} />}
    </div>
  );
}
