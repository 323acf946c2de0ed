import { Button } from '@mantine/core';
import { IconPlayerPause, IconSquare } from '@tabler/icons-react';
import { useState } from 'react';
import type { ProjectView } from '../../../shared/contract/index.ts';
import { cancelMeaning, isRunning, mayBeCharged } from '../../../shared/project/index.ts';
import { useCommand } from '../../api/index.ts';
import { ConfirmDialog, FailureLine } from '../../kit/index.ts';
import { isSendingInterrupted } from './run-steps.ts';
import './stop-panel.css';

type Phase = 'before' | 'between' | 'after';

/** The effect of stopping in each phase. */
const MEANINGS: Readonly<Record<Phase, { readonly title: string; readonly here: string; readonly text: string }>> = {
  before: {
    title: 'Until the last row is sent',
    here: 'Right now, while sending',
    text: 'Free. A list that is cut short cannot be screened.',
  },
  between: {
    title: 'After the last row is sent',
    here: 'Right now, all rows are sent',
    text: 'The list stays on the service and costs nothing until it is started.',
  },
  after: {
    title: 'After screening has started',
    here: 'Right now, screening',
    text: 'Screening continues and is charged. You can get the scores later.',
  },
};

const PHASES: readonly Phase[] = ['before', 'between', 'after'];

/** The phase of a project. Stopping has a different effect in each phase. */
function phaseOf({ state }: ProjectView): Phase {
  if (cancelMeaning(state) === 'free') return 'before';
  return mayBeCharged(state) ? 'after' : 'between';
}

interface StopWords {
  readonly button: string;
  readonly title: string;
  readonly text: string;
}

const STOPPING: Readonly<Record<Phase, StopWords>> = {
  before: {
    button: 'Stop sending',
    title: 'Stop sending this list?',
    text: 'Nothing was charged, and nothing will be. The project ends here for good, but you can still look at its rows. You can start again with the same columns and fixes. To continue later, pause it instead.',
  },
  between: {
    button: 'Stop watching',
    title: 'Stop watching this project?',
    text: 'The list stays on the service and costs nothing until it is started. Nothing is started or read until you resume it.',
  },
  after: {
    button: 'Stop watching',
    title: 'Stop watching this project?',
    text: 'Screening continues on the service, and its credits are spent. Nothing more is read; the scores are kept there until you resume it.',
  },
};

/** The effect of stopping in each phase, with the current phase marked, and the two ways to stop. */
export function StopPanel({ project }: { readonly project: ProjectView }) {
  const [isAsking, setAsking] = useState(false);
  const pause = useCommand('project.pause');
  const cancel = useCommand('project.cancel', () => setAsking(false));
  const here = phaseOf(project);
  const isInterrupted = isSendingInterrupted(project.state);
  const words = STOPPING[here];
  const error = pause.error ?? cancel.error;
  return (
    <section className="card run-side" aria-labelledby="stop-title">
      <h2 className="card-title" id="stop-title">
        If you stop
      </h2>
      <ol className="stop-list">
        {PHASES.map((phase) => {
          const { title, here: hereTitle, text } = MEANINGS[phase];
          return (
            <li key={phase} className="stop-item" {...(phase === here && { 'data-here': true, 'aria-current': 'true' as const })}>
              <div className="stop-head">
                <span className="strong">{phase !== here ? title : isInterrupted ? 'Right now, sending is interrupted' : hereTitle}</span>
                {phase === here && <span className="stop-here">you are here</span>}
              </div>
              <div className="small second">{text}</div>
            </li>
          );
        })}
      </ol>
      {!isAsking && <FailureLine error={error} />}
      <div className="run-buttons">
        {isRunning(project.state) && (
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={15} stroke={1.6} />}
            loading={pause.isPending}
            onClick={() => pause.mutate({ id: project.id })}
          >
            Pause
          </Button>
        )}
        <Button variant="default" leftSection={<IconSquare size={14} stroke={1.8} />} onClick={() => setAsking(true)}>
          {words.button}
        </Button>
      </div>
      {isRunning(project.state) && (
        <p className="small second run-aside">
          While it is paused, nothing happens. When you continue, we first read the state on the service.
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={words.title}
          cancel="Keep going"
          confirm={words.button}
          isDestructive
          command={cancel}
          onConfirm={() => cancel.mutate({ id: project.id })}
          onClose={() => setAsking(false)}
        >
          <p>{words.text}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
