import { ActionIcon, Button, Menu, TextInput } from '@mantine/core';
import { IconDots, IconDownload, IconPencil, IconTemplate, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnsView, ProjectView, TemplateOffer, TemplateView } from '../../../shared/contract/index.ts';
import type { AppError } from '../../../shared/base/index.ts';
import { asAppError, useClient, useCommand, useContractQuery } from '../../api/index.ts';
import { Dialog, EmptyState, FailureLine, FileChoice, NameDialog, useAnnounce, useMissing } from '../../kit/index.ts';
import { count } from '../../format/index.ts';
import { TemplateChanges } from './TemplateChanges.tsx';

const MAX_NAME_LENGTH = 120;

interface DialogProps {
  readonly project: ProjectView;
  readonly view: ColumnsView;
  readonly onClose: () => void;
}

export function SaveTemplateDialog({ project, view, onClose }: DialogProps) {
  const announce = useAnnounce();
  const save = useCommand('templates.save', ({ name: saved }) => {
    announce(`${saved} is saved`);
    onClose();
  });
  const isTaken = save.error !== null && asAppError(save.error).code === 'TEMPLATE_NAME_TAKEN';
  return (
    <NameDialog
      title="Save as a template"
      note="A template keeps the field of each heading, how dates and amounts are read, which values are cleaned, and which values are the same in every row. It contains no rows of the list. It is offered for the next file with the same headings."
      name={view.template?.name ?? project.name}
      maxLength={MAX_NAME_LENGTH}
      submit={isTaken ? 'Replace it' : 'Save'}
      command={save}
      onSubmit={(name) => save.mutate({ id: project.id, name, replace: isTaken })}
      onClose={onClose}
    />
  );
}

function fitText(offer: TemplateOffer | undefined, headings: number): string {
  if (offer === undefined) return count(headings, 'heading');
  if (offer.same) return `The same ${count(headings, 'heading')}${offer.changes === 0 ? ', and the columns already match it' : ''}`;
  return `${offer.found} of the ${count(offer.of, 'heading')} that it sends ${offer.found === 1 ? 'is' : 'are'} in this sheet`;
}

interface RowProps {
  readonly template: TemplateView;
  readonly offer: TemplateOffer | undefined;
  readonly isLocked: boolean;
  readonly onUse: () => void;
  readonly onError: (error: AppError | null) => void;
}

function RenameForm({ template, onEnd }: { readonly template: TemplateView; readonly onEnd: () => void }) {
  const [name, setName] = useState(template.name);
  const missing = useMissing({ name: name.trim() === '' && 'Enter a name.' });
  const rename = useCommand('templates.rename', onEnd);
  return (
    <form className="template-form" onSubmit={missing.submits(() => rename.mutate({ id: template.id, name: name.trim() }))}>
      <TextInput
        size="xs"
        label={`New name of “${template.name}”`}
        value={name}
        maxLength={MAX_NAME_LENGTH}
        ref={(field) => field?.focus()}
        error={missing.at('name') ?? (rename.error === null ? null : asAppError(rename.error).message)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" type="submit" loading={rename.isPending}>
        Rename
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={onEnd}>
        Cancel
      </Button>
    </form>
  );
}

function TemplateRow({ template, offer, isLocked, onUse, onError }: RowProps) {
  const client = useClient();
  const announce = useAnnounce();
  const [mode, setMode] = useState<'plain' | 'rename' | 'remove'>('plain');
  const failed = (error: Error) => onError(asAppError(error));
  const save = useCommand('templates.export', (saved) => {
    if (saved === null) return;
    if (saved.download !== null) client.download(saved.download);
    announce(`Saved: ${saved.shown}`);
  });
  const remove = useCommand('templates.remove', () => announce(`${template.name} is removed`));
  const { id, name } = template;
  return (
    <li>
      <div>
        <div className="strong cut" title={name}>
          {name}
        </div>
        <div className="small second">{fitText(offer, template.headings)}</div>
      </div>
      <div className="template-row-actions">
        <Button variant="default" size="xs" disabled={isLocked} onClick={onUse} aria-label={`Use ${name}`}>
          Use…
        </Button>
        <Menu width={180} position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size={28} aria-label={`Menu of ${name}`} className="plain-icon">
              <IconDots size={18} stroke={1.8} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} aria-hidden />} onClick={() => setMode('rename')}>
              Rename…
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={15} stroke={1.6} aria-hidden />}
              onClick={() => {
                onError(null);
                save.mutate({ id }, { onError: failed });
              }}
            >
              Export…
            </Menu.Item>
            <Menu.Item leftSection={<IconTrash size={15} stroke={1.6} aria-hidden />} data-danger="true" onClick={() => setMode('remove')}>
              Remove…
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {mode === 'rename' && <RenameForm template={template} onEnd={() => setMode('plain')} />}
      {mode === 'remove' && (
        <div className="template-form">
          <span className="small">This cannot be undone. Lists that used the template do not change.</span>
          <Button size="xs" color="red" data-named onClick={() => remove.mutate({ id }, { onError: failed })}>
            Remove “{name}”
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setMode('plain')}>
            Keep it
          </Button>
        </div>
      )}
    </li>
  );
}

/** All saved mappings: apply, rename, export, import, delete. */
export function TemplatesDialog({ project, view, isLocked, onClose }: DialogProps & { readonly isLocked: boolean }) {
  const client = useClient();
  const announce = useAnnounce();
  const all = useContractQuery('templates.list', {});
  const offers = useContractQuery('templates.offers', { id: project.id });
  const [error, setError] = useState<AppError | null>(null);
  const [chosen, setChosen] = useState<TemplateView | null>(null);
  const importFile = useCommand('templates.import', ({ name }) => announce(`${name} is imported`));
  const importTemplate = async (file: File) => {
    setError(null);
    try {
      const { token } = await client.offerFile(file);
      await importFile.mutateAsync({ file: token });
    } catch (reason) {
      setError(asAppError(reason));
    }
  };
  if (chosen !== null) return <TemplateChanges project={project} view={view} template={chosen} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} size={560} title="Templates">
      {all.data?.length === 0 && (
        <EmptyState icon={IconTemplate} title="No template yet">
          Choose the columns of a list once, and save them as a template. The next list with the same headings then takes one click.
        </EmptyState>
      )}
      {all.data !== undefined && all.data.length > 0 && (
        <ul className="template-list">
          {all.data.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              offer={offers.data?.find(({ id }) => id === template.id)}
              isLocked={isLocked}
              onUse={() => setChosen(template)}
              onError={setError}
            />
          ))}
        </ul>
      )}
      <FailureLine error={error ?? all.error} />
      <div className="dialog-foot">
        <FileChoice accept=".json,application/json" onChoose={(file) => void importTemplate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={importFile.isPending}>
              Import a template file…
            </Button>
          )}
        </FileChoice>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
