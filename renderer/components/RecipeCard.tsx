import { Button } from '@mantine/core';
import { IconCircleCheck, IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { useCommand, useContractQuery } from '../api/index.ts';
import { day } from '../format/index.ts';
import { FailureLine, useAnnounce } from '../kit/index.ts';
import { OfferCard } from './OfferCard.tsx';
import { RecipeDialog } from './RecipeDialog.tsx';

/** Offers the recipe of an earlier screening on a draft, or shows that it is used. Renders nothing without one. */
export function RecipeCard({ project }: { readonly project: ProjectView }) {
  const { id } = project;
  const state = useContractQuery('recipe.get', { id });
  const announce = useAnnounce();
  const undo = useCommand('recipe.undo', () => announce('The list is as it was before'));
  const [isOpen, setIsOpen] = useState(false);
  const { used = null, offer = null } = state.data ?? {};
  if (used === null && offer === null) return null;
  const isWhole = used?.isWhole === true;
  return (
    <>
      <OfferCard
        label="Same as last time"
        isUsed={isWhole}
        icon={isWhole ? <IconCircleCheck size={20} stroke={1.6} aria-hidden /> : <IconRepeat size={20} stroke={1.6} aria-hidden />}
        actions={
          <>
            {used !== null && (
              <Button variant="default" size="xs" loading={undo.isPending} onClick={() => undo.mutate({ id })}>
                Undo
              </Button>
            )}
            {offer !== null && (
              <Button variant="default" size="xs" data-named onClick={() => setIsOpen(true)}>
                Same as last time ({offer.name}, {day(offer.at)})…
              </Button>
            )}
          </>
        }
      >
        {used === null && (
          <>
            <div className="strong">You sent a list like this before</div>
            <div className="small second">You can apply its columns, fixes and settings to this file. You first see what differs.</div>
          </>
        )}
        {used !== null && (
          <span className="strong">
            {isWhole ? `Same as last time: “${used.name}”` : `The file is read as for “${used.name}”. Nothing else is applied yet.`}
          </span>
        )}
        <FailureLine error={undo.error} />
      </OfferCard>
      {isOpen && offer !== null && <RecipeDialog project={project} of={offer.of} onClose={() => setIsOpen(false)} />}
    </>
  );
}
