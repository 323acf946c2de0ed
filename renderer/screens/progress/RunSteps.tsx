import { IconCheck, IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ProjectView, ScreeningPace, TimelineEntry } from '../../../shared/contract/index.ts';
import { bodyOf, isAtWork, isProcessed, lastObservation, remoteIdOf, runningOf } from '../../../shared/project/index.ts';
import { bytes, count, number, span, timeWithSeconds } from '../../format/index.ts';
import { useContractQuery } from '../../api/index.ts';
import { useNow } from '../../kit/index.ts';
import { RunProgress } from './RunProgress.tsx';
import { estimatedMs, took } from './run-rate.ts';
import { isSendingInterrupted, nameOnServiceOf, type RunStep, type RunStepKey } from './run-steps.ts';
import './run-steps.css';

const NAMES: Readonly<Record<RunStepKey, readonly [open: string, done: string]>> = {
  prepare: ['Preparing the list', 'List prepared'],
  create: ['Creating the project on the service', 'Project created on the service'],
  send: ['Sending the list', 'List sent'],
  confirm: ['Service confirms the rows', 'Rows confirmed by the service'],
  screen: ['Screening on the service', 'Screened by the service'],
  fetch: ['Scores fetched, with the rows not accepted', 'Scores fetched, with the rows not accepted'],
  compare: ['Compared with your file', 'Compared with your file'],
};

/** Usual duration of a pending step, where it is known. */
const EXPECTED: Partial<Record<RunStepKey, string>> = {
  confirm: 'a few seconds',
  screen: 'minutes to hours',
  fetch: 'seconds to minutes',
  compare: 'a few seconds',
};

interface StepTextProps {
  readonly project: ProjectView;
  readonly entries: readonly TimelineEntry[];
  /** Estimated cost of the screening; null while unknown. */
  readonly credits: number | null;
}

/** The name of a step, which depends on its state. */
export const stepName = ({ key, state }: RunStep): string => NAMES[key][state === 'done' ? 1 : 0];

/** The evidence for a step in the journal, because the state no longer contains it. */
const evidenceOf = (entries: readonly TimelineEntry[], event: TimelineEntry['event']): string | null =>
  entries.findLast((entry) => entry.event === event)?.evidence ?? null;

function costWords(credits: number | null, isPractice: boolean): string {
  if (isPractice) return 'Spends practice credits only.';
  return credits === null ? 'Spends credits, once.' : `Spends about ${count(credits, 'credit')}, once.`;
}

/** The text of a step: what will happen, then the activity while it runs, and the evidence when it is done. */
function Evidence({ step, project, entries, credits }: StepTextProps & { readonly step: RunStep }): ReactNode {
  const { state } = project;
  const body = bodyOf(state);
  const observation = lastObservation(state);
  const rows = body === null ? 'the number of rows that we send' : number(body.rows);
  switch (step.key) {
    case 'prepare':
      if (step.state !== 'done') return 'The list is prepared and counted before anything leaves this computer.';
      if (body === null) return evidenceOf(entries, 'prepared');
      return `${count(body.rows, 'row')}, ${bytes(body.bytes)}`;
    case 'create': {
      const remoteId = remoteIdOf(state);
      const name = nameOnServiceOf(state, entries);
      if (state.at === 'creating' && state.phase === 'settling')
        return `${name === null ? '' : `Named “${name}”. `}The service gave no clear answer. We check whether it has the project before we ask again.`;
      if (step.state !== 'done') return name === null ? 'An empty project costs nothing.' : `Named “${name}”.`;
      if (remoteId === null) return evidenceOf(entries, 'created');
      return (
        <>
          {name !== null && `Named “${name}”, `}number <span className="mono">{remoteId}</span>
        </>
      );
    }
    case 'send':
      if (step.state === 'done' && body !== null) return `${count(body.rows, 'row')}, ${bytes(body.bytes)}.`;
      if (isSendingInterrupted(state))
        return 'Sending was interrupted, and it is not known how much arrived. We ask the service what it has before anything is sent again.';
      return step.state === 'ahead' ? 'The list is sent once. Nothing is sent again without proof that it did not arrive.' : null;
    case 'confirm':
      if (step.state === 'done') return body === null ? null : `It has ${count(body.rows, 'row')}, as many as we sent.`;
      if (step.state !== 'ahead' && observation?.totalRows != null)
        return `The service reports ${number(observation.totalRows)} of ${rows} so far. Screening starts only when all of them have arrived.`;
      return `We check how many rows the service has. Screening starts only if it says ${rows}.`;
    case 'screen': {
      const running = runningOf(state);
      if (step.state === 'done') return isProcessed(observation?.status ?? null) ? 'The service says that it is finished.' : null;
      if (step.state === 'ahead')
        return `${costWords(credits, project.connection.kind === 'practice')} You can close the window meanwhile.`;
      if (running?.at === 'starting')
        return running.phase === 'settling'
          ? 'We asked the service to start and are checking whether it did. We do not ask again until we know.'
          : 'We ask the service to start.';
      if (running === null) return null;
      return isAtWork(observation?.status ?? null)
        ? 'The service is working on your list. The scores are kept there until they are fetched.'
        : 'It started. The scores are kept on the service until they are fetched.';
    }
    case 'fetch':
      return step.state === 'done' ? null : 'Scores are saved as they arrive.';
    default:
      if (state.at !== 'done') return `Rows that are scored, not accepted or without a result must add up to ${rows}.`;
      return `${number(state.counts.scored)} scored, ${number(state.counts.refused)} not accepted, ${number(state.counts.unknown)} without a result: together ${number(state.counts.submitted)}.`;
  }
}

/** The expected duration of a step that has not begun. */
function expectedTime(key: RunStepKey, project: ProjectView, pace: ScreeningPace | null): string | null {
  const rows = bodyOf(project.state)?.rows;
  if (key !== 'screen' || pace === null || rows === undefined) return EXPECTED[key] ?? null;
  return `about ${span(estimatedMs(rows, pace))}, as last time`;
}

/** When a step began or ended, at the right of its name. */
function When({ step, expected }: { readonly step: RunStep; readonly expected: string | null }) {
  const { state, began, ended } = step;
  if (state === 'ahead') return expected;
  if (state === 'done') {
    if (ended === null) return null;
    const time = timeWithSeconds(ended);
    return began === null || ended <= began ? time : `${time}, took ${took(ended - began)}`;
  }
  return began === null ? null : `since ${timeWithSeconds(began)}`;
}

const STATE_TEXTS: Readonly<Record<RunStep['state'], string>> = {
  done: 'done',
  current: 'under way',
  stopped: 'stopped here',
  ahead: 'ahead',
};

function Mark({ step, position }: { readonly step: RunStep; readonly position: number }) {
  return (
    <span className="run-mark" aria-hidden>
      {step.state === 'done' ? (
        <IconCheck size={14} stroke={2.2} />
      ) : step.state === 'stopped' ? (
        <IconPlayerPause size={14} stroke={2} />
      ) : (
        position
      )}
    </span>
  );
}

/** The remaining time at the speed of the last screening, shown as an estimate. */
function ScreeningEstimate({ rows, began, pace }: { readonly rows: number; readonly began: number; readonly pace: ScreeningPace }) {
  const now = useNow(1000);
  const expected = estimatedMs(rows, pace);
  const left = began + expected - now;
  const basis = `“${pace.name}” with ${count(pace.rows, 'row')} took ${span(pace.screeningMs)}`;
  return (
    <div className="run-estimate">
      <span className="run-left">{left > 0 ? `About ${span(left)} left` : `Longer than the expected ${span(expected)}`}</span>
      <span className="small second">An estimate: {basis}. Nothing is wrong if it takes longer.</span>
    </div>
  );
}

export function RunSteps({ steps, ...textProps }: StepTextProps & { readonly steps: readonly RunStep[] }) {
  const { project } = textProps;
  const pace = useContractQuery('project.pace', { id: project.id }).data ?? null;
  const rows = bodyOf(project.state)?.rows;
  return (
    <section className="card run-card" aria-label="Steps of the service">
      <ol className="run-steps">
        {steps.map((step, index) => (
          <li key={step.key} className="run-step" data-state={step.state} {...(step.state === 'current' && { 'aria-current': 'step' })}>
            <Mark step={step} position={index + 1} />
            <div className="run-body">
              <div className="run-head">
                <h2 className="run-name">
                  {stepName(step)}
                  <span className="visually-hidden">, {STATE_TEXTS[step.state]}</span>
                </h2>
                <span className="small second tabular">
                  <When step={step} expected={expectedTime(step.key, project, pace)} />
                </span>
              </div>
              <div className="run-evidence">
                <Evidence step={step} {...textProps} />
              </div>
              {step.key === 'screen' && step.state === 'current' && step.began !== null && pace !== null && rows !== undefined && (
                <ScreeningEstimate rows={rows} began={step.began} pace={pace} />
              )}
              {step.state === 'current' && project.activity !== null && (
                <RunProgress
                  activity={project.activity}
                  body={step.key === 'send' ? bodyOf(project.state) : null}
                  isObserving={
                    step.key === 'create' || step.key === 'confirm' || step.key === 'screen' || isSendingInterrupted(project.state)
                  }
                  {...(step.key === 'send' && { promise: 'Nothing is sent twice' })}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
