import { Button } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import type { ProjectView } from '../../shared/contract/index.ts';
import { type WaitingParts as Found, waitingParts } from '../../shared/view-texts/index.ts';
import { estimatedCredits } from '../../shared/rows/index.ts';
import { useCommand, useConnection, useContractQuery } from '../api/index.ts';
import { followProgress } from '../navigation/index.ts';
import { count, number } from '../format/index.ts';
import { ConfirmDialog, FailureLine, focusTitle, useAnnounce } from '../kit/index.ts';
import './notice.css';

const partsText = (parts: number): string => count(parts, 'part');

interface ReleaseProps {
  readonly project: ProjectView;
  readonly found: Found;
  readonly onClose: () => void;
}

function ReleaseDialog({ project, found, onClose }: ReleaseProps) {
  const announce = useAnnounce();
  const release = useCommand('parts.release', ({ parts, rows }) => {
    announce(`${partsText(parts)} with ${count(rows, 'row')} released. Nothing was charged.`);
    onClose();
  });
  const parts = found.waiting.length;
  return (
    <ConfirmDialog
      title={`Release ${partsText(parts)}?`}
      cancel="Keep waiting"
      confirm={`Release ${parts === 1 ? 'it' : 'them'}`}
      command={release}
      onConfirm={() => release.mutate({ id: project.id })}
      onClose={onClose}
    >
      <p>
        {count(found.rows, 'row')} of this list will not be sent, and nothing was charged for them. The people in them are treated as not
        sent, so another list can send them.
      </p>
    </ConfirmDialog>
  );
}

/** The expected cost of the next part, as the end of a sentence. */
function useCost(project: ProjectView, rows: number | null): string {
  const connection = useConnection(project);
  if (connection === undefined || rows === null) return '';
  if (connection.kind === 'practice') return ', and no real credits';
  return `, for about ${count(estimatedCredits(rows, connection.creditsPerRecord), 'credit')}`;
}

function Waiting({ project, found }: { readonly project: ProjectView; readonly found: Found }) {
  const title = useId();
  const card = useRef<HTMLElement>(null);
  // The card disappears when its parts are released. The dialog may have returned the focus to a button of the card by then.
  useLayoutEffect(() => {
    const shown = card.current;
    return () => {
      if (shown?.contains(document.activeElement) === true) focusTitle();
    };
  }, []);
  const [isReleasing, setReleasing] = useState(false);
  const send = useCommand('parts.sendNext', ({ id }, _, isHere) => isHere && followProgress(id));
  const [next] = found.waiting;
  const parts = found.waiting.length;
  const cost = useCost(project, next.rows);
  const last = found.waiting.at(-1)!.part;
  const which = parts === 1 ? `Part ${number(next.part)}` : `Parts ${number(next.part)} to ${number(last)}`;
  const them = parts === 1 ? 'it' : 'them';
  const text = [
    `${which}, with ${count(found.rows, 'row')}, ${parts === 1 ? 'waits' : 'wait'} because the part before has no results. Nothing was charged for ${them}.`,
    `Part ${number(next.part)} sends ${next.rows === null ? 'its rows' : count(next.rows, 'row')}${cost}${parts === 1 ? '.' : '; the others follow automatically.'}`,
    'Until then, other lists may leave these people out.',
  ].join(' ');
  return (
    <section ref={card} className="card notice" data-tone="warning" data-long aria-labelledby={title}>
      <IconStack2 size={20} stroke={1.6} aria-hidden />
      <div>
        <h2 className="notice-title" id={title}>
          {partsText(parts)} of this list {parts === 1 ? 'is' : 'are'} not sent
        </h2>
        <p className="second">{text}</p>
      </div>
      <div className="notice-actions">
        <Button
          variant="default"
          size="xs"
          aria-disabled={send.isPending}
          onClick={() => {
            if (!send.isPending) send.mutate({ id: project.id });
          }}
        >
          Send part {number(next.part)} of {number(found.parts)}
        </Button>
        <Button variant="default" size="xs" onClick={() => setReleasing(true)}>
          Release the {parts === 1 ? 'part that is' : `${number(parts)} parts that are`} not sent
        </Button>
      </div>
      <FailureLine error={send.error} />
      {isReleasing && <ReleaseDialog project={project} found={found} onClose={() => setReleasing(false)} />}
    </section>
  );
}

/** Parts of a list that wait for a part without results, and the actions for them. Renders nothing when there are none. */
export function WaitingParts({ project }: { readonly project: ProjectView }) {
  const projects = useContractQuery('projects.list', {});
  const found = waitingParts(project, projects.data ?? []);
  // The parts of a held project can be sent or released only on another computer.
  return found === null || project.held !== null ? null : <Waiting project={project} found={found} />;
}
