import type { ReactNode } from 'react';
import type { ProjectView, TimelineEntry } from '../../../shared/contract/index.ts';
import { lastObservation, remoteIdOf, runningOf, statusMeaning } from '../../../shared/project/index.ts';
import { CopyLink } from '../../kit/index.ts';
import { toProject } from '../../navigation/index.ts';
import { number, timeWithSeconds } from '../../format/index.ts';
import { runDetails } from './run-details.ts';
import './last-response.css';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="last-response-fact">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function noResponseText({ state }: ProjectView, remoteId: string | null): string {
  if (state.at === 'done') return 'The scores are here. We ask the service for nothing more.';
  if (state.at === 'ended') return 'We ask the service for nothing more.';
  const running = runningOf(state);
  // A call that failed or lost its answer has still contacted the service.
  if (running?.at === 'creating' && (running.phase !== 'ready' || (running.tries ?? 0) > 0)) return 'It has not given a clear answer yet.';
  return remoteId === null ? 'We have not contacted the service yet.' : 'We have not asked it yet.';
}

export function LastResponse({ project, entries }: { readonly project: ProjectView; readonly entries: readonly TimelineEntry[] }) {
  const observation = lastObservation(project.state);
  const remoteId = remoteIdOf(project.state);
  return (
    <section className="card run-side" aria-labelledby="last-response-title">
      <h2 className="card-title" id="last-response-title">
        Last heard from the service
      </h2>
      {observation === null ? (
        <p className="second run-aside">{noResponseText(project, remoteId)}</p>
      ) : (
        <dl className="last-response">
          <Fact label="Asked">{timeWithSeconds(observation.at)}</Fact>
          <Fact label="It says">{statusMeaning(observation.status)}</Fact>
          <Fact label="Rows it holds">{observation.totalRows === null ? 'not reported' : number(observation.totalRows)}</Fact>
        </dl>
      )}
      <div className="run-links">
        <CopyLink label="Copy the details" text={() => runDetails(project, entries)} />
        <a className="link" href={toProject(project.id, 'progress', {}, 'timeline')}>
          Full history
        </a>
      </div>
    </section>
  );
}
