import { Button } from '@mantine/core';
import { IconCircleCheck, IconTemplate } from '@tabler/icons-react';
import { useState } from 'react';
import type { ColumnsView, ProjectView } from '../../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../../api/index.ts';
import { OfferCard, useDismissed } from '../../components/index.ts';
import { FailureLine, useAnnounce } from '../../kit/index.ts';
import { SaveTemplateDialog, TemplatesDialog } from './TemplateDialogs.tsx';
import { TemplateChanges } from './TemplateChanges.tsx';
import { count } from '../../format/index.ts';
import './templates.css';

interface TemplateProps {
  readonly project: ProjectView;
  readonly view: ColumnsView;
}

function Used({ project, view }: TemplateProps) {
  const announce = useAnnounce();
  const undo = useCommand('templates.undo', () => announce('The columns are as they were before'));
  if (view.template === null) return null;
  const { name, changed } = view.template;
  return (
    <OfferCard
      label="Template"
      isUsed
      icon={<IconCircleCheck size={20} stroke={1.6} aria-hidden />}
      actions={
        <Button variant="default" size="xs" loading={undo.isPending} onClick={() => undo.mutate({ id: project.id })}>
          Undo
        </Button>
      }
    >
      <div className="strong">“{name}” is used for these columns</div>
      <div className="small second">
        {changed
          ? 'You have changed columns since. Undo reverts those changes, too.'
          : 'Where the values of this list show how dates and amounts are written, the values take precedence.'}
      </div>
      <FailureLine error={undo.error} />
    </OfferCard>
  );
}

function Offered({ project, view }: TemplateProps) {
  const offers = useContractQuery('templates.offers', { id: project.id });
  const announce = useAnnounce();
  const apply = useCommand('templates.apply', (after) => announce(`${after.template?.name ?? 'The template'} is used`));
  const [isShown, setShown] = useState(false);
  const { keys, dismiss } = useDismissed();
  const offer = offers.data?.find(({ same, changes }) => same && changes > 0);
  if (offer === undefined || keys.has(`template:${project.id}`)) return null;
  return (
    <>
      <OfferCard
        label="Template"
        isUsed={false}
        icon={<IconTemplate size={20} stroke={1.6} aria-hidden />}
        actions={
          <>
            <button type="button" className="link small" onClick={() => setShown(true)}>
              See its settings
            </button>
            <button type="button" className="link small" onClick={() => dismiss(`template:${project.id}`)}>
              Not now
            </button>
            <Button
              variant="default"
              size="xs"
              loading={apply.isPending}
              onClick={() => apply.mutate({ id: project.id, template: offer.id })}
            >
              Use it
            </Button>
          </>
        }
      >
        <div className="strong">Your template “{offer.name}” was made for these headings</div>
        <div className="small second">It would change {count(offer.changes, 'setting')} below.</div>
        <FailureLine error={apply.error} />
      </OfferCard>
      {isShown && <TemplateChanges project={project} view={view} template={offer} onClose={() => setShown(false)} />}
    </>
  );
}

/** The applied template, or one that fits the headings of this list. */
export function TemplateCard(props: TemplateProps) {
  const { data } = useContractQuery('recipe.get', { id: props.project.id });
  // The card of a recipe in use undoes more than the columns.
  if (data === undefined || data.used !== null) return null;
  return props.view.template === null ? <Offered {...props} /> : <Used {...props} />;
}

/** Actions to save and manage templates, below the panel of fields. */
export function TemplateLinks({ project, view, isLocked }: TemplateProps & { readonly isLocked: boolean }) {
  const [dialog, setDialog] = useState<'save' | 'all' | null>(null);
  const close = () => setDialog(null);
  return (
    <div className="template-links">
      <button type="button" className="link" onClick={() => setDialog('save')}>
        Save as a template…
      </button>
      <button type="button" className="link" onClick={() => setDialog('all')}>
        Templates…
      </button>
      {dialog === 'save' && <SaveTemplateDialog project={project} view={view} onClose={close} />}
      {dialog === 'all' && <TemplatesDialog project={project} view={view} isLocked={isLocked} onClose={close} />}
    </div>
  );
}
